#include "lab/run/games.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "game/position_view.h"
#include "lab/run/files.h"
#include "match/match.h"

static const char first_line[] = "# coppice lab games 1";
static const char run_mark[] = "# run ", start_mark[] = "# start ", fixture_mark[] = "# fixture";
static const char deal_mark[] = "deal=", at_mark[] = "at=";

/* How a seat lost before the rules ended the game. */
static const char *const defeats[] = {[COP_DEFEAT_RESIGNED] = "resigned",
                                      [COP_DEFEAT_TIME] = "time",
                                      [COP_DEFEAT_FORFEIT] = "forfeit"};

enum { DEFEATS = sizeof defeats / sizeof *defeats };

/* -- from a record to a line -- */

/* True if the seed decides how the game begins. */
static bool is_dealt(const struct cop_record *record, const struct cop_game *game)
{
    struct cop_record plain = {.position = record->position};
    void *dealt = cop_allocate(game->state_size), *start = cop_allocate(game->state_size);
    bool result = cop_record_start(record, game, dealt, NULL) &&
                  cop_record_start(&plain, game, start, NULL) &&
                  memcmp(dealt, start, game->state_size) != 0;

    free(dealt);
    free(start);
    return result;
}

static void add_moves(const struct cop_record *record, const struct cop_game *game,
                      struct cop_text *line)
{
    void *state = cop_allocate(game->state_size);

    cop_record_start(record, game, state, NULL);
    for (int i = 0; i < record->move_count; i++) {
        cop_text_add(line, " ");
        game->rules->write_move(game, state, record->moves[i], line);
        game->rules->play(game, state, record->moves[i]);
    }
    free(state);
}

static void add_defeat(const struct cop_game_result *result, struct cop_text *line)
{
    enum cop_defeat defeat = COP_DEFEAT_FORFEIT;

    if (!result->reason)
        return;
    if (strcmp(result->reason, COP_REASON_RESIGNED) == 0)
        defeat = COP_DEFEAT_RESIGNED;
    else if (strcmp(result->reason, COP_REASON_TIME) == 0)
        defeat = COP_DEFEAT_TIME;
    cop_text_add(line, " [%d %s]", result->loser + 1, defeats[defeat]);
}

/* The letter of whoever sat there. */
static void add_seat(const struct cop_fixture_result *fixture, int agent, struct cop_text *line)
{
    for (int i = 0; i < fixture->entrant_count; i++)
        if (fixture->entrants[i] == agent)
            cop_text_add(line, "%c", 'a' + i);
}

bool cop_game_line(const struct cop_match_plan *plan, const struct cop_fixture_result *fixture,
                   const struct cop_game_result *result, struct cop_text *line,
                   struct cop_error *error)
{
    const struct cop_game *game = plan->game;
    int start = cop_match_start_place(plan, result->number);
    struct cop_record record;
    struct cop_game *own;

    if (!cop_record_read_sgf(result->sgf, strlen(result->sgf), cop_game_open, &record, &own, error))
        return cop_fail_in(error, "game %d of the store", result->number);
    for (int seat = 0; seat < result->seat_count; seat++)
        add_seat(fixture, result->seats[seat].agent, line);
    if (start >= 0)
        cop_text_add(line, " %s%d", at_mark, start + 1);
    if (is_dealt(&record, game))
        cop_text_add(line, " %s%llu", deal_mark, (unsigned long long)record.seed);
    add_moves(&record, game, line);
    add_defeat(result, line);
    cop_record_free(&record);
    cop_game_close(own);
    return true;
}

/* -- the file -- */

static char *path_of(const char *directory, const char *budget, const char *id)
{
    return cop_path("%s/%s/%s.games.txt", directory, budget, id);
}

int cop_lab_run_games(const struct cop_lab_run_result *run)
{
    int count = 0;

    for (int f = 0; f < run->fixture_count; f++)
        if (run->fixtures[f].games)
            count += (int)run->fixtures[f].sample.count;
    return count;
}

static void write_start(const struct cop_lab_starts *starts, int i, struct cop_text *text)
{
    cop_text_add(text, "%s%s %s\n", start_mark, starts->names[i], starts->positions[i]);
}

static void write_run(const struct cop_lab_run_result *run, struct cop_text *text)
{
    if (cop_lab_run_games(run) == 0)
        return;
    cop_text_add(text, "%s%s: %s\n", run_mark, run->name, run->game);
    for (int i = 0; i < run->starts.count; i++)
        write_start(&run->starts, i, text);
    for (int f = 0; f < run->fixture_count; f++) {
        const struct cop_fixture_result *fixture = &run->fixtures[f];

        cop_text_add(text, "%s:", fixture_mark);
        for (int i = 0; i < fixture->entrant_count; i++)
            cop_text_add(text, " %c %s%s", 'a' + i, run->entrants[fixture->entrants[i]].label,
                         i + 1 < fixture->entrant_count ? "," : "\n");
        for (int64_t i = 0; i < fixture->sample.count; i++)
            cop_text_add(text, "%s\n", fixture->games[i]);
    }
}

bool cop_results_save_games(const struct cop_results *results, const char *directory,
                            struct cop_error *error)
{
    struct cop_text text = COP_TEXT;
    char *path = path_of(directory, results->budget, results->id);
    size_t head;
    bool is_good = true;

    cop_text_add(&text, "%s: %s at %s\n", first_line, results->id, results->budget);
    head = text.length;
    for (int i = 0; i < results->run_count; i++)
        write_run(&results->runs[i], &text);
    if (text.length > head)
        is_good = cop_lab_file_write(path, text.bytes, error);
    cop_text_free(&text);
    free(path);
    return is_good;
}

/* Where the next line of a file belongs. */
struct reading {
    struct cop_results *results;
    struct cop_lab_run_result *run;
    int starts;    /* of the run so far */
    int fixture;   /* of the run; -1 before the first */
    int64_t count; /* lines of that fixture so far */
};

static bool enter_run(struct reading *reading, const char *name)
{
    size_t length = strcspn(name, ":");

    reading->run = NULL;
    reading->starts = 0;
    reading->fixture = -1;
    for (int i = 0; i < reading->results->run_count; i++) {
        struct cop_lab_run_result *run = &reading->results->runs[i];

        if (strncmp(run->name, name, length) == 0 && run->name[length] == '\0' &&
            run->kind == COP_LAB_RUN_MATCH)
            reading->run = run;
    }
    return reading->run != NULL;
}

/* All games of the fixture before are there. */
static bool is_full(const struct reading *reading)
{
    return !reading->run || reading->fixture < 0 ||
           reading->count == reading->run->fixtures[reading->fixture].sample.count;
}

/* The line must be the next start of the run, word for word: games.txt is enough to play its games
 * again, and what results say of these games is about the same positions. */
static bool take_start(struct reading *reading, const char *line)
{
    struct cop_text text = COP_TEXT;
    bool is_same;

    if (!reading->run || reading->fixture >= 0 || reading->starts >= reading->run->starts.count)
        return false;
    write_start(&reading->run->starts, reading->starts++, &text);
    is_same = strncmp(text.bytes, line, text.length - 1) == 0 && line[text.length - 1] == '\0';
    cop_text_free(&text);
    return is_same;
}

static bool enter_fixture(struct reading *reading)
{
    struct cop_fixture_result *fixture;

    if (!reading->run || reading->starts < reading->run->starts.count ||
        ++reading->fixture >= reading->run->fixture_count)
        return false;
    fixture = &reading->run->fixtures[reading->fixture];
    reading->count = 0;
    if (fixture->games || !fixture->rows)
        return false;
    fixture->games = cop_allocate(((size_t)fixture->sample.count + 1) * sizeof *fixture->games);
    return true;
}

static bool take_line(struct reading *reading, const char *line)
{
    struct cop_fixture_result *fixture;

    if (strncmp(line, run_mark, strlen(run_mark)) == 0)
        return is_full(reading) && enter_run(reading, line + strlen(run_mark));
    if (strncmp(line, start_mark, strlen(start_mark)) == 0)
        return take_start(reading, line);
    if (strncmp(line, fixture_mark, strlen(fixture_mark)) == 0)
        return is_full(reading) && enter_fixture(reading);
    if (!reading->run || reading->fixture < 0 || is_full(reading))
        return false;
    fixture = &reading->run->fixtures[reading->fixture];
    fixture->games[reading->count++] = cop_copy_string(line);
    return true;
}

static void forget_games(struct cop_results *results)
{
    for (int r = 0; r < results->run_count; r++)
        for (int f = 0; f < results->runs[r].fixture_count; f++)
            cop_fixture_free_games(&results->runs[r].fixtures[f]);
}

/* A run has the games of all its fixtures or of none. */
static bool is_even(const struct cop_results *results)
{
    for (int r = 0; r < results->run_count; r++) {
        const struct cop_lab_run_result *run = &results->runs[r];

        for (int f = 1; f < run->fixture_count; f++)
            if ((run->fixtures[f].games == NULL) != (run->fixtures[0].games == NULL))
                return false;
    }
    return true;
}

static bool read_lines(struct cop_results *results, char *text)
{
    struct reading reading = {.results = results, .fixture = -1};
    bool is_good = strncmp(text, first_line, strlen(first_line)) == 0;
    char *line = text, *end;

    while (is_good && (end = strchr(line, '\n')) != NULL) {
        *end = '\0';
        is_good = line == text || take_line(&reading, line);
        line = end + 1;
    }
    return is_good && *line == '\0' && is_full(&reading) && is_even(results);
}

bool cop_results_load_games(struct cop_results *results, const char *directory, const char *budget,
                            const char *id, struct cop_error *error)
{
    char *path = path_of(directory, budget, id);
    char *text = NULL;
    bool is_good = true;

    forget_games(results);
    if (cop_lab_file_exists(path)) {
        text = cop_lab_file_read(path, error);
        is_good = text != NULL;
    }
    if (text && !read_lines(results, text)) {
        forget_games(results);
        is_good = cop_fail(error,
                           "%s does not have the games of %s.json beside it; run the "
                           "experiment again",
                           path, id);
    }
    free(text);
    free(path);
    return is_good;
}

/* -- from a line to a game -- */

/* The next word of a line; "" at its end. Cuts the line. */
static char *take_word(char **line)
{
    char *word = *line + strspn(*line, " ");
    size_t length = strcspn(word, " ");

    *line = word + length;
    if (word[length] != '\0') {
        word[length] = '\0';
        (*line)++;
    }
    return word;
}

static bool read_seats(const char *letters, const struct cop_game *game,
                       const struct cop_fixture_result *fixture, struct cop_lab_game *opened)
{
    if (strlen(letters) != (size_t)game->players)
        return false;
    for (int seat = 0; seat < game->players; seat++) {
        int entrant = letters[seat] - 'a';

        if (entrant < 0 || entrant >= fixture->entrant_count)
            return false;
        opened->seats[seat] = fixture->entrants[entrant];
    }
    return true;
}

/* "at=3": the position that the game begins at. Every game of a run has one, or none has. */
static bool read_start(char **line, const struct cop_lab_starts *starts, struct cop_record *record)
{
    char *start = *line + strspn(*line, " "), *end;
    long number;

    if (strncmp(start, at_mark, strlen(at_mark)) != 0)
        return starts->count == 0;
    start = take_word(line) + strlen(at_mark);
    number = strtol(start, &end, 10);
    if (end == start || *end != '\0' || number < 1 || number > starts->count)
        return false;
    record->position = cop_copy_string(starts->positions[number - 1]);
    return true;
}

static bool read_deal(char **line, struct cop_record *record)
{
    char *start = *line + strspn(*line, " "), *end;

    if (strncmp(start, deal_mark, strlen(deal_mark)) != 0)
        return true;
    start = take_word(line) + strlen(deal_mark);
    errno = 0;
    record->seed = strtoull(start, &end, 10);
    return errno == 0 && end != start && *end == '\0';
}

/* Plays the words up to the end or the bracket of a defeat. */
static bool play_words(struct cop_course *course, char **line, struct cop_error *error)
{
    for (;;) {
        const char *word = *line + strspn(*line, " ");
        cop_move move;

        if (*word == '\0' || *word == '[')
            return true;
        word = take_word(line);
        if (cop_course_turn(course) == COP_OVER)
            return cop_fail(error, "the game is over before move %d, %.40s",
                            cop_course_ply(course) + 1, word);
        if (!cop_move_read(course->game, cop_course_now(course), word, &move, error))
            return cop_fail_in(error, "move %d", cop_course_ply(course) + 1);
        cop_course_play(course, move);
    }
}

/* "[2 resigned]" */
static bool read_defeat(struct cop_course *course, const char *words)
{
    char *end;
    long seat;

    words += strspn(words, " ");
    if (*words == '\0')
        return true;
    seat = strtol(words + 1, &end, 10);
    if (seat < 1 || seat > course->game->players || *end != ' ' ||
        cop_course_turn(course) == COP_OVER)
        return false;
    for (int i = 0; i < DEFEATS; i++)
        if (strncmp(end + 1, defeats[i], strlen(defeats[i])) == 0) {
            cop_course_defeat(course, (int)seat - 1, (enum cop_defeat)i);
            return true;
        }
    return false;
}

/* Games before those of a fixture; an interrupted or damaged run may have more in one than in
 * another. */
static int games_before(const struct cop_lab_run_result *run, int fixture)
{
    int count = 0;

    for (int f = 0; f < fixture; f++)
        count += (int)run->fixtures[f].sample.count;
    return count;
}

/* Who played, and which game it is. */
static void name_record(struct cop_record *record, const struct cop_game *game,
                        const struct cop_results *results, const struct cop_lab_run_result *run,
                        const struct cop_lab_game *opened)
{
    struct cop_text event = COP_TEXT;

    cop_text_add(&event, "%s (%s), run %s, game %d:", results->id, results->budget, run->name,
                 games_before(run, opened->fixture) + opened->place + 1);
    for (int seat = 0; seat < game->players; seat++) {
        const struct cop_entrant *entrant = &run->entrants[opened->seats[seat]];

        cop_text_add(&event, "%s %s %s", seat > 0 ? "," : "", cop_player_name(game, seat),
                     entrant->label);
        record->players[seat] = cop_copy_string(entrant->agent);
    }
    record->event = cop_copy_string(event.bytes);
    cop_text_free(&event);
}

static bool open_line(struct cop_lab_game *opened, const struct cop_game *game,
                      const struct cop_results *results, const struct cop_lab_run_result *run,
                      char *line, struct cop_error *error)
{
    const struct cop_fixture_result *fixture = &run->fixtures[opened->fixture];
    struct cop_record record = {.game = cop_copy_string(game->name)};
    bool is_good = read_seats(take_word(&line), game, fixture, opened) &&
                   read_start(&line, &run->starts, &record) && read_deal(&line, &record);

    if (!is_good) {
        cop_record_free(&record);
        return cop_fail(error, "this is not a game of %s", game->name);
    }
    name_record(&record, game, results, run, opened);
    if (!cop_course_open(&opened->course, game, &record, error))
        return false;
    is_good = play_words(&opened->course, &line, error);
    if (is_good && !read_defeat(&opened->course, line))
        is_good = cop_fail(error, "nobody can have lost by \"%.40s\"", line);
    if (is_good && cop_course_turn(&opened->course) != COP_OVER)
        is_good = cop_fail(error, "the game is not over after its %d moves",
                           cop_course_ply(&opened->course));
    if (!is_good)
        cop_course_close(&opened->course);
    return is_good;
}

bool cop_lab_game_open(struct cop_lab_game *opened, const struct cop_game *game,
                       const struct cop_results *results, const struct cop_lab_run_result *run,
                       int number, struct cop_error *error)
{
    char *line;
    bool is_good;

    *opened = (struct cop_lab_game){0};
    if (number < 1 || number > cop_lab_run_games(run))
        return cop_fail(error, "the run %s of %s has %d games that are kept, not number %d",
                        run->name, results->id, cop_lab_run_games(run), number);
    while (games_before(run, opened->fixture + 1) < number)
        opened->fixture++;
    opened->place = number - 1 - games_before(run, opened->fixture);
    line = cop_copy_string(run->fixtures[opened->fixture].games[opened->place]);
    is_good = open_line(opened, game, results, run, line, error) ||
              cop_fail_in(error, "%s, run %s, game %d", results->id, run->name, number);
    free(line);
    return is_good;
}

void cop_lab_game_close(struct cop_lab_game *opened)
{
    cop_course_close(&opened->course);
}

void cop_lab_game_result(const struct cop_lab_game *opened, struct cop_text *text)
{
    const struct cop_course *course = &opened->course;
    static const char *const words[] = {[COP_DEFEAT_RESIGNED] = "resigned",
                                        [COP_DEFEAT_TIME] = "lost on time",
                                        [COP_DEFEAT_FORFEIT] = "forfeited"};

    if (course->loser >= 0)
        cop_text_add(text, "%s %s", cop_player_name(course->game, course->loser),
                     words[course->defeat]);
    else
        cop_end_in_words(course->game, cop_course_now(course), text);
}

void cop_lab_game_payoffs(const struct cop_lab_game *opened, const struct cop_lab_run_result *run,
                          double *payoffs)
{
    const struct cop_fixture_result *fixture = &run->fixtures[opened->fixture];
    struct cop_match_plan plan = {.game = opened->course.game, .agent_count = run->entrant_count};
    struct cop_game_result result = {.seat_count = opened->course.game->players, .loser = -1};
    double of_seat[COP_PLAYERS_MAX] = {0};

    cop_course_payoff(&opened->course, of_seat);
    for (int seat = 0; seat < result.seat_count; seat++) {
        result.seats[seat].agent = opened->seats[seat];
        result.seats[seat].payoff = of_seat[seat];
    }
    for (int i = 0; i < fixture->entrant_count; i++) {
        struct cop_tally tally = {0};

        cop_tally_add(&tally, &plan, &result, fixture->entrants[i]);
        payoffs[i] = tally.payoff;
    }
}
