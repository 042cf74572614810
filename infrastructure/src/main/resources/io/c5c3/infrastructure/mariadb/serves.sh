# Whether this member lets clients in: it belongs to the majority and has caught up, or gives another one a copy meanwhile.
set -eu
run=/run/mysqld
data=/var/lib/mysql
state=$(mariadb --no-defaults --skip-ssl --user=c5c3-member --connect-timeout=3 -BN \
    -e "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_status', 'wsrep_local_state', 'wsrep_ready')" | cut -f 2 | sort | tr '\n' ' ')
case $state in
    "2 ON Primary " | "4 ON Primary ") ;;
    *) echo "$state" >&2; exit 1 ;;
esac
# Who belongs to it is written down where it outlives the pod: all of these have to be asked should nobody serve any more.
if [ -s "$run/members" ] && ! cmp -s "$run/members" "$data/c5c3-members"; then
    cp "$run/members" "$data/c5c3-members.new"
    sync "$data/c5c3-members.new"
    mv "$data/c5c3-members.new" "$data/c5c3-members"
fi
