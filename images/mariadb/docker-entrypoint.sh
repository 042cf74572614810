#!/usr/bin/env bash
# Starts MariaDB with the contract of the public mariadb image, as an ordinary user on a volume that may be empty.
#
#   MARIADB_ROOT_PASSWORD[_FILE]        password of root, needed for the first start only
#   MARIADB_ROOT_HOST                   where root may connect from besides localhost (%)
#   MARIADB_ALLOW_EMPTY_ROOT_PASSWORD   set: root may have no password
#   MARIADB_DATABASE, MARIADB_USER, MARIADB_PASSWORD[_FILE]   a database and its user, made at the first start
#   MARIADB_AUTO_UPGRADE                set: brings the system tables of an older server up to date before the start
#
# Everything of the first start happens in one bootstrap of the server, which never listens: about a second,
# and there is no moment at which a server without its password could be reached.
set -euo pipefail
shopt -s dotglob nullglob
umask 077

say() { printf '%s docker-entrypoint.sh: %s\n' "$(date -u +'%F %T')" "$*" >&2; }
fail() { say "$*"; exit 1; }

# The value of a variable, or the content of the file that <variable>_FILE names.
setting() {
  local name=$1 file=$1_FILE
  if [ -n "${!name:-}" ] && [ -n "${!file:-}" ]; then fail "Set $name or $file, not both."; fi
  if [ -z "${!file:-}" ]; then printf %s "${!name:-}"; return; fi
  [ -r "${!file}" ] || fail "$file names ${!file}, which cannot be read."
  printf %s "$(<"${!file}")"
}

# A string literal of SQL. Line ends are written as \n because the bootstrap takes ";" at a line end for the end of a statement.
quoted() {
  local text=${1//\\/\\\\}
  text=${text//\'/\\\'}
  printf "'%s'" "${text//$'\n'/\\n}"
}

first_start_sql() {
  local secret user_secret
  secret=$(setting MARIADB_ROOT_PASSWORD)
  user_secret=$(setting MARIADB_PASSWORD)
  # The bootstrap runs without grants until it is told to read them. This one is for the name of the pod of today.
  echo "DELETE FROM mysql.proxies_priv WHERE Host <> 'localhost';"
  echo "FLUSH PRIVILEGES;"
  echo "SET @@SESSION.SQL_MODE = REPLACE(@@SESSION.SQL_MODE, 'NO_BACKSLASH_ESCAPES', '');"
  echo "ALTER USER root@localhost IDENTIFIED BY $(quoted "$secret");"
  local host=${MARIADB_ROOT_HOST:-%}
  if [ "$host" != localhost ]; then
    echo "CREATE USER root@$(quoted "$host") IDENTIFIED BY $(quoted "$secret");"
    echo "GRANT ALL PRIVILEGES ON *.* TO root@$(quoted "$host") WITH GRANT OPTION;"
  fi
  # healthcheck.sh: may look, nothing else, and needs no password because the socket tells who asks.
  echo "CREATE USER healthcheck@localhost IDENTIFIED VIA unix_socket AS $(quoted "$(id -un 2>/dev/null || echo mysql)");"
  if [ -n "${MARIADB_DATABASE:-}" ]; then
    echo "CREATE DATABASE \`${MARIADB_DATABASE//\`/\`\`}\`;"
  fi
  if [ -n "${MARIADB_USER:-}" ]; then
    echo "CREATE USER $(quoted "$MARIADB_USER")@'%' IDENTIFIED BY $(quoted "$user_secret");"
    if [ -n "${MARIADB_DATABASE:-}" ]; then
      local pattern=${MARIADB_DATABASE//_/\\_}
      echo "GRANT ALL ON \`${pattern//\`/\`\`}\`.* TO $(quoted "$MARIADB_USER")@'%';"
    fi
  fi
}

first_start() {
  if [ -z "$(setting MARIADB_ROOT_PASSWORD)" ] && [ -z "${MARIADB_ALLOW_EMPTY_ROOT_PASSWORD:-}" ]; then
    fail "The data directory is empty: set MARIADB_ROOT_PASSWORD or MARIADB_ROOT_PASSWORD_FILE for the first start."
  fi
  if [ -n "${MARIADB_USER:-}" ] && [ -z "$(setting MARIADB_PASSWORD)" ]; then
    fail "MARIADB_USER needs MARIADB_PASSWORD or MARIADB_PASSWORD_FILE."
  fi
  say "Initialising $datadir"
  # From here until the mark is gone the directory holds nothing worth keeping: a start that finds it begins anew.
  : >"$unfinished"
  sync "$unfinished" "$datadir"
  # A fixed name: what a killed start left behind is gone with the next.
  local sql=${TMPDIR:-/tmp}/first-start.sql output
  rm -f "$sql"
  first_start_sql >"$sql"
  # root can only come through the socket until the last statements give it its password, whatever happens before.
  if ! output=$(mariadb-install-db --datadir="$datadir" --force --skip-test-db --skip-log-bin --wsrep-on=OFF \
    --auth-root-authentication-method=socket --auth-root-socket-user=root --extra-file="$sql" 2>&1); then
    rm -f "$sql"
    printf '%s\n' "$output" >&2
    fail "The initialisation failed; the next start begins it anew."
  fi
  rm -f "$sql"
  find "$datadir" \( -type f -o -type d \) -exec sync {} +
  rm "$unfinished"
  sync "$datadir"
  say "Initialised"
}

clear_unfinished() {
  say "The last initialisation did not finish: beginning anew"
  local entry
  for entry in "$datadir"/*; do
    case ${entry##*/} in
      lost+found | "${unfinished##*/}") ;;
      *) rm -rf -- "$entry" ;;
    esac
  done
}

upgrade() {
  local version recorded='' info
  version=$(mariadbd --no-defaults --version | sed 's/.*Ver \([0-9.]*-MariaDB\).*/\1/')
  for info in "$datadir"/mysql_upgrade_info "$datadir"/mariadb_upgrade_info; do
    [ ! -f "$info" ] || recorded=$(tr -d '\0\n' <"$info")
  done
  if [ "$recorded" = "$version" ]; then return; fi
  say "Upgrading the system tables from ${recorded:-an unknown version} to $version"
  local socket
  socket=$(mktemp -d)/upgrade.sock
  # Nobody but this script knows the socket, so no password is needed to be root on it.
  mariadbd "$@" --skip-networking --skip-grant-tables --skip-slave-start --wsrep-on=OFF --socket="$socket" &
  local server=$! tries=600
  until mariadb --no-defaults --skip-ssl --socket="$socket" -e 'SELECT 1' >/dev/null 2>&1; do
    kill -0 "$server" 2>/dev/null || fail "The server did not start for the upgrade of its system tables."
    tries=$((tries - 1))
    [ "$tries" -gt 0 ] || fail "The server did not answer within a minute for the upgrade of its system tables."
    sleep 0.1
  done
  mariadb-upgrade --no-defaults --skip-ssl --socket="$socket" --upgrade-system-tables || fail "mariadb-upgrade failed."
  kill "$server"
  wait "$server" || fail "The server did not stop cleanly after the upgrade of its system tables."
}

# Options alone are options of the server.
if [ $# -eq 0 ] || [ "${1:0:1}" = - ]; then set -- mariadbd "$@"; fi

if [ "$1" = mariadbd ] || [ "$1" = mysqld ]; then
  shift
  datadir=/var/lib/mysql
  for option in "$@"; do
    case $option in --datadir=*) datadir=${option#--datadir=} ;; esac
  done
  unfinished=$datadir/.initialising
  [ -w "$datadir" ] || fail "$datadir cannot be written by user $(id -u)."
  if [ -e "$unfinished" ]; then clear_unfinished; fi
  if [ ! -d "$datadir/mysql" ]; then
    first_start
  elif [ -n "${MARIADB_AUTO_UPGRADE:-}" ]; then
    upgrade "$@"
  fi
  # The server has no use for them, and its environment can be read.
  unset MARIADB_ROOT_PASSWORD MARIADB_PASSWORD
  set -- mariadbd "$@"
fi

umask 027
exec "$@"
