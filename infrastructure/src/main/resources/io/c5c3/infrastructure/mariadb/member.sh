# Runs one of several servers that hold the same data (Galera), with any image that keeps the contract of the public one.
#   $1     the file that is there once the cluster was founded
#   $2     the domain in which members have names
#   $3...  the names of all members, this one's among them
#   COPIES           "encrypted" or "plain": how this member gives copies, if it knows how to encrypt
#   COPIES_AS_GIVEN  set: on the way from one to the other, when it takes copies as the others give them
#
# A server that is told to join does so or gives up; it never begins a cluster by itself. Who begins one is decided here, by the members alone,
# and only when none of them serves and every one of them has said how far it came: the one that came farthest. A member that does not answer
# may have come farther, so it is waited for, however long that takes.
set -euo pipefail
founded=$1
domain=$2
shift 2
configured=("$@")
here=${HOSTNAME:?}
data=/var/lib/mysql
run=/run/mysqld
nobody=00000000-0000-0000-0000-000000000000
child=
asked=
given=

say() { printf '%s member.sh: %s\n' "$(date -u +'%F %T')" "$*" >&2; }
ask() { socat -T3 - "TCP:$1.$domain:4569,connect-timeout=2" </dev/null 2>/dev/null || true; }
status() { mariadb --no-defaults --skip-ssl --user=c5c3-member --connect-timeout=2 -BN -e "SHOW GLOBAL STATUS LIKE '$1'" 2>/dev/null | cut -f 2; }
# Sleeps, and wakes up at once to a signal.
rest() { sleep "$1" & wait "$!" || true; }
trap 'asked=1; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true' TERM INT

# How copies are given and taken from now on.
copies() {
  local how=0
  [ "$1" != encrypted ] || how=4
  printf '[sst]\nencrypt=%s\n' "$how" >"$run/copies.new"
  mv "$run/copies.new" "$run/copies.cnf"
}

# Those that were there when this member last belonged to the majority, as it wrote down then.
recorded() { [ ! -s "$data/c5c3-members" ] || cat "$data/c5c3-members"; }

# "empty", or "holds <history> <how far>": what is on this member's volume.
position() {
  # A copy that was not finished is worth nothing.
  if [ ! -d "$data/mysql" ] || [ -e "$data/.initialising" ] || [ -e "$data/sst_in_progress" ]; then echo empty; return; fi
  local history='' far='' output
  if [ -s "$data/grastate.dat" ]; then
    history=$(sed -n 's/^uuid: *//p' "$data/grastate.dat")
    far=$(sed -n 's/^seqno: *//p' "$data/grastate.dat")
  fi
  if [ -z "$history" ] || [ "$history" = "$nobody" ] || [ "${far:--1}" -lt 0 ]; then
    # It did not end in peace: what its tables say counts. It connects to nobody for that; some servers want an address all the same.
    if ! output=$(mariadbd --wsrep-recover --skip-networking --wsrep-cluster-address="gcomm://$here" 2>&1); then
      printf '%s\n' "$output" >&2
      say "How far this member came cannot be told, since its tables cannot be read."
      exit 1
    fi
    output=$(sed -n 's/.*Recovered position: *\([0-9a-f-]*:-*[0-9]*\).*/\1/p' <<<"$output" | tail -n 1)
    history=${output%%:*}
    far=${output##*:}
  fi
  echo "holds ${history:-$nobody} ${far:--1}"
}

# Sets $mode to join or found, once either is safe, and $donor to a member that gives encrypted copies, if one was met.
decide() {
  local mine names name answer said missing winner best history far histories told='' began=$SECONDS
  rm -f "$run/position"
  mine=$(position)
  say "This member: $mine"
  echo "$mine $(recorded | tr '\n' ' ')" >"$run/position.new"
  mv "$run/position.new" "$run/position"
  while [ -z "$asked" ]; do
    names=$(printf '%s\n' "${configured[@]}" $(recorded) | sort -uV)
    said="$here $mine"
    missing=
    for name in $names; do
      [ "$name" != "$here" ] || continue
      answer=$(ask "$name")
      case $answer in
        serves*)
          mode=join
          [ "$answer" != "serves encrypted" ] || donor=$name
          [ -n "${COPIES_AS_GIVEN:-}" ] && [ -z "$donor" ] || return 0
          ;;
        empty*) said+=$'\n'"$name empty" ;;
        holds*) said+=$'\n'"$name $(cut -d ' ' -f 1-3 <<<"$answer")" ;;
        *) missing+=" $name" ;;
      esac
    done
    [ "$mode" != join ] || return 0
    if [ -z "$missing" ]; then
      histories=$(awk '$2 == "holds" { print $3 }' <<<"$said" | sort -u | wc -l)
      if [ "$histories" = 0 ]; then
        if [ -e "$founded" ]; then
          say "Every member was asked, and every volume is empty."
          echo "DataLost: the volumes of all members are empty, and they have had data since they were founded: $(cat "$founded")" >&2
          exit 1
        fi
        winner=$(head -n 1 <<<"$names")
      elif [ "$histories" = 1 ]; then
        winner=$(awk '$2 == "holds" { print $4, $1 }' <<<"$said" | sort -k1,1nr -k2,2V | awk 'NR == 1 { print $2 }')
      else
        winner=
        if [ "$told" != histories ]; then
          say "Members hold data of different histories, and nobody but a person can tell which to keep: $(tr '\n' ';' <<<"$said")" \
            "Delete the volumes of the others."
          told=histories
        fi
      fi
      if [ "$winner" = "$here" ]; then
        say "All members were asked, and none came farther: $(tr '\n' ';' <<<"$said") this one begins."
        mode=found
        return
      fi
    elif [ "$told" != "$missing" ] && [ $((SECONDS - began)) -ge 5 ]; then
      say "Nobody serves, and nobody may begin before all were asked how far they came. Not heard of:$missing"
      told=$missing
    fi
    rest 1
  done
}

start() {
  local mine options=(--wsrep-node-name="$here" --wsrep-node-address="$POD_IP") addresses='' name
  mine=$(cat "$run/position")
  for name in $(printf '%s\n' "${configured[@]}" $(recorded) | sort -uV); do addresses+=${addresses:+,}$name.$domain; done
  options+=(--wsrep-cluster-address="gcomm://$addresses")
  case $mine in
    holds*)
      set -- $mine
      if [ "$2" != "$nobody" ]; then options+=(--wsrep-start-position="$2:$3"); fi
      ;;
  esac
  given=
  if [ -n "${COPIES_AS_GIVEN:-}" ] && [ "$mode" = join ]; then
    given=1
    copies "${donor:+encrypted}"
    if [ -n "$donor" ]; then options+=(--wsrep-sst-donor="$donor"); fi
  fi
  # From here on nobody may count on what this member said.
  rm -f "$run/position"
  if [ "$mode" = found ]; then
    if [ -e "$data/grastate.dat" ]; then sed -i 's/^safe_to_bootstrap:.*/safe_to_bootstrap: 1/' "$data/grastate.dat"; fi
    docker-entrypoint.sh mariadbd --wsrep-new-cluster "${options[@]}" &
  elif [[ $mine == empty* ]]; then
    find "$data" -mindepth 1 -maxdepth 1 ! -name lost+found -exec rm -rf {} +
    mariadbd "${options[@]}" &
  else
    docker-entrypoint.sh mariadbd "${options[@]}" &
  fi
  child=$!
}

# Whether the server has lost the majority while another member waits to be told who begins: then that has to be decided anew, by all.
cut_off() {
  local name
  [ "$(status wsrep_cluster_status)" = non-Primary ] || { lonely=0; return 1; }
  lonely=$((lonely + 1))
  [ "$lonely" -ge 4 ] || return 1
  for name in "${configured[@]}"; do
    [ "$name" = "$here" ] || case $(ask "$name") in empty* | holds*) return 0 ;; esac
  done
  return 1
}

failures=0
while :; do
  mode=
  donor=
  if [ -n "${COPIES:-}" ]; then copies "$COPIES"; fi
  decide
  [ -z "$asked" ] || exit 0
  lonely=0
  started=$SECONDS
  start
  while kill -0 "$child" 2>/dev/null; do
    rest 2
    if [ -n "$given" ] && [ "$(status wsrep_local_state)" = 4 ]; then
      copies "$COPIES"
      given=
    fi
    if [ -z "$asked" ] && cut_off; then
      say "The majority is lost, and others wait: this server ends, to decide with them who begins."
      kill -TERM "$child" 2>/dev/null || true
      failures=0
    fi
  done
  code=0
  wait "$child" || code=$?
  child=
  [ -z "$asked" ] || exit 0
  if [ $((SECONDS - started)) -ge 60 ]; then failures=0; fi
  failures=$((failures + 1))
  say "The server ended ($code)."
  # The kubelet would wait longer and longer before it tried again. What fails again and again it is to show, though.
  [ "$failures" -le 5 ] || exit "$code"
  rest "$failures"
done
