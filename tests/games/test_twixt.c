/* test_twixt.c - TwixT's rules: the checks of twixt.md 9.1 to 9.6, and the variants. */
#include <stdlib.h>
#include <string.h>

#include "games/bits.h"
#include "reference_twixt.h"
#include "twixt_check.h"

/* ---- 9.1 Perft ---- */

static void twixt_perft(void **context)
{
    static const struct {
        const char *inside;
        int64_t nodes[7];
    } cases[] = {
        {"size=4", {8, 60, 392, 2376, 12192, 57024}},
        {"size=5", {15, 216, 2898, 37188, 441324}},
        {"size=6", {24, 560, 12512, 271328, 5617920}},
        {"size=8", {48, 2268, 104904, 4773960}},
        {"size=12", {120, 14300, 1689800}},
        {"size=24", {528, 278300, 146409032}},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_twixt(cases[i].inside);
        struct twixt_position at = begin(game);

        for (int depth = 1; cases[i].nodes[depth - 1] != 0; depth++) {
            if (is_slow_build() && cases[i].nodes[depth - 1] > 2000000)
                continue;
            assert_true(cop_perft(game, &at, depth) == cases[i].nodes[depth - 1]);
        }
        cop_game_close(game);
    }
}

struct tally {
    int64_t links, blocked, wins;
};

/* Adds up what the last move of every sequence of `depth` moves does. */
static void tally_links(const struct cop_game *game, const struct twixt_position *at, int depth,
                        struct tally *tally)
{
    const struct twixt_board *board = twixt_board_of(game);
    cop_move moves[MOVES_MAX];
    int count = game->rules->moves(game, at, moves), before = count_links(game, at);

    for (int i = 0; i < count; i++) {
        struct twixt_position next = *at;
        int hole = (int)moves[i] - 1, made;

        game->rules->play(game, &next, moves[i]);
        if (depth > 1) {
            tally_links(game, &next, depth - 1, tally);
            continue;
        }
        made = count_links(game, &next) - before;
        tally->links += made;
        tally->blocked +=
            bit_count(twixt_near(board, at, at->next, hole % board->stride, hole / board->stride)) -
            made;
        tally->wins += next.status == TWIXT_WON;
    }
}

static const struct {
    int size, depth;
    struct tally tally;
    bool is_long;
} tallies[] = {
    {4, 3, {56, 0, 0}, false},           {4, 4, {288, 48, 0}, false},
    {4, 5, {2976, 480, 0}, false},       {4, 6, {9216, 6624, 0}, false},
    {5, 3, {544, 0, 0}, false},          {5, 4, {6528, 336, 0}, false},
    {5, 5, {155776, 7328, 6168}, false}, {6, 3, {1976, 0, 0}, false},
    {6, 4, {41504, 912, 0}, false},      {6, 5, {1721376, 35680, 0}, true},
    {8, 3, {10744, 0, 0}, false},        {8, 4, {483936, 2928, 0}, true},
    {12, 2, {0, 0, 0}, false},           {12, 3, {84152, 0, 0}, true},
};

static void twixt_perft_makes_the_published_links(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof tallies / sizeof tallies[0]; i++) {
        struct tally tally = {0, 0, 0};
        struct cop_game *game;
        char inside[32];
        struct twixt_position at;

        if (tallies[i].is_long && is_slow_build())
            continue;
        snprintf(inside, sizeof inside, "size=%d", tallies[i].size);
        game = open_twixt(inside);
        at = begin(game);
        tally_links(game, &at, tallies[i].depth, &tally);
        if (memcmp(&tally, &tallies[i].tally, sizeof tally) != 0)
            fail_msg("size %d, depth %d: %lld links, %lld blocked, %lld wins", tallies[i].size,
                     tallies[i].depth, (long long)tally.links, (long long)tally.blocked,
                     (long long)tally.wins);
        cop_game_close(game);
    }
}

static void tally_slowly(const struct slow_twixt *at, int depth, struct tally *tally)
{
    for (int y = 0; y < at->size; y++)
        for (int x = 0; x < at->size; x++) {
            struct slow_twixt next;

            if (!slow_is_legal(at, x, y))
                continue;
            next = *at;
            slow_place(&next, x, y);
            if (depth > 1) {
                tally_slowly(&next, depth - 1, tally);
                continue;
            }
            tally->links += next.made;
            tally->blocked += next.blocked;
            tally->wins += next.is_over && next.payoff != 0.5;
        }
}

/* The reference itself is right: it makes the published links too. */
static void twixt_reference_makes_the_published_links(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof tallies / sizeof tallies[0]; i++) {
        struct tally tally = {0, 0, 0};
        struct slow_twixt at;

        if (tallies[i].depth > 4 || tallies[i].size > 5)
            continue;
        slow_start(&at, tallies[i].size, false, false, false);
        tally_slowly(&at, tallies[i].depth, &tally);
        assert_memory_equal(&tally, &tallies[i].tally, sizeof tally);
    }
}

/* ---- Geometry ---- */

/* twixt.md 1.4, with the ends of each link from the left. */
static void twixt_crossings_are_the_published_ones(void **context)
{
    static const signed char published[4][9][4] = {
        [0] = {{-1, -2, 1, -1},
               {-1, -1, 1, 0},
               {-1, 0, 1, -1},
               {0, -3, 1, -1},
               {0, -2, 1, 0},
               {0, -2, 2, -1},
               {0, -1, 1, 1},
               {0, -1, 2, -2},
               {0, -1, 2, 0}},
        [1] = {{-1, -1, 1, 0},
               {0, -2, 1, 0},
               {0, -1, 1, 1},
               {0, -1, 2, 0},
               {0, 1, 1, -1},
               {1, -2, 2, 0},
               {1, -1, 2, 1},
               {1, -1, 3, 0},
               {1, 0, 2, -2}},
        [2] = {{-1, 1, 1, 0},
               {0, -1, 1, 1},
               {0, 1, 1, -1},
               {0, 1, 2, 0},
               {0, 2, 1, 0},
               {1, 0, 2, 2},
               {1, 1, 2, -1},
               {1, 1, 3, 0},
               {1, 2, 2, 0}},
        [3] = {{-1, 0, 1, 1},
               {-1, 1, 1, 0},
               {-1, 2, 1, 1},
               {0, 1, 1, -1},
               {0, 1, 2, 0},
               {0, 1, 2, 2},
               {0, 2, 1, 0},
               {0, 2, 2, 1},
               {0, 3, 1, 1}},
    };
    struct cop_game *game = open_twixt("");
    const struct twixt_board *board = twixt_board_of(game);

    (void)context;
    for (int direction = 0; direction < TWIXT_KEPT; direction++)
        for (int i = 0; i < TWIXT_CROSSINGS; i++) {
            const signed char *ends = published[direction][i];
            int found = 0;

            for (int j = 0; j < TWIXT_CROSSINGS; j++) {
                const struct twixt_crossing *at = &board->crossings[direction][j];

                found += at->dx == ends[0] && at->dy == ends[1] &&
                         at->dx + twixt_dx[(int)at->direction] == ends[2] &&
                         at->dy + twixt_dy[(int)at->direction] == ends[3];
            }
            assert_int_equal(found, 1);
        }
    cop_game_close(game);
}

/* The table (1.4): links that exist at all, and those open to White, to Black and to both. */
static void twixt_boards_have_the_published_links(void **context)
{
    static const int published[][6] = {{5, 21, 40, 20, 20, 8},
                                       {6, 32, 72, 44, 44, 24},
                                       {8, 60, 160, 116, 116, 80},
                                       {12, 140, 432, 356, 356, 288},
                                       {24, 572, 2016, 1844, 1844, 1680}};

    (void)context;
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        int holes = 0, links[4] = {0, 0, 0, 0}; /* any, White, Black, both */
        char inside[32];
        struct cop_game *game;
        const struct twixt_board *board;

        snprintf(inside, sizeof inside, "size=%d", published[i][0]);
        game = open_twixt(inside);
        board = twixt_board_of(game);
        for (int place = 0; place < FIELD_BYTES; place++) {
            unsigned sides = board->field_zone[WHITE][place] | board->field_zone[BLACK][place] * 2u;

            holes += sides != 0;
            for (int direction = 0; direction < TWIXT_KEPT && sides != 0; direction++) {
                int other = place + twixt_field_step[direction];
                unsigned there =
                    board->field_zone[WHITE][other] | board->field_zone[BLACK][other] * 2u;

                links[0] += there != 0;
                links[1] += (sides & there & 1) != 0;
                links[2] += (sides & there & 2) != 0;
                links[3] += (sides & there) == 3;
            }
        }
        assert_int_equal(holes, published[i][1]);
        assert_memory_equal(links, &published[i][2], sizeof links);
        assert_int_equal(game->max_plies, holes);
        cop_game_close(game);
    }
}

/* ---- 9.2, 9.3: links of recorded games ---- */

static void twixt_move_order_changes_links(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position white = played(game, "D3 D4 E5 F3 B7"),
                          black = played(game, "D3 D4 B7 F3 E5");

    (void)context;
    assert_text(game, &white, "tx 8 b W=D3,E5,B7 B=F3,D4 L=D3-E5");
    assert_text(game, &black, "tx 8 b W=D3,E5,B7 B=F3,D4 L=F3-D4");
    assert_true(game->rules->key(game, &white) != game->rules->key(game, &black));
    cop_game_close(game);
}

static int by_text(const void *left, const void *right)
{
    return strcmp(left, right);
}

/* The links that `after` has and `before` has not, as "A1-B3" from the new hole, sorted. */
static void new_links(const struct cop_game *game, const struct twixt_position *before,
                      const struct twixt_position *after, int hole, char *words, size_t room)
{
    const struct twixt_board *board = twixt_board_of(game);
    char list[TWIXT_DIRECTIONS][16];
    int count = 0;

    for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++) {
        int other = hole + board->step[direction];

        if (!twixt_has_link(board, after, hole, direction))
            continue;
        snprintf(list[count++], sizeof list[0], "%c%d-%c%d", 'A' + hole % board->stride,
                 hole / board->stride % 100 + 1, 'A' + other % board->stride,
                 other / board->stride % 100 + 1);
    }
    assert_int_equal(count, count_links(game, after) - count_links(game, before));
    qsort(list, (size_t)count, sizeof list[0], by_text);
    words[0] = '\0';
    for (int i = 0; i < count; i++)
        snprintf(words + strlen(words), room - strlen(words), "%s%s", i > 0 ? "," : "", list[i]);
}

/* Plays "H6 G4 E3(E3-G4) ..." and compares the links in brackets; `plies` ends it early. */
static struct twixt_position replay(const struct cop_game *game, const char *record, int plies)
{
    const char *at = record;
    struct twixt_position position = begin(game);

    for (int ply = 0; *at != '\0' && ply < plies; ply++) {
        char word[8] = "", expected[64] = "", found[64];
        size_t length = strcspn(at, " ("), links = 0;
        struct cop_error error;
        struct twixt_position before = position;
        cop_move move;

        memcpy(word, at, length);
        at += length;
        if (*at == '(') {
            links = strcspn(at, ")");
            memcpy(expected, at + 1, links - 1);
            at += links + 1;
        }
        at += strspn(at, " ");
        if (!cop_move_read(game, &position, word, &move, &error))
            fail_msg("%s", error.message);
        game->rules->play(game, &position, move);
        new_links(game, &before, &position, (int)move - 1, found, sizeof found);
        if (strcmp(found, expected) != 0)
            fail_msg("%s at ply %d makes the links \"%s\", not \"%s\"", word, ply + 1, found,
                     expected);
    }
    return position;
}

/* The moves that win at once, sorted. */
static void assert_winning_holes(const struct cop_game *game, const struct twixt_position *at,
                                 const char *words)
{
    cop_move moves[MOVES_MAX];
    char list[MOVES_MAX][8], found[256] = "";
    int count = game->rules->moves(game, at, moves), wins = 0;

    for (int i = 0; i < count; i++) {
        struct cop_text text = COP_TEXT;
        struct twixt_position next = *at;

        game->rules->play(game, &next, moves[i]);
        if (next.status != TWIXT_WON)
            continue;
        game->rules->write_move(game, at, moves[i], &text);
        snprintf(list[wins++], sizeof list[0], "%s", text.bytes);
        cop_text_free(&text);
    }
    qsort(list, (size_t)wins, sizeof list[0], by_text);
    for (int i = 0; i < wins; i++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i > 0 ? " " : "",
                 list[i]);
    assert_string_equal(found, words);
}

static const char *const records[] = {
    "H6 G4 H11 K4 G3 E3(E3-G4) I4(I4-G3,I4-H6) H7 G8(G8-H6) G2(G2-E3) H1(H1-G3) F10 H10(H10-G8)",
    "H6 H7 C7 E4 D5(D5-C7) D2(D2-E4) F4(F4-D5) D9 D10 B10(B10-D9) E8(E8-C7,E8-D10) G3(G3-E4) "
    "H3(H3-F4) I2(I2-G3) J2(J2-H3) F10 E12(E12-D10)",
    "H8 F4 J4 I6 I5 H5(H5-F4) G6(G6-H8,G6-I5) I3(I3-H5) I2(I2-J4) D8 K6(K6-I5,K6-J4) G11 K11 "
    "E10(E10-D8,E10-G11) J9(J9-H8,J9-K11) G9(G9-E10) I12(I12-K11) K7(K7-I6) G1(G1-I2)",
    "G7 G4 D4 C8 H9(H9-G7) E3(E3-G4) J4 I3(I3-G4) I2(I2-J4) J5(J5-I3) E2(E2-D4) D5(D5-E3) "
    "C6(C6-D4) E7(E7-C8,E7-D5) K6(K6-J4) K7(K7-J5) C10 A7(A7-C8)",
    "D3 D7 E1(E1-D3) E5(E5-D7) G4 G6(G6-E5) B6 C5(C5-D7) C4(C4-B6) B7(B7-C5)",
    "D3 D5 F6 F4(F4-D5) B6 B4(B4-D5) G4(G4-F6) H3(H3-F4)",
    "E4 F4 G3(G3-E4) H3(H3-F4) D6(D6-E4) F2(F2-H3) D2(D2-E4) F5 E8(E8-D6)",
    "F5 E5 D4(D4-F5) C2 G1 G6(G6-E5) E6(E6-D4) F7(F7-E5) F8(F8-E6) E3(E3-C2) F3(F3-D4,F3-G1)",
};

static void twixt_recorded_games_have_their_links(void **context)
{
    static const int plies[] = {13, 17, 19, 18, 10, 8, 9, 11};

    (void)context;
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        struct cop_game *game = open_twixt(i < 4 ? "size=12" : "size=8");
        struct twixt_position at = replay(game, records[i], 100);
        bool is_won = i == 2 || i == 7;

        assert_int_equal(count_bits(game, &at, 0, 2), plies[i]);
        if (is_won)
            assert_ended(game, &at, 1);
        for (int ply = 0; ply < plies[i] + !is_won; ply++) {
            at = replay(game, records[i], ply);
            assert_int_equal(game->rules->turn(game, &at), ply % 2);
        }
        cop_game_close(game);
    }
}

static void twixt_recorded_games_have_their_threats(void **context)
{
    struct cop_game *large = open_twixt("size=12"), *small = open_twixt("size=8");
    struct twixt_position at = replay(large, records[0], 13);

    (void)context;
    assert_distances(large, &at, 1, 7);
    large->rules->give_turn(large, &at, WHITE);
    assert_winning_holes(large, &at, "G12 I12");
    at = replay(large, records[1], 17);
    large->rules->give_turn(large, &at, WHITE);
    assert_winning_holes(large, &at, "H1");
    at = replay(large, records[2], 14);
    assert_true(twixt_distance(large, &at, BLACK) < TWIXT_NEVER);
    for (int ply = 15; ply <= 19; ply++) {
        at = replay(large, records[2], ply);
        assert_int_equal(twixt_distance(large, &at, BLACK), TWIXT_NEVER);
    }
    at = replay(large, records[2], 16);
    assert_int_equal(twixt_distance(large, &at, WHITE), 2);
    at = replay(large, records[2], 17);
    large->rules->give_turn(large, &at, WHITE);
    assert_winning_holes(large, &at, "G1 K1");
    at = replay(large, records[3], 18);
    large->rules->give_turn(large, &at, BLACK);
    assert_winning_holes(large, &at, "L5 L9");
    at = replay(small, records[4], 10);
    assert_distances(small, &at, TWIXT_NEVER, 2);
    at = replay(small, records[5], 8);
    small->rules->give_turn(small, &at, BLACK);
    assert_winning_holes(small, &at, "A2 A6");
    at = replay(small, records[6], 9);
    small->rules->give_turn(small, &at, WHITE);
    assert_winning_holes(small, &at, "B1 F1");
    at = replay(small, records[7], 9);
    small->rules->give_turn(small, &at, WHITE);
    assert_winning_holes(small, &at, "E2 F3");
    at = replay(small, records[7], 10);
    assert_winning_holes(small, &at, "F3");
    cop_game_close(large);
    cop_game_close(small);
}

/* ---- The end (9.4 to 9.6) ---- */

static void twixt_chain_must_reach_both_home_lines(void **context)
{
    struct cop_game *game = open_twixt("size=5");
    struct twixt_position at = played(game, "B1 A2 C3 A3");

    (void)context;
    assert_int_equal(game->rules->turn(game, &at), WHITE);
    assert_winning_holes(game, &at, "B5 D5");
    at = played(game, "B1 A2 C3 A3 D5");
    assert_ended(game, &at, 1);
    assert_text(game, &at, "tx 5 b W=B1,C3,D5 B=A2,A3 L=B1-C3,C3-D5");
    cop_game_close(game);
    /* Black's chain from column A to the last but one. */
    game = open_twixt("size=6");
    at = played(game, "B1 A2 C1 C3 D1 E4");
    assert_int_equal(game->rules->turn(game, &at), WHITE);
    assert_int_equal(twixt_distance(game, &at, BLACK), 1);
    cop_game_close(game);
}

/* A peg next to the opponent's line, or on the own second line, has reached nothing. */
static void twixt_only_own_home_lines_count(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position at = played(game, "B4 D2 G5 E7");

    (void)context;
    assert_int_equal(count_bits(game, &at, TWIXT_REACH, 2), 0);
    at = played(game, "D1 A4 D8 H4");
    assert_int_equal(count_bits(game, &at, TWIXT_REACH, 1), 2);
    assert_int_equal(count_bits(game, &at, TWIXT_REACH + 1, 1), 2);
    cop_game_close(game);
}

/* Four pegs in a ring, closed by the last link. */
static void twixt_ring_changes_nothing(void **context)
{
    struct cop_game *game = open_twixt("size=12");
    struct twixt_position at = played(game, "E5 A2 F7 A3 H6 A4 G4");

    (void)context;
    assert_int_equal(count_links(game, &at), 4);
    assert_int_equal(game->rules->turn(game, &at), BLACK);
    assert_int_equal(count_bits(game, &at, TWIXT_REACH, 1), 3);
    at = played(game, "E5 A2 F7 A3 H6 A4 G4 B10 F2 C10");
    assert_int_equal(count_links(game, &at), 5);
    cop_game_close(game);
}

/* Union-find, as twixt.md 2.3 recommends, beside the planes of home lines. */
struct nets {
    int parent[TWIXT_HOLES_MAX];
    unsigned lines[TWIXT_HOLES_MAX];
};

static int root_of(struct nets *nets, int hole)
{
    while (nets->parent[hole] != hole)
        hole = nets->parent[hole] = nets->parent[nets->parent[hole]];
    return hole;
}

static void join(struct nets *nets, int hole, int other)
{
    int root = root_of(nets, hole), under = root_of(nets, other);

    nets->parent[under] = root;
    nets->lines[root] |= nets->lines[under];
}

static void check_nets_of_a_game(const struct cop_game *game, uint64_t seed)
{
    const struct twixt_board *board = twixt_board_of(game);
    int last = board->size - 1;
    struct nets nets;
    struct twixt_position at = begin(game);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    for (int hole = 0; hole < TWIXT_HOLES_MAX; hole++)
        nets.parent[hole] = hole;
    while (at.status == TWIXT_GOES_ON) {
        int side = at.next, hole = (int)game->rules->random_move(game, &at, &rng) - 1;
        int line = side == WHITE ? hole / board->stride : hole % board->stride;

        game->rules->play(game, &at, (cop_move)hole + 1);
        nets.lines[hole] = (unsigned)(line == 0) | (unsigned)(line == last) << 1;
        for (int direction = 0; direction < TWIXT_DIRECTIONS; direction++)
            if (twixt_has_link(board, &at, hole, direction))
                join(&nets, hole, hole + board->step[direction]);
        assert_int_equal(nets.lines[root_of(&nets, hole)] == 3, at.status == TWIXT_WON);
        for (int line_at = 0; line_at < 2; line_at++)
            assert_int_equal(nets.lines[root_of(&nets, hole)] >> line_at & 1,
                             twixt_has(board, &at, TWIXT_REACH + line_at, hole));
    }
}

/* 100,000 games, as R2 of twixt.md 0 asks. */
static void twixt_nets_agree_with_union_find(void **context)
{
    static const struct {
        const char *inside;
        int games;
    } cases[] = {{"size=5", 50000}, {"size=8", 35000}, {"size=12", 15000}};

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_twixt(cases[i].inside);
        int games = is_slow_build() ? cases[i].games / 50 : cases[i].games;

        for (int seed = 0; seed < games; seed++)
            check_nets_of_a_game(game, (uint64_t)seed);
        cop_game_close(game);
    }
}

static void twixt_inner_chain_may_be_lost(void **context)
{
    struct cop_game *six = open_twixt("size=6"), *eight = open_twixt("size=8");
    struct twixt_position at = played(six, "E3 A4 D4 D3 D1 A5 D5 C5 C6");

    (void)context;
    assert_text(six, &at, "tx 6 b W=D1,E3,D4,D5,C6 B=D3,A4,A5,C5 L=D1-E3,D3-C5,E3-D5,A4-C5,D4-C6");
    assert_distances(six, &at, TWIXT_NEVER, TWIXT_NEVER);
    assert_int_equal(six->rules->turn(six, &at), BLACK);
    at = played(six, "E3 A4 D4 D3 D1 A5");
    assert_true(twixt_distance(six, &at, BLACK) < TWIXT_NEVER);
    at = played(six, "E3 A4 D4 D3 D1 A5 D5");
    assert_int_equal(twixt_distance(six, &at, BLACK), TWIXT_NEVER);
    assert_true(twixt_distance(six, &at, WHITE) < TWIXT_NEVER);
    at = played(eight, "G8 E2 C2 C3 F6 B5 E1 G7 G4 F4 B6 D5 F2");
    assert_distances(eight, &at, TWIXT_NEVER, TWIXT_NEVER);
    assert_int_equal(eight->rules->turn(eight, &at), BLACK);
    cop_game_close(six);
    cop_game_close(eight);
}

/* 9.6: drawn with the last ply and not before it, and only where the option is on. */
static void check_dead_draw(int size, const char *words, int plies, const char *links)
{
    char inside[40];
    struct cop_game *on, *off;
    struct cop_text text = COP_TEXT;
    char before[64];
    struct twixt_position at;

    snprintf(inside, sizeof inside, "size=%d, dead_draw=on", size);
    on = open_twixt(inside);
    snprintf(inside, sizeof inside, "size=%d", size);
    off = open_twixt(inside);
    at = played(on, words);
    assert_ended(on, &at, 0.5);
    on->rules->write_position(on, &at, &text);
    assert_string_equal(strstr(text.bytes, "L=") + 2, links);
    at = placed(on, text.bytes);
    assert_ended(on, &at, 0.5);
    cop_text_free(&text);
    at = played(off, words);
    assert_int_equal(off->rules->turn(off, &at), plies % 2);
    assert_distances(off, &at, TWIXT_NEVER, TWIXT_NEVER);
    snprintf(before, sizeof before, "%.*s", (int)(strrchr(words, ' ') - words), words);
    at = played(on, before);
    assert_int_equal(on->rules->turn(on, &at), (plies - 1) % 2);
    assert_true(twixt_distance(on, &at, WHITE) < TWIXT_NEVER ||
                twixt_distance(on, &at, BLACK) < TWIXT_NEVER);
    cop_game_close(on);
    cop_game_close(off);
}

static void twixt_dead_draw_ends_the_game(void **context)
{
    (void)context;
    check_dead_draw(6, "C2 C3 B5 E2 D4 E4 B4", 7, "C2-B4,E2-C3,C3-E4,D4-B5");
    check_dead_draw(8, "G2 D3 G5 B5 F7 F4 F3 B4 E3", 9, "G2-E3,D3-B4,D3-F4,F3-G5,G5-F7");
}

/* On 4 x 4 each side may use 8 holes, of which 4 are common. White has taken those and both of
 * Black's own corners of the board are full: Black is stuck while White could go on. */
static void twixt_stuck_side_draws(void **context)
{
    struct cop_game *game = open_twixt("size=4");
    struct twixt_position at = played(game, "B2 A2 C2 A3 B3 D2 C3 D3");

    (void)context;
    assert_int_equal(game->rules->turn(game, &at), WHITE);
    at = played(game, "B2 A2 C2 A3 B3 D2 C3 D3 B1");
    assert_ended(game, &at, 0.5);
    assert_int_equal(at.left[WHITE], 3);
    assert_text(game, &at, "tx 4 b W=B1,B2,C2,B3,C3 B=A2,D2,A3,D3 L=B1-C3");
    cop_game_close(game);
}

/* ---- Variants ---- */

static void twixt_swap_mirrors_the_peg(void **context)
{
    struct cop_game *game = open_twixt("size=8, swap=on");
    cop_move moves[MOVES_MAX];
    struct twixt_position at = played(game, "C1 swap"), plain;
    int cells[COP_PATH_MAX];

    (void)context;
    assert_text(game, &at, "tx 8 w W= B=A3 L=");
    assert_int_equal(at.left[WHITE], 48);
    assert_int_equal(at.left[BLACK], 47);
    at = played(game, "D6 swap");
    assert_text(game, &at, "tx 8 w W= B=F4 L=");
    assert_int_equal(at.left[WHITE], 47);
    at = played(game, "D4 SWAP");
    assert_text(game, &at, "tx 8 w W= B=D4 L=");
    /* Black's 47 or 48 holes and the swap; nobody else and at no other time. */
    at = played(game, "D6");
    assert_int_equal(game->rules->moves(game, &at, moves), 48);
    assert_int_equal(moves[47], TWIXT_SWAP);
    assert_int_equal(game->rules->path(game, &at, TWIXT_SWAP, cells), 1);
    assert_int_equal(cells[0], 5 * 8 + 3 - 2);
    at = played(game, "C1");
    assert_int_equal(game->rules->moves(game, &at, moves), 49);
    assert_int_equal(game->max_moves, 49);
    game->rules->give_turn(game, &at, WHITE);
    assert_int_equal(game->rules->moves(game, &at, moves), 47);
    at = begin(game);
    assert_int_equal(game->rules->moves(game, &at, moves), 48);
    at = played(game, "D6 D5");
    assert_int_equal(game->rules->moves(game, &at, moves), 46);
    at = played(game, "D6 swap D6");
    assert_int_equal(game->rules->moves(game, &at, moves), 46);
    /* One peg of each side, both on home lines, leave as many holes as one peg alone. */
    at = played(game, "C1 swap D1");
    assert_int_equal(game->rules->moves(game, &at, moves), 47);
    cop_game_close(game);
    game = open_twixt("size=8");
    plain = played(game, "D6");
    assert_int_equal(game->rules->moves(game, &plain, moves), 47);
    cop_game_close(game);
}

/* C4-E5 would cross White's own C3-D5. Links of the other side are in the way in both variants. */
static void twixt_own_links_may_cross(void **context)
{
    struct cop_game *strict = open_twixt("size=8"), *loose = open_twixt("size=8, own_cross=on");
    struct twixt_position at = played(strict, "C3 A2 D5 A3 C4 A4 E5"), again;

    (void)context;
    assert_text(strict, &at, "tx 8 b W=C3,C4,D5,E5 B=A2,A3,A4 L=C3-D5");
    at = played(loose, "C3 A2 D5 A3 C4 A4 E5");
    assert_text(loose, &at, "tx 8 b W=C3,C4,D5,E5 B=A2,A3,A4 L=C3-D5,C4-E5");
    again = placed(loose, "tx 8 b W=C3,C4,D5,E5 B=A2,A3,A4 L=C3-D5,C4-E5");
    assert_same(loose, &at, &again);
    at = played(loose, "D3 D4 E5 F3");
    assert_text(loose, &at, "tx 8 w W=D3,E5 B=F3,D4 L=D3-E5");
    cop_game_close(strict);
    cop_game_close(loose);
}

static void twixt_gives_the_turn(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position at = played(game, "D4"), before = at;

    (void)context;
    game->rules->give_turn(game, &at, WHITE);
    assert_int_equal(game->rules->turn(game, &at), WHITE);
    assert_true(game->rules->key(game, &at) != game->rules->key(game, &before));
    game->rules->give_turn(game, &at, BLACK);
    assert_same(game, &at, &before);
    cop_game_close(game);
    game = open_twixt("size=4");
    at = played(game, "B2 A2 C2 A3 B3 D2 C3 D3");
    game->rules->give_turn(game, &at, BLACK);
    assert_ended(game, &at, 0.5);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_perft),
        cmocka_unit_test(twixt_perft_makes_the_published_links),
        cmocka_unit_test(twixt_reference_makes_the_published_links),
        cmocka_unit_test(twixt_crossings_are_the_published_ones),
        cmocka_unit_test(twixt_boards_have_the_published_links),
        cmocka_unit_test(twixt_move_order_changes_links),
        cmocka_unit_test(twixt_recorded_games_have_their_links),
        cmocka_unit_test(twixt_recorded_games_have_their_threats),
        cmocka_unit_test(twixt_chain_must_reach_both_home_lines),
        cmocka_unit_test(twixt_only_own_home_lines_count),
        cmocka_unit_test(twixt_ring_changes_nothing),
        cmocka_unit_test(twixt_nets_agree_with_union_find),
        cmocka_unit_test(twixt_inner_chain_may_be_lost),
        cmocka_unit_test(twixt_dead_draw_ends_the_game),
        cmocka_unit_test(twixt_stuck_side_draws),
        cmocka_unit_test(twixt_swap_mirrors_the_peg),
        cmocka_unit_test(twixt_own_links_may_cross),
        cmocka_unit_test(twixt_gives_the_turn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
