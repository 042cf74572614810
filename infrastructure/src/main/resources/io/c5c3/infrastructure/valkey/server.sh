#!/bin/sh
. "${0%/*}/primary.sh"

primary="$first"
if [ "$VALKEY_SENTINEL" = yes ]; then
    look majority
    # An empty server must not be the one that the others copy. While it stays away, they elect one of those that follow it.
    waits=60
    while [ "$primary" = "$self" ] && [ ! -d "$folder/appendonlydir" ] && [ "$replicas" -gt 0 ] && [ "$waits" -gt 0 ]; do
        echo "The primary should be this server, which has lost its data: waiting for the others to elect one of them."
        sleep 1
        waits=$((waits - 1))
        look
    done
    echo "Election $epoch: the primary is $primary."
fi

# Kubernetes gives an empty volume to whoever has lost his own. Only a person can say that this is a beginning.
founded="/etc/c5c3/founded/${pod%-*}"
if [ "$primary" = "$self" ] && [ ! -d "$folder/appendonlydir" ] && [ -e "$founded" ]; then
    echo "DataLost: the volume is empty, and no other server has what was on it: $(cat "$founded")" >&2
    exit 1
fi

umask 077
{
    cat "${0%/*}/server.conf"
    echo "replica-announce-ip $self"
    echo "requirepass \"$REDISCLI_AUTH\""
    echo "primaryauth \"$REDISCLI_AUTH\""
    [ "$primary" = "$self" ] || echo "replicaof $primary 6379"
} > /tmp/server.conf

exec valkey-server /tmp/server.conf
