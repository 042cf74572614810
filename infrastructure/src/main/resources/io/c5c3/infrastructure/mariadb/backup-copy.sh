# What a backup and a restore do alike; read by both.

# The sentence that the operator shows, and the end.
fail() {
    words=$*
    exit 1
}

# As a text in JSON.
text() { printf '%s' "$1" | tr '\n\t\r' '   ' | tr -d '\000-\037"\\' | cut -c 1-600; }

# unpack FILE FOLDER: makes the folder one that a server can start on.
unpack() {
    local output
    output=$({ zstd -dcq "$1" | mbstream -x -C "$2"; } 2>&1) || fail "The copy cannot be unpacked: $(tail -n 1 <<<"$output")"
    output=$(mariadb-backup --prepare --use-memory=128M --target-dir="$2" 2>&1) \
        || fail "The copy cannot be prepared: $(grep -i -m 1 error <<<"$output")"
}

# scratch FOLDER [OPTIONS]: runs a server on the folder that nobody but this script reaches.
scratch() {
    local place=$1 tries=1200
    shift
    mariadbd --defaults-file="$place/backup-my.cnf" --datadir="$place" --socket="$work/scratch.sock" --pid-file="$work/scratch.pid" \
        --tmpdir="$work" --skip-networking --skip-grant-tables --skip-slave-start --wsrep-on=OFF "$@" >"$work/scratch.log" 2>&1 &
    server=$!
    until asked 'SELECT 1' >/dev/null 2>&1; do
        kill -0 "$server" 2>/dev/null || fail "No server starts on the copy: $(grep -m 1 ERROR "$work/scratch.log")"
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || fail 'The server on the copy does not answer within two minutes.'
        sleep 0.1
    done
}

asked() { mariadb --no-defaults --skip-ssl --socket="$work/scratch.sock" -BN -e "$1"; }

# It has to end in peace: what it leaves open it could not write.
end_scratch() {
    kill "$server"
    wait "$server" || fail 'The server on the copy does not stop cleanly.'
    server=
}

# Reads every table of the scratch server, and sets $tables to how many there are.
check() {
    local wrong
    asked "SELECT CONCAT('CHECK TABLE \`', REPLACE(table_schema, '\`', '\`\`'), '\`.\`', REPLACE(table_name, '\`', '\`\`'), '\`;')
        FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND engine IN ('InnoDB', 'Aria', 'MyISAM')" >"$work/check.sql"
    mariadb --no-defaults --skip-ssl --socket="$work/scratch.sock" -BN <"$work/check.sql" >"$work/checked" 2>"$work/check.log" \
        || fail "A table of the copy cannot be read: $(tail -n 1 "$work/check.log")"
    wrong=$(awk -F '\t' '$3 == "error" || ($3 == "status" && $4 != "OK") { print $1 ": " $4; exit }' "$work/checked")
    [ -z "$wrong" ] || fail "A table of the copy cannot be read: $wrong"
    tables=$(wc -l <"$work/check.sql")
}

# field FILE NAME: of a manifest, which has one to a line.
field() { sed -n "s/^ *\"$2\": *\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$1"; }
