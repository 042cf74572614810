# Makes one backup: takes a copy from a server, and calls it good once a server of its own has run on it and read every table.
#   $1     the folder with the backups
#   $2     how many good ones are kept
#   $3     for how many days, if not only by number; else nothing
#   $4     the name that servers' certificates have
#   $5...  servers, the one to ask first in front
set -euo pipefail
. "$(dirname "$0")/backup-copy.sh"
folder=$1
count=$2
days=$3
certificate=$4
shift 4
tls=/run/secrets/backup
told=/dev/termination-log
work=$(mktemp -d)
started=$(date -u +%FT%TZ)
name=$(date -u -d "$started" +%Y%m%dT%H%M%SZ)
new=$folder/.incoming
server=
words=

finish() {
    local code=$?
    trap - EXIT
    [ -z "$server" ] || { kill -KILL "$server" 2>/dev/null || true; }
    [ "$code" = 0 ] || [ "$(df --output=avail -k "$folder" | tail -n 1)" -gt 1024 ] || words="The volume for backups is full. $words"
    rm -rf "$new" "$work"
    if [ "$code" != 0 ]; then
        printf '{"started": "%s", "failed": "%s"}\n' "$started" "$(text "${words:-The backup broke off.}")" | tee "$told" >&2
    fi
    exit "$code"
}
trap finish EXIT
trap 'fail "The backup was stopped."' TERM INT

# wish WORD HOST
wish() {
    echo "$1" | socat -T 1800 STDIO,ignoreeof \
        "OPENSSL:$2:4570,connect-timeout=10,cert=$tls/tls.crt,key=$tls/tls.key,cafile=$tls/ca.crt,verify=1,commonname=$certificate"
}

# Of a try that was killed.
rm -rf "$new" "$folder"/.deleting-*
mkdir -p "$new"

# One that is being restarted, or that takes up a new certificate, is there again soon.
source=
for round in 1 2 3; do
    for host in "$@"; do
        wish list "$host" >"$work/list" 2>"$work/list.log" || true
        if [ "$(tail -n 1 "$work/list")" = end ]; then
            source=$host
            break 2
        fi
    done
    [ "$round" = 3 ] || sleep 2
done
[ -n "$source" ] || fail "None of the servers gives a copy: $* ($(tail -n 1 "$work/list.log"))"
version=$(sed -n 's/^version //p' "$work/list")
sed -n 's/^database //p' "$work/list" | sort >"$work/databases"

wish stream "$source" 2>"$work/stream.log" | zstd -q -3 -o "$new/data.mbs.zst" || fail "The copy from $source broke off: $(tail -n 1 "$work/stream.log")"
outcome=$(wish outcome "$source" 2>/dev/null || true)
[ "$outcome" = complete ] || fail "The copy from $source is not complete: ${outcome:-nobody answers}"
sync "$new/data.mbs.zst"

# From here on only what was written counts.
sum=$(sha256sum <"$new/data.mbs.zst" | cut -d ' ' -f 1)
mkdir "$new/scratch"
unpack "$new/data.mbs.zst" "$new/scratch"
gtid=$(cat "$new"/scratch/{mariadb_backup,xtrabackup}_binlog_info 2>/dev/null | cut -f 3 | head -n 1 || true)
size=$(du -sb "$new/scratch" | cut -f 1)
scratch "$new/scratch"
asked "SELECT schema_name FROM information_schema.schemata" | sort >"$work/found"
missing=$(comm -23 "$work/databases" "$work/found" | head -n 1)
[ -z "$missing" ] || fail "The copy lacks the database $missing."
[ "$(asked 'SELECT COUNT(*) FROM mysql.global_priv')" -gt 0 ] || fail 'The copy has no users.'
check
end_scratch
rm -rf "$new/scratch"

bytes=$(stat -c %s "$new/data.mbs.zst")
{
    echo '{'
    printf '  "name": "%s",\n  "time": "%s",\n  "from": "%s",\n  "version": "%s",\n' "$name" "$started" "$source" "$(text "$version")"
    printf '  "gtid": "%s",\n  "bytes": %s,\n  "unpacked": %s,\n  "tables": %s,\n' "$(text "$gtid")" "$bytes" "$size" "$tables"
    printf '  "sha256": "%s",\n' "$sum"
    printf '  "databases": [%s]\n' "$(sed 's/[\\"]/\\&/g; s/.*/"&"/' "$work/databases" | paste -sd ,)"
    echo '}'
} >"$new/manifest.json"
echo "$sum  data.mbs.zst" >"$new/SHA256SUMS"
sync "$new/manifest.json" "$new/SHA256SUMS" "$new"
mv -T "$new" "$folder/$name"
sync "$folder"

# Only now may others go, and never the last good one.
removed=0
good=$(cd "$folder" && ls -d 20*Z 2>/dev/null | sort -r || true)
position=0
for each in $good; do
    position=$((position + 1))
    [ "$position" -gt 1 ] || continue
    made=$(field "$folder/$each/manifest.json" time)
    if [ "$position" -gt "$count" ] || { [ -n "$days" ] && [ "$(date -d "${made:-$started}" +%s)" -lt "$(($(date -d "$started" +%s) - days * 86400))" ]; }; then
        # A half deleted one is none.
        mv -T "$folder/$each" "$folder/.deleting-$each"
        rm -rf "$folder/.deleting-$each"
        removed=$((removed + 1))
    fi
done
printf '{"started": "%s", "backup": "%s", "bytes": %s, "tables": %s, "databases": %s, "kept": %s, "gtid": "%s", "from": "%s"}\n' "$started" "$name" \
    "$bytes" "$tables" "$(wc -l <"$work/databases")" "$((position - removed))" "$(text "$gtid")" "$source" | tee "$told" >&2
