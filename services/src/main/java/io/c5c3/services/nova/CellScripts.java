package io.c5c3.services.nova;

/** What Jobs run that is more than one command. The first argument is the cell, or the number of days. */
final class CellScripts {

    /** Prints the cell's identity, or nothing. */
    private static final String FIND = """
            cells=$(nova-manage cell_v2 list_cells)
            cell=$(echo "$cells" | sed -n "s/^| *$1 *| *\\([0-9a-f-]*\\) *|.*/\\1/p")
            """;

    static final String MAP = FIND + """
            if [ -z "$cell" ]; then
              exec nova-manage cell_v2 create_cell --name "$1"
            fi
            exec nova-manage cell_v2 update_cell --cell_uuid "$cell"
            """;

    /** Rows of deleted guests hold on to their cell until they are archived; guests and hypervisors that are still there do so rightly. */
    static final String REMOVE = FIND + """
            if [ -z "$cell" ]; then
              echo "There is no cell $1 any more."
              exit 0
            fi
            nova-manage db archive_deleted_rows --all-cells --until-complete || [ $? -eq 1 ]
            if ! nova-manage cell_v2 delete_cell --cell_uuid "$cell" >/tmp/answer 2>&1; then
              cat /tmp/answer
              echo "Cell $1 is not empty: delete its guests, its NovaCompute and its compute services, or name it in cells again."
              exit 1
            fi
            """;

    /** Nova ends with 1 when there was something to do. */
    static final String PURGE = """
            nova-manage db archive_deleted_rows --all-cells --until-complete --purge \
              --before "$(date -u -d "$1 days ago" +%F)" || [ $? -eq 1 ]
            """;

    private CellScripts() {}
}
