#!/bin/sh
. "${0%/*}/primary.sh"

look
echo "Election $epoch: the primary is $primary, with $replicas replicas."

umask 077
{
    cat "${0%/*}/sentinel.conf"
    # The same name after every restart: to the others it is the one they know, and not one more.
    echo "sentinel myid $(printf '%s' "$self" | sha1sum | cut -c 1-40)"
    echo "sentinel announce-ip $self"
    # Two have to agree that the primary is gone; to elect another always takes the majority.
    echo "sentinel monitor $name $primary 6379 2"
    [ "$epoch" -lt 0 ] || echo "sentinel config-epoch $name $epoch"
    echo "sentinel down-after-milliseconds $name 5000"
    echo "sentinel failover-timeout $name 30000"
    echo "sentinel auth-pass $name \"$REDISCLI_AUTH\""
    echo "requirepass \"$REDISCLI_AUTH\""
    # Whom it voted for, and whom it knew; a replica that became the primary would otherwise be both.
    if [ -f "$state" ]; then
        grep -E '^sentinel (current-epoch|leader-epoch|known-replica|known-sentinel) ' "$state" \
            | grep -vF "known-replica $name $primary " || true
    fi
} > "$state.new"
mv "$state.new" "$state"

exec valkey-sentinel "$state"
