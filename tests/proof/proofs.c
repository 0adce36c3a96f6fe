/* proofs.c - see proofs.h. */
#include "proofs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "agent/solvers.h"
#include "base/allocate.h"
#include "base/file.h"

const char *const proofs_solvers[PROOFS_SOLVERS] = {"pn", "pn(second=tree)", "pn(start=mobility)",
                                                    "dfpn", "dfpn(weak=on)"};

char proofs_folder[FOLDER_ROOM];

int proofs_open(void **context)
{
    (void)context;
    return folder_make(proofs_folder) == 0 ? setenv("COPPICE_DATABASES", proofs_folder, 1) : -1;
}

int proofs_close(void **context)
{
    (void)context;
    return folder_remove(proofs_folder);
}

/* Writes the bytes and has them checked. */
bool proofs_check(const char *bytes, size_t length, struct cop_proved *proved,
                  struct cop_error *error)
{
    char path[FOLDER_ROOM + 16];

    snprintf(path, sizeof path, "%s/a.proof", proofs_folder);
    assert_true(cop_file_write(path, bytes, length, error));
    return cop_proof_check(path, cop_game_open, NULL, NULL, proved, error);
}

const struct cop_solve_limits proofs_limits = {.memory = 1 << 24, .threads = 1};

/* The proof of what a position is worth, which a solver finds. */
void proofs_prove(const struct cop_game *game, const void *state, const char *solver,
                  enum cop_stake stake, struct cop_solution *solution, struct cop_text *file)
{
    struct cop_error error = {""};
    bool is_written =
        cop_solve_by(solver, game, state, stake, &proofs_limits, solution, &error) &&
        cop_solver_write(solver, game, state, stake, &proofs_limits, solution, file, &error);

    if (!is_written)
        print_error("%s by %s: %s\n", game->name, solver, error.message);
    assert_true(is_written);
    assert_true(solution->lower == solution->upper);
}

void proofs_prove_start(const char *spec, const char *solver, enum cop_stake stake,
                        struct cop_text *file)
{
    struct cop_error error;
    struct cop_game *game = cop_game_open(spec, &error);
    void *state = cop_allocate(game->state_size);
    struct cop_solution solution;
    struct cop_rng rng;

    cop_rng_seed(&rng, 1);
    game->rules->start(game, state, &rng);
    proofs_prove(game, state, solver, stake, &solution, file);
    free(state);
    cop_game_close(game);
}

/* A copy with line number `line` replaced, or left out if there is nothing for it, and a checksum
 * that is right again. */
void proofs_change(const struct cop_text *file, int line, const char *instead,
                   struct cop_text *changed)
{
    const char *at = file->bytes;

    cop_text_clear(changed);
    for (int i = 1; strncmp(at, "checksum ", 9) != 0; i++) {
        size_t length = strcspn(at, "\n") + 1;

        if (i != line)
            cop_text_add_bytes(changed, at, length);
        else if (instead != NULL)
            cop_text_add(changed, "%s\n", instead);
        at += length;
    }
    cop_proof_write_end(changed);
}

int proofs_line_of(const struct cop_text *file, const char *begin)
{
    int line = 1;

    for (const char *at = file->bytes; strncmp(at, begin, strlen(begin)) != 0; line++)
        at += strcspn(at, "\n") + 1;
    return line;
}

void assert_proves(const struct cop_text *file, const char *sentence)
{
    struct cop_proved proved;
    struct cop_error error = {""};
    bool is_proved = proofs_check(file->bytes, file->length, &proved, &error);

    if (!is_proved)
        print_error("%s\n", error.message);
    assert_true(is_proved);
    assert_string_equal(proved.sentence.bytes, sentence);
    assert_true(proved.positions >= 1 && proved.replies >= 0);
    cop_proved_free(&proved);
}

static const char *words_of(double value)
{
    return value == 1 ? " wins " : value == 0 ? " loses " : " draws ";
}

/* A position after some random moves, read from its text: a past is not told by it. */
bool proofs_draw_position(const struct cop_game *game, struct cop_rng *rng, int plies, void *state)
{
    cop_move *moves = cop_allocate((size_t)game->max_moves * sizeof *moves);
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    bool goes_on;

    game->rules->start(game, state, rng);
    cop_playout(game, state, rng, plies, moves);
    game->rules->write_position(game, state, &text);
    goes_on = game->rules->turn(game, state) != COP_OVER &&
              cop_position_read(game, text.bytes, state, &error) &&
              game->rules->turn(game, state) != COP_OVER;
    cop_text_free(&text);
    free(moves);
    return goes_on;
}

/* Returns what it is worth, which a search of everything knows; `bounded` is the same game with a
 * bounded length. */
double proofs_check_position(const struct cop_game *game, const struct cop_game *bounded,
                             const void *state, const char *solver)
{
    struct cop_text file = COP_TEXT;
    struct cop_solution solution, exact;
    struct cop_proved proved;
    struct cop_error error = {""};
    struct cop_text text = COP_TEXT;
    void *same = cop_allocate(bounded->state_size);
    int player = game->rules->turn(game, state);

    game->rules->write_position(game, state, &text);
    assert_true(cop_position_read(bounded, text.bytes, same, &error));
    proofs_prove(game, state, solver, COP_STAKE_PAYOFF, &solution, &file);
    assert_true(cop_solve(bounded, same, COP_STAKE_PAYOFF, &proofs_limits, &exact, &error));
    assert_true(proofs_check(file.bytes, file.length, &proved, &error));
    assert_ptr_equal(strstr(proved.sentence.bytes, cop_player_name(game, player)),
                     proved.sentence.bytes);
    assert_non_null(strstr(proved.sentence.bytes, words_of(exact.lower)));
    assert_int_equal(proved.claims, exact.lower == 0.5 ? 2 : 1);
    cop_proved_free(&proved);
    cop_text_free(&file);
    cop_text_free(&text);
    free(same);
    return exact.lower;
}

int proofs_line_count(const struct cop_text *file)
{
    return proofs_line_of(file, "checksum ") - 1;
}

void assert_refused(const struct cop_text *file, const char *part)
{
    struct cop_proved proved;
    struct cop_error error = {""};

    assert_false(proofs_check(file->bytes, file->length, &proved, &error));
    if (strstr(error.message, part) == NULL)
        print_error("%s\nhas no: %s\n", error.message, part);
    assert_non_null(strstr(error.message, part));
    cop_proved_free(&proved);
}
