package io.c5c3.services.nova;

import io.c5c3.api.common.Defaults;
import io.c5c3.api.common.Exposure;
import io.c5c3.api.nova.Nova;
import io.c5c3.engine.kube.ApiFront;
import io.c5c3.engine.kube.ApiScaling;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.kube.WsgiServer;
import io.c5c3.infrastructure.rabbitmq.MessagingStep;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceConfig;
import io.c5c3.services.TokenCache;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;

/** What runs for a Nova's control plane, and which databases and queues each part is given. */
record NovaPods(Nova nova, ApiSteps steps, ServiceConfig config, ServiceUsers users, MetadataSecret secret) {

    static final int METADATA_PORT = 8775;

    /** Under uWSGI its green threads lose messages; the service can do without. */
    private static final EnvVar NATIVE_THREADS = Variable.of("OS_NOVA_DISABLE_EVENTLET_PATCHING", "true");

    private Connections connections() {
        return new Connections(steps.name());
    }

    /**
     * All pods of a part go by one name in Nova's list of services, as processes on one host would: the list does not grow with every
     * pod that ever was.
     */
    private Reads reads(String part, String database, String queue) {
        return steps.cache()
                .in(Reads.of(steps.files(config), NovaConfig.FOLDER), TokenCache.TOKENS, TokenCache.REGION)
                .with(Variable.of("OS_DEFAULT__HOST", steps.name() + "-" + part))
                .database("database", database)
                .with(Connections.queue(queue))
                .with(users.env())
                .with(MessagingStep.files(queue))
                .withScratch("state", NovaConfig.STATE);
    }

    private Reads global(String part) {
        return reads(part, connections().cell0(), connections().messaging())
                .with(connections().apiDatabase());
    }

    Deployment api() {
        return steps.api(
                steps.server("nova.wsgi.osapi_compute", "/"), global("api").with(NATIVE_THREADS));
    }

    private ApiScaling metadataScaling() {
        return ApiScaling.fixed(
                steps.name() + "-metadata",
                steps.pods().labels("metadata"),
                steps.pods().selector("metadata"),
                nova.getSpec().metadata().replicas());
    }

    ApiFront metadataFront() {
        return new ApiFront(
                steps.name() + "-metadata",
                nova.getMetadata().getNamespace(),
                steps.pods().labels("metadata"),
                steps.pods().selector("metadata"),
                METADATA_PORT,
                false,
                Defaults.of(Exposure.class));
    }

    Deployment metadata() {
        var uwsgi = nova.getSpec().uwsgi();
        var server = new WsgiServer(
                "nova.wsgi.metadata",
                METADATA_PORT,
                uwsgi.processes(),
                uwsgi.threads(),
                // Neutron's agents speak no TLS with it; they sign what they ask.
                false,
                "/");
        return steps.pods()
                .api(
                        "metadata",
                        metadataScaling(),
                        server,
                        global("metadata")
                                .with(NATIVE_THREADS, secret.variable())
                                // It asks Neutron for the addresses of whoever asks it.
                                .with(steps.certificateFiles()));
    }

    private static SecretFiles[] certificate(ServingCertificate certificate) {
        return certificate
                .secret()
                .map(name -> new SecretFiles[] {new SecretFiles("tls", name, WsgiServer.CERTIFICATE)})
                .orElseGet(() -> new SecretFiles[0]);
    }

    Deployment scheduler() {
        var wish = nova.getSpec().scheduler();
        var ranking = new HostRanking(nova, steps.pods());
        return steps.pods()
                .worker(
                        "scheduler",
                        wish.replicas(),
                        wish.deployment().or(nova.getSpec().deployment()),
                        ranking.in(global("scheduler").with(NATIVE_THREADS).with(steps.certificateFiles())),
                        ranking.command());
    }

    /** The conductors that work for all cells; also for one that shares the service's queue. */
    Deployment conductor(String database) {
        var wish = nova.getSpec().conductor();
        return steps.pods()
                .worker(
                        "conductor",
                        wish.replicas(),
                        wish.pods(nova.getSpec().deployment()),
                        reads("conductor", database, connections().messaging())
                                .with(connections().apiDatabase())
                                .with(steps.certificateFiles()),
                        "nova-conductor");
    }

    /** The conductors of one cell, which know of no other. */
    Deployment conductor(NovaCell cell) {
        var wish = cell.cell().conductor();
        var part = cell.name() + "-conductor";
        return steps.pods()
                .worker(
                        part,
                        wish.replicas(),
                        wish.pods(nova.getSpec().deployment()),
                        reads(part, cell.databaseConnection(), cell.messagingConnection())
                                .with(steps.certificateFiles()),
                        "nova-conductor");
    }

    Deployment consoles(Consoles consoles) {
        var cell = consoles.cell();
        var reads = reads(consoles.part(), cell.databaseConnection(), cell.messagingConnection())
                .with(certificate(consoles.certificate()));
        var plain = steps.pods()
                .worker(
                        consoles.part(),
                        consoles.wish().replicas(),
                        nova.getSpec().deployment(),
                        reads,
                        "nova-" + consoles.kind().proxy());
        return new DeploymentBuilder(plain)
                .editSpec()
                .editTemplate()
                .editSpec()
                .editFirstContainer()
                .addNewPort()
                .withName(ApiFront.PORT)
                .withContainerPort(consoles.kind().port())
                .withProtocol("TCP")
                .endPort()
                .withNewReadinessProbe()
                .withNewTcpSocket()
                .withNewPort(ApiFront.PORT)
                .endTcpSocket()
                .withPeriodSeconds(2)
                .withTimeoutSeconds(5)
                .endReadinessProbe()
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
