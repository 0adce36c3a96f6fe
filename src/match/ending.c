#include "match/ending.h"

#include <string.h>

#include "coppice/coppice.h"
#include "game/course.h"

/* The last position is looked at by the match's own game, whose phrase outlives the record's. */
static const char *ending_of_record(const struct cop_game *game, const char *sgf)
{
    struct cop_record record = {0};
    struct cop_game *opened = NULL;
    struct cop_course course;
    const char *ending = NULL;

    if (!cop_record_read_sgf(sgf, strlen(sgf), cop_game_open, &record, &opened, NULL))
        return NULL;
    if (strcmp(opened->name, game->name) != 0) {
        cop_record_free(&record);
    } else if (cop_course_open(&course, game, &record, NULL)) {
        ending = cop_ending_of(game, cop_course_now(&course));
        cop_course_close(&course);
    }
    cop_game_close(opened);
    return ending;
}

const char *cop_match_ending(const struct cop_game *game, const struct cop_game_result *result)
{
    if (result->ending != NULL || result->reason != NULL || game->rules->ending == NULL)
        return result->ending;
    return ending_of_record(game, result->sgf);
}
