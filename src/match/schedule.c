/* schedule.c - fixtures are combinations of agents in lexicographic order, seatings are words over
 * such a combination in lexicographic order; both are found by counting what comes before. */
#include "match/schedule.h"

#include <stdlib.h>

/* How many agents meet in a fixture. */
static int party(const struct cop_match_plan *plan)
{
    return plan->agent_count < plan->game->players ? plan->agent_count : plan->game->players;
}

/* n choose k, or more than `limit` if it is more. */
static int64_t combinations(int n, int k, int64_t limit)
{
    int64_t count = 1;

    for (int i = 1; i <= k && count <= limit; i++)
        count = count * (n - k + i) / i;
    return n < k ? 0 : count;
}

/* The number of words of `length` letters from an alphabet of `letters` that use all of `missing`
 * given ones of them. */
static int64_t words_with(int length, int letters, int missing)
{
    if (missing > length)
        return 0;
    if (length == 0)
        return 1;
    return missing * words_with(length - 1, letters, missing - 1) +
           (letters - missing) * words_with(length - 1, letters, missing);
}

int cop_match_fixture_count(const struct cop_match_plan *plan)
{
    return (int)combinations(plan->agent_count, party(plan), INT32_MAX);
}

/* At least 1, because others divide by it before a plan without agents is refused. */
int cop_match_seating_count(const struct cop_match_plan *plan)
{
    int64_t count = words_with(plan->game->players, party(plan), party(plan));

    return count > 1 ? (int)count : 1;
}

/* The agents of a fixture, ascending. */
static void members(const struct cop_match_plan *plan, int fixture, int *agents)
{
    int size = party(plan), agent = 0;
    int64_t left = fixture;

    for (int i = 0; i < size; i++) {
        int64_t with;

        while ((with = combinations(plan->agent_count - agent - 1, size - i - 1, INT32_MAX)) <=
               left) {
            left -= with;
            agent++;
        }
        agents[i] = agent++;
    }
}

void cop_match_seating(const struct cop_match_plan *plan, int fixture, int number, int *agents)
{
    int present[COP_PLAYERS_MAX];
    bool is_seated[COP_PLAYERS_MAX] = {false};
    int size = party(plan), missing = size;
    int64_t left = number % cop_match_seating_count(plan);

    members(plan, fixture, present);
    for (int seat = 0; seat < plan->game->players; seat++) {
        int choice = 0;
        int64_t with;

        while ((with = words_with(plan->game->players - seat - 1, size,
                                  missing - !is_seated[choice])) <= left) {
            left -= with;
            choice++;
        }
        missing -= !is_seated[choice];
        is_seated[choice] = true;
        agents[seat] = present[choice];
    }
}

void cop_match_fixture(const struct cop_match_plan *plan, int fixture, int *agents)
{
    cop_match_seating(plan, fixture, 0, agents);
}

void cop_schedule_game(const struct cop_match_plan *plan, int place, int *fixture, int *number)
{
    int fixtures = cop_match_fixture_count(plan);
    int seatings = cop_match_seating_count(plan);
    int first = place / (seatings * fixtures) * seatings; /* of the games that share an opening */
    int rest = plan->games - first;
    int run = rest > 0 && rest < seatings ? rest : seatings; /* how many there are */

    place -= first * fixtures;
    *fixture = place / run;
    *number = first + place % run;
}

uint64_t cop_seed_join(uint64_t seed, uint64_t number)
{
    return cop_mix(seed ^ cop_mix(number + 0x9e3779b97f4a7c15u));
}

uint64_t cop_schedule_opening_seed(const struct cop_match_plan *plan, int fixture, int number)
{
    int shared = plan->game->players == 1 ? 0 : fixture;
    uint64_t of_fixture = cop_seed_join(cop_seed_join(plan->seed, 1), (uint64_t)shared);

    return cop_seed_join(of_fixture, (uint64_t)(number / cop_match_seating_count(plan)));
}

uint64_t cop_schedule_game_seed(const struct cop_match_plan *plan, int fixture, int number)
{
    uint64_t of_fixture = cop_seed_join(cop_seed_join(plan->seed, 2), (uint64_t)fixture);

    return cop_seed_join(of_fixture, (uint64_t)number);
}

/* The canonical spec, so that blanks and defaults do not make another match; a spec that cannot be
 * read stays as it is, because opening it will say what is wrong. */
static void write_agent(const char *spec, struct cop_text *text)
{
    const struct cop_agent_kind *kind;
    struct cop_settings *settings = NULL;
    char *name = NULL, *inside = NULL;

    if (cop_spec_split("agent", spec, &name, &inside, NULL)) {
        kind = cop_agent_kind_find(name);
        if (kind != NULL)
            settings = cop_settings_parse(kind->name, kind->options, inside, NULL);
        if (settings != NULL)
            cop_spec_write(kind->name, settings, text);
        free(name);
        free(inside);
    }
    if (settings == NULL)
        cop_text_add(text, "%s", spec);
    cop_settings_free(settings);
}

int cop_match_start_place(const struct cop_match_plan *plan, int number)
{
    return plan->start_count > 0 ? number / cop_match_seating_count(plan) % plan->start_count : -1;
}

const char *cop_match_start(const struct cop_match_plan *plan, int number)
{
    int place = cop_match_start_place(plan, number);

    return place >= 0 ? plan->starts[place] : NULL;
}

void cop_match_identity(const struct cop_match_plan *plan, struct cop_text *text)
{
    cop_text_add(text, "game %s\n", plan->game->name);
    for (int i = 0; i < plan->agent_count; i++) {
        cop_text_add(text, "agent ");
        write_agent(plan->agents[i], text);
        cop_text_add(text, "\nlimit ");
        cop_limits_write(&plan->limits[i], text);
        cop_text_add(text, "\n");
    }
    cop_text_add(text, "opening %d\nseed %llu\n", plan->opening_plies,
                 (unsigned long long)plan->seed);
    if (plan->adjudicate)
        cop_text_add(text, "adjudicate on\n");
    for (int i = 0; i < plan->start_count; i++)
        cop_text_add(text, "start %s\n", plan->starts[i]);
}
