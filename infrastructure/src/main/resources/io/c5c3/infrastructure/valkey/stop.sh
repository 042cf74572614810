#!/bin/sh
# Before a primary stops, another one takes over: clients then wait for a second, instead of until it is missed.
. "${0%/*}/primary.sh"

[ "$VALKEY_SENTINEL" = yes ] || exit 0
[ "$(cli -p 6379 role | head -n 1)" = master ] || exit 0

# Not the sentinel of this pod, which stops as well.
mine="$(getent ahosts "$self" | awk '{ print $1 }' | sort -u)"
for address in $(pods | grep -vxF "$mine"); do
    if [ "$(cli -h "$address" -p 26379 sentinel failover "$name")" = OK ]; then
        patience=20
        while [ "$patience" -gt 0 ] \
            && [ "$(cli -h "$address" -p 26379 sentinel get-master-addr-by-name "$name" | head -n 1)" = "$self" ]; do
            sleep 1
            patience=$((patience - 1))
        done
        break
    fi
done
exit 0
