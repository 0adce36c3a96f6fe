/* test_stratego_hidden.c - Stratego: what players see and may expect (chance-and-multiplayer.md
 * 1.1.3, 4.1.11, 4.2, 4.5.8). */
#include "stratego_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Chance in views ---- */

static void assert_chances(const struct cop_game *game, const struct state *state,
                           const char *words, const double *expected)
{
    double probability[MOVES_ROOM], sum = 0;
    cop_move moves[MOVES_ROOM];
    int count = legal_moves(game, state, moves);

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
                "1uuuuuuu2/10/10/10/2==2==2/2==2==2/10/10/10/8TF b plies=1 white_fight=55 "
                "black=23355BF");
    other = state;
    play_words(game, &other, "a9xa10 3");
    assert_text(game, &other,
                "cuuuuuuu2/10/10/10/2==2==2/2==2==2/10/10/10/8TF b known=a10 plies=1 "
                "white_fight=53 black=23555BF");
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
                "black_fight=25 black=33555BF black_run=a9v000000001");
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
        count = legal_moves(game, &view, moves);
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
    int count = legal_moves(game, view, moves), at = 0, cells[COP_PATH_MAX];
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

        for (int seed = 1; seed <= (is_slow_build() ? (rows[i].games + 3) / 4 : rows[i].games);
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
