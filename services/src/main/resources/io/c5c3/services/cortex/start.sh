#!/bin/sh
# Starts PostgreSQL with one database and the user it belongs to.
#   PGDATA                  where the data is: a folder on the volume
#   DATABASE                what the database is called
#   /etc/postgresql/login   username and password, a file each
# The password in the file counts: whatever the server has, it is changed at every start.
set -eu
umask 077
login=/etc/postgresql/login

# Whoever is stopped half-way through begins anew, and never takes half a set of files for a whole one.
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    # Kubernetes gives an empty volume to whoever has lost his own. Only a person can say that this is a beginning.
    founded=/etc/c5c3/founded/${HOSTNAME%-*}
    if [ -e "$founded" ]; then
        echo "DataLost: the volume is empty, and this server has had data since it was founded: $(cat "$founded")" >&2
        exit 1
    fi
    rm -rf "$PGDATA.new"
    initdb --pgdata="$PGDATA.new" --username=postgres --encoding=UTF8 --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256
    mv "$PGDATA.new" "$PGDATA"
fi
# A volume may come back with other rights than it left with, and PostgreSQL insists on these.
chmod 0700 "$PGDATA"

quoted() { # $1 is the character to double, $2 the file; line breaks are none of its content
    tr -d '\r\n' <"$2" | sed "s/$1/$1$1/g"
}
user=$(quoted '"' "$login/username")
role=$(quoted "'" "$login/username")
password=$(quoted "'" "$login/password")

# One statement to a line, from standard input: no list of processes shows it, and no log, even if it fails. Each is tried by itself,
# and the last fails whenever the database is there already. What else goes wrong here also keeps the server from starting.
postgres --single -D "$PGDATA" -c log_min_error_statement=panic postgres 2>&1 >/dev/null <<END | grep -v 'already exists' >&2 || true
DO \$\$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '$role') THEN CREATE ROLE "$user"; END IF; END \$\$;
ALTER ROLE "$user" WITH LOGIN PASSWORD '$password';
CREATE DATABASE "$DATABASE" OWNER "$user";
END

exec postgres -D "$PGDATA" \
    -c hba_file=/etc/postgresql/pg_hba.conf \
    -c listen_addresses='*' \
    -c unix_socket_directories=/var/run/postgresql \
    -c password_encryption=scram-sha-256 \
    -c max_connections=200 \
    -c logging_collector=off
