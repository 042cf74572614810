# Runs before the server does, with any image that keeps the contract of the public one.
#   $1  the file that is there once this server was founded
#   $2  the statements that the server runs at its start, to be written
#   $3  "member" for one of several: whether an empty volume is a loss, they find out together
#   then "copied" if a process beside the server gives copies of its data to who makes a backup, and "exported" if one tells its metrics
set -eu
umask 077
folder=/var/lib/mysql

# For the scripts of this pod, which come through the socket.
script="CREATE USER IF NOT EXISTS 'c5c3-member'@localhost IDENTIFIED VIA unix_socket AS 'mysql';"
if [ "$3" = member ]; then
    # Each member writes these for itself, also while the others do not let it write for all.
    echo "SET SESSION wsrep_on = OFF;" > "$2"
    {
        echo "$script"
        # To copy the data to another member, and to let clients go.
        echo "GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR, REPLICA MONITOR, CONNECTION ADMIN ON *.* TO 'c5c3-member'@localhost;"
    } >> "$2"
else
    {
        echo "$script"
        # To have renewed certificates read.
        echo "GRANT RELOAD ON *.* TO 'c5c3-member'@localhost;"
    } > "$2"
fi
for beside in "$@"; do
    case $beside in
        copied)
            echo "CREATE USER IF NOT EXISTS 'c5c3-backup'@localhost IDENTIFIED VIA unix_socket AS 'mysql';"
            echo "GRANT RELOAD, PROCESS, LOCK TABLES, SHOW DATABASES, BINLOG MONITOR, REPLICA MONITOR, CONNECTION ADMIN ON *.* TO 'c5c3-backup'@localhost;"
            ;;
        exported)
            # Everybody may see status and variables, so it is allowed nothing; and it cannot use up the connections of others.
            echo "CREATE USER IF NOT EXISTS 'c5c3-exporter'@localhost IDENTIFIED VIA unix_socket AS 'nobody' WITH MAX_USER_CONNECTIONS 3;"
            ;;
    esac
done >> "$2"

if [ ! -d "$folder/mysql" ] || [ -e "$folder/.initialising" ]; then
    if [ "$3" != member ] && [ -e "$1" ]; then
        echo "DataLost: the volume is empty, and this server has had data since it was founded: $(cat "$1")" >&2
        exit 1
    fi
    # The image makes the accounts, with the password of the Secret.
    exit 0
fi

if [ "$3" != member ]; then
    # What it writes from now on, no other member will know of: should there be some again, they take all from this one.
    rm -f "$folder/grastate.dat" "$folder/gvwstate.dat" "$folder/c5c3-members"
fi

# Whatever password root had, it now has that of the Secret: this is the way back when nobody knows the other any more.
password="$(sed -e 's/\\/\\\\/g' -e "s/'/\\\\'/g" /run/secrets/root/password)"
{
    printf "%s\n" "SET SESSION sql_mode = '';"
    for host in localhost %; do
        printf "%s\n" "ALTER USER IF EXISTS root@'$host' IDENTIFIED BY '$password';"
    done
} >> "$2"
