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

umask 077
{
    cat "${0%/*}/server.conf"
    echo "replica-announce-ip $self"
    echo "requirepass \"$REDISCLI_AUTH\""
    echo "primaryauth \"$REDISCLI_AUTH\""
    [ "$primary" = "$self" ] || echo "replicaof $primary 6379"
} > /tmp/server.conf

exec valkey-server /tmp/server.conf
