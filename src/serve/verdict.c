/* verdict.c - from judgements of positions to what moves have cost. */
#include "serve/verdict.h"

#include <math.h>
#include <stdlib.h>

#include "base/allocate.h"

/* What must be lost, at least. */
static const double fault_losses[] = {
    [COP_FAULT_INACCURACY] = 0.05, [COP_FAULT_MISTAKE] = 0.10, [COP_FAULT_BLUNDER] = 0.20};

const char *const cop_fault_names[] = {
    [COP_FAULT_NONE] = "none",
    [COP_FAULT_INACCURACY] = "inaccuracy",
    [COP_FAULT_MISTAKE] = "mistake",
    [COP_FAULT_BLUNDER] = "blunder",
};

/* A loss that halves the accuracy of a move. */
static const double half_loss = 0.15;

/* Differences of rounded numbers. */
static const double slack = 1e-9;

enum cop_fault cop_fault_of(double loss)
{
    for (enum cop_fault fault = COP_FAULT_BLUNDER; fault > COP_FAULT_NONE; fault--)
        if (loss > fault_losses[fault] - slack)
            return fault;
    return COP_FAULT_NONE;
}

double cop_move_accuracy(double loss)
{
    return 100 * exp2(-fmin(fmax(loss, 0), 1) / half_loss);
}

/* ---- Positions, from the last to the first ---- */

static int winner_of(const double *shares, int players)
{
    for (int i = 0; i < players; i++)
        if (shares[i] > 1 - slack)
            return i;
    return -1;
}

static void end_of_game(const struct cop_game *game, const void *state,
                        struct cop_standing *standing)
{
    standing->is_known = true;
    game->rules->payoff(game, state, standing->chance);
    standing->winner = winner_of(standing->chance, game->players);
}

static void as_judged(const struct cop_game *game, const struct cop_judgement *made, int turn,
                      struct cop_standing *standing)
{
    standing->is_known = true;
    for (int i = 0; i < game->players; i++) {
        standing->chance[i] = made->chance[i];
        standing->is_known = standing->is_known && isfinite(made->chance[i]);
    }
    if (made->proof == COP_PROVEN_WIN)
        standing->winner = turn;
    else if (made->proof == COP_PROVEN_LOSS && game->players == 2)
        standing->winner = 1 - turn;
}

/* The move that was played led to more than the search had found. */
static bool is_surpassed(const struct cop_standing *standing, const struct cop_standing *next,
                         int turn)
{
    return next->is_known &&
           (next->winner == turn ||
            (standing->winner != turn && next->chance[turn] > standing->chance[turn]));
}

/* The engine would have played the same and was mistaken: it knows of nothing better, so that what
 * the move led to is what the position was worth. */
static bool is_corrected(const struct cop_judgement *made, cop_move played,
                         const struct cop_standing *next)
{
    return next->is_known && made->proof == COP_UNPROVEN && made->line[0] == played;
}

/* The standing at a ply, from what is known of the next (NULL: it is the last). */
static void stand(struct cop_review *review, const struct cop_course *course, int ply,
                  const struct cop_standing *next, struct cop_standing *standing)
{
    const struct cop_game *game = course->game;
    const void *state = cop_course_state(course, ply);
    int turn = game->rules->turn(game, state);
    const struct cop_judgement *made = cop_review_at(review, course, ply);

    *standing = (struct cop_standing){.winner = -1};
    if (turn == COP_OVER)
        end_of_game(game, state, standing);
    if (turn < 0)
        return;
    if (made != NULL)
        as_judged(game, made, turn, standing);
    if (next == NULL || game->is_hidden)
        return;
    if (made != NULL ? is_surpassed(standing, next, turn) ||
                           is_corrected(made, course->record.moves[ply], next)
                     : !cop_review_is_choice(review, course, ply))
        *standing = *next;
}

/* ---- Moves ---- */

static void compare_positions(const struct cop_standing *here, const struct cop_standing *next,
                              struct cop_verdict *verdict)
{
    int player = verdict->player;

    verdict->counts = true;
    verdict->before = here->chance[player];
    verdict->after = next->chance[player];
    verdict->missed_win = here->winner == player && next->winner != player;
}

static void compare_moves(const struct cop_judgement *made, struct cop_verdict *verdict)
{
    bool is_best = made->line[0] == made->played;

    verdict->before = made->best_chance;
    verdict->after = is_best ? made->best_chance : fmin(made->played_chance, made->best_chance);
    verdict->counts = isfinite(verdict->before) && isfinite(verdict->after) &&
                      (is_best || isfinite(made->played_chance));
    verdict->is_at_least = made->played_is_bound && !is_best;
    verdict->missed_win =
        made->proof == COP_PROVEN_WIN && made->played_proof != COP_PROVEN_WIN && !is_best;
}

static void judge_move(struct cop_review *review, const struct cop_course *course, int ply,
                       const struct cop_verdicts *verdicts, struct cop_verdict *verdict)
{
    const struct cop_judgement *made = cop_review_at(review, course, ply);
    const struct cop_standing *here = &verdicts->standings[ply], *next = here + 1;

    *verdict = (struct cop_verdict){
        .player = course->game->rules->turn(course->game, cop_course_state(course, ply))};
    if (verdict->player < 0 || made == NULL)
        return;
    if (here->is_known && next->is_known && !course->game->is_hidden)
        compare_positions(here, next, verdict);
    else if (made->played == course->record.moves[ply])
        compare_moves(made, verdict);
    if (!verdict->counts)
        return;
    verdict->fault = cop_fault_of(verdict->before - verdict->after);
    verdict->missed_win = verdict->missed_win && verdict->fault != COP_FAULT_NONE;
}

/* ---- Players ---- */

static void add_up(struct cop_verdicts *verdicts, int players)
{
    for (int i = 0; i < verdicts->ply; i++) {
        const struct cop_verdict *verdict = &verdicts->moves[i];
        struct cop_player_verdict *player;

        if (!verdict->counts)
            continue;
        player = &verdicts->players[verdict->player];
        player->moves++;
        player->accuracy += cop_move_accuracy(verdict->before - verdict->after);
        player->faults[verdict->fault]++;
        player->missed_wins += verdict->missed_win;
    }
    for (int i = 0; i < players; i++) {
        struct cop_player_verdict *player = &verdicts->players[i];

        player->accuracy = player->moves > 0 ? player->accuracy / player->moves : NAN;
    }
}

void cop_verdicts_make(struct cop_verdicts *verdicts, struct cop_review *review,
                       const struct cop_course *course)
{
    int count = course->record.move_count;

    *verdicts = (struct cop_verdicts){.ply = count};
    verdicts->standings = cop_allocate(((size_t)count + 1) * sizeof *verdicts->standings);
    verdicts->moves = cop_allocate(((size_t)count + 1) * sizeof *verdicts->moves);
    for (int ply = count; ply >= 0; ply--)
        stand(review, course, ply, ply < count ? &verdicts->standings[ply + 1] : NULL,
              &verdicts->standings[ply]);
    for (int ply = 0; ply < count; ply++)
        judge_move(review, course, ply, verdicts, &verdicts->moves[ply]);
    add_up(verdicts, course->game->players);
}

void cop_verdicts_free(struct cop_verdicts *verdicts)
{
    free(verdicts->standings);
    free(verdicts->moves);
    *verdicts = (struct cop_verdicts){.ply = 0};
}
