# Runs the disk whose number is that of the pod. It is made at the first start, beside its place, so that a half-made one is never taken
# for whole.
set -eu
number=${POD_NAME##*-}
store=/var/lib/ceph/osd
keys=/etc/ceph/keys

if [ ! -d "$store" ]; then
    # Kubernetes gives an empty volume to whoever has lost his own. Only a person can say that this is a beginning.
    founded=/etc/c5c3/founded/${POD_NAME%-*}
    if [ -e "$founded" ]; then
        echo "DataLost: the volume of this disk is empty, and it was founded before: $(cat "$founded")" >&2
        exit 1
    fi
    rm -rf "$store.new"
    mkdir "$store.new"
    ceph-osd --mkfs -i "$number" --osd-data "$store.new" --osd-uuid "$(cat "$keys/osd.$number.uuid")" --keyring "$keys/keyring"
    mv "$store.new" "$store"
fi

exec ceph-osd -f -i "$number" --osd-data "$store" --keyring "$keys/keyring" --public-addr "$POD_IP" --cluster-addr "$POD_IP"
