/* test_grow.c - how books grow: the formulas, what must hold after every round, and that a book is
 * the same however its building was interrupted. */
#include "book_support.h"

#include <math.h>
#include <unistd.h>

#include "base/fingerprint.h"
#include "book/grow.h"
#include "folder.h"

static const char *const small_games[] = {
    "connect4(width=4, height=4)",
    "othello(size=4)",
    "othello(size=6)",
    "amazons(size=5)",
    "breakthrough(width=4, height=5)",
    "amazons(size=4, split=on)",
};

static const char *const builders[] = {
    "best-first",
    "best-first(depth_penalty=0, look=1)",
    "best-first(values=judge)",
    "drop-out",
    "drop-out(alpha=0, look=1)",
    "drop-out(alpha=inf)",
    "balanced",
    "balanced(width_penalty=1, parity=off)",
    "meta-mcts",
    "meta-mcts(c=1, most=3, within=1, plies=0)",
    "meta-uct",
    "meta-uct(a=2, k=2, scale=points)",
    "uct(sims=3000, least=20)",
};

enum { GAMES = sizeof small_games / sizeof small_games[0] };
enum { BUILDERS = sizeof builders / sizeof builders[0] };

/* ---- A judge without opinions ---- */

/* Any value, but always the same for a position and a seed. */
static double any_value(uint64_t seed)
{
    struct cop_rng rng;

    cop_rng_seed(&rng, seed);
    return 8 * cop_rng_unit(&rng) - 4;
}

static void any_survey(const struct cop_game *game, struct cop_book_job *job)
{
    cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
    struct cop_rng rng;

    cop_rng_seed(&rng, job->seed);
    job->found_count = game->rules->moves(game, job->state, moves);
    job->found = calloc((size_t)job->found_count, sizeof *job->found);
    for (int i = 0; i < job->found_count; i++) {
        job->found[i].move = moves[i];
        job->found[i].value = 8 * cop_rng_unit(&rng) - 4;
    }
    for (int64_t i = 0; i < job->sims; i++) /* the first moves are tried more often */
        job->found[cop_rng_below(&rng, 1 + cop_rng_below(&rng, (uint32_t)job->found_count))]
            .visits++;
    free(moves);
}

static void judge(struct cop_growth *growth, const struct cop_game *game,
                  struct cop_book_task *task)
{
    for (int i = 0; i < task->job_count; i++) {
        struct cop_book_job *job = &task->jobs[i];

        if (job->is_known)
            continue;
        job->value = any_value(job->seed);
        if (cop_growth_wish(growth) == COP_WISH_SURVEY)
            any_survey(game, job);
    }
}

static struct cop_growth *open_growth(struct cop_book *book, const char *spec)
{
    struct cop_error error = {{0}};
    struct cop_growth *growth = cop_growth_open(book, spec, &error);

    if (growth == NULL)
        fail_msg("%s: %s", spec, error.message);
    return growth;
}

static struct cop_book *new_book(const struct cop_game *game, const char *builder)
{
    struct cop_book_about about = {
        .game = game->name, .builder = builder, .judge = "", .limit = "", .seed = 3};

    return cop_book_begin(game, &about);
}

static bool grow_once(struct cop_growth *growth, const struct cop_game *game)
{
    struct cop_book_task task = {0};
    enum cop_growth_next next = cop_growth_select(growth, &task);

    assert_int_not_equal(next, COP_GROWTH_WAIT);
    if (next == COP_GROWTH_NOTHING)
        return false;
    judge(growth, game, &task);
    cop_growth_apply(growth, &task);
    return true;
}

static void is_sound(struct cop_growth *growth, const char *game, const char *builder)
{
    struct cop_error error = {{0}};

    if (!cop_growth_is_sound(growth, &error))
        fail_msg("%s, %s: %s", game, builder, error.message);
}

/* ---- Formulas ---- */

/* amazons-endgame-and-books.md 4.6. */
static void scores_are_as_worked_out(void **state)
{
    (void)state;
    assert_float_equal(cop_meta_uct_score(12, 4, 2.5, 5, 5, 100), 8.0871, 5e-5);
    assert_float_equal(cop_meta_uct_score(0, 0, 2.5, 5, 5, 100), 2.5, 0);
    assert_float_equal(cop_meta_uct_score(12, 4, 2.5, 5, 0, 100), 24.5 / 9, 1e-12);
    assert_float_equal(cop_meta_mcts_score(12, 4, 2.5, 5, 100), 3 + 5.36492, 5e-5);
    assert_float_equal(cop_meta_mcts_score(0, 0, -2.5, 5, 100), -2.5, 0);
}

/* ---- Looks ---- */

static double plain_minimax(const struct cop_look *look, const void *state, int plies)
{
    const struct cop_game *game = look->game;
    int player = game->rules->turn(game, state);
    cop_move *moves;
    double best = NAN;
    char *after;
    int count;

    if (plies == 0 || player < 0)
        return cop_look_static(look, state);
    moves = calloc((size_t)game->max_moves, sizeof *moves);
    after = calloc(1, game->state_size);
    count = game->rules->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        double value;

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, moves[i]);
        value = plain_minimax(look, after, plies - 1);
        if (isnan(best) || cop_book_for(player, value) > cop_book_for(player, best))
            best = value;
    }
    free(moves);
    free(after);
    return best;
}

static struct cop_look open_look(const struct cop_game *game, const char *options)
{
    struct cop_settings *settings = cop_settings_parse("look", cop_look_options, options, NULL);
    struct cop_error error = {{0}};
    struct cop_look look;

    assert_non_null(settings);
    if (!cop_look_open(&look, game, settings, &error))
        fail_msg("%s", error.message);
    cop_settings_free(settings);
    return look;
}

static void compare_ranks(const struct cop_look *look, const void *state, int plies)
{
    const struct cop_game *game = look->game;
    size_t room = (size_t)game->max_moves;
    struct cop_book_rank *few = calloc(room, sizeof *few), *all = calloc(room, sizeof *all);
    char *after = calloc(1, game->state_size);
    int player = game->rules->turn(game, state);
    int count = cop_look_rank(look, state, game->max_moves, all);

    assert_int_equal(cop_look_rank(look, state, 3, few), count);
    for (int i = 0; i < count; i++) {
        memcpy(after, state, game->state_size);
        game->rules->play(game, after, all[i].move);
        assert_float_equal(all[i].value,
                           cop_book_for(player, plain_minimax(look, after, plies - 1)), 1e-9);
        if (i < 3) {
            assert_int_equal(few[i].move, all[i].move);
            assert_float_equal(few[i].value, all[i].value, 0);
        } else {
            assert_true(few[i].value <= few[2].value);
        }
        assert_true(i == 0 || all[i].value <= all[i - 1].value);
    }
    free(few);
    free(all);
    free(after);
}

static void looks_are_minimax(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++) {
        struct cop_game *game = open_game(small_games[i]);
        struct cop_look two = open_look(game, "parity=off"), one = open_look(game, "look=1");
        cop_move *moves = calloc((size_t)game->max_moves, sizeof *moves);
        char *at = calloc(1, game->state_size);
        struct cop_rng rng;

        cop_rng_seed(&rng, 5);
        game->rules->start(game, at, &rng);
        while (game->rules->turn(game, at) >= 0) {
            compare_ranks(&two, at, 2);
            compare_ranks(&one, at, 1);
            assert_float_equal(cop_look_value(&two, at, 0), plain_minimax(&two, at, 2), 1e-9);
            game->rules->play(game, at, cop_random_move(game, at, &rng, moves));
        }
        free(at);
        free(moves);
        cop_game_close(game);
    }
}

/* At an odd number of moves from the start a look of two plies ends where Black is to move, and
 * goes on by one: from there White has moved last at no leaf. */
static void parity_takes_values_from_even_depths_only(void **state)
{
    struct cop_game *game = open_game("amazons(size=5)");
    struct cop_look with = open_look(game, "scale=points"), without;
    int differ = 0;
    char at[64];

    (void)state;
    without = with;
    without.has_parity = false;
    for (int depth = 0; depth < 6; depth++) {
        static const char *const lines[] = {"", "c1c3-c2", "c1c3-c2 c5c4-d4"};
        const char *line = lines[depth % 3];
        double plain;

        play_words(game, line, at);
        plain = cop_look_value(&without, at, depth);
        if (depth % 2 == 0)
            assert_float_equal(cop_look_value(&with, at, depth), plain, 0);
        else
            differ += cop_look_value(&with, at, depth) != plain;
    }
    assert_true(differ > 0);
    cop_game_close(game);
}

/* ---- Rounds ---- */

static void every_round_leaves_a_sound_book(void **state)
{
    (void)state;
    for (int i = 0; i < GAMES; i++)
        for (int k = 0; k < BUILDERS; k++) {
            struct cop_game *game = open_game(small_games[i]);
            struct cop_book *book = new_book(game, builders[k]);
            struct cop_growth *growth = open_growth(book, builders[k]);
            struct cop_error error = {{0}};
            int rounds = 0;

            while (rounds < 60 && grow_once(growth, game)) {
                rounds++;
                is_sound(growth, small_games[i], builders[k]);
                assert_int_equal(book->about.iterations, rounds);
            }
            assert_true(rounds > 3);
            if (!cop_book_make_states(book, &error)) /* every move is legal and leads there */
                fail_msg("%s", error.message);
            cop_growth_close(growth);
            cop_book_close(book);
            cop_game_close(game);
        }
}

static void write_all(const struct cop_book *book, struct cop_text *text)
{
    for (int i = 0; i < book->count; i++) {
        const struct cop_book_node *node = &book->nodes[i];

        cop_text_add(text, "%d %s %d %lld %.17g %.17g %.17g %d:", i, node->position, node->depth,
                     (long long)node->visits, node->sum, node->early, node->value,
                     node->is_permanent);
        for (int k = 0; k < node->edge_count; k++)
            cop_text_add(text, " %s>%d", node->edges[k].word, node->edges[k].child);
        cop_text_add(text, "\n");
    }
}

static struct cop_book *load(const struct cop_game *game, const char *path)
{
    struct cop_error error = {{0}};
    struct cop_book *book = cop_book_open(path, game, &error);

    if (book == NULL || !cop_book_make_states(book, &error))
        fail_msg("%s", error.message);
    return book;
}

static void save(struct cop_book *book, const char *path)
{
    struct cop_error error = {{0}};
    struct cop_book_file *file = cop_book_file_build(path, &book->about, &error);

    if (file == NULL || !cop_book_save(book, file, &error))
        fail_msg("%s", error.message);
    cop_book_file_close(file);
}

/* Saved, closed and opened again after every third round. */
static void interrupted_books_are_the_same(void **state)
{
    char folder[FOLDER_ROOM], path[FOLDER_ROOM + 16];

    (void)state;
    assert_int_equal(folder_make(folder), 0);
    snprintf(path, sizeof path, "%s/a.book", folder);
    for (int k = 0; k < BUILDERS; k++) {
        struct cop_game *game = open_game("amazons(size=5)");
        struct cop_book *whole = new_book(game, builders[k]), *pieces = new_book(game, builders[k]);
        struct cop_growth *growth = open_growth(whole, builders[k]);
        struct cop_text first = COP_TEXT, second = COP_TEXT;

        for (int round = 0; round < 24; round++)
            grow_once(growth, game);
        cop_growth_close(growth);
        for (int part = 0; part < 8; part++) {
            growth = open_growth(pieces, builders[k]);
            for (int round = 0; round < 3; round++)
                grow_once(growth, game);
            cop_growth_close(growth);
            save(pieces, path);
            cop_book_close(pieces);
            pieces = load(game, path);
        }
        write_all(whole, &first);
        write_all(pieces, &second);
        assert_string_equal(first.bytes, second.bytes);
        assert_int_equal(pieces->about.iterations, whole->about.iterations);
        unlink(path);
        cop_text_free(&first);
        cop_text_free(&second);
        cop_book_close(whole);
        cop_book_close(pieces);
        cop_game_close(game);
    }
    assert_int_equal(folder_remove(folder), 0);
}

/* As two and three workers have them, ended in any order, some of them given up. */
static void tasks_side_by_side_leave_a_sound_book(void **state)
{
    enum { AT_ONCE = 3 };

    (void)state;
    for (int i = 0; i < GAMES; i++)
        for (int k = 0; k < BUILDERS; k++) {
            struct cop_game *game = open_game(small_games[i]);
            struct cop_book *book = new_book(game, builders[k]);
            struct cop_growth *growth = open_growth(book, builders[k]);
            struct cop_book_task tasks[AT_ONCE] = {{0}};
            bool is_at_work[AT_ONCE] = {false};
            struct cop_rng rng;

            cop_rng_seed(&rng, 9);
            for (int step = 0; step < 150; step++) {
                int worker = (int)cop_rng_below(&rng, AT_ONCE);

                if (!is_at_work[worker]) {
                    is_at_work[worker] =
                        cop_growth_select(growth, &tasks[worker]) == COP_GROWTH_TASK;
                } else if (cop_rng_below(&rng, 8) == 0) {
                    cop_growth_drop(growth, &tasks[worker]);
                    is_at_work[worker] = false;
                } else {
                    judge(growth, game, &tasks[worker]);
                    cop_growth_apply(growth, &tasks[worker]);
                    is_at_work[worker] = false;
                }
            }
            for (int worker = 0; worker < AT_ONCE; worker++)
                if (is_at_work[worker])
                    cop_growth_drop(growth, &tasks[worker]);
            for (int node = 0; node < book->count; node++) {
                assert_int_equal(book->nodes[node].pending, 0);
                assert_false(book->nodes[node].is_busy);
            }
            is_sound(growth, small_games[i], builders[k]);
            cop_growth_close(growth);
            cop_book_close(book);
            cop_game_close(game);
        }
}

/* ---- Drop-out's ends (4.6) ---- */

static int shallowest_leaf(const struct cop_book *book)
{
    int least = 1000;

    for (int i = 0; i < book->count; i++)
        if (book->nodes[i].edge_count == 0 && book->nodes[i].turn >= 0 &&
            book->nodes[i].depth < least)
            least = book->nodes[i].depth;
    return least;
}

static bool is_best_line(const struct cop_book *book, const struct cop_book_task *task)
{
    for (int i = 0; i + 1 < task->path_length; i++)
        if (book->nodes[task->path[i]].value != book->nodes[task->path[i + 1]].value)
            return false;
    return true;
}

static void drop_out_is_breadth_first_or_best_first_at_its_ends(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book *wide = new_book(game, ""), *deep = new_book(game, "");
    struct cop_growth *breadth = open_growth(wide, "drop-out(alpha=0, look=1)");
    struct cop_growth *best = open_growth(deep, "drop-out(alpha=inf, look=1)");

    (void)state;
    for (int round = 0; round < 80; round++) {
        struct cop_book_task task = {0};

        assert_int_equal(cop_growth_select(breadth, &task), COP_GROWTH_TASK);
        assert_int_equal(task.path_length - 1, shallowest_leaf(wide));
        cop_growth_apply(breadth, &task);
        task = (struct cop_book_task){0};
        assert_int_equal(cop_growth_select(best, &task), COP_GROWTH_TASK);
        assert_true(is_best_line(deep, &task));
        cop_growth_apply(best, &task);
    }
    cop_growth_close(breadth);
    cop_growth_close(best);
    cop_book_close(wide);
    cop_book_close(deep);
    cop_game_close(game);
}

static int deepest(const struct cop_book *book)
{
    int most = 0;

    for (int i = 0; i < book->count; i++)
        if (book->nodes[i].depth > most)
            most = book->nodes[i].depth;
    return most;
}

static struct cop_book *grown(const struct cop_game *game, const char *builder, int rounds)
{
    struct cop_book *book = new_book(game, builder);
    struct cop_growth *growth = open_growth(book, builder);

    while (rounds-- > 0 && grow_once(growth, game))
        continue;
    cop_growth_close(growth);
    return book;
}

static void penalties_make_books_shallower(void **state)
{
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book *deep = grown(game, "best-first(depth_penalty=0, look=1)", 100);
    struct cop_book *flat = grown(game, "best-first(depth_penalty=2, look=1)", 100);

    (void)state;
    print_message("# depth %d without a penalty, %d with\n", deepest(deep), deepest(flat));
    assert_true(deepest(flat) < deepest(deep));
    cop_book_close(deep);
    cop_book_close(flat);
    cop_game_close(game);
}

static void mistakes_in_specs_are_named(void **state)
{
    static const struct {
        const char *game, *spec, *words;
    } wrong[] = {
        {"amazons", "meta-utc", "did you mean meta-uct?"},
        {"amazons", "meta-uct(a=-1)", "a"},
        {"amazons", "meta-uct(depth=1)", "depth"},
        {"amazons", "meta-uct(eval=simple)", "eval=simple: amazons has complex, classic"},
        {"amazons", "meta-uct(look=3)", "look"},
        {"stratego", "meta-uct", "opening books are for games of two"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct cop_game *game = open_game(wrong[i].game);
        struct cop_error error = {{0}};

        assert_false(cop_growth_check(game, wrong[i].spec, NULL, &error));
        if (strstr(error.message, wrong[i].words) == NULL)
            fail_msg("\"%s\" is not in \"%s\"", wrong[i].words, error.message);
        cop_game_close(game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scores_are_as_worked_out),
        cmocka_unit_test(looks_are_minimax),
        cmocka_unit_test(parity_takes_values_from_even_depths_only),
        cmocka_unit_test(every_round_leaves_a_sound_book),
        cmocka_unit_test(interrupted_books_are_the_same),
        cmocka_unit_test(tasks_side_by_side_leave_a_sound_book),
        cmocka_unit_test(drop_out_is_breadth_first_or_best_first_at_its_ends),
        cmocka_unit_test(penalties_make_books_shallower),
        cmocka_unit_test(mistakes_in_specs_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
