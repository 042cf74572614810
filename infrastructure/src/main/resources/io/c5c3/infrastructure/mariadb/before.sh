# Runs before the server does, with any image that keeps the contract of the public one.
#   $1  the file that is there once this server was founded
#   $2  the statements that the server runs at its start, to be written
set -eu
umask 077
folder=/var/lib/mysql

if [ ! -d "$folder/mysql" ] || [ -e "$folder/.initialising" ]; then
    if [ -e "$1" ]; then
        echo "DataLost: the volume is empty, and this server has had data since it was founded: $(cat "$1")" >&2
        exit 1
    fi
    # The image makes the accounts, with the password of the Secret.
    : > "$2"
    exit 0
fi

# Whatever password root had, it now has that of the Secret: this is the way back when nobody knows the other any more.
password="$(sed -e 's/\\/\\\\/g' -e "s/'/\\\\'/g" /run/secrets/root/password)"
{
    printf "%s\n" "SET SESSION sql_mode = '';"
    for host in localhost %; do
        printf "%s\n" "ALTER USER IF EXISTS root@'$host' IDENTIFIED BY '$password';"
    done
} > "$2"
