# engine.sh MANNER - a program that speaks just enough of UCI to misbehave.
manner=$1

case $manner in
    mute) sleep 1000 ;;
    gone) echo "no reason to live" >&2; exit 4 ;;
    greeting) echo "Welcome to the engine" ;;
esac
while read -r command rest; do
    case $command in
        uci)
            [ "$manner" = fairy ] && echo "id name Fairy-Example 1" || echo "id name Example 1"
            case $manner in
                chess) echo "option name UCI_Variant type combo default chess var chess var atomic" ;;
                alone) echo "option name UCI_Variant type string default chess" ;;
                told) echo "option name UCI_Variant type combo default chess var reversi" ;;
            esac
            echo "uciok" ;;
        position) case $manner in heard | fairy) echo "$rest" >> "$2" ;; esac ;;
        isready) echo "readyok" ;;
        setoption) [ "$manner" != told ] || echo "$rest" >> "$2" ;;
        go)
            [ "$manner" != limits ] || echo "$rest" >> "$2"
            case $manner in
                crash) echo "out of cheese" >&2; exit 3 ;;
                hang) sleep 1000 ;;
                nonsense) echo "bestmove the best of all" ;;
                none) echo "info string I see nothing"; echo "bestmove (none)" ;;
                illegal) echo "bestmove a1" ;;
                *)
                    echo "info depth 3 score cp 300 lowerbound nodes 50 pv f5"
                    echo "info depth 5 seldepth 9 multipv 1 score cp 100 nodes 4321 nps 99 pv d3 c3 z9 c4"
                    echo "info depth 5 multipv 2 score cp -100 nodes 4399 pv f5"
                    echo "bestmove D3 ponder c3" ;;
            esac ;;
        quit) exit 0 ;;
    esac
done
