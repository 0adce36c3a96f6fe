/* think.c - orders, and the thread that carries them out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "front/uci/engine.h"

static const double period = 0.25; /* seconds between two looks at a search */

/* ---- What is asked ---- */

enum number { MOVETIME, WTIME, BTIME, WINC, BINC, MOVESTOGO, NODES, DEPTH, NUMBER_COUNT };

static const char *const numbers[NUMBER_COUNT] = {
    [MOVETIME] = "movetime", [WTIME] = "wtime",         [BTIME] = "btime", [WINC] = "winc",
    [BINC] = "binc",         [MOVESTOGO] = "movestogo", [NODES] = "nodes", [DEPTH] = "depth",
};

/* What the protocol has and we do not: to leave it out would answer another question. */
static const char *const missing[] = {"mate", "ponder", "searchmoves"};

/* Clocks that have run out are sent as less than nothing. */
static bool read_number(const char *name, const char *word, double *number, struct cop_error *error)
{
    size_t sign = word != NULL && word[0] == '-';

    if (word == NULL || word[sign] == '\0' ||
        strspn(word + sign, "0123456789") != strlen(word + sign) || strlen(word) > 15)
        return cop_fail(error, "go %s: give a whole number after it", name);
    *number = fmax(strtod(word, NULL), 0);
    return true;
}

/* What is left on the clock of who is to move, in seconds; w is who moves first. */
static double left_of(const struct cop_uci *uci, const double *values)
{
    return fmax(values[cop_gtp_turn(uci->board) == 0 ? WTIME : BTIME] / 1000, 0);
}

/* The share of it that this move may take. */
static double share_of(const struct cop_uci *uci, const double *values)
{
    int player = cop_gtp_turn(uci->board);
    struct cop_gtp_clock clock = {.is_running = true};
    double left, increment;

    if (player < 0)
        return 0;
    left = left_of(uci, values);
    increment = fmax(values[player == 0 ? WINC : BINC], 0) / 1000;
    clock.of_player[player].left = left;
    clock.of_player[player].stones = (int)fmin(fmax(values[MOVESTOGO], 0), 1000);
    return fmin(
        cop_gtp_clock_share(&clock, uci->board->game, cop_course_ply(&uci->board->course), player) +
            increment,
        fmax(left, 0.001));
}

/* May a search take more or less than its share? Not where a few moves have the rest of the clock,
 * nor where four shares, the most that any search takes, are more than there is; and programs count
 * what they have left themselves. */
static bool shares_clock(const struct cop_uci *uci, const double *values, double share)
{
    return values[MOVESTOGO] <= 0 && 4 * share <= left_of(uci, values) &&
           !cop_agent_is_external(uci->agent);
}

static void take_numbers(const struct cop_uci *uci, const double *values,
                         struct cop_uci_order *order)
{
    struct cop_limits *limits = &order->limits;
    bool has_clock = values[WTIME] >= 0 || values[BTIME] >= 0;
    double share = has_clock ? share_of(uci, values) : 0;
    double move_time = fmax(values[MOVETIME] / 1000, 0.001);

    *limits = (struct cop_limits){.means = uci->board->limits.means};
    if (values[MOVETIME] >= 0)
        limits->time = has_clock ? fmin(move_time, share) : move_time;
    else if (has_clock)
        limits->time = share;
    if (limits->time > 0 && values[MOVETIME] < 0 && shares_clock(uci, values, limits->time))
        limits->clock = left_of(uci, values);
    limits->nodes = values[NODES] >= 0 ? (int64_t)fmax(values[NODES], 1) : 0;
    limits->depth = values[DEPTH] >= 0 ? (int)fmin(fmax(values[DEPTH], 1), 1000) : 0;
    if (limits->time <= 0 && limits->nodes == 0 && limits->depth == 0)
        order->is_infinite = true;
}

static int find_word(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

static const struct cop_agent_kind *kind_of(const struct cop_agent *agent)
{
    char *name, *inside;
    const struct cop_agent_kind *kind = NULL;

    if (cop_spec_split("agent", cop_agent_name(agent), &name, &inside, NULL)) {
        kind = cop_agent_kind_find(name);
        free(name);
        free(inside);
    }
    return kind;
}

/* As the protocol wants it, a word that nobody knows is passed over. */
bool cop_uci_read_order(const struct cop_uci *uci, char **words, int count,
                        struct cop_uci_order *order, struct cop_error *error)
{
    double values[NUMBER_COUNT];

    *order = (struct cop_uci_order){0};
    for (int i = 0; i < NUMBER_COUNT; i++)
        values[i] = -1; /* not said */
    for (int i = 0; i < count; i++) {
        int number = find_word(words[i], numbers, NUMBER_COUNT);

        if (find_word(words[i], missing, (int)(sizeof missing / sizeof missing[0])) >= 0)
            return cop_fail(error, "go %s is not there; leave it out", words[i]);
        if (strcmp(words[i], "infinite") == 0)
            order->is_infinite = true;
        else if (number >= 0 && !read_number(words[i], i + 1 < count ? words[i + 1] : NULL,
                                             &values[number], error))
            return false;
        i += number >= 0;
    }
    take_numbers(uci, values, order);
    if (order->is_infinite) {
        order->limits = (struct cop_limits){.means = uci->board->limits.means};
        return true;
    }
    return cop_limits_end(&order->limits, kind_of(uci->board->agent), error);
}

/* ---- The thread ---- */

static void say_report(struct cop_uci *uci, const struct cop_report *report)
{
    struct cop_text text = COP_TEXT;

    cop_uci_add_info(uci, report, &text);
    cop_uci_say(uci, &text);
    cop_text_free(&text);
}

static void look_on(void *context, const struct cop_report *report)
{
    if (report->line_length > 0)
        say_report(context, report);
}

static void wait_for_stop(struct cop_uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    while (!atomic_load(&uci->stop))
        pthread_cond_wait(&uci->stopped, &uci->lock);
    pthread_mutex_unlock(&uci->lock);
}

static void say_best(struct cop_uci *uci, cop_move move)
{
    struct cop_text text = COP_TEXT;

    cop_text_add(&text, "bestmove ");
    if (move == COP_NO_MOVE)
        cop_text_add(&text, "(none)");
    else
        cop_dialect_write(uci->dialect, uci->board->game, cop_gtp_state(uci->board), move, &text);
    cop_text_add(&text, "\n");
    cop_uci_say(uci, &text);
    cop_text_free(&text);
}

/* One search decides the whole turn, where the agent does; the further moves of it need none. */
static cop_move search(struct cop_uci *uci)
{
    struct cop_gtp *board = uci->board;
    struct cop_watch watch = {
        .stop = &uci->stop, .period = period, .progress = look_on, .context = uci};
    cop_move move = COP_NO_MOVE;
    struct cop_report report;
    struct cop_error error = {""};

    if (!uci->order.is_infinite)
        move = cop_plan_next(&board->plan, board->game, cop_gtp_state(board));
    if (move != COP_NO_MOVE)
        return move;
    if (!cop_gtp_think(board, &uci->order.limits, &watch, &report, &error)) {
        cop_uci_tell(uci, "%s", error.message);
        return COP_NO_MOVE;
    }
    say_report(uci, &report);
    if (!atomic_load(&uci->stop))
        cop_plan_keep(&board->plan, board->game, cop_gtp_state(board), &report);
    return report.best;
}

static void *carry_out(void *context)
{
    struct cop_uci *uci = context;
    cop_move move = search(uci);

    if (uci->order.is_infinite)
        wait_for_stop(uci);
    say_best(uci, move);
    return NULL;
}

void cop_uci_think(struct cop_uci *uci, const struct cop_uci_order *order)
{
    uci->order = *order;
    atomic_store(&uci->stop, uci->host.stop != NULL && atomic_load(uci->host.stop));
    uci->is_thinking = pthread_create(&uci->thread, NULL, carry_out, uci) == 0;
    if (uci->is_thinking)
        return;
    cop_uci_tell(uci, "there is no thread for a search; free some memory");
    say_best(uci, COP_NO_MOVE);
}

void cop_uci_stop(struct cop_uci *uci)
{
    pthread_mutex_lock(&uci->lock);
    atomic_store(&uci->stop, true);
    pthread_cond_signal(&uci->stopped);
    pthread_mutex_unlock(&uci->lock);
}

void cop_uci_wait(struct cop_uci *uci)
{
    if (!uci->is_thinking)
        return;
    if (uci->order.is_infinite)
        cop_uci_stop(uci);
    pthread_join(uci->thread, NULL);
    uci->is_thinking = false;
}
