# Beside the server: has it read its certificates again once the kubelet has put renewed ones in their place. Who is connected stays so.
#   $1...  the files
set -u
seen=
said=
say() { printf '%s renew.sh: %s\n' "$(date -u +'%F %T')" "$*" >&2; }
trap 'exit 0' TERM INT
while :; do
    now=$(cat "$@" | cksum)
    if [ "$now" != "$seen" ]; then
        # Also once at the beginning: the server may have started with those before.
        if answer=$(mariadb --no-defaults --skip-ssl --user=c5c3-member --connect-timeout=2 -e 'FLUSH LOCAL SSL' 2>&1); then
            seen=$now
            said=
            say "The server has read its certificates."
        elif [ "$answer" != "$said" ]; then
            said=$answer
            say "$answer"
        fi
    fi
    sleep 5 &
    wait "$!"
done
