# Runs the disk whose number is that of the pod. It is made at the first start, beside its place, so that a half-made one is never taken
# for whole.
# From the pod: POD_NAME POD_IP NODE_NAME.
set -eu
number=${POD_NAME##*-}
store=/var/lib/ceph/osd
keys=/etc/ceph/keys
founded=/etc/c5c3/founded/${POD_NAME%-*}

# Whether this disk has begun before: the record names the volumes of those that have, and a disk may have come later.
begun() {
    [ -e "$founded" ] && { grep -qF "\"data-$POD_NAME\"" "$founded" || ! grep -qF '"data-' "$founded"; }
}

if [ ! -d "$store" ]; then
    # Kubernetes gives an empty volume to whoever has lost his own. Whether the other disks have all that was on it the operator asks them;
    # otherwise only a person can say that this is a beginning.
    if begun && [ ! -e "/etc/c5c3/founded/$POD_NAME-spared" ]; then
        echo "DataLost: the volume of this disk is empty, and it was founded before: $(cat "$founded")" >&2
        exit 1
    fi
    rm -rf "$store.new"
    mkdir "$store.new"
    ceph-osd --mkfs -i "$number" --osd-data "$store.new" --osd-uuid "$(cat "$keys/osd.$number.uuid")" --keyring "$keys/keyring"
    mv "$store.new" "$store"
fi

# Copies of the same data are on disks of different nodes, as far as there are nodes.
exec ceph-osd -f -i "$number" --osd-data "$store" --keyring "$keys/keyring" --crush-location "root=default host=$NODE_NAME" \
    --public-addr "$POD_IP" --cluster-addr "$POD_IP"
