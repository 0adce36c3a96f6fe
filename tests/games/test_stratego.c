/* test_stratego.c - Stratego: the checks of chance-and-multiplayer.md 4.2 on moving, striking,
 * repetition and the end, and the comparison with the slow reference. What players see is in
 * test_stratego_hidden.c. */
#include "stratego_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference_stratego.h"

/* ---- Moving and striking ---- */

static void stratego_perft(void **context)
{
    static const int64_t expected[] = {12, 116, 1669, 20988};
    struct cop_game *game = open_stratego(fig57);
    struct state state = start_of(game, 1);

    (void)context;
    for (int depth = 1; depth <= 4; depth++)
        assert_int_equal(cop_perft(game, &state, depth), expected[depth - 1]);
    game->rules->give_turn(game, &state, BLACK);
    assert_int_equal(cop_perft(game, &state, 1), 10);
    cop_game_close(game);
}

static void stratego_opens_as_fig57_says(void **context)
{
    struct cop_game *game = open_stratego(fig57);
    struct state state = start_of(game, 1);
    char *text = text_of(game, &state);

    (void)context;
    assert_string_equal(text, "jnbfbnlsnc/ltgbtsymbt/cbpjlnbnss/pslsspsjtp/2==2==2/2==2==2/"
                              "SLTCSLJPLS/PSNSLSPGBS/BTYMNBCTJP/FBNJBTBNSN w");
    free(text);
    assert_moves(game, &state, "a4a5 a4a6 a4xa7 b4b5 e4e5 e4e6 e4xe7 f4f5 i4i5 j4j5 j4j6 j4xj7");
    cop_game_close(game);
}

/* One attacker on a6, one defender on a7; a flag and a sergeant of each side elsewhere. */
static struct state duel(const struct cop_game *game, char attacker, char defender)
{
    static const char signs[] = "123456789SBF", letters[] = "MGCJPLTNSYBF";
    char words[200];
    char one = letters[strchr(signs, attacker) - signs];
    char two = (char)(letters[strchr(signs, defender) - signs] + ('a' - 'A'));

    snprintf(words, sizeof words, "8t%s/10/10/%c9/%c1==2==2/2==2==2/10/10/10/8TF w",
             two == 'f' ? "1" : "f", two, one);
    return position_of(game, words);
}

static char rank_on(const struct cop_game *game, const struct state *state, int row)
{
    char *text = text_of(game, state), *at = text;
    char rank;

    for (int i = 10; i > row; i--)
        at = strchr(at, '/') + 1;
    rank = *at;
    free(text);
    return rank;
}

static void stratego_strikes_by_the_capture_table(void **context)
{
    static const char signs[] = "123456789SBF";
    static const char *const table[10] = {
        "=WWWWWWWWWLW", "L=WWWWWWWWLW", "LL=WWWWWWWLW", "LLL=WWWWWWLW", "LLLL=WWWWWLW",
        "LLLLL=WWWWLW", "LLLLLL=WWWLW", "LLLLLLL=WWWW", "LLLLLLLL=WLW", "WLLLLLLLL=LW"};
    struct cop_game *game = open_stratego("stratego");

    (void)context;
    for (int one = 0; one < 10; one++)
        for (int two = 0; two < 12; two++) {
            struct state state = duel(game, signs[one], signs[two]);
            char attacker = rank_on(game, &state, 6), defender = rank_on(game, &state, 7);
            char *text;

            assert_int_equal(slow_stratego_strike(signs[one], signs[two]), table[one][two]);
            play_words(game, &state, "a6xa7");
            assert_int_equal(rank_on(game, &state, 6), '2');
            assert_int_equal(rank_on(game, &state, 7), table[one][two] == 'W'   ? attacker
                                                       : table[one][two] == 'L' ? defender
                                                                                : '1');
            text = text_of(game, &state);
            assert_int_equal(strstr(text, "known=a7") != NULL, table[one][two] != '=');
            assert_int_equal(strstr(text, "moved=a7") != NULL, table[one][two] == 'W');
            free(text);
            if (signs[two] == 'F')
                assert_result(game, &state, 1);
            else
                assert_int_equal(game->rules->turn(game, &state), BLACK);
        }
    cop_game_close(game);
}

static void stratego_scouts_go_far_and_do_not_jump(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state =
        position_of(game, "9f/10/4t5/10/2==S1==2/2==2==2/10/10/2T1S5/9F w moved=e2");
    char *text;

    (void)context;
    assert_moves(game, &state,
                 "c2b2 c2c1 c2c3 c2d2 e2d2 e2e1 e2e3 e2e4 e2e5 e2f2 e2g2 e2h2 e2i2 e2j2 "
                 "e6e3 e6e4 e6e5 e6e7 e6f6 e6xe8");
    play_words(game, &state, "e2e4");
    text = text_of(game, &state);
    assert_non_null(strstr(text, " known=e4 moved=e4e6 "));
    free(text);
    cop_game_close(game);
}

static void stratego_lakes_are_closed(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "9f/10/10/2t7/2==2==2/1S==2==2/10/10/10/9F w");

    (void)context;
    assert_moves(game, &state, "b5a5 b5b1 b5b10 b5b2 b5b3 b5b4 b5b6 b5b7 b5b8 b5b9");
    game->rules->give_turn(game, &state, BLACK);
    assert_moves(game, &state, "c7b7 c7c8 c7d7");
    cop_game_close(game);
}

static void stratego_reads_other_words_for_attacks(void **context)
{
    static const char *const words[] = {"a6xa7", "a6a7",       "A6-A7",
                                        "a6Xa7", "a6xa7(9-5)", "a6xa7(9-?)"};
    struct cop_game *game = open_stratego("stratego");
    struct state state = duel(game, '9', '5'), after = state;

    (void)context;
    play_words(game, &after, "a6xa7");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct state other = state;

        play_words(game, &other, words[i]);
        assert_same_state(&other, &after);
    }
    assert_false(is_legal(game, &state, "a6xa5"));
    assert_false(is_legal(game, &state, "a6xa7(9-)"));
    assert_false(is_legal(game, &state, "a6--a7"));
    assert_false(is_legal(game, &state, "a6a11"));
    assert_false(is_legal(game, &state, "a6"));
    /* A false rank is read like a right one, or trying would tell. */
    assert_true(is_legal(game, &state, "a6xa7(9-4)"));
    cop_game_close(game);
}

/* Both players see the picture. */
static void assert_last_label(const struct cop_game *game, const struct state *state,
                              const char *words)
{
    for (int viewer = -1; viewer < 2; viewer++) {
        struct cop_scene scene = {0};

        game->rules->scene(game, state, viewer, &scene);
        assert_string_equal(scene.labels[scene.label_count - 1].text, words);
        cop_scene_free(&scene);
    }
}

/* Who attacked sees the board again only after the answer. */
static void stratego_scene_tells_the_ranks_of_attacks(void **context)
{
    static const struct {
        char attacker, defender;
        const char *label;
    } cases[] = {{'9', 'B', "White's 9 attacked B and lost"},
                 {'8', 'B', "White's 8 attacked B and won"},
                 {'5', '5', "White's 5 attacked 5 and both fell"},
                 {'S', '1', "White's S attacked 1 and won"}};
    struct cop_game *game = open_stratego("stratego");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct state state = duel(game, cases[i].attacker, cases[i].defender);

        play_words(game, &state, "a6xa7");
        assert_last_label(game, &state, cases[i].label);
        play_words(game, &state, "i10h10");
        assert_last_label(game, &state, cases[i].label);
        play_words(game, &state, "i1h1");
        assert_last_label(game, &state, "F Flag 1, 1");
    }
    cop_game_close(game);
}

/* ---- Repetition ---- */

static void stratego_two_squares_allows_three_moves(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "j8f/10/10/10/2==2==2/T1==2==2/10/10/10/8TF w");
    struct state other;

    (void)context;
    play_words(game, &state, "a5a6 a10a9 a6a5 a9a8 a5a6 a8a7");
    assert_false(is_legal(game, &state, "a6a5"));
    assert_true(is_legal(game, &state, "a6xa7"));
    assert_true(is_legal(game, &state, "a6b6"));
    other = state;
    play_words(game, &other, "i1h1 a7b7");
    assert_true(is_legal(game, &other, "a6a5"));
    cop_game_close(game);
}

static void stratego_two_squares_forbids_attacks_too(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "8tf/10/10/10/2==2==2/Tj==2==2/10/10/10/8TF w");

    (void)context;
    play_words(game, &state, "a5a6 i10h10 a6a5 h10g10 a5a6 b5a5");
    assert_false(is_legal(game, &state, "a6xa5"));
    play_words(game, &state, "i1h1 g10f10");
    assert_true(is_legal(game, &state, "a6xa5"));
    cop_game_close(game);
}

static void stratego_two_squares_has_another_limit(void **context)
{
    static const char moves[] = "a5a6 a10a9 a6a5 a9a8 a5a6 a8a9";
    static const char words[] = "j8f/10/10/10/2==2==2/T1==2==2/10/10/10/8TF w";
    struct cop_game *five = open_stratego("stratego(two_squares=5)");
    struct cop_game *none = open_stratego("stratego(two_squares=0)");
    struct state state = position_of(five, words);

    (void)context;
    play_words(five, &state, moves);
    play_words(five, &state, "a6a5 a9b9 a5a6 b9b8");
    assert_false(is_legal(five, &state, "a6a5"));
    state = position_of(none, words);
    for (int i = 0; i < 10; i++)
        play_words(none, &state, i % 2 == 0 ? "a5a6 a10a9" : "a6a5 a9a10");
    assert_true(is_legal(none, &state, "a5a6"));
    cop_game_close(five);
    cop_game_close(none);
}

/* A scout counts for every border it crosses, and may stop before the worn ones. */
static void stratego_two_squares_counts_borders_of_scouts(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "8tf/10/10/10/2==2==2/2==2==2/10/10/10/S8F w");

    (void)context;
    play_words(game, &state, "a1a5 i10h10 a5a2 h10g10 a2a9 g10f10");
    assert_true(is_legal(game, &state, "a9a8"));
    assert_true(is_legal(game, &state, "a9a5"));
    assert_false(is_legal(game, &state, "a9a4"));
    assert_false(is_legal(game, &state, "a9a1"));
    assert_true(is_legal(game, &state, "a9a10"));
    play_words(game, &state, "a9a6 f10g10 a6a9 g10h10");
    assert_false(is_legal(game, &state, "a9a8"));
    assert_true(is_legal(game, &state, "a9a10"));
    cop_game_close(game);
}

/* White's sergeant has nothing but the two squares. */
static void stratego_repetition_can_lose(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state =
        position_of(game, "8tf/10/10/10/2==2==2/2==2==2/10/10/BB8/TFB7 w moved=a1");

    (void)context;
    assert_result(game, &state, 0);
    state = position_of(game, "8tf/10/10/10/2==2==2/2==2==2/10/B9/T9/FB8 w");
    play_words(game, &state, "a2b2 i10h10 b2a2 h10i10 a2b2 i10h10");
    assert_moves(game, &state, "b2b3 b2c2");
    state = position_of(game, "8tf/10/10/10/2==2==2/2==2==2/10/BB8/T1B7/FB8 w");
    play_words(game, &state, "a2b2 i10h10 b2a2 h10i10 a2b2 i10h10");
    assert_result(game, &state, 0);
    cop_game_close(game);
}

static const char chase_words[] = "8tf/10/10/10/2==1p==2/2==M1==2/10/10/10/8TF w";
/* Both walk round four squares, White behind Black. */
static const char chase_round[] = "e5f5 f6e6 f5f6 e6e5 f6e6 e5f5 e6e5 f5f6";

static void stratego_chase_may_not_come_back(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct cop_game *off = open_stratego("stratego(more_squares=off)");
    struct state state = position_of(game, chase_words), other;

    (void)context;
    play_words(game, &state, chase_round);
    assert_false(is_legal(game, &state, "e5f5"));
    assert_true(is_legal(game, &state, "e5e6"));
    assert_true(is_legal(game, &state, "i1h1"));
    other = state;
    play_words(game, &other, "i1h1 f6e6 e5f5"); /* the chase was broken off */
    play_words(game, &state, "e5e6 f6f5");      /* the other way round: a new position */
    other = position_of(off, chase_words);
    play_words(off, &other, chase_round);
    assert_true(is_legal(off, &other, "e5f5"));
    cop_game_close(game);
    cop_game_close(off);
}

/* A move of the chaser that threatens nobody, or an attack, begins anew. */
static void stratego_chase_ends_with_a_quiet_turn(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, chase_words);

    (void)context;
    play_words(game, &state, "e5f5 f6e6 f5f6 e6e5 f6e6 i10h10 i1h1 e5f5 e6e5 f5f6");
    assert_true(is_legal(game, &state, "e5f5"));
    cop_game_close(game);
}

/* To come straight back is for the two-squares rule alone to forbid. */
static void stratego_chase_may_come_straight_back(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "8tf/10/4p5/10/2==M1==2/2==2==2/10/10/10/8TF w");

    (void)context;
    play_words(game, &state, "e6e7 e8f8 e7f7 f8e8");
    play_words(game, &state, "f7e7 e8f8"); /* as after the first move */
    play_words(game, &state, "e7f7 f8g8"); /* as after the third */
    assert_false(is_legal(game, &state, "f7e7"));
    cop_game_close(game);
}

/* ---- The end ---- */

static void stratego_without_movers_loses(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "8tf/10/10/10/2==2==2/2==2==2/10/10/10/8BF w");

    (void)context;
    assert_result(game, &state, 0);
    state = position_of(game, "8bf/10/10/10/2==2==2/2==2==2/10/10/10/8TF b");
    assert_result(game, &state, 1);
    state = position_of(game, "8bf/10/10/10/2==2==2/2==2==2/10/10/10/8TF w");
    assert_int_equal(game->rules->turn(game, &state), WHITE);
    cop_game_close(game);
}

static void stratego_last_exchange_is_a_draw(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state = position_of(game, "8bf/10/10/t9/T1==2==2/2==2==2/10/10/10/8BF w");

    (void)context;
    play_words(game, &state, "a6xa7");
    assert_result(game, &state, 0.5);
    state = position_of(game, "8bf/10/10/t9/P1==2==2/2==2==2/10/10/10/8BF w");
    play_words(game, &state, "a6xa7");
    assert_result(game, &state, 1);
    state = position_of(game, "8bf/10/10/b9/P1==2==2/2==2==2/10/10/10/8BF w");
    play_words(game, &state, "a6xa7");
    assert_result(game, &state, 0.5);
    cop_game_close(game);
}

static void stratego_long_games_are_draws(void **context)
{
    static const char words[] = "j8f/10/10/10/2==2==2/2==2==2/10/10/10/J8F w";
    struct cop_game *quiet = open_stratego("stratego(quiet=6)");
    struct cop_game *length = open_stratego("stratego(length=5)");
    struct state state = position_of(quiet, words);

    (void)context;
    play_words(quiet, &state, "a1a2 a10a9 a2a3 a9a8 a3a4");
    assert_int_equal(quiet->rules->turn(quiet, &state), BLACK);
    play_words(quiet, &state, "a8a7");
    assert_result(quiet, &state, 0.5);
    state = position_of(length, words);
    play_words(length, &state, "a1a2 a10a9 a2a3 a9a8 a3a4");
    assert_result(length, &state, 0.5);
    cop_game_close(quiet);
    cop_game_close(length);
}

/* ---- The reference ---- */

struct tally {
    int games, plies, draws;
    int forbidden[2];
};

/* Cells are counted row by row from the top left corner. */
static int find_slow(const struct slow_stratego *slow, const int *cells)
{
    int size = slow->size;

    for (int i = 0; i < slow->move_count; i++) {
        struct slow_square from = slow->moves[i].from, to = slow->moves[i].to;

        if (cells[0] == (size - 1 - from.row) * size + from.column &&
            cells[1] == (size - 1 - to.row) * size + to.column)
            return i;
    }
    return -1;
}

/* Whether the reference's move brings its piece next to an enemy, or away from the last mover. */
static bool is_part_of_a_chase(const struct slow_stratego *slow, const struct slow_move *move)
{
    for (int i = 0; i < slow->piece_count; i++) {
        const struct slow_piece *piece = &slow->pieces[i];
        struct slow_square at = piece->at;

        if (piece->side == slow->turn || move->is_attack)
            continue;
        if (abs(at.column - move->to.column) + abs(at.row - move->to.row) == 1)
            return true;
        if (slow->plies > 0 && slow->log[slow->plies - 1].piece == i &&
            abs(at.column - move->from.column) + abs(at.row - move->from.row) == 1)
            return true;
    }
    return false;
}

/* Random moves of the reference; with `zeal` in a hundred one of those of a chase, if there are. */
static int choose_slow(const struct slow_stratego *slow, struct cop_rng *rng, int zeal)
{
    int chosen = (int)cop_rng_below(rng, (uint32_t)slow->move_count), seen = 0;

    if ((int)cop_rng_below(rng, 100) >= zeal)
        return chosen;
    for (int i = 0; i < slow->move_count; i++)
        if (is_part_of_a_chase(slow, &slow->moves[i]) && cop_rng_below(rng, (uint32_t)++seen) == 0)
            chosen = i;
    return chosen;
}

/* Equal moves as sets: equally many, distinct, each known to the other, written alike. */
static cop_move match_moves(const struct cop_game *game, const struct state *state,
                            const struct slow_stratego *slow, int wanted)
{
    cop_move moves[MOVES_ROOM], found = COP_NO_MOVE;
    bool seen[SLOW_MOVES] = {false};
    int count = legal_moves(game, state, moves);

    if (count != slow->move_count)
        fail_msg("%s, ply %d: %d moves, and %d of the reference", game->name, slow->plies, count,
                 slow->move_count);
    for (int i = 0; i < count; i++) {
        int cells[COP_PATH_MAX], at;

        assert_int_equal(game->rules->path(game, state, moves[i], cells), 2);
        at = find_slow(slow, cells);
        if (at < 0 || seen[at])
            fail_msg("%s, ply %d: other moves than the reference", game->name, slow->plies);
        seen[at] = true;
        if (at == wanted)
            found = moves[i];
    }
    return found;
}

/* The whole board, ranks and what is known, against the position's text. */
static void compare_pieces(const struct cop_game *game, const struct state *state,
                           const struct slow_stratego *slow)
{
    static const char signs[] = "123456789SBF";
    struct cop_scene scene = {0};
    int alive = 0;

    game->rules->scene(game, state, -1, &scene);
    for (int i = 0; i < slow->piece_count; i++)
        alive += slow->pieces[i].is_alive;
    assert_int_equal(scene.piece_count, alive);
    for (int i = 0; i < scene.piece_count; i++) {
        const struct cop_piece *piece = &scene.pieces[i];
        int row = slow->size - 1 - piece->cell / slow->size, column = piece->cell % slow->size;
        const struct slow_piece *other = &slow->pieces[slow->at[column][row]];

        assert_true(slow->at[column][row] >= 0);
        assert_int_equal(piece->owner, other->side);
        assert_int_equal(piece->label[0], other->rank);
        assert_int_equal(piece->label[1] == '*', other->is_known);
        assert_non_null(strchr(signs, piece->label[0]));
    }
    cop_scene_free(&scene);
}

static void draw_setup(const char *army, char *setup, struct cop_rng *rng)
{
    int count = (int)strlen(army);

    strcpy(setup, army);
    for (int i = count - 1; i > 0; i--) {
        int at = (int)cop_rng_below(rng, (uint32_t)i + 1);
        char other = setup[at];

        setup[at] = setup[i];
        setup[i] = other;
    }
}

static void compare_one_game(struct slow_stratego *slow, int size, const char *army, int zeal,
                             uint64_t seed, struct tally *tally)
{
    char white[50], black[50], spec[200];
    struct cop_game *game;
    struct state state;
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    draw_setup(army, white, &rng);
    draw_setup(army, black, &rng);
    slow->two_squares = 1 + (int)cop_rng_below(&rng, 4);
    slow->has_more_squares = true;
    slow->quiet_limit = 100;
    slow->length_limit = 1000;
    snprintf(spec, sizeof spec,
             "stratego(size=%d, white=%s, black=%s, two_squares=%d, quiet=100, length=1000)", size,
             white, black, slow->two_squares);
    game = open_stratego(spec);
    state = start_of(game, 1);
    slow_stratego_start(slow, size, white, black);
    while (!slow->is_over) {
        int chosen = choose_slow(slow, &rng, zeal);
        struct slow_move move = slow->moves[chosen];
        cop_move same = match_moves(game, &state, slow, chosen);

        assert_int_equal(game->rules->turn(game, &state), slow->turn);
        tally->forbidden[0] += slow->forbidden[0];
        tally->forbidden[1] += slow->forbidden[1];
        game->rules->play(game, &state, same);
        slow_stratego_play(slow, &move);
        if (slow->plies % 8 == 0)
            compare_pieces(game, &state, slow);
    }
    compare_pieces(game, &state, slow);
    assert_result(game, &state, slow->payoff);
    tally->games++;
    tally->plies += slow->plies;
    tally->draws += slow->payoff == 0.5;
    cop_game_close(game);
}

static struct tally compare_games(int size, const char *army, int zeal, int games)
{
    struct slow_stratego *slow = test_calloc(1, sizeof *slow);
    struct tally tally = {0};

    for (int i = 0; i < (is_slow_build() ? games / 10 : games); i++)
        compare_one_game(slow, size, army, zeal, (uint64_t)i + 1, &tally);
    test_free(slow);
    print_message("# %d: %d games, %d plies, %d drawn; %d and %d moves were forbidden\n", size,
                  tally.games, tally.plies, tally.draws, tally.forbidden[0], tally.forbidden[1]);
    return tally;
}

static void stratego_equals_the_reference(void **context)
{
    (void)context;
    compare_games(10, "FBBBBBBS99999999888887777666655554443321", 0, 300);
    compare_games(8, "FBBBBS999998887766554321", 0, 200);
    compare_games(6, "FBBS99885321", 0, 1000);
    compare_games(5, "FBBS998521", 0, 1000);
    compare_games(4, "FB81", 0, 1000);
}

/* Random players seldom chase, so these do it on purpose. */
static void stratego_chases_equal_the_reference(void **context)
{
    struct tally tally;

    (void)context;
    compare_games(10, "FBBBBBBS99999999888887777666655554443321", 90, 100);
    compare_games(8, "FBBBBS999998887766554321", 95, 200);
    tally = compare_games(6, "FBBS99885321", 97, 1000);
    assert_true(tally.forbidden[0] > 500 && tally.forbidden[1] > (is_slow_build() ? 10 : 100));
    tally = compare_games(5, "FBBS998521", 99, 1000);
    assert_true(tally.forbidden[0] > 500 && tally.forbidden[1] > (is_slow_build() ? 10 : 100));
    compare_games(4, "FB81", 99, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stratego_perft),
        cmocka_unit_test(stratego_opens_as_fig57_says),
        cmocka_unit_test(stratego_strikes_by_the_capture_table),
        cmocka_unit_test(stratego_scouts_go_far_and_do_not_jump),
        cmocka_unit_test(stratego_lakes_are_closed),
        cmocka_unit_test(stratego_reads_other_words_for_attacks),
        cmocka_unit_test(stratego_scene_tells_the_ranks_of_attacks),
        cmocka_unit_test(stratego_two_squares_allows_three_moves),
        cmocka_unit_test(stratego_two_squares_forbids_attacks_too),
        cmocka_unit_test(stratego_two_squares_has_another_limit),
        cmocka_unit_test(stratego_two_squares_counts_borders_of_scouts),
        cmocka_unit_test(stratego_repetition_can_lose),
        cmocka_unit_test(stratego_chase_may_not_come_back),
        cmocka_unit_test(stratego_chase_ends_with_a_quiet_turn),
        cmocka_unit_test(stratego_chase_may_come_straight_back),
        cmocka_unit_test(stratego_without_movers_loses),
        cmocka_unit_test(stratego_last_exchange_is_a_draw),
        cmocka_unit_test(stratego_long_games_are_draws),
        cmocka_unit_test(stratego_equals_the_reference),
        cmocka_unit_test(stratego_chases_equal_the_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
