#!/bin/sh
# One member of an OVN database. Members know each other by the names of their pods, so they meet again at any address.
#   run    founds the database or joins it, serves it, and keeps its list of members in order
#   ready  whether this member is in contact with a majority
# From the pod: POD_NAME POD_IP DOMAIN DATABASE SCHEMA PROTOCOL PORT RAFT_PORT. From the operator, as files that may change:
#   /etc/ovn/members/replicas  how many members there shall be
#   /etc/ovn/members/cid       the database that was founded; while it is there, none is founded again
#   /etc/ovn/members/leaving   while fewer are wanted: members from this number on have to go
#   /etc/c5c3/founded/...      under the name of the StatefulSet: the database has held data, and is not founded on an empty volume
set -eu

file=/var/lib/ovn/$DATABASE.db
socket=/run/ovn/db.sock
control=/run/ovn/db.ctl
founded=/etc/c5c3/founded/${POD_NAME%-*}
number=${POD_NAME##*-}
ask="[\"_Server\",{\"op\":\"select\",\"table\":\"Database\",\"where\":[[\"name\",\"==\",\"$DATABASE\"]],\"columns\":[\"connected\"]}]"
tls=
[ "$PROTOCOL" = tcp ] ||
    tls='--private-key=/etc/ovn/tls/tls.key --certificate=/etc/ovn/tls/tls.crt --ca-cert=/etc/ovn/tls/ca.crt'

say() { echo "$(date -u +%FT%TZ) $POD_NAME: $*" >&2; }
told() { cat "/etc/ovn/members/$1" 2>/dev/null || true; }
host() { echo "${POD_NAME%-*}-$1.$DOMAIN"; }
raft() { echo "$PROTOCOL:$(host "$1"):$RAFT_PORT"; }
others() { for i in 0 1 2 3 4; do [ "$i" = "$number" ] || echo "$i"; done; }
# Whether this member has to go.
going() { [ -n "$(told leaving)" ] && [ "$number" -ge "$(told leaving)" ]; }
server() { ovs-appctl --timeout=5 -t "$control" "$@" 2>/dev/null; }

# Whether the server at this address is in contact with a majority. The client's own timeout does not cover a slow name service.
connected() { timeout 5 ovsdb-client --timeout=3 $tls query "$1" "$ask" 2>/dev/null | grep -q '"connected":true'; }
# Whether that member is there, and is.
answers() { timeout 5 getent hosts "$(host "$1")" >/dev/null && connected "$PROTOCOL:$(host "$1"):$PORT"; }

# The first member founds the database, unless there is one: a member that lost its volume must come back to the others,
# not begin anew without them. A single member has nobody to come back to, and a person has to say that it may.
founds() {
    [ "$number" -eq 0 ] && [ ! -e "$founded" ] || return 1
    [ -z "$(told cid)" ] || [ "$(told replicas)" -eq 1 ] || return 1
    for i in $(others); do
        if answers "$i"; then return 1; fi
    done
}

# Whether this file is that of a member that was told that it is none any more.
left() { ovsdb-tool check-cluster "$1" 2>&1 | grep -q 'left the cluster'; }

# Whether the server has closed the database because this member was removed. One that is too busy to answer says nothing of it.
removed() {
    said=$(ovs-appctl --timeout=5 -t "$control" cluster/status "$DATABASE" 2>&1) && return 1
    case $said in
    *'unknown cluster'*) left "$file" ;;
    *) return 1 ;;
    esac
}

begin() {
    while going; do sleep 1; done
    rm -f "$file.new"
    if founds; then
        say "founding $DATABASE"
        # A busy machine keeps a member from answering for a second or two; that is no reason for an election.
        ovsdb-tool --election-timer=4000 create-cluster "$file.new" "$SCHEMA" "$(raft "$number")"
    else
        members=
        tries=0
        while [ -z "$members" ]; do
            tries=$((tries + 1))
            if [ "$tries" -gt 20 ] && [ -e "$file.left" ] && ! left "$file.left"; then
                # Perhaps the others wait for it, who did the same.
                say "no other member of $DATABASE answers: what was put aside is used again"
                mv -f "$file.left" "$file"
                return
            fi
            if [ -e "$founded" ] && [ "$tries" -gt 20 ]; then
                say "DataLost: the volume is empty, and no other member of $DATABASE answers: $(cat "$founded")"
                exit 1
            fi
            say "looking for a member of $DATABASE to join"
            for i in $(others); do
                if answers "$i"; then members="$members $(raft "$i")"; fi
            done
            sleep 1
        done
        say "joining $members"
        cid=$(told cid)
        ovsdb-tool ${cid:+"--cid=$cid"} join-cluster "$file.new" "$DATABASE" "$(raft "$number")" $members
    fi
    mv "$file.new" "$file"
}

# The members to remove: those that have to go, and the former selves of those that came back with an empty volume.
surplus() {
    awk -v leaving="$(told leaving)" '
        / at (tcp|ssl):/ && !/\(self\)/ {
            address = $4; sub(/\)$/, "", address)
            name = address; sub(/^[a-z]*:/, "", name); sub(/\..*/, "", name); sub(/.*-/, "", name)
            silence = 1e12
            for (i = 1; i <= NF; i++) if ($i == "msg") silence = $(i + 1)
            if (leaving != "" && name + 0 >= leaving + 0) { print $1; next }
            if (address in best) {
                print (silence < least[address] ? best[address] : $1)
                if (silence >= least[address]) next
            }
            best[address] = $1; least[address] = silence
        }'
}

# A newer image brings a newer schema; whoever leads converts the database, once.
convert() {
    now=$(ovsdb-client --timeout=10 get-schema-version "unix:$socket" "$DATABASE") || return 0
    wanted=$(ovsdb-tool schema-version "$SCHEMA")
    if ovsdb-tool compare-versions "$now" '<' "$wanted"; then
        say "converting $DATABASE from $now to $wanted"
        ovsdb-client --timeout=30 convert "unix:$socket" "$SCHEMA" || return 0
    fi
    converted=yes
}

# The volume holds a member that is no longer one: it is put aside, and the next start joins as a new member.
again() {
    say "$1; it joins again"
    mv -f "$file" "$file.left"
    server exit || true
}

keep() {
    status=$(server cluster/status "$DATABASE") || status=
    case $status in
    *'Status: cluster member'*)
        lost=0
        if going; then
            say "leaving $DATABASE, as fewer members are wanted"
            server cluster/leave "$DATABASE" || true
        elif echo "$status" | grep -q '^Role: leader'; then
            for member in $(echo "$status" | surplus); do
                say "removing member $member"
                server cluster/kick "$DATABASE" "$member" || true
            done
            [ "$converted" = yes ] || convert
        fi
        ;;
    *'Status: disconnected'*)
        # The others may have removed this one while it was away, and nobody tells it.
        lost=$((lost + 1))
        if [ "$lost" -ge 24 ]; then
            lost=0
            for i in $(others); do
                if answers "$i"; then
                    again "the other members do not know this one"
                    break
                fi
            done
        fi
        ;;
    '')
        if [ "$number" -lt "$(told replicas)" ] && removed; then
            again "this member was removed"
        fi
        ;;
    esac
}

run() {
    trap 'exit 0' TERM INT
    [ -e "$file" ] || begin
    any=0.0.0.0
    case $POD_IP in *:*) any='[::]' ;; esac
    # A client that is busy for some seconds is still a client.
    printf '{"remotes":{"punix:%s":null,"p%s:%s:%s":{"inactivity-probe":60000}},"databases":{"%s":null}}' \
        "$socket" "$PROTOCOL" "$PORT" "$any" "$file" >/run/ovn/server.json
    ovsdb-server $tls --config-file=/run/ovn/server.json --unixctl="$control" -vconsole:info -vsyslog:off -vfile:off &
    process=$!
    # Told to stop, the server hands over what it leads before it goes.
    trap 'server exit || kill "$process" 2>/dev/null || true' TERM INT
    converted=no
    lost=0
    while kill -0 "$process" 2>/dev/null; do
        sleep 5 &
        wait $! || true
        keep
    done
    code=0
    wait "$process" || code=$?
    if [ "$code" -ne 0 ] && left "$file"; then
        again "this member had left"
    fi
    exit "$code"
}

case $1 in
run) run ;;
ready) connected "unix:$socket" ;;
esac
