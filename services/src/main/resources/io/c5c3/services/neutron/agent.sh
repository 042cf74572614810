#!/bin/sh
# An agent of a node's switch. It begins once the switch has chosen its datapath and has the bridges that the agent expects, since it would
# end without; it is told the datapath by its environment, as only the node knows it.
# From the pod: BRIDGES, the bridges of provider networks.
set -eu
trap 'exit 0' TERM INT

# Never waits for the switch: it may not run yet.
ask() { ovs-vsctl --timeout=10 --no-wait --db=unix:/run/openvswitch/db.sock "$@" 2>/dev/null; }

waits_for=
until_there() {
    until "$@"; do
        if [ "$waits_for" != "$*" ]; then
            waits_for=$*
            echo "waiting for the switch of this node: $*" >&2
        fi
        sleep 1
    done
}

# The name is OVN's, for whom the same switch chooses it.
chosen() {
    OS_OVS__DATAPATH_TYPE=$(ask --if-exists get Open_vSwitch . external_ids:ovn-bridge-datapath-type | tr -d '"')
    [ -n "$OS_OVS__DATAPATH_TYPE" ]
}
bridge() { ask br-exists "$1"; }

until_there chosen
export OS_OVS__DATAPATH_TYPE
for name in $BRIDGES; do until_there bridge "$name"; done
exec "$@"
