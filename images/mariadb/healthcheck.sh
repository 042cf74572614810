#!/usr/bin/env bash
# Succeeds when every named check does. The names are those of the public mariadb image.
#
#   healthcheck.sh --connect --innodb_initialized [--galera_online]
set -euo pipefail

# Over the socket, where encryption has nothing to hide and a server without certificates would refuse it.
ask() { mariadb --no-defaults --skip-ssl --user=healthcheck --connect-timeout=3 --batch --skip-column-names --execute="$1"; }

[ $# -gt 0 ] || { echo "Name at least one check: --connect --innodb_initialized --galera_online" >&2; exit 2; }
for check in "$@"; do
  case $check in
    # A server that initialises or upgrades itself has no network yet.
    --connect)
      [ "$(ask 'SELECT @@skip_networking')" = 0 ] ;;
    --innodb_initialized)
      [ "$(ask "SELECT COUNT(*) FROM information_schema.ENGINES WHERE engine = 'innodb' AND support IN ('YES', 'DEFAULT')")" = 1 ] ;;
    --galera_online)
      [ "$(ask "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'WSREP_LOCAL_STATE_COMMENT'")" = Synced ] ;;
    *)
      echo "Unknown check $check: --connect --innodb_initialized --galera_online" >&2
      exit 2 ;;
  esac || { echo "$check failed" >&2; exit 1; }
done
