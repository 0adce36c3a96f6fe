/* test_chinese_checkers.c - Chinese Checkers by the facts and checks of chance-and-multiplayer.md
 * (1.4 and 4.2), and against a slow second version. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/agent.h"
#include "games/chinese_checkers/board.h"
#include "games/list.h"
#include "golden.h"
#include "reference_chinese_checkers.h"
#include "slow_build.h"

enum { MOVES_ROOM = 512 };

/* How many of so many games a slow build plays. */
static int share_of(int games)
{
    return is_slow_build() ? (games + 9) / 10 : games;
}

/* ---- A game on the table ---- */

struct table {
    struct cop_game *game;
    uint64_t state[8];
};

static struct table table_open(const char *inside)
{
    struct table table = {NULL, {0}};
    struct cop_error error = {""};
    struct cop_rng rng;

    table.game = cop_game_open_rules(&cop_chinesecheckers, inside, &error);
    if (table.game == NULL)
        fail_msg("%s: %s", inside, error.message);
    assert_true(table.game->state_size <= sizeof table.state);
    assert_true(table.game->max_moves <= MOVES_ROOM);
    cop_rng_seed(&rng, 1);
    table.game->rules->start(table.game, table.state, &rng);
    return table;
}

static struct table table_at(const char *inside, const char *position)
{
    struct table table = table_open(inside);
    struct cop_error error = {""};

    if (!cop_position_read(table.game, position, table.state, &error))
        fail_msg("%s: %s", position, error.message);
    return table;
}

static void table_play(struct table *table, const char *words)
{
    struct cop_error error = {""};

    if (!cop_moves_play(table->game, table->state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
}

static int table_turn(const struct table *table)
{
    return table->game->rules->turn(table->game, table->state);
}

static int by_text(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* The legal moves in alphabetical order; returns how many. */
static int list_moves(const struct table *table, char names[MOVES_ROOM][16])
{
    cop_move moves[MOVES_ROOM];
    int count = table->game->rules->moves(table->game, table->state, moves);

    for (int i = 0; i < count; i++) {
        struct cop_text one = COP_TEXT;

        table->game->rules->write_move(table->game, table->state, moves[i], &one);
        snprintf(names[i], 16, "%s", one.bytes);
        cop_text_free(&one);
    }
    qsort(names, (size_t)count, sizeof names[0], by_text);
    return count;
}

/* The legal moves that begin on a field ("" for all), in alphabetical order. */
static void assert_moves(const struct table *table, const char *field, const char *words)
{
    char names[MOVES_ROOM][16], begin[8];
    struct cop_text all = COP_TEXT;
    int count = list_moves(table, names);

    snprintf(begin, sizeof begin, "%s%s", field, field[0] != '\0' ? "-" : "");
    for (int i = 0; i < count; i++)
        if (strncmp(names[i], begin, strlen(begin)) == 0)
            cop_text_add(&all, "%s%s", all.length > 0 ? " " : "", names[i]);
    assert_string_equal(all.bytes, words);
    cop_text_free(&all);
}

static void assert_position(const struct table *table, const char *words)
{
    struct cop_text text = COP_TEXT;

    table->game->rules->write_position(table->game, table->state, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

/* `winner` -1 is a draw. */
static void assert_over(const struct table *table, int winner)
{
    cop_move moves[MOVES_ROOM];
    double of_player[COP_PLAYERS_MAX] = {0};
    int players = table->game->players;

    assert_int_equal(table_turn(table), COP_OVER);
    assert_int_equal(table->game->rules->moves(table->game, table->state, moves), 0);
    table->game->rules->payoff(table->game, table->state, of_player);
    for (int player = 0; player < players; player++)
        assert_true(of_player[player] == (winner < 0 ? 1.0 / players : player == winner));
}

static const char *refusal_of(const char *inside, const char *position)
{
    static struct cop_error error;
    struct table table = table_open(inside);
    struct table before = table;

    if (cop_position_read(table.game, position, table.state, &error))
        fail_msg("\"%s\" was accepted", position);
    assert_memory_equal(table.state, before.state, sizeof table.state);
    cop_game_close(table.game);
    return error.message;
}

static void assert_refused(const char *inside, const char *position, const char *because)
{
    const char *message = refusal_of(inside, position);

    if (strstr(message, because) == NULL)
        fail_msg("\"%s\" is refused by \"%s\", which does not say \"%s\"", position, message,
                 because);
}

static void assert_perft(const char *inside, const int64_t *expected)
{
    struct table table = table_open(inside);

    for (int depth = 1; expected[depth - 1] != 0; depth++)
        if (cop_perft(table.game, table.state, depth) != expected[depth - 1])
            fail_msg("perft(%d) of %s is %lld", depth, table.game->name,
                     (long long)cop_perft(table.game, table.state, depth));
    cop_game_close(table.game);
}

/* ---- The board ---- */

static void checkers_stars_have_their_fields_and_neighbours(void **context)
{
    static const struct {
        const char *inside;
        int fields, pieces, adjacencies;
    } stars[] = {
        {"board=tiny", 37, 3, 84}, {"board=small", 73, 6, 180}, {"board=full", 121, 10, 312}};

    (void)context;
    for (size_t i = 0; i < sizeof stars / sizeof stars[0]; i++) {
        struct table table = table_open(stars[i].inside);
        const struct checkers_board *board = table.game->own;
        int in_corner[CHECKERS_CORNERS] = {0}, ends = 0;

        assert_int_equal(board->fields, stars[i].fields);
        for (int field = 0; field < board->fields; field++) {
            if (board->field[field].corner >= 0)
                in_corner[board->field[field].corner]++;
            for (int j = 0; j < CHECKERS_LATTICES; j++)
                ends += __builtin_popcountll(board->neighbours[board->field[field].code].of[j]);
        }
        assert_int_equal(ends, 2 * stars[i].adjacencies);
        for (int corner = 0; corner < CHECKERS_CORNERS; corner++)
            assert_int_equal(in_corner[corner], stars[i].pieces);
        cop_game_close(table.game);
    }
}

static void checkers_states_are_small(void **context)
{
    static const struct {
        const char *inside;
        size_t size;
    } cases[] = {{"", 16}, {"players=6", 40}, {"board=full, players=6", 64}};

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct table table = table_open(cases[i].inside);

        assert_int_equal(table.game->state_size, cases[i].size);
        cop_game_close(table.game);
    }
}

static void checkers_players_sit_clockwise_from_north(void **context)
{
    static const char *const names[][6] = {
        {"Red", "Blue"},
        {"Red", "Green", "Purple"},
        {"Red", "Yellow", "Blue", "Purple"},
        {"Red", "Yellow", "Green", "Blue", "Purple"},
        {"Red", "Yellow", "Green", "Blue", "Purple", "Orange"},
    };

    (void)context;
    for (int players = 2; players <= 6; players++) {
        char inside[20];
        struct table table;

        snprintf(inside, sizeof inside, "players=%d", players);
        table = table_open(inside);
        for (int player = 0; player < players; player++)
            assert_string_equal(cop_player_name(table.game, player), names[players - 2][player]);
        cop_game_close(table.game);
    }
}

static void checkers_start_is_written_as_the_lesson_says(void **context)
{
    struct table table = table_open("");

    (void)context;
    assert_position(&table, "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 0");
    assert_non_null(
        strstr(cop_chinesecheckers.notation, "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 0"));
    cop_game_close(table.game);
    table = table_open("players=3");
    assert_position(&table, "A1,B1,B2,C1,C2,C3/H8,I8,I9,J8,J9,J10/H1,I1,I2,J1,J2,J3 N 0");
    cop_game_close(table.game);
}

/* ---- Moves ---- */

/* The list of checks (4.2). */
static void checkers_north_begins_with_ten_moves(void **context)
{
    struct table table = table_open("");

    (void)context;
    assert_moves(&table, "", "B1-D4 B1-D6 B2-D5 B2-D7 C1-D4 C1-D5 C2-D5 C2-D6 C3-D6 C3-D7");
    cop_game_close(table.game);
}

/* The numbers of 1.4.5. */
static void checkers_perft_is_as_specified(void **context)
{
    static const struct {
        const char *inside;
        int64_t counts[5];
    } cases[] = {
        {"players=2", {10, 100, 1720, 29584}}, {"players=2, corners=free", {10, 100, 1800, 32400}},
        {"players=3", {10, 100, 1000, 17200}}, {"players=3, corners=free", {10, 100, 1000, 18000}},
        {"players=4", {10, 101, 1010, 10201}}, {"players=4, corners=free", {10, 103, 1030, 10609}},
        {"players=6", {10, 101, 1020, 10301}}, {"players=6, corners=free", {10, 103, 1065, 11009}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_perft(cases[i].inside, cases[i].counts);
}

/* H5 is reached over G4, and over F5 and G5. */
static void checkers_chained_jumps_count_once_for_each_end(void **context)
{
    struct table table = table_at("", "F4,F5,F3,E4,E5,G4/G5,K1,K2,L1,L2,M1 N 20");

    (void)context;
    assert_moves(&table, "F4", "F4-D4 F4-D6 F4-F2 F4-F6 F4-G3 F4-H5");
    cop_game_close(table.game);
}

static void checkers_piece_may_not_end_where_it_began(void **context)
{
    struct table table = table_at("", "G4,G5,A1,B1,B2,C1/F5,H5,K1,L1,L2,M1 N 20");
    char names[MOVES_ROOM][16];
    int count = list_moves(&table, names);

    (void)context;
    for (int i = 0; i < count; i++)
        assert_string_not_equal(names[i], "G4-G4");
    cop_game_close(table.game);
}

/* D6 jumps over D7 to D8, in the corner of Yellow, and from there over E7 to F6. */
static void checkers_jumps_may_pass_through_foreign_corners(void **context)
{
    static const char position[] = "D6,A1,B1,B2,C1,C2/D7,E7,K1,L1,L2,M1 N 20";
    struct table table = table_at("corners=restrict", position);

    (void)context;
    assert_moves(&table, "D6", "D6-C3 D6-D5 D6-E5 D6-E6 D6-F6");
    cop_game_close(table.game);
    table = table_at("corners=free", position);
    assert_moves(&table, "D6", "D6-C3 D6-D5 D6-D8 D6-E5 D6-E6 D6-F6");
    cop_game_close(table.game);
    table = table_at("corners=closed", position);
    assert_moves(&table, "D6", "D6-C3 D6-D5 D6-E5 D6-E6");
    cop_game_close(table.game);
}

/* The test is on the first and the last field of a turn: to K3 the piece jumps over J5 to I5, which
 * is outside, and back over J6. */
static void checkers_target_may_not_be_left(void **context)
{
    static const char position[] = "K1,A1,B1,B2,C1,C3/J5,J6,D5,G5,D6,G4 N 20";
    struct table table = table_at("", position);

    (void)context;
    assert_moves(&table, "K1", "K1-K2 K1-K3 K1-L1");
    cop_game_close(table.game);
    table = table_at("leave=on", position);
    assert_moves(&table, "K1", "K1-I5 K1-J4 K1-K2 K1-K3 K1-L1");
    cop_game_close(table.game);
}

static void checkers_blocked_player_passes(void **context)
{
    struct table table =
        table_at("players=4, corners=free",
                 "A1,B1,B2,C1,C2,C3/D4,D5,D6,D7,E3,E4/E5,E6,E7,K1,K2,K3/H1,I1,I2,J1,J2,J3 N 40");
    cop_move moves[MOVES_ROOM];

    (void)context;
    assert_int_equal(table.game->rules->moves(table.game, table.state, moves), 1);
    assert_int_equal(moves[0], COP_PASS);
    assert_moves(&table, "", "--");
    assert_in_range(table.game->rules->move_kind(table.game, COP_PASS), 0,
                    table.game->move_kinds - 1);
    table_play(&table, "pass");
    assert_int_equal(table_turn(&table), 1);
    cop_game_close(table.game);
}

static void checkers_moves_are_read_in_other_forms(void **context)
{
    struct table table = table_open(""), other = table_open("");

    (void)context;
    table_play(&table, "C2-D5 K1-J4");
    table_play(&other, "c2d5, k1J4");
    assert_memory_equal(table.state, other.state, sizeof table.state);
    cop_game_close(table.game);
    cop_game_close(other.game);
}

static void checkers_jump_is_entered_by_its_two_ends(void **context)
{
    struct table table = table_open("");
    struct cop_error error = {""};
    cop_move move;
    int cells[COP_PATH_MAX];

    (void)context;
    assert_true(cop_move_read(table.game, table.state, "B1-D4", &move, &error));
    assert_int_equal(table.game->rules->path(table.game, table.state, move, cells), 2);
    assert_int_equal(cells[0], 1); /* after A1 */
    assert_int_equal(cells[1], 9); /* A1, B1-2, C1-3, D1-3 come first */
    assert_int_equal(table.game->rules->path(table.game, table.state, COP_PASS, cells), 0);
    cop_game_close(table.game);
}

static void checkers_scene_counts_turns_and_pieces_at_home(void **context)
{
    struct table table = table_at("limit=50", "J4,A1,B1,B2,C1,L1/K2,K3,L2,M1,J5,G4 S 31");
    struct cop_scene scene = {0};

    (void)context;
    table.game->rules->scene(table.game, table.state, -1, &scene);
    assert_int_equal(scene.cell_count, 73);
    assert_int_equal(scene.piece_count, 12);
    assert_string_equal(scene.labels[scene.label_count - 3].text, "Red: 1 of 6 home");
    assert_string_equal(scene.labels[scene.label_count - 2].text, "Blue: 0 of 6 home");
    assert_string_equal(scene.labels[scene.label_count - 1].text, "31 of 50 turns played");
    cop_scene_free(&scene);
    cop_game_close(table.game);
}

/* ---- The end ---- */

/* The consequence named in 1.4.3. */
static void checkers_one_own_piece_among_five_foreign_ones_wins(void **context)
{
    struct table table = table_at("", "J4,A1,B1,B2,C1,C2/K2,K3,L1,L2,M1,G4 N 30");

    (void)context;
    assert_int_equal(table_turn(&table), 0);
    table_play(&table, "J4-K1");
    assert_over(&table, 0);
    cop_game_close(table.game);
}

static void checkers_foreign_pieces_alone_do_not_win(void **context)
{
    struct table table = table_at("", "J4,A1,B1,B2,C1,C2/K2,K3,L1,L2,M1,J5 S 31");

    (void)context;
    table_play(&table, "J5-K1");
    assert_int_equal(table_turn(&table), 0);
    cop_game_close(table.game);
}

static void checkers_opponent_can_fill_the_last_field(void **context)
{
    struct table table = table_at("", "K1,A1,B1,B2,C1,C2/J5,K3,L1,L2,M1,G4 S 31");

    (void)context;
    table_play(&table, "J5-K2");
    assert_over(&table, 0);
    assert_position(&table, "A1,B1,B2,C1,C2,K1/G4,K2,K3,L1,L2,M1 N 32");
    cop_game_close(table.game);
}

static void checkers_game_is_drawn_at_the_limit(void **context)
{
    struct table table = table_open("players=3, limit=4");

    (void)context;
    table_play(&table, "C2-D5 H8-H7 H1-H2");
    assert_int_equal(table_turn(&table), 0);
    table_play(&table, "C1-D4");
    assert_over(&table, -1);
    cop_game_close(table.game);
    table = table_at("", "J4,A1,B1,B2,C1,C2/K2,K3,L1,L2,M1,G4 N 999");
    table_play(&table, "J4-K1"); /* a win with the last turn is a win */
    assert_over(&table, 0);
    cop_game_close(table.game);
}

static void checkers_turn_can_be_given(void **context)
{
    struct table table = table_open("players=6");

    (void)context;
    table.game->rules->give_turn(table.game, table.state, 3);
    assert_int_equal(table_turn(&table), 3);
    assert_moves(&table, "M1", "");
    assert_moves(&table, "K2", "K2-J5 K2-J6");
    cop_game_close(table.game);
}

/* ---- Texts ---- */

static void checkers_wrong_positions_are_refused(void **context)
{
    (void)context;
    assert_refused("", "", "none of this board");
    assert_refused("", "A1,B1,B2,C1,C2/K1,K2,K3,L1,L2,M1 N 0", "lists 6 fields");
    assert_refused("", "A1,B1,B2,C1,C2,C3,D1/K1,K2,K3,L1,L2,M1 N 0", "lists 6 fields");
    assert_refused("", "A1,B1,B2,C1,C2,C4/K1,K2,K3,L1,L2,M1 N 0", "none of this board");
    assert_refused("", "A0,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 0", "none of this board");
    assert_refused("", "A1,B1,B2,C1,C2,N1/K1,K2,K3,L1,L2,M1 N 0", "A to M");
    assert_refused("", "A1,B1,B2,C1,C2,A99999999999/K1,K2,K3,L1,L2,M1 N 0", "none of this board");
    assert_refused("", "A1,B1,B2,C1,C2,K1/K1,K2,K3,L1,L2,M1 N 0", "K1, which holds another");
    assert_refused("", "A1,B1,B2,C1,C2,D1/K1,K2,K3,L1,L2,M1 N 0", "D1, a corner");
    assert_refused("", "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1", "player who moves");
    assert_refused("", "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 NE 0", "one of 2 players");
    assert_refused("", "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 1001", "up to 1000");
    assert_refused("", "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N -1", "up to 1000");
    assert_refused("", "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 0 x", "after the end");
    assert_refused("", "K1,B1,B2,C1,C2,C3/G1,K2,K3,L1,L2,M1 N 32/", "after the end");
    assert_refused("", "K1,K2,K3,L1,L2,A1/M1,B1,B2,C1,C2,C3 N 32", "cannot both have won");
    assert_refused("", "K1,K2,K3,L1,L2,M1/G1,B1,B2,C1,C2,C3 N 32",
                   "Blue, who moved last, has no piece");
}

static void checkers_finished_positions_are_read(void **context)
{
    struct table table = table_at("", "K1,K2,K3,L1,L2,M1/G1,B1,B2,C1,C2,C3 S 31");

    (void)context;
    assert_over(&table, 0);
    cop_game_close(table.game);
    table = table_at("limit=50", "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 N 50");
    assert_over(&table, -1);
    cop_game_close(table.game);
}

static void checkers_positions_may_leave_out_the_turns(void **context)
{
    struct table table = table_at("", "  c3,c2,c1,b2,b1,a1/m1,l1,l2,k1,k2,k3 s ");

    (void)context;
    assert_position(&table, "A1,B1,B2,C1,C2,C3/K1,K2,K3,L1,L2,M1 S 0");
    cop_game_close(table.game);
}

/* ---- The second version ---- */

struct variant {
    const char *inside;
    struct star star;
    int games;
};

static const struct variant variants[] = {
    {"board=tiny", {.radius = 2, .players = 2, .limit = 1000}, 500},
    {"board=tiny, players=3", {.radius = 2, .players = 3, .limit = 1000}, 200},
    {"board=tiny, players=4, corners=closed",
     {.radius = 2, .players = 4, .limit = 1000, .corners = STAR_CLOSED},
     200},
    {"board=tiny, players=5, corners=free",
     {.radius = 2, .players = 5, .limit = 1000, .corners = STAR_FREE},
     200},
    {"board=tiny, players=6, leave=on",
     {.radius = 2, .players = 6, .limit = 1000, .may_leave = true},
     200},
    {"limit=120", {.radius = 3, .players = 2, .limit = 120}, 200},
    {"players=3, limit=120", {.radius = 3, .players = 3, .limit = 120}, 100},
    {"players=4, limit=120", {.radius = 3, .players = 4, .limit = 120}, 100},
    {"players=5, corners=closed, limit=120",
     {.radius = 3, .players = 5, .limit = 120, .corners = STAR_CLOSED},
     100},
    {"players=6, limit=120", {.radius = 3, .players = 6, .limit = 120}, 100},
    {"players=6, corners=free, leave=on, limit=120",
     {.radius = 3, .players = 6, .limit = 120, .corners = STAR_FREE, .may_leave = true},
     100},
    {"", {.radius = 3, .players = 2, .limit = 1000}, 10},
    {"board=full, limit=60", {.radius = 4, .players = 2, .limit = 60}, 20},
    {"board=full, players=6, limit=60", {.radius = 4, .players = 6, .limit = 60}, 20},
    {"board=full, players=3, corners=free, limit=60",
     {.radius = 4, .players = 3, .limit = 60, .corners = STAR_FREE},
     20},
};

/* Plays a random move on both sides. */
static void play_both(struct table *table, struct star *star, struct cop_rng *rng)
{
    static struct star_move expected[STAR_MOVES_MAX];
    char names[MOVES_ROOM][16];
    struct cop_error error = {""};
    cop_move move;
    int count = star_moves(star, expected), pick;

    assert_int_equal(table_turn(table), star->turn);
    assert_int_equal(list_moves(table, names), count);
    pick = (int)cop_rng_below(rng, (uint32_t)count);
    assert_true(cop_move_read(table->game, table->state, expected[pick].text, &move, &error));
    table->game->rules->play(table->game, table->state, move);
    for (int i = 0; i < count; i++)
        if (bsearch(expected[i].text, names, (size_t)count, sizeof names[0], by_text) == NULL)
            fail_msg("%s: %s is missing at ply %d", table->game->name, expected[i].text, star->ply);
    star_play(star, &expected[pick]);
}

static void compare_game(const struct variant *variant, uint64_t seed)
{
    struct table table = table_open(variant->inside);
    struct star star = variant->star;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    star_start(&star);
    while (!star.is_over)
        play_both(&table, &star, &rng);
    assert_over(&table, star.winner);
    cop_game_close(table.game);
}

static void checkers_equals_its_reference(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        for (int game = 0; game < share_of(variants[i].games); game++)
            compare_game(&variants[i], 1000 * i + (uint64_t)game);
}

static int64_t star_perft(const struct star *star, int depth)
{
    struct star_move moves[STAR_MOVES_MAX];
    int count = star_moves(star, moves);
    int64_t sum = 0;

    if (depth == 1)
        return count;
    for (int i = 0; i < count; i++) {
        struct star next = *star;

        star_play(&next, &moves[i]);
        sum += star_perft(&next, depth - 1);
    }
    return sum;
}

/* Where the specification has no numbers. */
static void checkers_perft_equals_the_references(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct star star = variants[i].star;
        int64_t counts[4] = {0};

        star_start(&star);
        for (int depth = 1; depth <= (is_slow_build() ? 2 : 3); depth++)
            counts[depth - 1] = star_perft(&star, depth);
        assert_perft(variants[i].inside, counts);
    }
}

/* ---- Random play ---- */

/* From one seed random_move, playout and the list of moves play the same game. */
static void checkers_playout_is_moves_and_play(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            struct table slow = table_open(variants[i].inside);
            struct table fast = table_open(variants[i].inside), cut = fast;
            const struct cop_rules *rules = slow.game->rules;
            cop_move moves[MOVES_ROOM];
            struct cop_rng slow_rng, drawn_rng, fast_rng;
            int plies = 0, count;

            cop_rng_seed(&slow_rng, seed);
            drawn_rng = fast_rng = slow_rng;
            assert_int_equal(rules->playout(cut.game, cut.state, &(struct cop_rng){seed}, 7), 7);
            assert_int_equal(table_turn(&cut), 7 % cut.game->players);
            for (; (count = rules->moves(slow.game, slow.state, moves)) > 0; plies++) {
                cop_move move = moves[0];

                if (move != COP_PASS)
                    move = moves[cop_rng_below(&slow_rng, (uint32_t)count)];
                assert_int_equal(rules->random_move(slow.game, slow.state, &drawn_rng), move);
                rules->play(slow.game, slow.state, move);
            }
            assert_int_equal(rules->playout(fast.game, fast.state, &fast_rng, 0), plies);
            assert_memory_equal(fast.state, slow.state, sizeof fast.state);
            assert_true(fast_rng.state == slow_rng.state);
            cop_game_close(slow.game);
            cop_game_close(fast.game);
        }
}

static void checkers_golden_games_are_unchanged(void **context)
{
    (void)context;
    assert_golden("chinesecheckers(board=tiny)",
                  "B1-C4 H2-G5 B2-C5 G5-F5 C4-D4 I1-G3 D4-C4 G3-I1 C5-C3 I1-H2 C3-D3 "
                  "H1-G3 D3-D2 F5-F4 C4-C3 H2-G5 A1-B2 G3-G4 D2-D3 F4-H1 C3-E3 G5-G3 "
                  "D3-E2 G3-I1 B2-C5 H1-D3 E3-C3 D3-E3 C5-D5 I1-H2 C3-B1 E3-E1 E2-F2 "
                  "H2-H1 D5-D4 E1-G5 D4-D5 G5-H2 D5-E5 H2-F3 B1-B2 G4-G3 F2-E1 G3-F2 "
                  "E1-G3 F3-E2 B2-C4 E2-D3 C4-G4 D3-C3 E5-E4 H1-F4 G3-H1 C3-D3 G4-H2 "
                  "D3-D4 E4-C4 D4-E3 H1-I1 E3-D4 C4-C3 D4-C4 I1-H1 F4-F5 H1-I1 C4-B2 "
                  "H2-H1 F5-E5 C3-D2 E5-D5 D2-C3 D5-C5 C3-D3 B2-A1 H1-H2 A1-B1 D3-C3 "
                  "C5-C4 C3-D3 C4-C3 D3-D2 B1-B2 I1-H1 F2-E1 D2-D3 E1-E2 D3-D4 C3-D2 "
                  "D4-D3 D2-C3 D3-D2 B2-B1 D2-E1 B1-B2 E1-E3 E2-F2 H2-I1 C3-B1 I1-H2 "
                  "F2-E2 E3-F3 B2-A1 F3-E3 E2-D2 E3-D4 D2-E1 D4-C5 A1-B2 C5-A1",
                  "A1,H1,H2/B1,B2,E1 S 109");
    assert_golden("chinesecheckers(players=3, limit=30)",
                  "B2-D5 J8-I7 J3-J4 C1-E5 J10-J8 I2-J3 B1-D4 I8-I6 H1-I2 C2-B1 I7-H7 "
                  "I2-I3 D5-C1 J9-H5 I3-I2 E5-F5 I6-I7 I2-I3 F5-E5 H8-J10 I1-I2 A1-B2 "
                  "J8-H4 I2-I4 B2-C2 H4-G3 I3-G5 B1-A1 H5-G4 J3-F6",
                  "A1,C1,C2,C3,D4,E5/G3,G4,H7,I7,I9,J10/F6,G5,I4,J1,J2,J4 N 30");
    assert_golden("chinesecheckers(board=full, players=6, limit=24)",
                  "D1-E6 F10-F9 L10-K9 O3-M9 L3-L4 E3-E7 D4-E9 E11-F10 K9-L9 M9-O3 K2-J2 "
                  "E1-E5 D3-D1 F9-G8 M11-M9 N3-M8 K1-M5 E5-E1 B1-D3 F10-E11 K11-K9 O1-M7 "
                  "L4-L3 E7-E3",
                  ""
                  "A1,B2,C1,C2,C3,D1,D2,D3,E6,E9/E10,E11,E12,E13,F11,F12,G8,G10,G11,H10/"
                  "J10,K9,K10,L9,L11,L12,M9,M10,M12,M13/M7,M8,N1,N2,N4,O2,O3,P1,P2,Q1/"
                  "J1,J2,L1,L2,L3,M1,M2,M3,M4,M5/E1,E2,E3,E4,F1,F2,F3,G1,G2,H1 "
                  "N 24");
}

static void checkers_agents_play_to_the_end(void **context)
{
    static const char *const agents[] = {"random", "mc", "mcts"};
    struct cop_limits limits;
    struct cop_error error = {""};

    (void)context;
    assert_true(cop_limits_parse("sims=50, seed=3", &limits, &error));
    for (int i = 0; i < 15; i++) {
        char inside[60];
        struct table table;
        struct cop_agent *agent;

        snprintf(inside, sizeof inside, "players=%d, board=%s, limit=%d", 2 + i / 3,
                 i / 3 % 2 == 0 ? "small" : "tiny", share_of(80));
        table = table_open(inside);
        agent = cop_agent_open(table.game, agents[i % 3], &limits.means, &error);
        assert_non_null(agent);
        cop_agent_start(agent, 3);
        while (table_turn(&table) != COP_OVER) {
            struct cop_report report;

            assert_true(cop_agent_think(agent, table.state, &limits, NULL, &report, &error));
            cop_agent_played(agent, table.state, report.best);
            table.game->rules->play(table.game, table.state, report.best);
        }
        cop_agent_close(agent);
        cop_game_close(table.game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checkers_stars_have_their_fields_and_neighbours),
        cmocka_unit_test(checkers_states_are_small),
        cmocka_unit_test(checkers_players_sit_clockwise_from_north),
        cmocka_unit_test(checkers_start_is_written_as_the_lesson_says),
        cmocka_unit_test(checkers_north_begins_with_ten_moves),
        cmocka_unit_test(checkers_perft_is_as_specified),
        cmocka_unit_test(checkers_chained_jumps_count_once_for_each_end),
        cmocka_unit_test(checkers_piece_may_not_end_where_it_began),
        cmocka_unit_test(checkers_jumps_may_pass_through_foreign_corners),
        cmocka_unit_test(checkers_target_may_not_be_left),
        cmocka_unit_test(checkers_blocked_player_passes),
        cmocka_unit_test(checkers_moves_are_read_in_other_forms),
        cmocka_unit_test(checkers_jump_is_entered_by_its_two_ends),
        cmocka_unit_test(checkers_scene_counts_turns_and_pieces_at_home),
        cmocka_unit_test(checkers_one_own_piece_among_five_foreign_ones_wins),
        cmocka_unit_test(checkers_foreign_pieces_alone_do_not_win),
        cmocka_unit_test(checkers_opponent_can_fill_the_last_field),
        cmocka_unit_test(checkers_game_is_drawn_at_the_limit),
        cmocka_unit_test(checkers_turn_can_be_given),
        cmocka_unit_test(checkers_wrong_positions_are_refused),
        cmocka_unit_test(checkers_finished_positions_are_read),
        cmocka_unit_test(checkers_positions_may_leave_out_the_turns),
        cmocka_unit_test(checkers_equals_its_reference),
        cmocka_unit_test(checkers_perft_equals_the_references),
        cmocka_unit_test(checkers_playout_is_moves_and_play),
        cmocka_unit_test(checkers_golden_games_are_unchanged),
        cmocka_unit_test(checkers_agents_play_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
