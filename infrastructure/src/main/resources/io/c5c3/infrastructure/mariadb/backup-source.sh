# Beside a server, gives a copy of its data to who makes a backup: only a process that sees the volume can copy it while the server writes.
#   listen   waits for those who show a certificate of the authority that this database's backups have for themselves
#   answer   reads one wish and grants it: "list", "stream", "outcome"
set -u
socket=/run/mysqld/mysqld.sock
tls=/run/secrets/backup
log=/tmp/backup.log

query() { mariadb --no-defaults --skip-ssl --socket="$socket" --user=c5c3-backup --connect-timeout=5 -BN -e "$1"; }

listen() {
    # Whoever is being served stays; the next is received with the certificate of then.
    while :; do
        socat -T 1800 "OPENSSL-LISTEN:4570,fork,max-children=4,reuseaddr,accept-timeout=60,cert=$tls/tls.crt,key=$tls/tls.key,cafile=$tls/ca.crt,verify=1" \
            "SYSTEM:bash $0 answer" 2>&1 | grep -v 'accept: Connection timed out' >&2
        sleep 1
    done
}

# What there is to copy, if this server has all that was written: a member without the majority has not.
list() {
    if [ "$(query 'SELECT @@wsrep_on')" = 1 ]; then
        local state
        state=$(query "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_status', 'wsrep_local_state')" | cut -f 2 | sort | tr '\n' ' ')
        [ "$state" = '4 Primary ' ] || return
    fi
    query "SELECT CONCAT('version ', VERSION()); SELECT CONCAT('database ', schema_name) FROM information_schema.schemata
        WHERE schema_name NOT IN ('information_schema', 'performance_schema', 'sys'); SELECT 'end'"
}

stream() {
    exec 8>/tmp/backup.lock
    # Another one is being served; this one hears nothing, and tries again later.
    flock -n 8 || return
    echo 'was broken off' >/tmp/backup.outcome
    if mariadb-backup --backup --stream=mbstream --datadir=/var/lib/mysql --target-dir=/tmp --socket="$socket" --user=c5c3-backup 2>"$log"; then
        echo complete >/tmp/backup.outcome
    else
        grep -i -m 1 error "$log" >/tmp/backup.outcome
        tail -n 20 "$log" >&2
    fi
}

case $1 in
    listen) listen ;;
    answer)
        read -r wish
        case $wish in
            list) list ;;
            stream) stream ;;
            outcome) cat /tmp/backup.outcome ;;
        esac
        ;;
esac
