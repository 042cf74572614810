# Fills an empty volume from a backup, before any server has begun on it.
#   $1  the folder with the backups
#   $2  which of them; nothing for the last
set -euo pipefail
. "$(dirname "$0")/backup-copy.sh"
folder=$1
name=$2
data=/var/lib/mysql
told=/dev/termination-log
work=$(mktemp -d)
server=
words=

finish() {
    local code=$?
    trap - EXIT
    [ -z "$server" ] || { kill -KILL "$server" 2>/dev/null || true; }
    rm -rf "$work"
    [ "$code" = 0 ] || printf '{"failed": "%s"}\n' "$(text "${words:-The restore broke off.}")" | tee "$told" >&2
    exit "$code"
}
trap finish EXIT
trap 'fail "The restore was stopped."' TERM INT

if [ -z "$name" ]; then name=$(cd "$folder" && ls -d 20*Z 2>/dev/null | sort | tail -n 1 || true); fi
[ -n "$name" ] || fail 'There is no good backup on the volume.'
backup=$folder/$name
[ -s "$backup/manifest.json" ] || fail "There is no backup $name. There are: $(cd "$folder" && ls -d 20*Z 2>/dev/null | tr '\n' ' ')"

if [ "$(cat "$data/c5c3-restored" 2>/dev/null)" != "$name" ]; then
    if [ ! -e "$data/.restoring" ] && [ -n "$(find "$data" -mindepth 1 -maxdepth 1 ! -name lost+found)" ]; then
        fail 'The volume of the new server is not empty; nothing on it was touched.'
    fi
    : >"$data/.restoring"
    find "$data" -mindepth 1 -maxdepth 1 ! -name lost+found ! -name .restoring -exec rm -rf {} +
    free=$(df --output=avail -B1 "$data" | tail -n 1)
    need=$(field "$backup/manifest.json" unpacked)
    [ "$free" -gt "$need" ] || fail "The backup needs $need bytes, and the volume of the new server has $free: raise storageSize."
    (cd "$backup" && sha256sum -c --quiet SHA256SUMS >/dev/null 2>&1) || fail "Backup $name is not what it was: its checksum differs. Name another one."
    unpack "$backup/data.mbs.zst" "$data"
    scratch "$data"
    [ "$(asked 'SELECT COUNT(*) FROM mysql.global_priv')" -gt 0 ] || fail 'The backup has no users.'
    end_scratch
    echo "$name" >"$data/c5c3-restored"
    find "$data" \( -type f -o -type d \) -exec sync {} +
    rm "$data/.restoring"
    sync "$data"
fi
printf '{"backup": "%s", "time": "%s"}\n' "$name" "$(field "$backup/manifest.json" time)" | tee "$told" >&2
