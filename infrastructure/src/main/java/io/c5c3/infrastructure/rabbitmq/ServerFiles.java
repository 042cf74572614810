package io.c5c3.infrastructure.rabbitmq;

import io.c5c3.api.openstack.RabbitMQ;
import io.c5c3.engine.kube.ConfigFiles;
import io.c5c3.engine.kube.FoundingFiles;
import java.util.Map;
import java.util.TreeMap;

/** The files a server is started with. They are the same for all of them: a server learns which one it is from its host name. */
record ServerFiles(RabbitMQ rabbitmq) {

    static final String FOLDER = "/etc/rabbitmq/c5c3";
    static final String COOKIE = "/run/secrets/rabbitmq/cookie";
    static final String ADMIN = "/run/secrets/rabbitmq/admin";
    static final String DATA = "/var/lib/rabbitmq";

    /** Read by the server and by its command line tools, which so find it without being told a name. */
    private static final String ENVIRONMENT = """
        NODENAME="rabbit@$(hostname -f)"
        USE_LONGNAME=true
        """;

    private static final String PLUGINS = "[rabbitmq_management,rabbitmq_prometheus].\n";

    private static final String START = """
        #!/bin/sh
        set -eu

        # Where Debian keeps the programs themselves: those in /usr/sbin want to be root, or write their log to a file.
        PATH="/usr/lib/rabbitmq/bin:$PATH"

        # Whether another server of the cluster runs.
        alive() {
            for i in 0 1 2 3 4; do
                peer="${server%-*}-$i.${self#*.}"
                if [ "$peer" != "$self" ] && getent hosts "$peer" > /dev/null \\
                        && rabbitmqctl -t 10 -n "rabbit@$peer" eval 'true = rabbit:is_running().' > /dev/null 2>&1; then
                    return 0
                fi
            done
            return 1
        }

        # Erlang refuses a cookie that others may read, and a mounted Secret is open to its group.
        install -m 0400 COOKIE/cookie "$HOME/.erlang.cookie"

        # Looked at only when there are no data yet.
        RABBITMQ_DEFAULT_USER=USER
        RABBITMQ_DEFAULT_PASS="$(cat ADMIN/password)"
        export RABBITMQ_DEFAULT_USER RABBITMQ_DEFAULT_PASS

        mkdir -p "$RABBITMQ_CONFIG_FILES"
        self="$(hostname -f)"
        server="${self%%.*}"
        if [ ! -d "$RABBITMQ_MNESIA_BASE/rabbit@$self" ]; then
            # Once a cluster was founded, an empty volume is filled from the others, or not at all; only the first founds one.
            if [ -e FOUNDED ] || [ "${server##*-}" != 0 ]; then
                waits=12
                until alive; do
                    waits=$((waits - 1))
                    if [ "$waits" = 0 ]; then
                        [ ! -e FOUNDED ] || echo "DataLost: the volume is empty, and no other server runs: $(cat FOUNDED)" >&2
                        exit 1
                    fi
                    sleep 5
                done
            fi
            # The first server founds the cluster, unless others are there already; the others wait for it.
            number=1
            peers=
            for i in 0 1 2 3 4; do
                peer="${server%-*}-$i.${self#*.}"
                if [ "$peer" = "$self" ] || [ "$i" = 0 ] || getent hosts "$peer" > /dev/null; then
                    peers="$peers $peer"
                    echo "cluster_formation.classic_config.nodes.$number = rabbit@$peer"
                    number=$((number + 1))
                fi
            done > "$RABBITMQ_CONFIG_FILES/peers.conf"
            # One that was a member and lost its volume must be forgotten before it can join again.
            for peer in $peers; do
                if [ "$peer" != "$self" ] \\
                        && rabbitmqctl -n "rabbit@$peer" forget_cluster_node "rabbit@$self" > /dev/null 2>&1; then
                    break
                fi
            done
        else
            # Whatever password the administrator had, it is now that of the Secret: the way back when nobody knows the other.
            (
                until rabbitmqctl await_startup --timeout 60; do sleep 2; done
                printf '%s\\n' "$(cat ADMIN/password)" | rabbitmqctl change_password USER
            ) > /dev/null 2>&1 &
        fi

        exec rabbitmq-server
        """;

    /** Before a server of several stops, the rest must be able to do without it. */
    private static final String STOP = """
        #!/bin/sh
        PATH="/usr/lib/rabbitmq/bin:$PATH"
        self="$(hostname -f)"
        server="${self%%.*}"
        if getent hosts "${server%-*}-1.${self#*.}" > /dev/null; then
            rabbitmq-upgrade await_online_quorum_plus_one -t 60 > /dev/null 2>&1
        fi
        exit 0
        """;

    ConfigFiles config() {
        var names = new ServerNames(rabbitmq);
        return new ConfigFiles(
                names.name() + "-config",
                names.labels(),
                new TreeMap<>(Map.of(
                        "enabled_plugins",
                        PLUGINS,
                        "rabbitmq.conf",
                        new ServerOptions(rabbitmq.getSpec()).text(),
                        "rabbitmq-env.conf",
                        ENVIRONMENT,
                        "start.sh",
                        START.replace("COOKIE", COOKIE)
                                .replace("ADMIN", ADMIN)
                                .replace("FOUNDED", FoundingFiles.file(names.name()))
                                .replace("USER\n", AdminLogin.USER + "\n"),
                        "stop.sh",
                        STOP)));
    }
}
