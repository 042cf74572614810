package io.c5c3.infrastructure.mariadb;

import io.c5c3.api.openstack.MariaDB;
import io.c5c3.engine.Facts;
import io.c5c3.engine.Step;
import io.c5c3.engine.kube.Requests;
import io.c5c3.engine.kube.SecretFiles;
import io.c5c3.engine.kube.Variable;
import io.c5c3.engine.step.CertificateStep;
import io.c5c3.engine.step.SequenceStep;
import io.c5c3.infrastructure.sql.DatabaseCertificate;
import io.c5c3.infrastructure.tls.ServingCertificate;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a server shows its clients and the other members. Clients may come with and without encryption: those that were told of it when it was
 * not encrypted are served until they are told anew. Among members a certificate is a login to all data, so it is of an authority of their own.
 *
 * @param size how many servers there are
 * @param among how members speak now
 */
record Encryption(MariaDB mariadb, int size, Among among) {

    private static final String FOLDER = "/etc/mysql/tls";
    private static final String MEMBERS = "/etc/mysql/members-tls";
    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String AUTHORITY = "ca.crt";

    /** Tells a server of a certificate that was renewed. */
    private static final String RENEW = "renew.sh";

    private String memberName() {
        return mariadb.getMetadata().getName() + "-members";
    }

    private boolean isForClients() {
        return mariadb.getSpec().tls().enabled();
    }

    private boolean isForMembers() {
        return among != Among.plain;
    }

    Step step(Facts facts) {
        var clients = new DatabaseCertificate(mariadb).certificate().step(facts);
        return isForMembers() ? new SequenceStep(members(), clients) : clients;
    }

    private Step members() {
        var names = ServingCertificate.serviceNames(
                "*." + new DatabaseCertificate(mariadb).nodes(),
                mariadb.getMetadata().getNamespace());
        return new CertificateStep(
                CertificateStep.Authority.of(memberName()), CertificateStep.secretName(memberName()), names);
    }

    List<SecretFiles> files() {
        var files = new ArrayList<SecretFiles>();
        new DatabaseCertificate(mariadb)
                .certificate()
                .secret()
                .ifPresent(secret -> files.add(new SecretFiles("tls", secret, FOLDER, List.of(CERTIFICATE, KEY))));
        if (isForMembers()) {
            files.add(new SecretFiles(
                    "members-tls",
                    CertificateStep.secretName(memberName()),
                    MEMBERS,
                    List.of(CERTIFICATE, KEY, AUTHORITY)));
        }
        return files;
    }

    List<String> scripts() {
        return files().isEmpty() ? List.of() : List.of(RENEW);
    }

    Map<String, String> options() {
        return isForClients()
                ? Map.of("ssl-cert", FOLDER + "/" + CERTIFICATE, "ssl-key", FOLDER + "/" + KEY)
                : Map.of();
    }

    /** What the library is told by which members speak. */
    List<String> providerOptions() {
        if (!isForMembers()) {
            return List.of();
        }
        var options = new ArrayList<>(List.of(
                "socket.ssl=yes",
                "socket.ssl_ca=" + MEMBERS + "/" + AUTHORITY,
                "socket.ssl_cert=" + MEMBERS + "/" + CERTIFICATE,
                "socket.ssl_key=" + MEMBERS + "/" + KEY));
        if (among == Among.both) {
            options.add("socket.dynamic=true");
        }
        return options;
    }

    /** The section for the copy that one member gives another; whether it is encrypted, the member writes down for itself. */
    String copies() {
        return isForMembers()
                ? String.join(
                        "\n",
                        "[sst]",
                        "tca = " + MEMBERS + "/" + AUTHORITY,
                        "tcert = " + MEMBERS + "/" + CERTIFICATE,
                        "tkey = " + MEMBERS + "/" + KEY,
                        "!include /run/mysqld/copies.cnf",
                        "")
                : "";
    }

    /** How a member gives copies, and whether it takes them as the others give them: both ends have to agree. */
    List<EnvVar> variables() {
        return switch (among) {
            case plain -> List.of();
            case both ->
                List.of(
                        Variable.of("COPIES", Among.wanted(mariadb, size).name()),
                        Variable.of("COPIES_AS_GIVEN", "yes"));
            case encrypted -> List.of(Variable.of("COPIES", among.name()));
        };
    }

    /** Beside the server, which reads its certificates when it starts and when it is told to. */
    Optional<Container> renewal() {
        return files().isEmpty() ? Optional.empty() : Optional.of(container());
    }

    private Container container() {
        var command = Stream.concat(
                Stream.of("sh", ServerWorkload.OPTIONS + "/" + RENEW),
                files().stream().flatMap(some -> some.keys().stream().map(key -> some.folder() + "/" + key)));
        return new ContainerBuilder()
                .withName("renewal")
                .withImage(mariadb.getSpec().image())
                .withCommand(command.toList())
                .withResources(Requests.of("10m", "16Mi"))
                .build();
    }
}
