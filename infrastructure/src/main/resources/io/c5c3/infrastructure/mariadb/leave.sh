# Before this member ends, its clients go to another one: they are given time for what they are at, and are sent away when they rest.
query() { mariadb --no-defaults --skip-ssl --user=c5c3-member --connect-timeout=2 -BN -e "$1" 2>/dev/null; }
clients="FROM information_schema.processlist WHERE user NOT IN ('system user', 'c5c3-member', 'root', 'event_scheduler')"
# By then nobody new is led here.
sleep 4
tries=20
while [ "$tries" -gt 0 ] && [ "$(query "SELECT COUNT(*) $clients")" != 0 ]; do
    query "SELECT CONCAT('KILL ', id, ';') $clients AND command = 'Sleep' AND time_ms > 50
        AND id NOT IN (SELECT trx_mysql_thread_id FROM information_schema.innodb_trx)" >/tmp/leave.sql || exit 0
    # One by one: a client that has gone by itself meanwhile is no reason to keep the others.
    mariadb --no-defaults --skip-ssl --user=c5c3-member --connect-timeout=2 --force </tmp/leave.sql >/dev/null 2>&1
    tries=$((tries - 1))
    sleep 0.5
done
exit 0
