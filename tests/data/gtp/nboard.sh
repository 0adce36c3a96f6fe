# nboard.sh [MANNER] - a program that speaks the NBoard protocol; COPPICE chooses its moves.
while read -r line; do
    case $line in
        "set game "*)
            moves=$(printf '%s' "$line" |
                sed 's/.*BO\[[^]]*\]//; s/;)$//; s/PA/pass/g; s/[BW]\[\([^]]*\)\]/\1 /g') ;;
        "ping "*) echo "pong ${line#ping }" ;;
        go)
            [ "$1" != illegal ] || { echo "=== A1"; continue; }
            echo "status thinking"
            move=$("$COPPICE" search othello --moves "$moves" --agent random --quiet --json |
                sed -n 's/.*"best": "\(.*\)",.*/\1/p')
            [ "$move" != pass ] || move=PA
            echo "nodestats 1 0.0"
            echo "=== $move/0.0/0.1" ;;
        quit) exit 0 ;;
    esac
done
