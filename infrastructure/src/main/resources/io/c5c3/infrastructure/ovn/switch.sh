#!/bin/sh
# The switch of a node.
#   database  serves the switch's own database
#   switch    chooses the datapath and switches
#   settings  carries what the operator says of this node into the database, now and whenever it changes
# From the pod: NODE_NAME, and SETTINGS where all nodes are told the same. From the operator: /etc/ovn/chassis/NODE_NAME, or SETTINGS instead
# of it, lines of a name and a value; a name without a value is taken away. Names are those of external_ids, or "bridge" for a bridge that must
# be there, with the card that it shall have.
set -eu

run=/run/openvswitch
file=/var/lib/openvswitch/conf.db
schema=/usr/share/openvswitch/vswitch.ovsschema
said=/etc/ovn/chassis/${SETTINGS:-$NODE_NAME}
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
    uplinks=
    while read -r name value uplink; do
        case $name in
        '') ;;
        bridge)
            bridges="$bridges $value"
            if [ -n "$uplink" ]; then uplinks="$uplinks $value/$uplink"; fi
            ;;
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
    for port in $(vsctl --bare --columns=name find Port external_ids:c5c3-uplink=true); do
        case "$uplinks " in *"/$port "*) ;; *) set -- "$@" -- --if-exists del-port "$port" ;; esac
    done
    for pair in $uplinks; do
        uplink=${pair#*/}
        if ! usable "$uplink"; then continue; fi
        set -- "$@" -- --may-exist add-port "${pair%/*}" "$uplink" -- set Port "$uplink" external_ids:c5c3-uplink=true
    done
    vsctl "$@"
}

# A card in a bridge no longer serves its own addresses: taking the one that the node is reached by would cut it off.
usable() {
    if ! ip link show dev "$1" >/dev/null 2>&1; then
        say "there is no network card $1 on this node: its provider network leads nowhere"
        return 1
    fi
    if [ -n "$(ip -o address show dev "$1" scope global)" ]; then
        say "the network card $1 has an address, which it would lose in a bridge: give the provider network one without"
        return 1
    fi
}

# The switch's own datapath sends tunnels by its bridges alone, and hears them there: the card that has the address for tunnels is put into one,
# and the address moves along. It is written down in the database, since it goes with the switch, and the card may be new without it.
tunnels=br-tunnels
carry() {
    [ "$(datapath 2>/dev/null)" = netdev ] || return 0
    address=$(vsctl --if-exists get Open_vSwitch . external_ids:ovn-encap-ip | tr -d '"')
    kept=$(vsctl --if-exists get Bridge "$tunnels" external_ids:c5c3-address 2>/dev/null | tr -d '"') || kept=
    if [ -n "$kept" ] && [ "${kept%/*}" != "$address" ]; then
        say "the address for tunnels is $address now, no longer ${kept%/*}"
        for card in $(vsctl list-ports "$tunnels"); do ip address add "$kept" dev "$card" 2>/dev/null || true; done
        vsctl --if-exists del-br "$tunnels"
        kept=
    fi
    [ -n "$address" ] || return 0
    found=$(ip -o address show to "$address" | awk '{ print $2, $4; exit }')
    card=${found%% *}
    case $card in
    "$tunnels") return 0 ;;
    '') [ -n "$kept" ] || complain "no network card of this node has the address for tunnels $address: give it to one" || return 1 ;;
    *)
        # One that a person has put into a bridge, or given to one.
        if vsctl br-exists "$card" 2>/dev/null; then return 0; fi
        if [ "$(ip -o address show dev "$card" scope global | wc -l)" != 1 ] \
            || [ -n "$(ip -o route show default dev "$card"; ip -o -6 route show default dev "$card")" ]; then
            complain "packets are switched in user space here, and $card, which has the address for tunnels $address, has other work: guests on \
this node do not reach those on others. Give the node a card for tunnels alone, and write its address into the annotation encapsulation-ip of the Node; or load the kernel module \
openvswitch" || return 1
        fi
        kept=${found#* }
        vsctl --may-exist add-br "$tunnels" -- set Bridge "$tunnels" datapath_type=netdev "external_ids:c5c3-address=\"$kept\"" \
            -- --may-exist add-port "$tunnels" "$card"
        ip address del "$kept" dev "$card"
        ;;
    esac
    for card in $(vsctl list-ports "$tunnels"); do ip link set dev "$card" up 2>/dev/null || true; done
    if ip link set dev "$tunnels" up 2>/dev/null && ip address replace "$kept" dev "$tunnels"; then
        say "tunnels come and go by $tunnels with $kept"
    fi
}

# Whether there is no way for tunnels is told to the operator by the only words that a controller passes on as they are.
astray=no-way-for-tunnels
tell() {
    options=$(vsctl --if-exists get Open_vSwitch . external_ids:ovn-cms-options | tr -d '"')
    rest=$(echo "$options" | tr , '\n' | grep -vx "$astray" | paste -sd , -) || rest=
    case $1 in
    astray) wanted=$rest${rest:+,}$astray ;;
    *) wanted=$rest ;;
    esac
    if [ "$wanted" = "$options" ]; then return 0; fi
    if [ -n "$wanted" ]; then
        vsctl set Open_vSwitch . "external_ids:ovn-cms-options=\"$wanted\""
    else
        vsctl remove Open_vSwitch . external_ids ovn-cms-options
    fi
}

complained=
complain() {
    if [ "$complained" != "$1" ]; then say "$1"; fi
    complained=$1
    return 1
}

switch() {
    until vsctl init 2>/dev/null; do sleep 1; done
    choose
    if [ -r "$said" ]; then apply; fi
    exec ovs-vswitchd "unix:$run/db.sock" "--pidfile=$run/ovs-vswitchd.pid" "--unixctl=$run/ovs-vswitchd.ctl" $quiet
}

# The tap of a guest that is woken or restored is a new one under the old name. The kernel's datapath follows; the switch's own goes on
# listening to the one that is gone, and the guest has no network. One that the switch has open is promiscuous.
follow() {
    { ip -o link; ip -o monitor link; } | while read -r _ link _; do
        link=${link%%[:@]*}
        case $link in
        tap*) if shut "$link"; then reopen "$link"; elif off "$link"; then on "$link"; fi ;;
        esac
    done
}

# libvirt switches a tap on while the switch makes it promiscuous. Both read its flags before they write them, and the one that is late takes
# back what the other said: a tap that the switch has open and that is off would leave its guest without a network for ever.
off() {
    case $(ip -d -o link show dev "$1" 2>/dev/null) in
    *[\<,]UP[,\>]*) return 1 ;;
    *PROMISC*" tun "*) ;;
    *) return 1 ;;
    esac
}

on() {
    if ip link set dev "$1" up 2>/dev/null; then say "$1 was off and is on again"; fi
}

# Asked now: what the monitor tells may be over, and opening it again is told, too. Taps that are no guest's are pairs of cards.
shut() {
    case $(ip -d -o link show dev "$1" 2>/dev/null) in
    *PROMISC*) return 1 ;;
    *[\<,]UP*" tun "*) ;;
    *) return 1 ;;
    esac
}

reopen() {
    if [ "$(datapath 2>/dev/null)" = netdev ] \
        && ovs-appctl "--target=$run/ovs-vswitchd.ctl" dpctl/del-if netdev@ovs-netdev "$1" 2>/dev/null; then
        # Whatever changes in the database makes the switch look for ports that it lacks.
        vsctl --if-exists set Interface "$1" "external_ids:c5c3-reopened=$(date +%s%N)"
        say "$1 was made anew and is open again"
        for moment in 1 2 3 4 5 6 7 8 9 10; do
            shut "$1" || break
            sleep 0.2
        done
    fi
}

settings() {
    trap 'exit 0' TERM INT
    follow &
    applied=
    bridges=
    uplinks=
    while :; do
        if [ -n "$(datapath 2>/dev/null)" ] && text=$(cat "$said" 2>/dev/null) && [ "$text" != "$applied" ] && apply; then
            say "the settings of this node are in place"
            applied=$text
        fi
        for link in $bridges $(for pair in $uplinks; do echo "${pair#*/}"; done); do
            ip link set dev "$link" up 2>/dev/null || true
        done
        if carry; then tell found; else tell astray; fi || true
        sleep 5 &
        wait $! || true
    done
}

"$1"
