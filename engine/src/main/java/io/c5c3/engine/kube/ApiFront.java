package io.c5c3.engine.kube;

import io.c5c3.api.common.Exposure;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRouteBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How the pods of an API are reached: the Service, what stands before it, and the addresses that come of it.
 *
 * @param selector the labels of the pods
 * @param tls whether the pods themselves speak TLS
 */
public record ApiFront(
        String name,
        String namespace,
        Map<String, String> labels,
        Map<String, String> selector,
        int port,
        boolean tls,
        Exposure exposure) {

    /** The name of the port on pods and Service. */
    public static final String PORT = "api";

    public String host() {
        return name + "." + namespace + ".svc.cluster.local";
    }

    public String internalUrl() {
        return (tls ? "https://" : "http://") + host() + ":" + port;
    }

    /** The address for users outside: the one somebody wrote, else that of what stands before the Service, else the Service's. */
    public String publicUrl(@Nullable String written) {
        if (written != null) {
            return written;
        }
        var ingress = exposure.ingress();
        if (ingress != null) {
            return (ingress.tlsSecretName() == null ? "http://" : "https://") + ingress.host();
        }
        var gateway = exposure.gateway();
        return gateway == null ? internalUrl() : "https://" + gateway.hostname();
    }

    public Service service() {
        var nodePort = exposure.nodePort();
        return new ServiceBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withType(nodePort == null ? "ClusterIP" : "NodePort")
                .withSelector(new TreeMap<>(selector))
                .addNewPort()
                .withName(PORT)
                .withPort(port)
                .withTargetPort(new IntOrString(PORT))
                .withProtocol("TCP")
                .withAppProtocol(tls ? "https" : "http")
                .withNodePort(nodePort == null ? null : nodePort.port())
                .endPort()
                .endSpec()
                .build();
    }

    /** The Ingress, if one was asked for. */
    public List<HasMetadata> ingress() {
        var wish = exposure.ingress();
        return wish == null ? List.of() : List.of(ingress(wish));
    }

    private Ingress ingress(Exposure.Ingress wish) {
        var ingress = new IngressBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .withAnnotations(wish.annotations().isEmpty() ? null : new TreeMap<>(wish.annotations()))
                .endMetadata()
                .withNewSpec()
                .withIngressClassName(wish.className())
                .addNewRule()
                .withHost(wish.host())
                .withNewHttp()
                .addNewPath()
                .withPath("/")
                .withPathType("Prefix")
                .withNewBackend()
                .withNewService()
                .withName(name)
                .withNewPort()
                .withName(PORT)
                .endPort()
                .endService()
                .endBackend()
                .endPath()
                .endHttp()
                .endRule()
                .endSpec();
        if (wish.tlsSecretName() != null) {
            ingress.editSpec()
                    .addNewTl()
                    .withHosts(wish.host())
                    .withSecretName(wish.tlsSecretName())
                    .endTl()
                    .endSpec();
        }
        return ingress.build();
    }

    /** The HTTPRoute, if one was asked for. */
    public List<HTTPRoute> route() {
        var wish = exposure.gateway();
        return wish == null ? List.of() : List.of(route(wish));
    }

    private HTTPRoute route(Exposure.Gateway gateway) {
        return new HTTPRouteBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(new TreeMap<>(labels))
                .endMetadata()
                .withNewSpec()
                .withHostnames(gateway.hostname())
                .addNewParentRef()
                .withName(gateway.parentRef().name())
                .withNamespace(gateway.parentRef().namespace())
                .withSectionName(gateway.parentRef().sectionName())
                .endParentRef()
                .addNewRule()
                .addNewBackendRef()
                .withName(name)
                .withPort(port)
                .endBackendRef()
                .endRule()
                .endSpec()
                .build();
    }
}
