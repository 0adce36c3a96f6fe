/* mind.c - agents rest at tables, one for each seat. */
#include "serve/mind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "serve/table.h"

static const double longest_rest = 600; /* seconds */

/* Who has missed more begins anew: that is quicker than to hear it all. */
enum { NEWS_MAX = 256 };

static void forget_news(struct cop_mind *mind)
{
    free(mind->news);
    free(mind->before);
    mind->news = NULL;
    mind->before = NULL;
    mind->news_count = 0;
}

static void close_mind(struct cop_mind *mind)
{
    if (mind == NULL)
        return;
    cop_agent_close(mind->agent);
    forget_news(mind);
    free(mind->spec);
    free(mind);
}

/* ---- To work ---- */

static bool is_of(const struct cop_mind *mind, const struct cop_search *search)
{
    const struct cop_means *means = &search->limits.means;

    return strcmp(mind->spec, search->agent) == 0 && mind->means.threads == means->threads &&
           mind->means.memory == means->memory && mind->means.seed == means->seed;
}

static bool can_go_on(const struct cop_mind *mind, const struct cop_search *search)
{
    return mind->past == search->table->past && mind->ply <= search->ply &&
           search->ply - mind->ply <= NEWS_MAX;
}

static void copy_news(struct cop_mind *mind, const struct cop_search *search)
{
    const struct cop_course *course = &search->table->session->course;
    size_t size = course->game->state_size;

    mind->news_count = search->ply - mind->ply;
    mind->news = cop_allocate(((size_t)mind->news_count + 1) * sizeof *mind->news);
    mind->before = cop_allocate(((size_t)mind->news_count + 1) * size);
    for (int i = 0; i < mind->news_count; i++) {
        mind->news[i] = course->record.moves[mind->ply + i];
        memcpy(mind->before + (size_t)i * size, cop_course_state(course, mind->ply + i), size);
    }
}

/* A mind that is not the search's is kept until cop_mind_wake, which closes it without the lock. */
void cop_mind_take(struct cop_search *search)
{
    struct cop_mind **seat = &search->table->minds[search->player];
    struct cop_mind *mind = *seat;

    if (mind == NULL) {
        mind = cop_allocate(sizeof *mind);
        *mind = (struct cop_mind){.ply = -1};
    } else {
        *seat = NULL;
        search->table->house->mind_count--;
    }
    search->mind = mind;
    search->past = search->table->past;
    if (mind->agent == NULL || !is_of(mind, search) || !can_go_on(mind, search))
        mind->ply = -1;
    else
        copy_news(mind, search);
}

static bool open_agent(struct cop_mind *mind, const struct cop_search *search,
                       struct cop_error *error)
{
    struct cop_means means = search->limits.means;

    means.stop = &search->stop; /* while it is opened, and no longer */
    mind->means = search->limits.means;
    mind->spec = cop_copy_string(search->agent);
    mind->agent = cop_agent_open(cop_table_game(search->table), search->agent, &means, error);
    return mind->agent != NULL;
}

static void tell_news(struct cop_mind *mind, size_t state_size)
{
    for (int i = 0; i < mind->news_count; i++)
        cop_agent_played(mind->agent, mind->before + (size_t)i * state_size, mind->news[i]);
    forget_news(mind);
}

struct cop_agent *cop_mind_wake(struct cop_search *search, struct cop_error *error)
{
    struct cop_mind *mind = search->mind;

    if (mind->agent != NULL && !is_of(mind, search)) {
        cop_mind_drop(search);
        mind = search->mind = cop_allocate(sizeof *mind);
        *mind = (struct cop_mind){.ply = -1};
    }
    if (mind->agent == NULL && !open_agent(mind, search, error))
        return NULL;
    if (mind->ply < 0)
        cop_agent_start(mind->agent, search->seed);
    else
        tell_news(mind, cop_table_game(search->table)->state_size);
    return mind->agent;
}

/* ---- To rest ---- */

void cop_mind_drop(struct cop_search *search)
{
    close_mind(search->mind);
    search->mind = NULL;
}

/* Another search may have brought its own mind meanwhile, if this one was abandoned: the search
 * keeps its mind then, and drops it. So it does where nobody will come back. */
void cop_mind_rest(struct cop_search *search)
{
    struct cop_table *table = search->table;
    struct cop_mind **seat = &table->minds[search->player], *mind = search->mind;

    if (mind == NULL || mind->agent == NULL || *seat != NULL || table->is_gone ||
        table->house->is_closing)
        return;
    mind->ply = search->ply;
    mind->past = search->past;
    mind->resting_at = cop_house_now(table->house);
    *seat = mind;
    search->mind = NULL;
    table->house->mind_count++;
}

bool cop_minds_are_at(const struct cop_table *table)
{
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        if (table->minds[i] != NULL)
            return true;
    return false;
}

void cop_minds_forget(struct cop_table *table)
{
    struct cop_mind *minds[COP_PLAYERS_MAX];

    assert(table->uses > 0);
    if (!cop_minds_are_at(table))
        return;
    memcpy(minds, table->minds, sizeof minds);
    for (int i = 0; i < COP_PLAYERS_MAX; i++) {
        table->house->mind_count -= minds[i] != NULL;
        table->minds[i] = NULL;
    }
    cop_house_unlock(table->house);
    for (int i = 0; i < COP_PLAYERS_MAX; i++)
        close_mind(minds[i]);
    cop_house_lock(table->house);
}

/* Where the mind rests that has rested longest; NULL if none does. */
static struct cop_mind **find_oldest(const struct cop_house *house, struct cop_table **table)
{
    struct cop_mind **oldest = NULL;

    for (struct cop_table *at = house->tables; at != NULL; at = at->next)
        for (int i = 0; i < COP_PLAYERS_MAX; i++)
            if (at->minds[i] != NULL &&
                (oldest == NULL || at->minds[i]->resting_at < (*oldest)->resting_at)) {
                oldest = &at->minds[i];
                *table = at;
            }
    return oldest;
}

/* Its table is used meanwhile: an agent is closed while its game is still there. */
double cop_minds_tidy(struct cop_house *house)
{
    struct cop_table *table = NULL;
    struct cop_mind **oldest;

    while ((oldest = find_oldest(house, &table)) != NULL) {
        struct cop_mind *mind = *oldest;
        double left = mind->resting_at + longest_rest - cop_house_now(house);

        if (left > 0 && house->mind_count <= house->options.searches + 1)
            return left;
        *oldest = NULL;
        house->mind_count--;
        table->uses++;
        cop_house_unlock(house);
        close_mind(mind);
        cop_house_lock(house);
        cop_table_release(table);
    }
    return longest_rest;
}
