#!/bin/sh
# probe.sh started|ready|alive|sentinel
. "${0%/*}/primary.sh"

case "$1" in
    # A replica that has not copied the primary yet must not be counted on.
    started) cli -p 6379 role | awk 'NR == 1 && $1 == "master" || NR == 4 && $1 == "connected" { ok = 1 } END { exit !ok }' ;;
    ready) [ "$(cli -p 6379 ping)" = PONG ] ;;
    # Any answer will do: one that reads a large file into memory says just that.
    alive) [ -n "$(cli -p 6379 ping)" ] ;;
    sentinel) [ "$(cli -p 26379 ping)" = PONG ] ;;
esac
