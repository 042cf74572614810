# Tells another member in a line how this one is: it "serves", or is "empty" or "holds" something and waits, or nobody can tell.
# One that "serves encrypted" gives encrypted copies.
# The socket is asked, since a server that hangs serves nobody.
state=$(mariadb --no-defaults --skip-ssl --user=c5c3-member --connect-timeout=2 -BN \
    -e "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_cluster_status', 'wsrep_ready')" 2>/dev/null | cut -f 2 | sort | tr '\n' ' ')
case $state in
    "ON Primary ") if grep -qs '^encrypt=4$' /run/mysqld/copies.cnf; then echo serves encrypted; else echo serves; fi ;;
    *) cat /run/mysqld/position 2>/dev/null || echo unknown ;;
esac
