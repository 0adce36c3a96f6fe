/* parts_join.c - `coppice parts join`: sums out of parts, any or only balanced ones. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "front/live.h"
#include "front/parts_command.h"
#include "front/position_lines.h"
#include "match/join.h"

enum { JOINED_MAX = 16, TRIES = 10000 };

static const char default_limit[] = "nodes=1M";

/* The parts to draw from. */
struct list {
    struct cop_position_lines lines;
    unsigned char *states;
};

struct joining {
    const struct cop_arguments *arguments;
    const struct cop_game *game;
    struct list list;
    struct cop_rng rng;
    struct cop_solve_limits limits; /* of finding out what a sum is worth */
    double balance;                 /* 0: sums of any worth */
    struct cop_live live;
    bool is_quiet;
    int found, apart, unknown; /* sums that were written; not balanced; not solved */
};

void cop_print_position(const struct cop_game *game, const void *state, const char *name)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    printf("%s %s\n", name, text.bytes);
    cop_text_free(&text);
}

/* ---- The parts ---- */

/* Every position must be one part that is no sum itself. */
static bool read_part(const struct cop_game *game, const char *name, const char *position,
                      void *state, struct cop_error *error)
{
    int count;

    if (!cop_position_read(game, position, state, error))
        return cop_fail_in(error, "'%s'", name);
    count = game->rules->parts(game, state, NULL, 0);
    return count == 1 ||
           cop_fail(error, "'%s' has %d parts; only single parts are joined", name, count);
}

static void free_list(struct list *list)
{
    cop_position_lines_free(&list->lines);
    free(list->states);
}

static bool read_list(struct list *list, const struct cop_game *game, const char *path,
                      struct cop_error *error)
{
    bool is_good = cop_position_lines_read(path, &list->lines, error);

    if (!is_good)
        return false;
    list->states = cop_allocate((size_t)list->lines.count * game->state_size);
    for (int i = 0; i < list->lines.count && is_good; i++)
        is_good = read_part(game, list->lines.names[i], list->lines.words[i],
                            list->states + (size_t)i * game->state_size, error) ||
                  cop_fail_in(error, "%s", path);
    return is_good;
}

/* ---- The sums ---- */

static void show_progress(struct joining *joining, int wanted)
{
    struct cop_text text = COP_TEXT;

    if (joining->is_quiet || !joining->live.is_terminal || joining->balance <= 0)
        return;
    cop_text_add(&text, "%d of %d sums; %d not balanced, %d not solved\n", joining->found, wanted,
                 joining->apart, joining->unknown);
    cop_live_tell(&joining->live, &text);
}

/* Each player in turn, or the one that is asked for. */
static bool begins(const struct joining *joining, int player)
{
    int turn = cop_choice(joining->arguments->options, "turn");

    return turn == 2 || turn == player;
}

/* Whether the sum is what was asked for. One in which somebody who should begin cannot move is
 * over, whatever is asked. */
static bool fits(struct joining *joining, void *sum, bool *is_fit, struct cop_error *error)
{
    const struct cop_game *game = joining->game;
    struct cop_join_worth worth;

    *is_fit = true;
    for (int player = 0; player < 2; player++) {
        game->rules->sums->turn_to(game, sum, player);
        *is_fit = *is_fit && (!begins(joining, player) || game->rules->turn(game, sum) == player);
    }
    if (!*is_fit || joining->balance <= 0)
        return true;
    if (!cop_join_weigh(game, sum, &joining->limits, &worth, error))
        return false;
    *is_fit = worth.is_known && fabs(worth.points[0]) <= joining->balance &&
              fabs(worth.points[1]) <= joining->balance;
    joining->unknown += !worth.is_known;
    joining->apart += worth.is_known && !*is_fit;
    return true;
}

/* With both sides to begin a sum has two names: 7.1 and 7.2. */
static void print_sum(const struct joining *joining, const int *drawn, int wanted, void *sum)
{
    bool has_both = begins(joining, 0) && begins(joining, 1);

    for (int player = 0; player < 2; player++) {
        struct cop_text name = COP_TEXT;

        if (!begins(joining, player))
            continue;
        cop_text_add(&name, "%d", joining->found);
        if (has_both)
            cop_text_add(&name, ".%d", player + 1);
        for (int i = 0; i < wanted; i++)
            cop_text_add(&name, "%c%s", i > 0 ? '+' : ':', joining->list.lines.names[drawn[i]]);
        joining->game->rules->sums->turn_to(joining->game, sum, player);
        cop_print_position(joining->game, sum, name.bytes);
        cop_text_free(&name);
    }
}

static bool is_interrupted(const struct joining *joining, struct cop_error *error)
{
    if (!atomic_load(joining->arguments->interrupted))
        return false;
    cop_fail(error, "interrupted; what is printed is complete");
    return true;
}

static bool join_one(struct joining *joining, int wanted, int count, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char sum[COP_STATE_MAX];
    int drawn[JOINED_MAX];
    bool is_fit = false;

    for (int i = 0; i < TRIES && !is_fit; i++) {
        if (!cop_join(joining->game, joining->list.states, joining->list.lines.count, wanted, TRIES,
                      &joining->rng, sum, drawn, error) ||
            !fits(joining, sum, &is_fit, error) || is_interrupted(joining, error))
            return false;
        show_progress(joining, count);
    }
    if (!is_fit)
        return cop_fail(error,
                        "none of %d sums was what was asked for (%d in all were not balanced, %d "
                        "not solved within the limit); give other parts, a larger --balance or a "
                        "larger --limit",
                        (int)TRIES, joining->apart, joining->unknown);
    joining->found++;
    print_sum(joining, drawn, wanted, sum);
    return true;
}

static int join_all(struct joining *joining, struct cop_error *error)
{
    const struct cop_settings *settings = joining->arguments->options;
    int count = (int)cop_integer(settings, "count"), wanted = (int)cop_integer(settings, "join");
    bool is_good = true;

    if (joining->list.lines.count < wanted) {
        cop_fail(error, "%s has %d parts; %d are to be joined", cop_words(settings, "from"),
                 joining->list.lines.count, wanted);
        return COP_USAGE;
    }
    for (int i = 0; i < count && is_good && !ferror(stdout); i++)
        is_good = join_one(joining, wanted, count, error);
    if (!joining->is_quiet)
        cop_live_erase(&joining->live);
    if (is_good && joining->balance > 0 && !joining->is_quiet)
        fprintf(stderr, "%d sums; %d others were not balanced, %d not solved within the limit\n",
                joining->found, joining->apart, joining->unknown);
    return is_good ? COP_DONE : COP_FAILED;
}

/* ---- The command ---- */

static bool read_limits(struct joining *joining, struct cop_error *error)
{
    const struct cop_settings *settings = joining->arguments->options;
    bool is_given = cop_given(settings, "limit");
    struct cop_limits limits;

    joining->balance = cop_real(settings, "balance");
    if (joining->balance <= 0)
        return !is_given || cop_fail(error, "--limit is for finding out which sums are balanced; "
                                            "give --balance too, such as 1.5");
    if (!cop_limits_parse(is_given ? cop_words(settings, "limit") : default_limit, &limits, error))
        return false;
    if (limits.clock > 0 || limits.sims > 0 || limits.depth > 0 ||
        (limits.time <= 0 && limits.nodes <= 0))
        return cop_fail(error, "the limit of a balanced sum's value is a number of positions such "
                               "as nodes=1M, or a time such as 1s");
    joining->limits = (struct cop_solve_limits){.time = limits.time,
                                                .positions = limits.nodes,
                                                .memory = limits.means.memory,
                                                .threads = 1,
                                                .stop = joining->arguments->interrupted};
    return true;
}

int cop_parts_join(const struct cop_arguments *arguments, const char *spec, struct cop_error *error)
{
    const char *path = cop_words(arguments->options, "from");
    struct joining joining = {.arguments = arguments,
                              .is_quiet = cop_flag(arguments->options, "quiet")};
    struct cop_game *game;
    int status = COP_USAGE;

    if (spec == NULL || path[0] == '\0') {
        cop_fail(error, "say which game and which parts: coppice parts join GAME --from FILE, as "
                        "`coppice parts cut` writes it");
        return COP_USAGE;
    }
    game = cop_game_open(spec, error);
    if (game == NULL)
        return COP_USAGE;
    joining.game = game;
    cop_rng_seed(&joining.rng, (uint64_t)cop_integer(arguments->options, "seed"));
    if (cop_join_fits(game, error) && read_limits(&joining, error)) {
        if (!joining.is_quiet)
            cop_live_open(&joining.live);
        status = read_list(&joining.list, game, path, error) ? COP_DONE : COP_FAILED;
        if (status == COP_DONE)
            status = join_all(&joining, error);
    }
    free_list(&joining.list);
    cop_game_close(game);
    return status;
}
