/* test_stratego_hidden.c - Stratego: what players see and may expect (chance-and-multiplayer.md
 * 1.1.3, 4.1.11, 4.2, 4.5.8), set-ups, positions as text, random play and agents. */
#include "stratego_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coppice/agent.h"

/* ---- Chance in views ---- */

static void assert_chances(const struct cop_game *game, const struct state *state,
                           const char *words, const double *expected)
{
    double probability[MOVES_ROOM], sum = 0;
    cop_move moves[MOVES_ROOM];
    int count = list_moves(game, state, moves);

    assert_int_equal(game->rules->turn(game, state), COP_CHANCE);
    assert_moves(game, state, words);
    game->rules->chances(game, state, probability);
    for (int i = 0; i < count; i++) {
        assert_true(fabs(probability[i] - expected[i]) < 1e-12);
        sum += probability[i];
    }
    assert_true(fabs(sum - 1) < 1e-12);
}

static void attack_unknown(const char *spec, const char *field, const char *words,
                           const double *expected)
{
    struct cop_game *game = open_stratego(spec);
    struct state state;
    char position[200];

    snprintf(position, sizeof position,
             "uuuuuuuu2/P9/10/10/2==2==2/2==2==2/10/10/10/8TF w black=FB233555%s", field);
    state = position_of(game, position);
    play_words(game, &state, "a9xa10");
    assert_chances(game, &state, words, expected);
    cop_game_close(game);
}

/* Outcomes come in the order of the ranks: 2, 3, 5, B, F. */
static void stratego_chances_are_those_of_the_examples(void **context)
{
    static const double unmoved[] = {1 / 8.0, 2 / 8.0, 3 / 8.0, 1 / 8.0, 1 / 8.0};
    static const double moved[] = {1 / 6.0, 2 / 6.0, 3 / 6.0};
    static const double three_moved[] = {1 / 10.0, 2 / 10.0, 3 / 10.0, 1 / 5.0, 1 / 5.0};
    static const double all_moved[] = {1 / 2.0, 1 / 2.0};

    (void)context;
    attack_unknown("stratego", "", "2 3 5 B F", unmoved);
    attack_unknown("stratego", " moved=a10", "2 3 5", moved);
    attack_unknown("stratego", " moved=b10c10d10", "2 3 5 B F", three_moved);
    attack_unknown("stratego", " moved=b10c10d10e10f10g10", "B F", all_moved);
    attack_unknown("stratego(model=thesis)", "", "2 3 5 B F", unmoved);
    attack_unknown("stratego(model=thesis)", " moved=a10", "2 3 5", moved);
    attack_unknown("stratego(model=thesis)", " moved=b10c10d10", "2 3 5 B F", unmoved);
    attack_unknown("stratego(model=thesis)", " moved=b10c10d10e10f10g10", "B F", all_moved);
}

static void assert_text(const struct cop_game *game, const struct state *state, const char *words)
{
    char *text = text_of(game, state);

    assert_string_equal(text, words);
    free(text);
}

static void stratego_outcomes_reveal_and_strike(void **context)
{
    static const double attacker[] = {1 / 6.0, 2 / 6.0, 3 / 6.0};
    struct cop_game *game = open_stratego("stratego");
    struct state state =
        position_of(game, "uuuuuuuu2/P9/10/10/2==2==2/2==2==2/10/10/10/8TF w black=FB233555");
    struct state other = state;

    (void)context;
    play_words(game, &other, "a9xa10 5");
    assert_text(game, &other,
                "1uuuuuuu2/10/10/10/2==2==2/2==2==2/10/10/10/8TF b plies=1 black=23355BF");
    other = state;
    play_words(game, &other, "a9xa10 3");
    assert_text(game, &other,
                "cuuuuuuu2/10/10/10/2==2==2/2==2==2/10/10/10/8TF b known=a10 plies=1 "
                "black=23555BF");
    other = state;
    play_words(game, &other, "a9xa10 F");
    assert_result(game, &other, 1);
    /* An unknown piece that attacks can move, whatever it is. */
    game->rules->give_turn(game, &state, BLACK);
    assert_true(is_legal(game, &state, "c10c9"));
    assert_false(is_legal(game, &state, "c10c8"));
    play_words(game, &state, "a10xa9");
    assert_chances(game, &state, "2 3 5", attacker);
    play_words(game, &state, "2");
    assert_text(game, &state,
                "1uuuuuuu2/g9/10/10/2==2==2/2==2==2/10/10/10/8TF w known=a9 moved=a9 plies=1 "
                "black=33555BF black_run=a9v000000001");
    cop_game_close(game);
}

/* If as many have moved as can move, the others are bombs and the flag. */
static void stratego_unknown_pieces_move_only_if_they_may(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    struct state state =
        position_of(game, "uuu7/10/10/10/2==2==2/2==2==2/10/10/10/8TF b black=FB5 moved=b10");

    (void)context;
    assert_moves(game, &state, "b10b9");
    state = position_of(game, "uuu7/10/10/10/2==2==2/2==2==2/10/10/10/8TF b black=F55 moved=b10");
    assert_moves(game, &state, "a10a9 b10b9 c10c9 c10d10");
    play_words(game, &state, "a10a9 i1h1");
    assert_moves(game, &state, "a9a10 a9a8 a9b9 b10a10 b10b9");
    cop_game_close(game);
}

/* ---- Samples ---- */

struct count {
    char text[120];
    int times;
};

/* Every completion comes equally often; `expected` is how many there are. */
static void assert_samples_uniform(const struct cop_game *game, const char *words, int player,
                                   int expected)
{
    enum { DRAWS = 24000, DISTINCT = 64 };
    struct state seen = position_of(game, words), sample = {{0}};
    struct count counts[DISTINCT] = {{{0}, 0}};
    struct cop_rng rng;
    double sum = 0, mean = (double)DRAWS / expected;
    int found = 0;

    cop_rng_seed(&rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        char *text;
        int at = 0;

        game->rules->sample(game, &seen, player, &sample, &rng);
        text = text_of(game, &sample);
        while (at < found && strcmp(counts[at].text, text) != 0)
            at++;
        if (at == found) {
            assert_true(++found <= DISTINCT);
            snprintf(counts[at].text, sizeof counts[at].text, "%s", text);
        }
        counts[at].times++;
        free(text);
    }
    assert_int_equal(found, expected);
    for (int i = 0; i < found; i++)
        sum += (counts[i].times - mean) * (counts[i].times - mean) / mean;
    /* A chi-square that exceeds its mean by five deviations has a probability below 1e-4. */
    assert_true(sum <= expected - 1 + 5 * sqrt(2.0 * (expected - 1)));
}

static void stratego_samples_are_uniform(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=5)");

    (void)context;
    /* Four ranks in any order. */
    assert_samples_uniform(game, "uuuu1/5/2=2/5/3SF w black=FB95", WHITE, 24);
    cop_game_close(game);
}

static void stratego_samples_respect_moves(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=5)");

    (void)context;
    /* The one that has moved is the scout or the captain. */
    assert_samples_uniform(game, "uuuu1/5/2=2/5/3SF w black=FB95 moved=b5", WHITE, 12);
    /* Two have moved and two can move. */
    assert_samples_uniform(game, "uuuu1/5/2=2/5/3SF w black=FB95 moved=b5c5", WHITE, 4);
    /* Equal ranks are not told apart. */
    assert_samples_uniform(game, "uuu2/5/2=2/5/3SF w black=F99", WHITE, 3);
    /* Black is to move, so the one that is not shut in can. */
    assert_samples_uniform(game, "uuu2/bbS2/2=2/5/3SF b black=F95 known=a4b4", WHITE, 4);
    assert_samples_uniform(game, "bu3/uu3/2=2/5/3SF b black=F95", WHITE, 6);
    assert_samples_uniform(game, "uu3/bb3/2=2/5/3SF b black=F9", WHITE, 1);
    cop_game_close(game);
}

/* What samples say of one piece is what chances() says of it. */
static void stratego_samples_agree_with_chances(void **context)
{
    enum { DRAWS = 20000 };
    static const char words[] = "uuuu1/uSuu1/1u=2/5/3SF w black=FBB99852 moved=a4c4b3";
    struct cop_game *game = open_stratego("stratego(size=5)");
    static const char *const attacks[] = {"b4xa4", "b4xb5", "b4xb3"};

    (void)context;
    for (int which = 0; which < 3; which++) {
        struct state seen = position_of(game, words), view = seen;
        double probability[MOVES_ROOM];
        int times[MOVES_ROOM] = {0};
        cop_move moves[MOVES_ROOM], attack;
        struct cop_rng rng;
        int count, cells[COP_PATH_MAX];

        assert_true(cop_move_read(game, &seen, attacks[which], &attack, NULL));
        game->rules->path(game, &seen, attack, cells);
        game->rules->play(game, &view, attack);
        count = list_moves(game, &view, moves);
        game->rules->chances(game, &view, probability);
        cop_rng_seed(&rng, 8);
        for (int i = 0; i < DRAWS; i++) {
            struct state sample = {{0}};
            struct cop_scene scene = {0};
            char label = 0;

            game->rules->sample(game, &seen, WHITE, &sample, &rng);
            game->rules->scene(game, &sample, -1, &scene);
            for (int j = 0; j < scene.piece_count; j++)
                if (scene.pieces[j].cell == cells[1])
                    label = scene.pieces[j].label[0];
            for (int j = 0; j < count; j++) {
                struct cop_text text = COP_TEXT;

                game->rules->write_move(game, &view, moves[j], &text);
                times[j] += text.bytes[0] == label;
                cop_text_free(&text);
            }
            cop_scene_free(&scene);
        }
        for (int j = 0; j < count; j++) {
            double deviation = sqrt(DRAWS * probability[j] * (1 - probability[j]));

            assert_true(fabs(times[j] - DRAWS * probability[j]) < 5 * deviation);
        }
    }
    cop_game_close(game);
}

/* ---- Views in random games ---- */

static char sign_on(const struct cop_game *game, const struct state *state, int cell)
{
    struct cop_scene scene = {0};
    char sign = '\0';

    game->rules->scene(game, state, -1, &scene);
    for (int i = 0; i < scene.piece_count; i++)
        if (scene.pieces[i].cell == cell)
            sign = scene.pieces[i].label[0];
    cop_scene_free(&scene);
    return sign;
}

/* Plays the move in the view, and what chance has to say as it truly is. False if the view does not
 * have the move: a scout that was not known to be one went far. */
static bool play_in_view(const struct cop_game *game, const struct state *state, cop_move move,
                         int player, struct state *view)
{
    cop_move moves[MOVES_ROOM];
    int count = list_moves(game, view, moves), at = 0, cells[COP_PATH_MAX];
    bool is_own = game->rules->turn(game, state) == player;

    while (at < count && moves[at] != move)
        at++;
    if (at == count)
        return false;
    game->rules->path(game, state, move, cells);
    game->rules->play(game, view, move);
    if (game->rules->turn(game, view) == COP_CHANCE) {
        char word[2] = {sign_on(game, state, cells[is_own ? 1 : 0]), '\0'};

        play_words(game, view, word);
        assert_int_not_equal(game->rules->turn(game, view), COP_CHANCE);
    }
    return true;
}

static bool is_long(const struct cop_game *game, const struct state *state, cop_move move, int size)
{
    int cells[COP_PATH_MAX];

    game->rules->path(game, state, move, cells);
    return abs(cells[0] - cells[1]) != 1 && abs(cells[0] - cells[1]) != size;
}

static void follow_game(const struct cop_game *game, int size, uint64_t seed, int *far)
{
    struct state state = start_of(game, seed);
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    while (game->rules->turn(game, &state) != COP_OVER) {
        cop_move move = game->rules->random_move(game, &state, &rng);
        struct state next = state;
        char *text;

        game->rules->play(game, &next, move);
        for (int player = 0; player < 2; player++) {
            struct state view = view_of(game, &state, player);
            struct state seen = view_of(game, &next, player);

            if (!play_in_view(game, &state, move, player, &view)) {
                assert_int_not_equal(game->rules->turn(game, &state), player);
                assert_true(is_long(game, &state, move, size));
                (*far)++;
                continue;
            }
            /* Whether a side is stuck may hang on what is hidden; all else agrees. */
            if (game->rules->turn(game, &next) != COP_OVER)
                assert_same_state(&view, &seen);
            text = text_of(game, &seen);
            view = position_of(game, text);
            assert_same_state(&view, &seen);
            free(text);
        }
        state = next;
    }
}

static void stratego_views_play_like_the_game(void **context)
{
    static const struct {
        const char *spec;
        int size, games;
    } rows[] = {{"stratego", 10, 4},
                {"stratego(size=8)", 8, 10},
                {"stratego(size=6)", 6, 40},
                {"stratego(size=5)", 5, 100},
                {"stratego(size=4)", 4, 100}};

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_game *game = open_stratego(rows[i].spec);
        int far = 0;

        for (int seed = 1; seed <= (IS_SLOW_BUILD ? (rows[i].games + 3) / 4 : rows[i].games);
             seed++)
            follow_game(game, rows[i].size, (uint64_t)seed, &far);
        if (rows[i].size > 5)
            assert_true(far > 0);
        cop_game_close(game);
    }
}

/* The place of the i-th square with a piece of `side` in a position's text. */
static int piece_places(const char *text, int side, int *places, char names[][8], int size)
{
    int row = size, column = 0, count = 0;

    for (int at = 0; text[at] != ' '; at++) {
        char c = text[at];

        if (c == '/') {
            row--;
            column = 0;
        } else if (c >= '0' && c <= '9') {
            column += c - '0';
            if (c == '1' && text[at + 1] == '0') {
                column += 9;
                at++;
            }
        } else {
            if (c != '=' && (c >= 'a') == (side == BLACK)) {
                places[count] = at;
                snprintf(names[count++], 8, "%c%d", 'a' + column, row % 100);
            }
            column++;
        }
    }
    return count;
}

/* Is the square in the list that follows `name`? */
static bool is_listed(const char *text, const char *name, const char *square)
{
    const char *list = strstr(text, name);

    for (; list != NULL && *list != '\0' && (*list != ' ' || list[1] == name[1]); list++)
        if (strncmp(list, square, strlen(square)) == 0 &&
            (list[strlen(square)] < '0' || list[strlen(square)] > '9'))
            return true;
    return false;
}

/* 4.5.8: two hidden pieces of equal visible history change places, and nothing is seen of it. */
static void stratego_views_do_not_tell_hidden_ranks(void **context)
{
    struct cop_game *game = open_stratego("stratego");
    int swapped = 0;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 3);
    for (int i = 0; i < 300; i++) {
        struct state state = start_of(game, (uint64_t)i), other = {{0}}, view, view_of_other;
        int places[40], one, two, count, side = i % 2;
        struct cop_scene scenes[2] = {{0}, {0}};
        cop_move moves[MOVES_ROOM];
        char names[40][8], *text, letter;

        cop_playout(game, &state, &rng, i, moves);
        text = text_of(game, &state);
        count = piece_places(text, side, places, names, 10);
        one = (int)cop_rng_below(&rng, (uint32_t)count);
        two = (int)cop_rng_below(&rng, (uint32_t)count);
        letter = text[places[one]];
        if (letter == text[places[two]] || is_listed(text, " known=", names[one]) ||
            is_listed(text, " known=", names[two]) ||
            is_listed(text, " moved=", names[one]) != is_listed(text, " moved=", names[two])) {
            free(text);
            continue;
        }
        text[places[one]] = text[places[two]];
        text[places[two]] = letter;
        if (cop_position_read(game, text, &other, NULL) &&
            game->rules->turn(game, &other) == game->rules->turn(game, &state)) {
            assert_memory_not_equal(&state, &other, sizeof state);
            view = view_of(game, &state, 1 - side);
            view_of_other = view_of(game, &other, 1 - side);
            assert_same_state(&view, &view_of_other);
            assert_true(game->rules->key(game, &state) != game->rules->key(game, &other));
            game->rules->scene(game, &state, 1 - side, &scenes[0]);
            game->rules->scene(game, &other, 1 - side, &scenes[1]);
            assert_int_equal(scenes[0].piece_count, scenes[1].piece_count);
            assert_memory_equal(scenes[0].pieces, scenes[1].pieces,
                                (size_t)scenes[0].piece_count * sizeof *scenes[0].pieces);
            assert_memory_equal(scenes[0].labels, scenes[1].labels,
                                (size_t)scenes[0].label_count * sizeof *scenes[0].labels);
            swapped++;
        }
        cop_scene_free(&scenes[0]);
        cop_scene_free(&scenes[1]);
        free(text);
    }
    assert_true(swapped > 80);
    cop_game_close(game);
}

/* A view is a state on which everything works, to the end. */
static void stratego_views_can_be_played_out(void **context)
{
    static const char *const specs[] = {"stratego", "stratego(size=6, model=thesis)",
                                        "stratego(size=5, setup=moves)", "stratego(size=4)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_stratego(specs[i]);
        cop_move moves[MOVES_ROOM];
        struct cop_rng rng;

        cop_rng_seed(&rng, 4);
        for (int seed = 0; seed < 40; seed++) {
            struct state state = start_of(game, (uint64_t)seed), view;
            double payoff[2];

            cop_playout(game, &state, &rng, seed + 1, moves);
            view = view_of(game, &state, seed % 2);
            assert_true(cop_playout(game, &view, &rng, 0, moves) <= game->max_plies);
            assert_int_equal(game->rules->turn(game, &view), COP_OVER);
            game->rules->payoff(game, &view, payoff);
            assert_true(payoff[0] + payoff[1] == 1);
        }
        cop_game_close(game);
    }
}

/* ---- Set-ups ---- */

static void stratego_setup_by_moves_is_the_setup_by_text(void **context)
{
    struct cop_game *by_moves = open_stratego("stratego(setup=moves)");
    struct cop_game *by_text = open_stratego(fig57);
    struct state state = start_of(by_moves, 1), other = start_of(by_text, 1), view;
    char *text;

    (void)context;
    assert_moves(by_moves, &state, "1 2 3 4 5 6 7 8 9 B F S");
    play_words(by_moves, &state, "F B");
    assert_moves(by_moves, &state, "1 2 3 4 5 6 7 8 9 B S");
    assert_text(by_moves, &state, "10/10/10/10/2==2==2/2==2==2/10/10/10/FB8 w phase=setup");
    view = view_of(by_moves, &state, BLACK);
    assert_text(by_moves, &view, "10/10/10/10/2==2==2/2==2==2/10/10/10/UU8 w phase=setup");
    assert_moves(by_moves, &view, "?");
    play_words(by_moves, &state, fig57_white + 2);
    assert_int_equal(by_moves->rules->turn(by_moves, &state), BLACK);
    play_words(by_moves, &state, fig57_black);
    assert_same_state(&state, &other);
    view = view_of(by_moves, &state, WHITE);
    text = text_of(by_moves, &view);
    assert_non_null(strstr(text, "uuuuuuuuuu/uuuuuuuuuu/uuuuuuuuuu/uuuuuuuuuu/2==2==2/2==2==2/"
                                 "SLTCSLJPLS/PSNSLSPGBS/BTYMNBCTJP/FBNJBTBNSN w "
                                 "black=1233444555566667777888889999"));
    free(text);
    cop_game_close(by_moves);
    cop_game_close(by_text);
}

static void stratego_one_side_may_be_given(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=4, setup=moves, white=fb81)");
    struct state state = start_of(game, 1);

    (void)context;
    assert_text(game, &state, "4/4/4/FBNM b phase=setup");
    game->rules->give_turn(game, &state, WHITE);
    assert_moves(game, &state, "--");
    play_words(game, &state, "-- 1 8 F B");
    assert_text(game, &state, "mnfb/4/4/FBNM w");
    cop_game_close(game);
    game = open_stratego("stratego(size=4, black=1F8B)");
    state = start_of(game, 7);
    assert_int_equal(game->rules->turn(game, &state), WHITE);
    cop_game_close(game);
}

/* Every arrangement of the smallest army, equally often. */
static void stratego_deals_are_uniform(void **context)
{
    enum { DRAWS = 24000 };
    struct cop_game *game = open_stratego("stratego(size=4, white=FB81)");
    int times[24] = {0}, found = 0;
    char *texts[24];
    double sum = 0;

    (void)context;
    for (int seed = 0; seed < DRAWS; seed++) {
        struct state state = start_of(game, (uint64_t)seed);
        char *text = text_of(game, &state);
        int at = 0;

        text[4] = '\0';
        while (at < found && strcmp(texts[at], text) != 0)
            at++;
        if (at == found) {
            assert_true(found < 24);
            texts[found++] = text;
        } else {
            free(text);
        }
        times[at]++;
    }
    assert_int_equal(found, 24);
    for (int i = 0; i < 24; i++) {
        sum += (times[i] - 1000.0) * (times[i] - 1000.0) / 1000;
        free(texts[i]);
    }
    assert_true(sum < 23 + 5 * sqrt(2 * 23));
    cop_game_close(game);
}

static void stratego_wrong_setups_are_refused(void **context)
{
    static const char *const rows[][2] = {
        {"stratego(white=FB)", "white=FB has 2 pieces; a set-up names all 40"},
        {"stratego(size=4, black=FB8X)", "'X' is no rank"},
        {"stratego(size=4, black=FB8?)", "'?' is no rank"},
        {"stratego(size=4, white=FBB1)", "more than 1 of the rank B"},
        {"stratego(size=7)", "size"},
        {"stratego(two_squares=10)", "two_squares"},
        {"stratego(quiet=0)", "quiet"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cop_error error = {""};
        char spec[100];

        snprintf(spec, sizeof spec, "%s", rows[i][0]);
        if (strchr(spec, '?') != NULL)
            snprintf(spec, sizeof spec, "stratego(size=4, black=\"FB8?\")");
        assert_null(cop_game_open(spec, &error));
        if (strstr(error.message, rows[i][1]) == NULL)
            fail_msg("%s: %s", spec, error.message);
    }
}

/* ---- Positions ---- */

static void stratego_impossible_positions_are_refused(void **context)
{
    static const struct {
        const char *words, *reason;
    } rows[] = {
        {"uuu2/5/2=2/5/3TF", "after the 5 rows"},
        {"4f/5/2=2/5/3TF x", "who moves, w or b"},
        {"4f/5/2=2/5 w", "5 rows"},
        {"4f/5/5/5/3SF w", "row 3 needs 5 squares"},
        {"4f/5/2==1/5/3SF w", "row 3 needs 5 squares"},
        {"4f/6/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/50000000000000000000/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/4/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/0s4/2=2/5/3SF w", "row 4 needs 5 squares"},
        {"4f/5/2=2/5/3XF w", "'X' in row 1 is no piece"},
        {"4f/5/2=2/5/3-F w", "'-' in row 1 is no piece"},
        {"4f/5/2=2/5/2MMF w", "White has 2 of the rank 1"},
        {"4f/5/2=2/5/2TSF w", "White has 1 of the rank 7 and began with 0"},
        {"3ff/5/2=2/5/4F w", "Black has 2 of the rank F"},
        {"5/5/2=2/5/3SF w", "Black has no flag"},
        {"3s1/5/2=2/5/5 w", "Black has no flag"},
        {"4f/5/F1=2/5/3S1 w", "the flag on a3 cannot have moved"},
        {"4f/5/2=2/5/3BF w moved=d1", "the bomb on d1 cannot have moved"},
        {"4f/5/2=2/5/3SF w moved=a1", "moved= lists squares with pieces"},
        {"4f/5/2=2/5/3SF w known=d", "known= lists squares with pieces"},
        {"4f/5/2=2/5/3SF w known=d6", "known= lists squares with pieces"},
        {"4f/5/2=2/5/3SF w quiet=201", "quiet=201 is no number up to 200"},
        {"4f/5/2=2/5/3SF w plies=-1", "plies=-1 is no number"},
        {"4f/5/2=2/5/3SF w plies=", "plies= has no value"},
        {"4f/5/2=2/5/3SF w plies=1 plies=1", "plies= is given twice"},
        {"4f/5/2=2/5/3SF w colour=1", "\"colour=1\" is not understood"},
        {"4f/5/2=2/5/3SF w nothing", "\"nothing\" is not understood"},
        {"3uf/5/2=2/5/3SF w", "black= must list 1 ranks"},
        {"3uf/5/2=2/5/3SF w black=59", "black= must list 1 ranks"},
        {"3uf/5/2=2/5/3SF w black=7", "Black has no '7'"},
        {"3uf/5/2=2/5/3SF w black=5 known=d5", "known= lists an unknown piece"},
        {"2uuf/5/2=2/5/3SF w black=5B moved=c5d5", "only 1 of its unknown ranks can"},
        {"4f/5/2=2/5/3SF w white_run=d1", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w white_run=d1v4", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w white_run=d1v00001", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w white_run=d1v000", "white_run= is the square"},
        {"4f/5/2=2/5/3SF w black_run=d1v1", "black_run= is the square"},
        {"3sf/5/2=2/5/3SF w chase=d2d1", "chase= must be the last moves"},
        {"3sf/5/2=2/5/3SF w quiet=9 chase=d1", "chase= lists the last moves"},
        {"3sf/5/2=2/5/3SF w quiet=9 chase=c5d5", "chase= must be the last moves"},
        {"4f/3s1/2=2/3S1/4F w attack=d2d4", "attack= must be a legal attack"},
        {"4f/3s1/2=2/3S1/4F w attack=d2", "attack= is the attack"},
        {"4f/3s1/2=2/3S1/4F w result=white", "result= does not fit"},
        {"4f/3s1/2=2/3S1/4F w result=me", "result=me must be"},
        {"5/5/2=2/5/FB3 w phase=play", "phase=play must be setup"},
        {"5/5/2=2/5/1FB2 w phase=setup", "in the set-up each side fills"},
        {"5/5/2=2/5/FB3 w phase=setup quiet=3", "in the set-up each side fills"},
        {"5/5/2=2/5/FF3 w phase=setup", "White has 2 of the rank F"},
    };
    struct cop_game *game = open_stratego("stratego(size=5)");

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *message = refusal_of(game, rows[i].words);

        if (strstr(message, rows[i].reason) == NULL)
            fail_msg("\"%s\" was refused with: %s", rows[i].words, message);
    }
    cop_game_close(game);
}

static void stratego_positions_come_back_from_text(void **context)
{
    static const char *const specs[] = {"stratego", "stratego(size=6)", "stratego(size=5)",
                                        "stratego(size=5, setup=moves)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_stratego(specs[i]);

        for (int seed = 1; seed <= (i == 0 ? 3 : 40); seed++) {
            struct state state = start_of(game, (uint64_t)seed);
            struct cop_rng rng;

            cop_rng_seed(&rng, (uint64_t)seed);
            for (;;) {
                char *text = text_of(game, &state);
                struct state again = position_of(game, text);

                assert_same_state(&again, &state);
                free(text);
                if (game->rules->turn(game, &state) == COP_OVER)
                    break;
                game->rules->play(game, &state, game->rules->random_move(game, &state, &rng));
            }
        }
        cop_game_close(game);
    }
}

/* ---- Random play ---- */

static void stratego_playout_is_moves_and_play(void **context)
{
    static const char *const specs[] = {"stratego", "stratego(size=6)", "stratego(size=4)",
                                        "stratego(size=5, setup=moves)"};

    (void)context;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        struct cop_game *game = open_stratego(specs[i]);
        cop_move moves[MOVES_ROOM];

        for (int seed = 1; seed <= (i == 0 ? 20 : 300); seed++) {
            struct state slow = start_of(game, (uint64_t)seed), fast = slow;
            struct cop_rng slow_rng, fast_rng;
            int count, plies = 0;

            cop_rng_seed(&slow_rng, (uint64_t)seed);
            fast_rng = slow_rng;
            for (; (count = list_moves(game, &slow, moves)) > 0; plies++) {
                struct cop_rng rng = slow_rng;
                cop_move move = moves[cop_rng_below(&slow_rng, (uint32_t)count)];

                assert_int_equal(game->rules->random_move(game, &slow, &rng), move);
                game->rules->play(game, &slow, move);
            }
            assert_int_equal(cop_playout(game, &fast, &fast_rng, 0, moves), plies);
            assert_same_state(&fast, &slow);
            assert_true(fast_rng.state == slow_rng.state);
        }
        cop_game_close(game);
    }
}

/* A change of the rules, of the order of moves or of the generator shows here. */
static void stratego_golden_playthrough(void **context)
{
    struct cop_game *game = open_stratego("stratego(size=5)");
    struct state state = start_of(game, 2), again;
    struct cop_text words = COP_TEXT;
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2);
    again = state;
    while (game->rules->turn(game, &state) != COP_OVER) {
        cop_move move = game->rules->random_move(game, &state, &rng);

        if (words.length > 0)
            cop_text_add(&words, " ");
        game->rules->write_move(game, &state, move, &words);
        game->rules->play(game, &state, move);
    }
    assert_string_equal(
        words.bytes,
        "d2d3 e4xe2 c2d2 d4e4 d2c2 c4d4 d3xd4 e4xd4 e2d2 c5c4 d2d3 b5c5 c2d2 c5b5 d2e2 c4d4 e2d2 "
        "d4e4 d3d4 a4a3 d2e2 a3a4 c1c2 a4a3 d4c4 a3xa2 a1xa5 b5c5 e2e3 e4d4 e3d3 "
        "d4e4 a5xc5 e4e3 d3d2 e3e2 c4d4 c5c4 d4d3 e2xe1");
    play_words(game, &again, words.bytes);
    assert_same_state(&again, &state);
    assert_text(game, &again,
                "3bb/1fm2/2=G1/1BYM1/1B1Sg w known=e1d3c4 moved=e1c2d2d3c4 plies=40 "
                "white_run=d3v001 black_run=e1v1 result=black");
    cop_text_free(&words);
    cop_game_close(game);
}

static void let_play(const struct cop_game *game, const char *const agents[2], uint64_t seed)
{
    struct cop_limits limits = {.sims = 50, .seed = seed, .threads = 1, .memory = 16 << 20};
    struct cop_agent *players[2];
    struct state state = start_of(game, seed);
    struct cop_error error = {""};
    int turn;

    for (int i = 0; i < 2; i++) {
        players[i] = cop_agent_open(game, agents[i], &limits, &error);
        if (players[i] == NULL)
            fail_msg("%s", error.message);
    }
    while ((turn = game->rules->turn(game, &state)) != COP_OVER) {
        struct cop_report report;

        assert_true(turn == WHITE || turn == BLACK);
        if (!cop_agent_think(players[turn], &state, &limits, NULL, &report, &error))
            fail_msg("%s", error.message);
        game->rules->play(game, &state, report.best);
    }
    for (int i = 0; i < 2; i++)
        cop_agent_close(players[i]);
}

static void stratego_agents_play_to_the_end(void **context)
{
    static const char *const pairs[][2] = {
        {"mcts", "random"}, {"mc", "mcts"}, {"mcts(hidden=views)", "mcts"}, {"random", "mc"}};

    (void)context;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct cop_game *game = open_stratego("stratego(size=5)");

        let_play(game, pairs[i], i + 1);
        cop_game_close(game);
        game = open_stratego("stratego(size=6, setup=moves, length=300)");
        let_play(game, pairs[i], i + 1);
        cop_game_close(game);
    }
    if (!IS_SLOW_BUILD) {
        struct cop_game *game = open_stratego("stratego(length=200)");

        let_play(game, pairs[0], 1);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stratego_chances_are_those_of_the_examples),
        cmocka_unit_test(stratego_outcomes_reveal_and_strike),
        cmocka_unit_test(stratego_unknown_pieces_move_only_if_they_may),
        cmocka_unit_test(stratego_samples_are_uniform),
        cmocka_unit_test(stratego_samples_respect_moves),
        cmocka_unit_test(stratego_samples_agree_with_chances),
        cmocka_unit_test(stratego_views_play_like_the_game),
        cmocka_unit_test(stratego_views_do_not_tell_hidden_ranks),
        cmocka_unit_test(stratego_views_can_be_played_out),
        cmocka_unit_test(stratego_setup_by_moves_is_the_setup_by_text),
        cmocka_unit_test(stratego_one_side_may_be_given),
        cmocka_unit_test(stratego_deals_are_uniform),
        cmocka_unit_test(stratego_wrong_setups_are_refused),
        cmocka_unit_test(stratego_impossible_positions_are_refused),
        cmocka_unit_test(stratego_positions_come_back_from_text),
        cmocka_unit_test(stratego_playout_is_moves_and_play),
        cmocka_unit_test(stratego_golden_playthrough),
        cmocka_unit_test(stratego_agents_play_to_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
