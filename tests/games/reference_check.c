/* reference_check.c - see reference_check.h. */
#include "reference_check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_ROOM = 128, PLAYOUTS = 20000 };

void reference_clear(struct reference_state *state, int columns, int rows)
{
    memset(state, 0, sizeof *state);
    state->columns = columns;
    state->rows = rows;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            state->at[row][column] = -1;
}

bool reference_on_board(const struct reference_state *state, int column, int row)
{
    return column >= 0 && column < state->columns && row >= 0 && row < state->rows;
}

int reference_count(const struct reference_state *state, int what)
{
    int count = 0;

    for (int row = 0; row < state->rows; row++)
        for (int column = 0; column < state->columns; column++)
            count += state->at[row][column] == what;
    return count;
}

struct cop_game *open_or_fail(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL) {
        fail_msg("%s: %s", spec, error.message);
        return NULL;
    }
    assert_true(game->state_size <= sizeof(struct any_state));
    assert_true(game->max_moves <= MOVES_ROOM);
    return game;
}

struct any_state start_of(const struct cop_game *game)
{
    struct any_state state = {{0}};
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, &state, &rng);
    return state;
}

int turn_of(const struct cop_game *game, const struct any_state *state)
{
    return game->rules->turn(game, state);
}

struct any_state child(const struct cop_game *game, const struct any_state *state, cop_move move)
{
    struct any_state next = *state;

    game->rules->play(game, &next, move);
    return next;
}

cop_move named(const struct cop_game *game, const struct any_state *state, const char *word)
{
    struct cop_error error;
    cop_move move = COP_NO_MOVE;

    if (!cop_move_read(game, state, word, &move, &error))
        fail_msg("%s: %s", word, error.message);
    return move;
}

struct any_state after_moves(const struct cop_game *game, const char *words)
{
    struct any_state state = start_of(game);
    struct cop_error error;

    if (!cop_moves_play(game, &state, words, NULL, NULL, &error))
        fail_msg("%s: %s", words, error.message);
    return state;
}

struct any_state position_or_fail(const struct cop_game *game, const char *words)
{
    struct any_state state = {{0}};
    struct cop_error error;

    if (!cop_position_read(game, words, &state, &error))
        fail_msg("%s: %s", words, error.message);
    return state;
}

const char *refusal_of_position(const struct cop_game *game, const char *words)
{
    static struct cop_error error;
    struct any_state state = {{1, 2, 3, 4}}, before = state;

    if (cop_position_read(game, words, &state, &error))
        fail_msg("\"%s\" was accepted", words);
    assert_memory_equal(&state, &before, sizeof state);
    return error.message;
}

const char *refusal_of_moves(const struct cop_game *game, const char *words)
{
    static struct cop_error error;
    struct any_state state = start_of(game);

    if (cop_moves_play(game, &state, words, NULL, NULL, &error))
        fail_msg("\"%s\" was accepted", words);
    return error.message;
}

void assert_over(const struct cop_game *game, const struct any_state *state, double first_payoff)
{
    cop_move moves[MOVES_ROOM];
    double of_player[COP_PLAYERS_MAX], rest = 1;

    assert_int_equal(game->rules->turn(game, state), COP_OVER);
    assert_int_equal(game->rules->moves(game, state, moves), 0);
    game->rules->payoff(game, state, of_player);
    for (int player = 0; player < game->players; player++)
        rest -= of_player[player];
    assert_true(of_player[0] == first_payoff);
    assert_true(fabs(rest) < 1e-9);
}

void assert_not_over(const struct cop_game *game, const struct any_state *state)
{
    cop_move moves[MOVES_ROOM];

    assert_int_not_equal(game->rules->turn(game, state), COP_OVER);
    assert_true(game->rules->moves(game, state, moves) > 0);
}

static int by_text(const void *left, const void *right)
{
    return strcmp(left, right);
}

void assert_moves(const struct cop_game *game, const struct any_state *state, const char *words)
{
    cop_move moves[MOVES_ROOM];
    char names[MOVES_ROOM][16];
    struct cop_text all = COP_TEXT;
    int count = game->rules->moves(game, state, moves);

    for (int i = 0; i < count; i++) {
        struct cop_text one = COP_TEXT;

        game->rules->write_move(game, state, moves[i], &one);
        snprintf(names[i], sizeof names[i], "%s", one.bytes);
        cop_text_free(&one);
    }
    qsort(names, (size_t)count, sizeof names[0], by_text);
    for (int i = 0; i < count; i++)
        cop_text_add(&all, "%s%s", i > 0 ? " " : "", names[i]);
    assert_string_equal(all.bytes, words);
    cop_text_free(&all);
}

void assert_position(const struct cop_game *game, const struct any_state *state, const char *words)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    assert_string_equal(text.bytes, words);
    cop_text_free(&text);
}

void assert_perft(const char *spec, const int64_t *expected)
{
    struct cop_game *game = open_or_fail(spec);
    struct any_state state = start_of(game);

    for (int depth = 1; expected[depth - 1] != 0; depth++)
        if (cop_perft(game, &state, depth) != expected[depth - 1])
            fail_msg("%s: perft(%d) is %lld, not %lld", spec, depth,
                     (long long)cop_perft(game, &state, depth), (long long)expected[depth - 1]);
    cop_game_close(game);
}

/* The clicks of a move as one number; -1 is a pass. */
static int clicks(int count, const int *cells)
{
    if (count == 0)
        return -1;
    return count == 1 ? cells[0] : cells[0] * 1000 + cells[1];
}

static int find_reference(const struct reference_move *list, int count, int wanted)
{
    for (int i = 0; i < count; i++)
        if (clicks(list[i].count, list[i].cells) == wanted)
            return i;
    return -1;
}

/* Moves match one to one if they are equally many, distinct, and each is known to the other. */
static bool moves_match(const struct cop_game *game, const struct any_state *state,
                        const cop_move *moves, int count, const struct reference_move *list,
                        int listed)
{
    bool seen[REFERENCE_MOVES] = {false};

    if (count != listed)
        return false;
    for (int i = 0; i < count; i++) {
        int cells[COP_PATH_MAX];
        int at = find_reference(list, listed,
                                clicks(game->rules->path(game, state, moves[i], cells), cells));

        if (at < 0 || seen[at])
            return false;
        seen[at] = true;
    }
    return true;
}

static void assert_same_result(const struct cop_game *game, const struct any_state *state,
                               const struct reference_state *slow)
{
    assert_over(game, state, slow->payoff);
    if (game->rules->score != NULL) {
        assert_true(game->rules->score(game, state, 0) == slow->points);
        assert_true(game->rules->score(game, state, 1) == -slow->points);
    }
}

static void compare_one_game(const struct cop_game *game, const struct reference_rules *rules,
                             int columns, int rows, uint64_t seed)
{
    struct any_state state = start_of(game);
    struct reference_state slow;
    struct reference_move list[REFERENCE_MOVES];
    cop_move moves[MOVES_ROOM];
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    rules->start(&slow, columns, rows);
    for (int ply = 0;; ply++) {
        int listed = rules->moves(&slow, list);
        int count = game->rules->moves(game, &state, moves);
        struct cop_text text = COP_TEXT;
        int cells[COP_PATH_MAX];
        cop_move move;
        int at;

        if (!moves_match(game, &state, moves, count, list, listed))
            fail_msg("%s: other moves than the reference, seed %d, ply %d", game->name, (int)seed,
                     ply);
        if (listed == 0)
            break;
        assert_int_equal(game->rules->turn(game, &state), slow.turn);
        move = moves[cop_rng_below(&rng, (uint32_t)count)];
        at = find_reference(list, listed,
                            clicks(game->rules->path(game, &state, move, cells), cells));
        game->rules->write_move(game, &state, move, &text);
        assert_string_equal(text.bytes, list[at].text);
        cop_text_free(&text);
        game->rules->play(game, &state, move);
        rules->play(&slow, &list[at]);
    }
    assert_same_result(game, &state, &slow);
}

void assert_equals_reference(const char *spec, const struct reference_rules *rules, int columns,
                             int rows, int games)
{
    struct cop_game *game = open_or_fail(spec);

    for (int i = 0; i < games; i++)
        compare_one_game(game, rules, columns, rows, (uint64_t)i + 1);
    cop_game_close(game);
}

void assert_playout_is_moves_and_play(const char *spec, int games)
{
    struct cop_game *game = open_or_fail(spec);
    cop_move moves[MOVES_ROOM];

    for (int i = 0; i < games; i++) {
        struct any_state slow = start_of(game), fast = slow, cut = slow, at_cut = slow;
        struct cop_rng slow_rng, fast_rng, cut_rng, move_rng;
        int limit = i % 50 + 1;
        int plies = 0, cut_plies, count;

        cop_rng_seed(&slow_rng, (uint64_t)i);
        fast_rng = slow_rng;
        cut_rng = slow_rng;
        cut_plies = cop_playout(game, &cut, &cut_rng, limit, moves);
        while ((count = game->rules->moves(game, &slow, moves)) > 0) {
            cop_move move;

            move_rng = slow_rng;
            move = moves[cop_rng_below(&slow_rng, (uint32_t)count)];
            assert_int_equal(game->rules->random_move(game, &slow, &move_rng), move);
            assert_true(move_rng.state == slow_rng.state);
            game->rules->play(game, &slow, move);
            if (++plies <= limit)
                at_cut = slow;
        }
        assert_int_equal(cut_plies, plies < limit ? plies : limit);
        assert_memory_equal(&cut, &at_cut, sizeof cut);
        assert_int_equal(cop_playout(game, &fast, &fast_rng, 0, moves), plies);
        assert_memory_equal(&fast, &slow, sizeof fast);
        assert_true(fast_rng.state == slow_rng.state);
        assert_int_equal(cop_playout(game, &fast, &fast_rng, 0, moves), 0);
    }
    cop_game_close(game);
}

void assert_positions_round_trip(const char *spec, int games)
{
    struct cop_game *game = open_or_fail(spec);
    cop_move moves[MOVES_ROOM];
    struct cop_rng rng;

    cop_rng_seed(&rng, 11);
    for (int i = 0; i < games; i++) {
        struct any_state state = start_of(game);
        int count;

        do {
            struct cop_text text = COP_TEXT;
            struct any_state again;

            game->rules->write_position(game, &state, &text);
            again = position_or_fail(game, text.bytes);
            assert_memory_equal(&again, &state, sizeof state);
            cop_text_free(&text);
            count = game->rules->moves(game, &state, moves);
            if (count > 0)
                game->rules->play(game, &state, moves[cop_rng_below(&rng, (uint32_t)count)]);
        } while (count > 0);
    }
    cop_game_close(game);
}

/* A sum that exceeds its mean, `count` - 1, by five deviations has a probability below 1e-4. */
static void assert_even(const char *what, const int *seen, int count, int draws)
{
    double expected = (double)draws / count, sum = 0;

    for (int i = 0; i < count; i++)
        sum += (seen[i] - expected) * (seen[i] - expected) / expected;
    if (sum > count - 1 + 5 * sqrt(2.0 * (count - 1)))
        fail_msg("%s is not uniform: chi-square %.1f for %d moves", what, sum, count);
}

void assert_playouts_are_random_moves(const char *spec, int games)
{
    struct cop_game *game = open_or_fail(spec);

    for (int seed = 0; seed < games; seed++) {
        struct any_state slow = start_of(game), fast = slow;
        cop_move scratch[MOVES_ROOM];
        struct cop_rng slow_rng, fast_rng;
        int limit = seed % 3 == 0 ? 0 : seed % 60 + 1, plies = 0;

        cop_rng_seed(&slow_rng, (uint64_t)seed);
        fast_rng = slow_rng;
        while (turn_of(game, &slow) != COP_OVER && (limit == 0 || plies < limit)) {
            slow = child(game, &slow, game->rules->random_move(game, &slow, &slow_rng));
            plies++;
        }
        assert_int_equal(cop_playout(game, &fast, &fast_rng, limit, scratch), plies);
        assert_memory_equal(&fast, &slow, sizeof slow);
        assert_true(fast_rng.state == slow_rng.state);
    }
    cop_game_close(game);
}

void assert_uniform(const struct cop_game *game, const struct any_state *state)
{
    enum { DRAWS = 40000 };
    cop_move moves[MOVES_ROOM];
    uint64_t keys[MOVES_ROOM];
    int by_move[MOVES_ROOM] = {0}, by_playout[MOVES_ROOM] = {0};
    int count = game->rules->moves(game, state, moves);
    struct cop_rng rng;

    assert_true(count > 1);
    for (int i = 0; i < count; i++) {
        struct any_state next = *state;

        game->rules->play(game, &next, moves[i]);
        keys[i] = game->rules->key(game, &next);
    }
    cop_rng_seed(&rng, 99);
    for (int draw = 0; draw < DRAWS; draw++) {
        struct any_state next = *state;
        cop_move move = game->rules->random_move(game, state, &rng);
        cop_move scratch[MOVES_ROOM];
        uint64_t key;

        assert_int_equal(cop_playout(game, &next, &rng, 1, scratch), 1);
        key = game->rules->key(game, &next);
        for (int i = 0; i < count; i++) {
            by_move[i] += moves[i] == move;
            by_playout[i] += keys[i] == key;
        }
    }
    assert_even("random_move", by_move, count, DRAWS);
    assert_even("playout", by_playout, count, DRAWS);
}

static void assert_near(const char *spec, const char *what, double measured, double published,
                        double deviation, double rounding, int published_games)
{
    double error = deviation * sqrt(1.0 / PLAYOUTS + 1.0 / published_games);

    if (!(fabs(measured - published) <= 4 * error + rounding))
        fail_msg("%s: %s is %.4f and should be %.4f", spec, what, measured, published);
}

static double measure_branching(const struct cop_game *game)
{
    cop_move moves[MOVES_ROOM];
    struct cop_rng rng;
    double sum = 0;
    int plies = 0;

    cop_rng_seed(&rng, 5);
    for (int i = 0; i < PLAYOUTS / 10; i++) {
        struct any_state state = start_of(game);
        int count;

        while ((count = game->rules->moves(game, &state, moves)) > 0) {
            sum += count;
            plies++;
            game->rules->play(game, &state, moves[cop_rng_below(&rng, (uint32_t)count)]);
        }
    }
    return sum / plies;
}

void assert_statistics(const char *spec, const struct statistics *published)
{
    struct cop_game *game = open_or_fail(spec);
    cop_move moves[MOVES_ROOM];
    double plies = 0, wins = 0, draws = 0;
    double win_deviation = sqrt(published->first_wins * (1 - published->first_wins));
    double draw_deviation = sqrt(published->draws * (1 - published->draws));
    struct cop_rng rng;

    cop_rng_seed(&rng, 2026);
    for (int i = 0; i < PLAYOUTS; i++) {
        struct any_state state = start_of(game);
        double of_player[COP_PLAYERS_MAX];

        plies += cop_playout(game, &state, &rng, 0, moves);
        game->rules->payoff(game, &state, of_player);
        wins += of_player[0] == 1;
        draws += of_player[0] == 0.5;
    }
    assert_near(spec, "the mean length", plies / PLAYOUTS, published->plies,
                published->plies_deviation, 0.05, published->published_games);
    assert_near(spec, "the first player's share", wins / PLAYOUTS, published->first_wins,
                win_deviation, 0.0005, published->published_games);
    assert_near(spec, "the share of draws", draws / PLAYOUTS, published->draws, draw_deviation,
                0.0005, published->published_games);
    /* No deviation is published; one per cent is several times what samples of this size show. */
    if (fabs(measure_branching(game) / published->branching - 1) > 0.01)
        fail_msg("%s: the branching factor is %.3f and should be %.3f", spec,
                 measure_branching(game), published->branching);
    cop_game_close(game);
}
