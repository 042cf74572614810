package io.c5c3.services.nova;

import io.c5c3.api.nova.Nova;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A cell in the status of a Nova. The list is also how the operator remembers, after a cell has left the spec, that it has to be taken out
 * of Nova's own list.
 */
record CellReport(String name, String status, int computeNodes) {

    static final String REMOVING = "Removing";

    /** Cells that Nova has and the spec no longer names. */
    static List<String> leaving(Nova nova, List<NovaCell> cells) {
        var named = new HashSet<String>();
        cells.forEach(cell -> named.add(cell.name()));
        return known(nova).stream()
                .map(Nova.CellStatus::name)
                .filter(Objects::nonNull)
                .filter(name -> !named.contains(name))
                .toList();
    }

    static int computeNodes(Nova nova, String cell) {
        return known(nova).stream()
                .filter(known -> cell.equals(known.name()))
                .map(Nova.CellStatus::computeNodes)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(0);
    }

    private static List<Nova.CellStatus> known(Nova nova) {
        var status = nova.getStatus();
        var cells = status == null ? null : status.cells();
        return cells == null ? List.of() : cells;
    }

    /** For the status, by its field. */
    static Map<String, Object> found(List<CellReport> reports) {
        return Map.of(
                "cells",
                reports.stream()
                        .map(report -> Map.<String, Object>of(
                                "name", report.name(),
                                "status", report.status(),
                                "computeNodes", report.computeNodes()))
                        .toList());
    }
}
