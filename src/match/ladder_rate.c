/* ladder_rate.c - players from the rows of the tables, and their ratings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "match/ladder.h"
#include "match/pool.h"

/* A fixed rung is one player at all commits, as long as it was played as the ladder says. */
static bool is_fixed_side(const struct cop_rung *rung, const struct cop_ladder_side *side)
{
    return cop_rung_is_fixed(rung) && strcmp(rung->agent, side->agent) == 0 &&
           strcmp(rung->limit, side->limit) == 0;
}

static bool is_player(const struct cop_ladder_player *player, const struct cop_ladder_side *side,
                      const char *commit)
{
    bool is_same_commit = player->commit == NULL || commit == NULL
                              ? player->commit == commit
                              : strcmp(player->commit, commit) == 0;

    return is_same_commit && strcmp(player->name, side->name) == 0 &&
           strcmp(player->limit, side->limit) == 0 && strcmp(player->agent, side->agent) == 0;
}

static int find_player(struct cop_ladder_players *players, const struct cop_ladder *ladder,
                       const struct cop_ladder_match *match, int side)
{
    const struct cop_ladder_side *who = &match->sides[side];
    const struct cop_rung *rung = cop_ladder_find(ladder, match->game, who->name);
    const char *commit = is_fixed_side(rung, who) ? NULL : match->commit;
    int at = 0;

    while (at < players->count && !is_player(&players->of[at], who, commit))
        at++;
    if (at == players->count)
        players->of[players->count++] = (struct cop_ladder_player){.name = who->name,
                                                                   .limit = who->limit,
                                                                   .agent = who->agent,
                                                                   .commit = commit,
                                                                   .rung = rung};
    return at;
}

static void count_games(struct cop_ladder_player *player, const struct cop_ladder_match *match,
                        bool is_second)
{
    int games = match->won + match->drawn + match->lost;

    player->games += games;
    player->won += is_second ? match->lost : match->won;
    player->drawn += match->drawn;
    player->lost += is_second ? match->won : match->lost;
    if (games > 0 && (player->date == NULL || strcmp(match->date, player->date) > 0))
        player->date = match->date;
}

static int find_anchor(const struct cop_ladder_players *players)
{
    for (int i = 0; i < players->count; i++)
        if (players->of[i].commit == NULL && players->of[i].rung->kind == COP_RUNG_ANCHOR)
            return i;
    return -1;
}

/* Nobody is measured without the anchor. */
static void rate(struct cop_ladder_players *players, const struct cop_pool *pool)
{
    int anchor = find_anchor(players);
    struct cop_interval *ratings = cop_allocate((size_t)(players->count + 1) * sizeof *ratings);

    if (anchor >= 0)
        cop_pool_rate(pool, anchor, 0, ratings);
    for (int i = 0; i < players->count; i++) {
        struct cop_ladder_player *player = &players->of[i];

        player->elo = anchor >= 0 && player->games > 0
                          ? ratings[i]
                          : (struct cop_interval){-INFINITY, NAN, INFINITY};
    }
    free(ratings);
}

/* The strongest first, and infinitely strong ones before them; last who is not rated, and who has
 * no games. */
static double height(const struct cop_ladder_player *player)
{
    if (player->games == 0)
        return -INFINITY;
    if (isnan(player->elo.value))
        return -1e9;
    return fmin(fmax(player->elo.value, -1e6), 1e6);
}

struct place {
    double height;
    int index;
};

static int compare(const void *left, const void *right)
{
    const struct place *first = left, *second = right;

    if (first->height != second->height)
        return first->height > second->height ? -1 : 1;
    return first->index - second->index;
}

static void sort_players(struct cop_ladder_players *players)
{
    size_t count = (size_t)players->count;
    struct place *order = cop_allocate((count + 1) * sizeof *order);
    struct cop_ladder_player *sorted = cop_allocate((count + 1) * sizeof *sorted);
    struct cop_ladder_pair *pairs = cop_allocate((count * count + 1) * sizeof *pairs);

    for (int i = 0; i < players->count; i++)
        order[i] = (struct place){height(&players->of[i]), i};
    qsort(order, count, sizeof *order, compare);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = players->of[order[i].index];
        for (size_t j = 0; j < count; j++)
            pairs[i * count + j] =
                players->pairs[(size_t)order[i].index * count + (size_t)order[j].index];
    }
    free(order);
    free(players->of);
    free(players->pairs);
    players->of = sorted;
    players->pairs = pairs;
}

/* Rungs that have not played. */
static void add_idle(struct cop_ladder_players *players, const struct cop_ladder *ladder,
                     const char *game)
{
    int played = players->count;

    for (int i = 0; i < ladder->rung_count; i++) {
        const struct cop_rung *rung = &ladder->rungs[i];
        int at = 0;

        if (strcmp(rung->game, game) != 0)
            continue;
        while (at < played && players->of[at].rung != rung)
            at++;
        if (at == played)
            players->of[players->count++] = (struct cop_ladder_player){
                .name = rung->name, .limit = rung->limit, .agent = rung->agent, .rung = rung};
    }
}

static void add_pair(struct cop_ladder_players *players, int first, int second, int games,
                     double points)
{
    struct cop_ladder_pair *pair = &players->pairs[first * players->count + second];

    pair->games += games;
    pair->points += points;
}

struct cop_ladder_players cop_ladder_rate(const struct cop_ladder *ladder, const char *game)
{
    size_t most = 2 * (size_t)ladder->match_count + (size_t)ladder->rung_count;
    struct cop_ladder_players players = {.of = cop_allocate((most + 1) * sizeof *players.of)};
    int *sides = cop_allocate((most + 1) * sizeof *sides);
    struct cop_pool pool;
    size_t count;

    for (int i = 0; i < ladder->match_count; i++)
        for (int side = 0; side < 2 && strcmp(ladder->matches[i].game, game) == 0; side++)
            sides[2 * i + side] = find_player(&players, ladder, &ladder->matches[i], side);
    add_idle(&players, ladder, game);
    count = (size_t)players.count;
    players.pairs = cop_allocate((count * count + 1) * sizeof *players.pairs);
    cop_pool_open(&pool, players.count);
    for (int i = 0; i < ladder->match_count; i++) {
        const struct cop_ladder_match *match = &ladder->matches[i];
        int games = match->won + match->drawn + match->lost;
        int first = sides[2 * i], second = sides[2 * i + 1];

        if (strcmp(match->game, game) != 0)
            continue;
        count_games(&players.of[first], match, false);
        count_games(&players.of[second], match, true);
        add_pair(&players, first, second, games, match->won + 0.5 * match->drawn);
        add_pair(&players, second, first, games, match->lost + 0.5 * match->drawn);
        cop_pool_add(&pool, first, second, games, match->won + 0.5 * match->drawn);
    }
    rate(&players, &pool);
    cop_pool_close(&pool);
    free(sides);
    sort_players(&players);
    return players;
}

void cop_ladder_players_free(struct cop_ladder_players *players)
{
    free(players->of);
    free(players->pairs);
    *players = (struct cop_ladder_players){0};
}

/* ---- Commits ---- */

/* The first day of a commit's games. */
static const char *day_of(const struct cop_ladder *ladder, const char *game, const char *commit)
{
    const char *day = NULL;

    for (int i = 0; i < ladder->match_count; i++) {
        const struct cop_ladder_match *match = &ladder->matches[i];

        if (strcmp(match->game, game) == 0 && strcmp(match->commit, commit) == 0 &&
            (day == NULL || strcmp(match->date, day) < 0))
            day = match->date;
    }
    return day;
}

const char **cop_ladder_commits(const struct cop_ladder *ladder, const char *game, int *count)
{
    const char **commits = cop_allocate((size_t)(ladder->match_count + 1) * sizeof *commits);

    *count = 0;
    for (int i = 0; i < ladder->match_count; i++) {
        const char *commit = ladder->matches[i].commit, *day;
        int at = 0;

        if (strcmp(ladder->matches[i].game, game) != 0)
            continue;
        while (at < *count && strcmp(commits[at], commit) != 0)
            at++;
        if (at < *count)
            continue;
        day = day_of(ladder, game, commit);
        for (at = (*count)++; at > 0 && strcmp(day_of(ladder, game, commits[at - 1]), day) > 0;
             at--)
            commits[at] = commits[at - 1];
        commits[at] = commit;
    }
    return commits;
}
