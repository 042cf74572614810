# Who this server is, and who the primary is. Read by the other scripts.
set -eu

folder=/var/lib/valkey
state="$folder/sentinel.conf"
name=myprimary

self="$(hostname -f)"
pod="${self%%.*}"
service="${self#*.}"
first="${pod%-*}-0.$service"

# The password comes from REDISCLI_AUTH, so that no list of processes shows it.
cli() {
    # shellcheck disable=SC2086 # several words
    valkey-cli $VALKEY_CLI_OPTIONS -t 2 "$@" 2> /dev/null
}

# The addresses of all pods, ready or not.
pods() {
    getent ahosts "$service" | awk '{ print $1 }' | sort -u
}

# What the sentinel at an address knows: the number of the election, the primary that came of it, and how many replicas follow.
knows() {
    cli -h "$1" -p 26379 sentinel master "$name" | paste - - | awk '
        $1 == "ip" { host = $2 }
        $1 == "config-epoch" { epoch = $2 }
        $1 == "num-slaves" { replicas = $2 }
        $1 == "failover-state" { print "electing" }
        END { if (host) print epoch, host, replicas }'
}

# The same, as the sentinel of this pod wrote it down when it last ran.
remembers() {
    [ ! -f "$state" ] || awk -v name="$name" '
        $1 == "sentinel" && $2 == "monitor" && $3 == name { host = $4 }
        $1 == "sentinel" && $2 == "config-epoch" && $3 == name { epoch = $4 }
        END { if (host) print epoch + 0, host, 0 }' "$state"
}

# Sets epoch, primary and replicas to what came of the latest election; one that is under way is waited for. Before the first, the first
# pod is the primary. A majority has heard of every election: "look majority" waits until that many have answered, but not for long.
look() {
    patience=20
    while :; do
        heard="$(for address in $(pods); do knows "$address"; done)"
        [ "$patience" -gt 0 ] || break
        if ! echo "$heard" | grep -q electing; then
            [ "${1:-}" = majority ] || break
            total="$(pods | wc -l)"
            [ "$total" -gt 1 ] && [ $((2 * $(echo "$heard" | grep -c '^[0-9]'))) -le "$total" ] || break
        fi
        sleep 1
        patience=$((patience - 1))
    done
    # shellcheck disable=SC2046 # three words
    set -- $({
        echo "$heard"
        remembers
        echo "-1 $first 0"
    } | grep '^[-0-9]' | sort -k1,1nr -k3,3nr | head -n 1)
    epoch="$1" primary="$2" replicas="$3"
}
