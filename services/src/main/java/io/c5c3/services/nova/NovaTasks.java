package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import io.c5c3.engine.kube.Task;
import io.c5c3.engine.kube.Variable;
import io.c5c3.infrastructure.sql.DatabaseStep;
import io.c5c3.services.ApiSteps;
import io.c5c3.services.Reads;
import io.c5c3.services.ServiceConfig;
import io.fabric8.kubernetes.api.model.EnvVar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is run once, or now and then, on the databases of a Nova. */
record NovaTasks(Nova nova, ApiSteps steps, ServiceConfig config) {

    /** Filled in by whoever reads the mapping, from the login it has itself: a new password is no reason to write it again. */
    private static final String CELL0 = "{scheme}://{username}:{password}@{hostname}:{port}/%s?{query}";

    private Connections connections() {
        return new Connections(steps.name());
    }

    private Reads databaseReads(String database) {
        return Reads.of(steps.databaseFiles(config), NovaConfig.FOLDER)
                .database("database", database)
                .withScratch("state", NovaConfig.STATE);
    }

    /** The tables of the API's database, the entry of cell0, and its tables. */
    Task databaseSync() {
        return steps.pods()
                .task(
                        "db-sync",
                        databaseReads(connections().cell0()).with(connections().apiDatabase()),
                        steps.databaseMark(),
                        "sh",
                        "-ec",
                        String.join(
                                "\n",
                                "nova-manage api_db sync",
                                "nova-manage cell_v2 map_cell0 --database_connection '"
                                        + CELL0.formatted(
                                                nova.getSpec().database().cellDatabase()) + "'",
                                "nova-manage db sync --local_cell"));
    }

    Task cellSync(NovaCell cell) {
        return steps.pods()
                .task(
                        cell.name() + "-db-sync",
                        databaseReads(cell.databaseConnection()),
                        Map.of("c5c3.io/database", cell.databaseMark()),
                        "nova-manage",
                        "db",
                        "sync",
                        "--local_cell");
    }

    /** Enters the cell, or what has changed about it. Both addresses come by environment: arguments are for everybody to see. */
    Task mapping(NovaCell cell) {
        return steps.pods()
                .task(
                        cell.name() + "-mapping",
                        databaseReads(cell.databaseConnection())
                                .with(connections().apiDatabase(), Connections.queue(cell.messagingConnection())),
                        Map.of(),
                        "sh",
                        "-ec",
                        CellScripts.MAP,
                        "map",
                        cell.name());
    }

    /** Takes out a cell that the resource no longer names. */
    Task removal(String cell) {
        return steps.pods()
                .task(
                        cell + "-removal",
                        databaseReads(connections().cell0())
                                .with(
                                        connections().apiDatabase(),
                                        Connections.queue(connections().messaging())),
                        Map.of(),
                        "sh",
                        "-ec",
                        CellScripts.REMOVE,
                        "remove",
                        cell)
                .triedOnce();
    }

    /** What a new release wants done to old rows while it runs. */
    Task onlineMigrations(List<NovaCell> cells) {
        var env = new ArrayList<EnvVar>();
        cells.forEach(
                cell -> env.add(Variable.secret("CELL_" + env.size(), cell.databaseConnection(), DatabaseStep.DSN)));
        var script = new StringBuilder("nova-manage db online_data_migrations\n");
        for (var number = 0; number < cells.size(); number++) {
            script.append("OS_DATABASE__CONNECTION=\"$CELL_")
                    .append(number)
                    .append("\" nova-manage db online_data_migrations\n");
        }
        return steps.pods()
                .task(
                        "online-migrations",
                        databaseReads(connections().cell0())
                                .with(connections().apiDatabase())
                                .with(env),
                        Map.of(),
                        "sh",
                        "-ec",
                        script.toString());
    }

    Task purge() {
        return steps.pods()
                .task(
                        "db-purge",
                        databaseReads(connections().cell0())
                                .with(
                                        connections().apiDatabase(),
                                        Connections.queue(connections().messaging())),
                        Map.of(),
                        "sh",
                        "-ec",
                        CellScripts.PURGE,
                        "purge",
                        String.valueOf(nova.getSpec().purge().afterDays()));
    }
}
