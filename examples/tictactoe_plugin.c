/* tictactoe_plugin.c - the game of tictactoe.c as a plug-in.
 *
 *     cc -O2 -fPIC -shared tictactoe.c tictactoe_plugin.c $(pkg-config --cflags coppice) -o
 * tictactoe.so coppice --plugin ./tictactoe.so play tictactoe
 */
#include "coppice/plugin.h"

extern const struct cop_rules cop_tictactoe;

COP_PLUGIN(&cop_tictactoe)
