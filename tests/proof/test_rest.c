/* test_rest.c - proofs that rest on databases: what is accepted is true whoever replies, and no
 * other values are taken than those that the proof names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "base/file.h"
#include "database/build.h"
#include "proofs.h"

/* ---- Databases ---- */

static const struct {
    const char *game;
    int pieces;
} built[] = {
    {"fanorona(width=3, height=3)", 4},     {"fanorona(width=5, height=3)", 5},
    {"fanorona(width=3, height=5)", 3},     {"breakthrough(width=3, height=4)", 6},
    {"breakthrough(width=2, height=5)", 5}, {"othello(size=4)", 12},
};

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static void build(const char *spec, int pieces)
{
    struct cop_game *game = open_game(spec);
    struct cop_build_plan plan = {
        .game = game, .folder = proofs_folder, .pieces = pieces, .threads = 1};
    struct cop_error error;
    bool is_stopped;

    if (!cop_database_build(&plan, &is_stopped, &error))
        fail_msg("%s", error.message);
    cop_game_close(game);
}

static int open_databases(void **context)
{
    int status = proofs_open(context);

    for (size_t i = 0; status == 0 && i < sizeof built / sizeof built[0]; i++)
        build(built[i].game, built[i].pieces);
    return status;
}

/* ---- What is true ---- */

static void every_prover_rests_on_databases_where_there_are_any(void **context)
{
    static const char *const rows[][3] = {
        {"fanorona(width=3, height=3)", "White wins ", "fanorona-3x3, 5 classes to 4 pieces"},
        {"fanorona(width=5, height=3)", "White wins ", "fanorona-5x3, 10 classes to 5 pieces"},
        {"fanorona(width=5, height=3, quiet=1)", "White draws ", "fanorona-5x3, "},
        {"fanorona(width=5, height=3, quiet=3)", "White wins ", ""},
        {"fanorona(width=5, height=3, repetition=off, quiet=0)", "White wins ", "fanorona-5x3, "},
        {"fanorona(width=3, height=5, repetition=threefold)", "White wins ", "fanorona-3x5, "},
        {"fanorona(width=3, height=5, repetition=off, quiet=0)", "White wins ", "fanorona-3x5, "},
        {"breakthrough(width=3, height=4)", "White loses ", "breakthrough"},
        {"breakthrough(width=2, height=5)", "White loses ", "breakthrough"},
        {"othello(size=4)", "Black loses ", "othello"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int j = 0; j < PROOFS_SOLVERS; j++) {
            struct cop_game *game = open_game(rows[i][0]);
            struct cop_text sentence = COP_TEXT, file = COP_TEXT;
            struct cop_error error = {""};
            struct cop_proved proved;

            cop_text_add(&sentence, "%s%s", rows[i][1], game->name);
            proofs_prove_start(rows[i][0], proofs_solvers[j], COP_STAKE_PAYOFF, &file);
            if (!proofs_check(file.bytes, file.length, &proved, &error))
                fail_msg("%s: %s", rows[i][0], error.message);
            assert_string_equal(proved.sentence.bytes, sentence.bytes);
            if (strstr(proved.rests.bytes, rows[i][2]) == NULL)
                fail_msg("%s: %s", rows[i][0], proved.rests.bytes);
            cop_proved_free(&proved);
            cop_text_free(&sentence);
            cop_text_free(&file);
            cop_game_close(game);
        }
}

/* Points are no payoffs: the database says nothing about them. */
static void proofs_about_points_rest_on_nothing(void **context)
{
    struct cop_text file = COP_TEXT;

    (void)context;
    proofs_prove_start("othello(size=4)", "dfpn", COP_STAKE_SCORE, &file);
    assert_null(strstr(file.bytes, "database "));
    assert_proves(&file, "Black gets -10 points in othello(size=4)");
    cop_text_free(&file);
}

static void what_is_proved_by_databases_is_what_a_search_of_everything_finds(void **context)
{
    static const char *const games[][2] = {
        {"fanorona(width=3, height=3)", "fanorona(width=3, height=3)"},
        {"fanorona(width=3, height=3, quiet=4)", "fanorona(width=3, height=3, quiet=4)"},
        {"fanorona(width=3, height=3, quiet=3, repetition=off)",
         "fanorona(width=3, height=3, quiet=3, repetition=off)"},
        {"fanorona(width=3, height=3, quiet=9, repetition=threefold)",
         "fanorona(width=3, height=3, quiet=9, repetition=threefold)"},
        {"fanorona(width=3, height=3, quiet=0, repetition=off)", "fanorona(width=3, height=3)"},
        {"fanorona(width=5, height=3, quiet=12)", "fanorona(width=5, height=3, quiet=12)"},
        {"breakthrough(width=3, height=4)", "breakthrough(width=3, height=4)"},
        {"othello(size=4)", "othello(size=4)"},
    };
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 21);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct cop_game *game = open_game(games[i][0]), *bounded = open_game(games[i][1]);
        void *state = cop_allocate(game->state_size);

        for (int draw = 0; draw < 40; draw++)
            if (proofs_draw_position(game, &rng, 1 + draw % 8, state))
                proofs_check_position(game, bounded, state, proofs_solvers[draw % PROOFS_SOLVERS]);
        free(state);
        cop_game_close(game);
        cop_game_close(bounded);
    }
}

/* ---- Whoever replies ---- */

struct careless {
    const struct cop_game *game;
    struct cop_rng rng;
    cop_move *moves;
};

static bool reply_carelessly(void *context, const void *state, cop_move *move,
                             struct cop_error *error)
{
    struct careless *careless = context;

    (void)error;
    *move = cop_random_move(careless->game, state, &careless->rng, careless->moves);
    return true;
}

/* All claims about a position, as walks with and without pasts and images; how many were accepted,
 * all of them true, with something from the database. */
static int check_careless(struct careless *careless, const struct cop_database *database,
                          const void *state, double value)
{
    const struct cop_game *game = careless->game;
    int accepted = 0;

    for (int i = 0; i < 16; i++) {
        bool is_used[64] = {false};
        struct cop_proof_walk walk = {.game = game,
                                      .reply = reply_carelessly,
                                      .context = careless,
                                      .database = database,
                                      .is_used = is_used,
                                      .most_positions = 3000};
        struct cop_claim claim = {COP_STAKE_PAYOFF, game->rules->turn(game, state), i & 1,
                                  i & 2 ? 0.5 : 1 - (i & 1)};
        struct cop_error error;

        walk.terms = (struct cop_proof_terms){
            claim, i & 4 && game->rules->forget != NULL && cop_claim_holds(&claim, 0.5),
            i & 8 && game->symmetries > 0};
        if (!cop_proof_go(&walk, state, &error))
            continue;
        assert_true(cop_claim_holds(&claim, value));
        for (int j = 0; j < 64; j++)
            if (is_used[j]) {
                accepted++;
                break;
            }
    }
    return accepted;
}

static double value_of(const struct cop_game *game, const void *state)
{
    struct cop_solution solution;
    struct cop_error error;

    assert_true(cop_solve(game, state, COP_STAKE_PAYOFF, &proofs_limits, &solution, &error));
    assert_true(solution.lower == solution.upper);
    return solution.lower;
}

/* Limits of quiet moves that are too short for what the database calls a win, pasts that make draws
 * of wins, and classes that are not there. */
static void what_is_accepted_by_databases_is_true_whoever_replies(void **context)
{
    static const char *const games[] = {
        "fanorona(width=3, height=3)",
        "fanorona(width=3, height=3, quiet=1)",
        "fanorona(width=3, height=3, quiet=2)",
        "fanorona(width=3, height=3, quiet=3, repetition=off)",
        "fanorona(width=3, height=3, quiet=5, repetition=threefold)",
        "breakthrough(width=3, height=4)",
        "othello(size=4)",
    };

    (void)context;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        for (int part = 0; part < 3; part++) {
            struct cop_game *game = open_game(games[i]);
            struct careless careless = {.game = game};
            void *state = cop_allocate(game->state_size);
            bool is_wanted[64];
            struct cop_database *database;
            int accepted = 0;

            for (int j = 0; j < 64; j++)
                is_wanted[j] = part == 0 || j % 2 == part - 1;
            database = cop_database_open_classes(game, proofs_folder, is_wanted, NULL);
            cop_rng_seed(&careless.rng, i + 1);
            careless.moves = cop_allocate((size_t)game->max_moves * sizeof *careless.moves);
            for (int draw = 0; draw < 150; draw++)
                if (proofs_draw_position(game, &careless.rng, 1 + draw % 12, state))
                    accepted += check_careless(&careless, database, state, value_of(game, state));
            assert_in_range(accepted, 5, INT_MAX); /* else nothing was tested */
            cop_database_close(database);
            free(state);
            free(careless.moves);
            cop_game_close(game);
        }
}

/* ---- Pasts ---- */

/* A move that wins by the database, as if there were no pasts. */
struct by_database {
    const struct cop_game *game;
    const struct cop_database *database;
    cop_move *moves;
};

static bool reply_by_database(void *context, const void *state, cop_move *move,
                              struct cop_error *error)
{
    struct by_database *by = context;
    const struct cop_game *game = by->game;
    int player = game->rules->turn(game, state), count = game->rules->moves(game, state, by->moves);
    unsigned char *after = cop_allocate(game->state_size);

    (void)error;
    *move = by->moves[0];
    for (int i = 0; i < count; i++) {
        struct cop_bounds bounds = {0, 1};

        memcpy(after, state, game->state_size);
        game->rules->play(game, after, by->moves[i]);
        game->rules->forget(game, after);
        cop_database_bounds_after(by->database, after, player, &bounds);
        if (bounds.low == 1) {
            *move = by->moves[i];
            break;
        }
    }
    free(after);
    return true;
}

/* How many positions of 2 stones against 1 that the mover wins are proved by their first move
 * alone. */
static int count_short_proofs(const char *spec)
{
    struct cop_game *game = open_game(spec);
    struct cop_database *database = cop_database_open(game, NULL, NULL);
    struct by_database by = {game, database,
                             cop_allocate((size_t)game->max_moves * sizeof(cop_move))};
    void *state = cop_allocate(game->state_size);
    int is_short = 0, class_number = 2; /* 2-1 */

    for (int64_t i = 0; i < game->rules->indexing->count(game, class_number); i++) {
        struct cop_proof_walk walk = {.game = game,
                                      .database = database,
                                      .reply = reply_by_database,
                                      .context = &by,
                                      .most_positions = 1};
        struct cop_error error;

        if (!game->rules->indexing->state(game, class_number, i, state) ||
            cop_database_value(database, class_number, i) != COP_KNOWN_WIN)
            continue;
        walk.terms = (struct cop_proof_terms){
            {COP_STAKE_PAYOFF, game->rules->turn(game, state), false, 1}, false, false};
        is_short += cop_proof_go(&walk, state, &error);
    }
    cop_database_close(database);
    free(by.moves);
    free(state);
    cop_game_close(game);
    return is_short;
}

/* After a quiet move the way to the win may come back to where it was, if that counts: what is then
 * left of the database is a draw at least. */
static void a_win_is_taken_from_a_database_only_where_there_is_no_past(void **context)
{
    int endless = count_short_proofs("fanorona(width=5, height=3, repetition=off, quiet=0)");
    int with_pasts = count_short_proofs("fanorona(width=5, height=3)");

    (void)context;
    assert_in_range(with_pasts, 1, endless - 10);
}

/* ---- What somebody may have done ---- */

static const char small[] = "fanorona(width=3, height=3, repetition=off, quiet=0)";

/* A class's file, kept while it is changed. */
struct kept {
    char path[FOLDER_ROOM + 64];
    char *bytes;
    size_t length;
};

static struct kept keep(const char *name)
{
    struct cop_error error;
    struct kept kept;

    snprintf(kept.path, sizeof kept.path, "%s/fanorona-3x3/%s.values", proofs_folder, name);
    kept.bytes = cop_file_read(kept.path, 1 << 20, &kept.length, &error);
    assert_non_null(kept.bytes);
    return kept;
}

static void put_back(struct kept *kept)
{
    struct cop_error error;

    assert_true(cop_file_write(kept->path, kept->bytes, kept->length, &error));
    free(kept->bytes);
}

/* The file with one value exchanged; what it was before. */
static enum cop_known set_value(const struct kept *kept, int64_t number, enum cop_known value)
{
    unsigned char *bytes = cop_allocate(COP_DATABASE_BLOCK);
    struct cop_database_file file;
    struct cop_database_about about;
    struct cop_error error;
    int shift = (int)(2 * (number % 4)), before;

    assert_true(cop_file_write(kept->path, kept->bytes, kept->length, &error));
    assert_true(cop_database_file_open(&file, kept->path, &error));
    assert_int_equal(file.block_count, 1);
    assert_true(cop_database_file_read(&file, 0, bytes, &error));
    about = file.about;
    cop_database_file_close(&file);
    before = bytes[number / 4] >> shift & 3;
    bytes[number / 4] = (unsigned char)((bytes[number / 4] & ~(3 << shift)) | (int)value << shift);
    assert_true(cop_database_file_write(kept->path, &about, bytes, &error));
    free(bytes);
    return (enum cop_known)before;
}

static void values_that_are_not_those_of_the_proof_are_refused(void **context)
{
    struct cop_text file = COP_TEXT;
    struct kept kept = keep("1-3");

    (void)context;
    proofs_prove_start(small, "dfpn", COP_STAKE_PAYOFF, &file);
    set_value(&kept, 5, COP_KNOWN_WIN);
    set_value(&kept, 5, set_value(&kept, 5, COP_KNOWN_WIN)); /* written anew, the same values */
    assert_proves(&file, "White wins fanorona(width=3, height=3, repetition=off, quiet=0)");
    assert_int_not_equal(set_value(&kept, 7, COP_KNOWN_WIN), COP_KNOWN_WIN);
    assert_refused(&file, "1-3.values, and this file has other values; what it needs is built by: "
                          "coppice database build");
    put_back(&kept);
    cop_text_free(&file);
}

static void files_that_are_missing_damaged_or_others_are_told(void **context)
{
    struct cop_text file = COP_TEXT;
    struct kept kept = keep("1-3"), other = keep("2-1");
    struct cop_error error;

    (void)context;
    proofs_prove_start(small, "dfpn", COP_STAKE_PAYOFF, &file);
    assert_int_equal(unlink(kept.path), 0);
    assert_refused(&file, "1-3.values, which is missing; what it needs is built by: coppice "
                          "database build \"fanorona(width=3, height=3, repetition=off, quiet=0)\" "
                          "--pieces 4");
    kept.bytes[kept.length - 1] ^= 1;
    assert_true(cop_file_write(kept.path, kept.bytes, kept.length, &error));
    assert_refused(&file, "1-3.values: block 0 of 1 is damaged");
    kept.bytes[kept.length - 1] ^= 1;
    assert_true(cop_file_write(kept.path, kept.bytes, kept.length / 2, &error));
    assert_refused(&file, "1-3.values: this ");
    assert_true(cop_file_write(kept.path, other.bytes, other.length, &error));
    assert_refused(&file, "this is class 2-1 of fanorona-3x3 and not what its name says");
    put_back(&kept);
    put_back(&other);
    assert_proves(&file, "White wins fanorona(width=3, height=3, repetition=off, quiet=0)");
    cop_text_free(&file);
}

static void lines_about_databases_are_read_strictly(void **context)
{
    static const char *const rows[][2] = {
        {"database", "expected"},
        {"database 9-9 0123456789abcdef fanorona-3x3", "no class of the game"},
        {"database 1-30123456789abcdef fanorona-3x3", "no class of the game"},
        {"database 1-3 0123456789abcdef fanorona-3x3", "other values"},
        {"database 1-3 0123456789ABCDEF fanorona-3x3", "class, checksum, database"},
        {"database 1-3 0123456789abcdef fanorona-5x3", "class, checksum, database"},
        {"database 1-3 0123456789abcdef", "class, checksum, database"},
        {"database 1-3 ", "class, checksum, database"},
        {"database 1-1 0123456789abcdef fanorona-3x3", "named before"},
    };
    struct cop_text file = COP_TEXT, changed = COP_TEXT;

    (void)context;
    proofs_prove_start(small, "dfpn", COP_STAKE_PAYOFF, &file);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        proofs_change(&file, proofs_line_of(&file, "database 1-3 "), rows[i][0], &changed);
        assert_refused(&changed, rows[i][1]);
    }
    proofs_change(&file, proofs_line_of(&file, "game "), "game connect4(width=4, height=4)",
                  &changed);
    assert_refused(&changed, "line 3");
    cop_text_free(&file);
    cop_text_free(&changed);
    proofs_prove_start("twixt(size=4)", "dfpn", COP_STAKE_PAYOFF, &file);
    proofs_change(&file, 3, "position - b\ndatabase 1 0123456789abcdef twixt", &changed);
    assert_refused(&changed, "line ");
    cop_text_free(&file);
    cop_text_free(&changed);
}

/* Without the line of a class its positions need replies, which are not there; and a win is sure
 * only where all stages below it are known. */
static void a_proof_without_one_of_its_lines_is_refused(void **context)
{
    struct cop_text file = COP_TEXT, changed = COP_TEXT;

    (void)context;
    proofs_prove_start(small, "dfpn", COP_STAKE_PAYOFF, &file);
    for (int line = 1; line <= proofs_line_count(&file); line++) {
        proofs_change(&file, line, NULL, &changed);
        assert_refused(&changed, "line ");
    }
    cop_text_free(&file);
    cop_text_free(&changed);
}

/* The proof with the checksum that the changed file has. */
static void name_again(const struct kept *kept, const struct cop_text *file,
                       struct cop_text *changed)
{
    struct cop_text line = COP_TEXT;
    struct cop_database_file values;
    struct cop_error error;
    uint64_t sum;

    assert_true(cop_database_file_open(&values, kept->path, &error));
    assert_true(cop_database_file_sum(&values, &sum, &error));
    cop_database_file_close(&values);
    cop_text_add(&line, "database 1-3 %016llx fanorona-3x3", (unsigned long long)sum);
    proofs_change(file, proofs_line_of(file, "database 1-3 "), line.bytes, changed);
    cop_text_free(&line);
}

/* Each value of a class that loses what it was: the proof is refused where one of its lines ends
 * there, and nowhere else. */
static void a_claim_that_is_wrong_by_one_position_of_the_database_is_refused(void **context)
{
    struct cop_game *game = open_game(small);
    struct cop_text file = COP_TEXT, changed = COP_TEXT;
    struct kept kept = keep("1-3");
    struct cop_database *database = cop_database_open(game, NULL, NULL);
    int64_t count = 0;
    int refused = 0;

    (void)context;
    for (int i = 0; i < game->rules->indexing->classes(game); i++) {
        const struct cop_database_file *values =
            cop_database_file_of(database, i, COP_DATABASE_VALUES);

        if (values != NULL && strcmp(values->about.class_name, "1-3") == 0)
            count = values->about.count;
    }
    cop_database_close(database);
    assert_true(count > 10);
    proofs_prove_start(small, "dfpn", COP_STAKE_PAYOFF, &file);
    for (int64_t number = 0; number < count; number++) {
        enum cop_known before = set_value(&kept, number, COP_KNOWN_DRAW);
        struct cop_proved proved;
        struct cop_error error;

        name_again(&kept, &file, &changed);
        if (!proofs_check(changed.bytes, changed.length, &proved, &error)) {
            assert_int_not_equal(before, COP_KNOWN_DRAW);
            assert_non_null(strstr(error.message, "otherwise than is claimed"));
            refused++;
        }
        cop_proved_free(&proved);
    }
    assert_in_range(refused, 1, 20);
    put_back(&kept);
    cop_text_free(&file);
    cop_text_free(&changed);
    cop_game_close(game);
}

/* Every line of replies in the place of every other one. */
static void another_reply_is_no_proof_by_databases_unless_it_is_one(void **context)
{
    static const char spec[] = "fanorona(width=5, height=3)";
    struct cop_text file = COP_TEXT, changed = COP_TEXT, line = COP_TEXT;
    int refused = 0, first, last;

    (void)context;
    proofs_prove_start(spec, "dfpn", COP_STAKE_PAYOFF, &file);
    first = proofs_line_of(&file, "replies ") + 1;
    last = proofs_line_count(&file);
    for (int from = first; from <= last; from++) {
        const char *at = file.bytes;

        for (int i = 1; i < from; i++)
            at += strcspn(at, "\n") + 1;
        cop_text_clear(&line);
        cop_text_add_bytes(&line, at, strcspn(at, "\n"));
        for (int to = first; to <= last; to++) {
            struct cop_proved proved;
            struct cop_error error;

            proofs_change(&file, to, line.bytes, &changed);
            if (proofs_check(changed.bytes, changed.length, &proved, &error))
                assert_ptr_equal(strstr(proved.sentence.bytes, "White wins "),
                                 proved.sentence.bytes);
            else
                refused++;
            cop_proved_free(&proved);
        }
    }
    assert_in_range(refused, (last - first) * (last - first) / 2, INT_MAX);
    cop_text_free(&file);
    cop_text_free(&changed);
    cop_text_free(&line);
}

static void other_claims_are_refused(void **context)
{
    static const char *const claims[] = {
        "claim Black at least 1",    "claim Black at least 0.5",      "claim White at most 0.5",
        "claim White at least 1.5",  "claim White at least 1 points", "claim White at most 0",
        "claim Black at least 0.25",
    };
    struct cop_text file = COP_TEXT, changed = COP_TEXT;

    (void)context;
    proofs_prove_start(small, "dfpn", COP_STAKE_PAYOFF, &file);
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        proofs_change(&file, proofs_line_of(&file, "claim "), claims[i], &changed);
        assert_refused(&changed, "line ");
    }
    cop_text_free(&file);
    cop_text_free(&changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_prover_rests_on_databases_where_there_are_any),
        cmocka_unit_test(proofs_about_points_rest_on_nothing),
        cmocka_unit_test(what_is_proved_by_databases_is_what_a_search_of_everything_finds),
        cmocka_unit_test(what_is_accepted_by_databases_is_true_whoever_replies),
        cmocka_unit_test(a_win_is_taken_from_a_database_only_where_there_is_no_past),
        cmocka_unit_test(values_that_are_not_those_of_the_proof_are_refused),
        cmocka_unit_test(files_that_are_missing_damaged_or_others_are_told),
        cmocka_unit_test(lines_about_databases_are_read_strictly),
        cmocka_unit_test(a_proof_without_one_of_its_lines_is_refused),
        cmocka_unit_test(a_claim_that_is_wrong_by_one_position_of_the_database_is_refused),
        cmocka_unit_test(another_reply_is_no_proof_by_databases_unless_it_is_one),
        cmocka_unit_test(other_claims_are_refused),
    };

    return cmocka_run_group_tests(tests, open_databases, proofs_close);
}
