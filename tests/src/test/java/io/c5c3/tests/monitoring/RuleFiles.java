package io.c5c3.tests.monitoring;

import io.c5c3.api.catalogue.Foundations;
import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.foreign.PrometheusRule;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.controlplane.monitoring.PlaneMonitoring;
import io.c5c3.engine.Json;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.stream.Stream;

/** All alerts there are, as files for Prometheus: of a plane with every part, and of the operators. */
record RuleFiles(Path folder) {

    void write() throws IOException {
        var kinds = new ArrayList<Class<? extends HasMetadata>>(Foundations.ALL);
        Stream.of(OpenStackService.values()).map(OpenStackService::kind).forEach(kinds::add);
        kinds.add(NovaCompute.class);
        write("plane.yaml", new PlaneMonitoring("core", "openstack", Map.of(), kinds).alerts());
        write("operators.yaml", PlaneMonitoring.operators("operators", Map.of()));
    }

    private void write(String name, PrometheusRule rule) throws IOException {
        Files.writeString(folder.resolve(name), Json.KUBERNETES.asYaml(rule.getSpec()));
    }
}
