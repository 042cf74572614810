# Runs the monitor whose number is that of the pod: a, b, c. The first founds the cluster, once; whoever else has an empty volume takes
# everything from those that agree, since what empty monitors agree on would be a second cluster. A store is made beside its place, so
# that a half-made one is never taken for whole.
# From the pod: POD_NAME POD_IP FSID, and MONITORS, the addresses of all in order.
set -eu
store=/var/lib/ceph/mon
map=/tmp/monmap
keyring=/etc/ceph/keys/mon.keyring
founded=/etc/c5c3/founded/${POD_NAME%-*}
number=${POD_NAME##*-}

letter() { echo abc | cut -c "$(($1 + 1))"; }
name=$(letter "$number")
address=$(echo "$MONITORS" | cut -d ' ' -f "$((number + 1))")
others=$(for one in $MONITORS; do [ "$one" = "$address" ] || echo "$one"; done)

# A monitor listens as soon as it has a store.
listens() {
    timeout 3 python3 -c 'import socket, sys; socket.create_connection((sys.argv[1], 3300), 2)' \
        "$(echo "$1" | sed 's/^v2://; s/:3300$//; s/[][]//g')" 2>/dev/null
}
founds() {
    [ "$number" -eq 0 ] && [ ! -e "$founded" ] || return 1
    for one in $others; do
        if listens "$one"; then return 1; fi
    done
}

join() {
    tries=0
    until timeout 15 ceph --connect-timeout 10 -n mon. -k "$keyring" mon getmap -o "$map"; do
        tries=$((tries + 1))
        # Kubernetes gives an empty volume to whoever has lost his own. Only a person can say that this is a beginning.
        if [ -e "$founded" ] && [ "$tries" -ge 9 ]; then
            echo "DataLost: the volume of this monitor is empty, and there is no majority of others to join: $(cat "$founded")" >&2
            exit 1
        fi
        sleep 2
    done
    # Before it has their data it must not count itself among them: two that have none yet would be a majority, and begin with nothing.
    monmaptool --rm "$name" "$map" 2>/dev/null || true
}

begin() {
    rm -rf "$store.new"
    if founds; then
        monmaptool --create --clobber --fsid "$FSID" --addv "$name" "[$address]" "$map"
    elif [ -z "$others" ]; then
        echo "DataLost: the volume of this monitor is empty, and it was founded before: $(cat "$founded")" >&2
        exit 1
    else
        join
    fi
    ceph-mon --mkfs -i "$name" --mon-data "$store.new" --monmap "$map" --keyring "$keyring"
    mv "$store.new" "$store"
}

# A store that was brought from elsewhere still believes in the old addresses.
move() {
    ceph-mon -i "$name" --mon-data "$store" --extract-monmap "$map"
    monmaptool --print "$map" >"$map.text"
    moved=
    member=0
    for one in $MONITORS; do
        letter=$(letter "$member")
        member=$((member + 1))
        if grep -q " mon\.$letter\$" "$map.text" && ! grep " mon\.$letter\$" "$map.text" | grep -qF "$one/"; then
            monmaptool --rm "$letter" "$map"
            monmaptool --addv "$letter" "[$one]" "$map"
            moved=yes
        fi
    done
    [ -z "$moved" ] || ceph-mon -i "$name" --mon-data "$store" --inject-monmap "$map"
}

if [ -d "$store" ]; then move; else begin; fi

# Known by the address of its Service, listening at that of its pod. One that the others do not know yet tells them of itself.
exec ceph-mon -f -i "$name" --mon-data "$store" --public-addr "$address" --public-bind-addr "v2:$POD_IP:3300"
