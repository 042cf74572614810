# Runs the monitor. Its store is made at the first start, beside its place, so that a half-made one is never taken for whole.
set -eu
store=/var/lib/ceph/mon
map=/tmp/monmap

if [ ! -d "$store" ]; then
    # Kubernetes gives an empty volume to whoever has lost his own. Only a person can say that this is a beginning.
    founded=/etc/c5c3/founded/${POD_NAME%-*}
    if [ -e "$founded" ]; then
        echo "DataLost: the volume of this monitor is empty, and it was founded before: $(cat "$founded")" >&2
        exit 1
    fi
    rm -rf "$store.new"
    monmaptool --create --clobber --fsid "$FSID" --addv a "[$MONITOR]" "$map"
    ceph-mon --mkfs -i a --mon-data "$store.new" --monmap "$map" --keyring /etc/ceph/keys/mon.keyring
    mv "$store.new" "$store"
else
    # A store that was brought from elsewhere still believes in its old address.
    ceph-mon -i a --mon-data "$store" --extract-monmap "$map"
    if ! monmaptool --print "$map" | grep -qF "$MONITOR/"; then
        monmaptool --rm a "$map"
        monmaptool --addv a "[$MONITOR]" "$map"
        ceph-mon -i a --mon-data "$store" --inject-monmap "$map"
    fi
fi

# Known by the address of its Service, listening at that of its pod.
exec ceph-mon -f -i a --mon-data "$store" --public-addr "$MONITOR" --public-bind-addr "v2:$POD_IP:3300"
