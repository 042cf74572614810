#!/bin/sh
# The switch of a node.
#   database  serves the switch's own database
#   switch    chooses the datapath and switches
#   settings  carries what the operator says of this node into the database, now and whenever it changes
# From the pod: NODE_NAME. From the operator: /etc/ovn/chassis/NODE_NAME, lines of a name and a value; a name without a value is
# taken away. Names are those of external_ids, or "bridge" for a bridge that must be there.
set -eu

run=/run/openvswitch
file=/var/lib/openvswitch/conf.db
schema=/usr/share/openvswitch/vswitch.ovsschema
said=/etc/ovn/chassis/$NODE_NAME
quiet='-vconsole:info -vsyslog:off -vfile:off'

say() { echo "$(date -u +%FT%TZ) $NODE_NAME: $*" >&2; }
# Never waits for the switch: it may not run yet.
vsctl() { ovs-vsctl --timeout=10 --no-wait "--db=unix:$run/db.sock" "$@"; }
datapath() { vsctl --if-exists get Open_vSwitch . external_ids:ovn-bridge-datapath-type | tr -d '"'; }

database() {
    mkdir -p "$run"
    if [ ! -e "$file" ]; then
        rm -f "$file.new"
        ovsdb-tool create "$file.new" "$schema"
        mv "$file.new" "$file"
    elif [ "$(ovsdb-tool needs-conversion "$file" "$schema")" = yes ]; then
        say "converting the database to $(ovsdb-tool schema-version "$schema")"
        ovsdb-tool convert "$file" "$schema"
    fi
    exec ovsdb-server "$file" "--remote=punix:$run/db.sock" "--pidfile=$run/ovsdb-server.pid" \
        "--unixctl=$run/ovsdb-server.ctl" $quiet
}

# The kernel's datapath where there is one; asking for it makes the kernel load it. Otherwise the switch's own, which
# needs segmentation offload switched on before it starts, or TCP of guests hangs on checksums nobody fills in.
choose() {
    if ovs-dpctl dump-dps >/dev/null 2>&1; then
        say "the kernel has a datapath"
        vsctl remove Open_vSwitch . other_config userspace-tso-enable \
            -- set Open_vSwitch . external_ids:ovn-bridge-datapath-type=system
    else
        say "the kernel has no datapath; packets are switched in user space"
        if [ ! -c /dev/net/tun ]; then
            mkdir -p /dev/net
            mknod /dev/net/tun c 10 200
        fi
        vsctl set Open_vSwitch . other_config:userspace-tso-enable=true external_ids:ovn-bridge-datapath-type=netdev
    fi
}

apply() {
    set --
    bridges=
    while read -r name value; do
        case $name in
        '') ;;
        bridge) bridges="$bridges $value" ;;
        *)
            if [ -n "$value" ]; then
                set -- "$@" -- set Open_vSwitch . "external_ids:$name=\"$value\""
            else
                set -- "$@" -- remove Open_vSwitch . external_ids "$name"
            fi
            ;;
        esac
    done <"$said"
    for bridge in $bridges; do
        set -- "$@" -- --may-exist add-br "$bridge" -- set Bridge "$bridge" "datapath_type=$(datapath)"
    done
    vsctl "$@"
}

switch() {
    until vsctl init 2>/dev/null; do sleep 1; done
    choose
    if [ -r "$said" ]; then apply; fi
    exec ovs-vswitchd "unix:$run/db.sock" "--pidfile=$run/ovs-vswitchd.pid" "--unixctl=$run/ovs-vswitchd.ctl" $quiet
}

settings() {
    trap 'exit 0' TERM INT
    applied=
    bridges=
    while :; do
        if [ -n "$(datapath 2>/dev/null)" ] && text=$(cat "$said" 2>/dev/null) && [ "$text" != "$applied" ] && apply; then
            say "the settings of this node are in place"
            applied=$text
        fi
        for bridge in $bridges; do
            ip link set dev "$bridge" up 2>/dev/null || true
        done
        sleep 5 &
        wait $! || true
    done
}

"$1"
