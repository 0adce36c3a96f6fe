# engine.sh MANNER - a program that speaks just enough of the Go Text Protocol to misbehave.
manner=$1
say() { printf '%s\n\n' "$1"; }

case $manner in
    mute) sleep 1000 ;;
    gone) echo "no reason to live" >&2; exit 4 ;;
    old) read -r line; say "= 1" ;;
    stranger) echo "Welcome to the engine"; printf 'a second line of it\n\n' ;;
esac
while read -r command rest; do
    case $command in
        protocol_version) say "= 2" ;;
        list_commands) say "= protocol_version
genmove" ;;
        genmove)
            case $manner in
                crash) echo "out of cheese" >&2; exit 3 ;;
                signal) kill -SEGV $$ ;;
                hang) sleep 1000 & echo $! >> "$2"; wait ;;
                nonsense) say "= the best move of all" ;;
                illegal) say "= a1" ;;
                refuse) say "? I would rather not" ;;
                endless) tr '\0' 'x' < /dev/zero ;;
                resign) say "= resign" ;;
                stranger) say "= D3" ;;
            esac ;;
        quit) [ "$manner" = hang ] || exit 0 ;;
        *) say "=" ;;
    esac
done
