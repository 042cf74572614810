# The server calls it when members come or go: --status S --uuid U --primary yes|no --index I --members UUID/NAME/ADDRESS,...
primary=
members=
while [ $# -gt 1 ]; do
    case $1 in
        --primary) primary=$2 ;;
        --members) members=$2 ;;
    esac
    shift 2
done
[ "$primary" = yes ] && [ -n "$members" ] || exit 0
printf '%s\n' "$members" | tr ',' '\n' | cut -d / -f 2 | sort -V >/run/mysqld/members.new
mv /run/mysqld/members.new /run/mysqld/members
