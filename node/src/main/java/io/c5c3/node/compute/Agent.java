package io.c5c3.node.compute;

import io.c5c3.api.catalogue.OpenStackService;
import io.c5c3.api.common.KeystoneAuth;
import io.c5c3.api.nova.NovaCompute;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Owner;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.engine.step.ObjectsStep;
import io.c5c3.engine.step.SecretsStep;
import io.c5c3.engine.step.VerdictStep;
import io.c5c3.infrastructure.ceph.CephAccess;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceAccess;
import io.c5c3.services.ServiceLogin;
import io.c5c3.services.nova.NovaCell;
import io.c5c3.services.nova.NovaConfig;
import io.c5c3.services.nova.ServiceUsers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * What there is to do for the agents of one cell, once it is known which.
 *
 * @param login of the agents
 * @param nova the login of the service, with which the operator asks it; nothing of it gets to a node
 * @param certificate the Secret that tells who signed the certificates of all services, with encryption
 * @param taken nodes that are another resource's
 */
record Agent(
        NovaCompute compute,
        NovaCell cell,
        ServiceLogin login,
        ServiceLogin nova,
        ServiceUsers users,
        Optional<String> certificate,
        CellQueue queue,
        AgentConfig options,
        Migration migration,
        SortedMap<String, Owner> taken) {

    /** Where instances lie on a node. */
    static final String STATE = NovaConfig.STATE;

    /** Where the switch of a node listens. */
    static final String SWITCH = "/run/openvswitch";

    static Agent of(
            NovaCompute compute, NovaCell cell, Migration migration, SortedMap<String, Owner> taken, Facts facts) {
        var nova = cell.nova();
        var service = nova.getSpec().keystone();
        var own = compute.getSpec().keystone();
        var wish = new KeystoneAuth(
                own.authUrl() == null ? service.authUrl() : own.authUrl(),
                own.appCredentialRef() == null ? service.appCredentialRef() : own.appCredentialRef(),
                own.region() == null ? service.region() : own.region());
        var certificate =
                new ServingCertificate(nova.getSpec().tls(), nova.getMetadata().getName(), List.of()).authority(facts);
        var login = ServiceLogin.of(wish, nova.getMetadata().getName(), certificate.isPresent(), facts);
        var users = own.appCredentialRef() == null ? ServiceUsers.of(nova, login) : ServiceUsers.alone(login);
        return new Agent(
                compute,
                cell,
                login,
                ServiceLogin.of(service, nova.getMetadata().getName(), certificate.isPresent(), facts),
                users,
                certificate,
                CellQueue.of(compute, cell, facts),
                new AgentConfig(compute, cell, users),
                migration,
                taken);
    }

    Step cellReady() {
        return new CellReadyStep(cell);
    }

    Step secrets() {
        var inputs = new ArrayList<>(users.inputs());
        ceph().map(CephAccess::input).ifPresent(inputs::add);
        return new SecretsStep(inputs);
    }

    private Optional<CephAccess> ceph() {
        return Optional.ofNullable(compute.getSpec().rbd()).map(wish -> CephAccess.of(wish, "nova"));
    }

    Step messaging() {
        return queue.step();
    }

    private ConfigFiles files() {
        return new ConfigFiles(
                AgentPods.pods(compute).name() + "-config",
                AgentPods.pods(compute).labels(),
                options.files());
    }

    Step config(Facts facts) {
        return users.problem(facts)
                .or(options::problem)
                .<Step>map(problem -> new VerdictStep(problem))
                .orElseGet(() -> new ObjectsStep(
                        List.of(files().configMap()),
                        "ConfigApplied",
                        "ConfigMap/" + files().name() + " holds the agents' options."));
    }

    AgentPods pods() {
        var reads = Reads.of(files(), NovaConfig.FOLDER)
                .with(Reads.fromSecret("DEFAULT", "transport_url", queue.connection(), MessagingStep.URL))
                .with(MessagingStep.files(queue.connection()))
                .with(users.env());
        reads = reads.with(migration.files());
        var ceph = ceph();
        if (ceph.isPresent()) {
            reads = reads.with(ceph.get().files());
        }
        if (certificate.isPresent()) {
            reads = reads.with(new SecretFiles("tls", certificate.get(), WsgiServer.CERTIFICATE, List.of("ca.crt")));
        }
        return new AgentPods(compute, reads, taken.keySet());
    }

    Set<String> rollsOn() {
        var secrets = new HashSet<>(users.all());
        secrets.add(queue.connection());
        ceph().ifPresent(access -> secrets.add(access.secret()));
        return secrets;
    }

    Step nodes() {
        var nova = cell.nova();
        var name = nova.getMetadata().getName();
        var endpoint = (nova.getSpec().tls().enabled() ? "https://" : "http://") + name + "."
                + nova.getMetadata().getNamespace() + ".svc.cluster.local:" + OpenStackService.NOVA.port();
        return new NodesStep(
                compute, !taken.isEmpty(), new ServiceAccess("Nova", name, endpoint, this.nova, certificate()));
    }
}
