/* seats.c - from words to seats, within bounds. */
#include "serve/seats.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/cores.h"
#include "agent/presets.h"
#include "base/allocate.h"
#include "base/machine.h"
#include "serve/stranger.h"

static void hold_within_bounds(struct cop_limits *limits, const struct cop_house_options *options)
{
    int cores = cop_machine_cores();

    if (limits->time <= 0 || limits->time > COP_SEARCH_SECONDS_MAX)
        limits->time = COP_SEARCH_SECONDS_MAX;
    if (limits->means.memory > options->memory)
        limits->means.memory = options->memory;
    if (limits->means.threads > cores)
        limits->means.threads = cores;
}

bool cop_seat_read(struct cop_seat *seat, const struct cop_house_options *options, const char *who,
                   const char *limit, struct cop_error *error)
{
    struct cop_text words = COP_TEXT;

    *seat = (struct cop_seat){.who = NULL};
    if (strcasecmp(who, "human") == 0)
        return true;
    if (!cop_stranger_check(who, error))
        return false;
    if (!cop_search_limits_parse(limit != NULL ? limit : "1s", &seat->limits, error))
        return false;
    cop_limits_write(&seat->limits, &words);
    seat->takes_cores = limit == NULL || !cop_limits_name_threads(limit);
    if (!seat->takes_cores && seat->limits.means.threads == 1)
        cop_text_add(&words, ", threads=1"); /* which is else what nobody has said */
    seat->has_time = seat->limits.time > 0;
    seat->who = cop_copy_string(who);
    seat->limit = cop_copy_string(words.bytes);
    cop_text_free(&words);
    hold_within_bounds(&seat->limits, options);
    return true;
}

void cop_seat_restore(struct cop_seat *seat, const struct cop_house_options *options,
                      const char *who, const char *limit)
{
    struct cop_error error;

    if (cop_seat_read(seat, options, who, limit, &error))
        return;
    seat->who = cop_copy_string(who);
    seat->limit = cop_copy_string(limit != NULL ? limit : "1s");
    seat->refusal = cop_copy_string(error.message);
}

static void spread(struct cop_seat *seat, const struct cop_house_options *options,
                   const struct cop_game *game)
{
    if (seat->takes_cores && options->threads > 1)
        cop_limits_take_cores(&seat->limits, options->threads, game, seat->who);
}

/* By what was asked for: a search that would never end is not one that takes the house's time. */
static bool check(const struct cop_seat *seat, const struct cop_game *game, struct cop_text *name,
                  struct cop_error *error)
{
    struct cop_limits asked = seat->limits;

    if (!seat->has_time)
        asked.time = 0;
    return cop_agent_check(game, seat->who, &asked, name, error);
}

void cop_seat_judge(struct cop_seat *seat, const struct cop_house_options *options,
                    const struct cop_game *game)
{
    struct cop_error error;

    if (seat->who != NULL && seat->refusal == NULL && !check(seat, game, NULL, &error))
        seat->refusal = cop_copy_string(error.message);
    if (seat->who != NULL && seat->refusal == NULL)
        spread(seat, options, game);
}

bool cop_seat_check(struct cop_seat *seat, const struct cop_house_options *options,
                    const struct cop_game *game, struct cop_error *error)
{
    struct cop_text name = COP_TEXT;
    bool is_good;

    if (seat->who == NULL)
        return true;
    is_good = check(seat, game, &name, error);
    if (is_good) {
        free(seat->who);
        seat->who = cop_copy_string(name.bytes);
        spread(seat, options, game);
    }
    cop_text_free(&name);
    return is_good;
}

/* Takes the spec over; NULL leaves the seat as it is. */
static void take_spec(struct cop_seat *seat, char *spec)
{
    if (spec == NULL)
        return;
    free(seat->who);
    seat->who = spec;
}

void cop_seat_compare(struct cop_seat *seat, const struct cop_game *game)
{
    if (seat->who != NULL)
        take_spec(seat, cop_preset_adviser(game, seat->who, &seat->limits));
}

void cop_seat_value(struct cop_seat *seat)
{
    if (seat->who != NULL)
        take_spec(seat, cop_agent_wish(seat->who, "stop", "off"));
}

static bool read_one(struct cop_seat *seat, const struct cop_house_options *options,
                     const struct cop_game *game, const json_t *value, bool *is_malformed,
                     struct cop_error *error)
{
    const json_t *who = json_object_get(value, "who");
    const json_t *limit = json_object_get(value, "limit");

    if (!json_is_string(who) || (limit != NULL && !json_is_string(limit) && !json_is_null(limit))) {
        *is_malformed = true;
        return cop_fail(error, "a seat is written {\"who\": \"human\"} or {\"who\": \"mcts\", "
                               "\"limit\": \"1s\"}");
    }
    return cop_seat_read(seat, options, json_string_value(who), json_string_value(limit), error) &&
           cop_seat_check(seat, options, game, error);
}

bool cop_seats_read(struct cop_seat *seats, const struct cop_house_options *options,
                    const struct cop_game *game, const json_t *list, bool *is_malformed,
                    struct cop_error *error)
{
    size_t count = list != NULL ? json_array_size(list) : 0;

    memset(seats, 0, COP_PLAYERS_MAX * sizeof *seats);
    *is_malformed = list != NULL && !json_is_array(list);
    if (*is_malformed)
        return cop_fail(error, "\"seats\" is a list with a seat for each player");
    if (count > (size_t)game->players)
        return cop_fail(error, "%s has %d seats, not %zu", game->name, game->players, count);
    for (size_t i = 0; i < count; i++) {
        if (!read_one(&seats[i], options, game, json_array_get(list, i), is_malformed, error)) {
            cop_seats_free(seats);
            return cop_fail_in(error, "seat %zu", i + 1);
        }
    }
    return true;
}
