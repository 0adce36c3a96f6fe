/* people.c - what people meet of every game: words for moves and positions, records, pictures. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "walk.h"

static char *move_text(const struct walk *walk, cop_move move)
{
    struct cop_text text = COP_TEXT;
    char *copy;

    walk->game->rules->write_move(walk->game, walk->state, move, &text);
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}

/* ---- Notation ---- */

static bool is_word(const char *text)
{
    return text[0] != '\0' && strpbrk(text, " \t\n,.") == NULL;
}

static bool read_back(const struct walk *walk, cop_move move, struct cop_error *error)
{
    char *word = move_text(walk, move);
    cop_move answer = COP_NO_MOVE;
    bool is_right = cop_move_read(walk->game, walk->state, word, &answer, error);

    if (is_right && answer != move)
        is_right = cop_fail(error, "the move %u is written \"%s\", and that is read as %u",
                            (unsigned)move, word, (unsigned)answer);
    free(word);
    return is_right;
}

static int by_text(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* All moves at once: a word that is written for one move only names that move and no other. */
static bool words_are_distinct(const struct walk *walk, struct cop_error *error)
{
    char **words = cop_allocate(((size_t)walk->count + 1) * sizeof *words);
    bool is_right = true;

    for (int i = 0; i < walk->count; i++) {
        words[i] = move_text(walk, walk->moves[i]);
        if (is_right && !is_word(words[i]))
            is_right = cop_fail(error, "the move %u is written \"%s\", which is no word",
                                (unsigned)walk->moves[i], words[i]);
    }
    qsort(words, (size_t)walk->count, sizeof *words, by_text);
    for (int i = 1; i < walk->count && is_right; i++)
        if (strcmp(words[i - 1], words[i]) == 0)
            is_right = cop_fail(error, "two moves are written \"%s\"", words[i]);
    for (int i = 0; i < walk->count; i++)
        free(words[i]);
    free(words);
    return is_right;
}

/* Reading one word writes all moves, so only some of them are really read. */
static bool visit_notation(struct walk *walk, struct cop_error *error)
{
    enum { SOME = 2 };

    if (!words_are_distinct(walk, error))
        return false;
    for (int i = 0; i < SOME && walk->count > 0; i++)
        if (!read_back(walk, walk->moves[cop_rng_below(&walk->rng, (uint32_t)walk->count)], error))
            return false;
    return true;
}

static bool moves_are_read_as_written(const struct cop_game *game,
                                      const struct property_effort *effort, struct cop_error *error)
{
    return walk_all(game, effort, visit_notation, NULL, error);
}

/* Equal bytes, or, where the text does not carry everything, the same text and moves. */
static bool is_same_position(const struct walk *walk, const unsigned char *other, const char *text)
{
    const struct cop_game *game = walk->game;
    cop_move *moves;
    char *other_text;
    bool is_same;

    if (memcmp(other, walk->state, game->state_size) == 0)
        return true;
    moves = walk_new_moves(game);
    other_text = walk_position_text(game, other);
    is_same = strcmp(text, other_text) == 0 && game->rules->turn(game, other) == walk->mover &&
              game->rules->moves(game, other, moves) == walk->count &&
              memcmp(moves, walk->moves, (size_t)walk->count * sizeof *moves) == 0;
    free(other_text);
    free(moves);
    return is_same;
}

static bool visit_position(struct walk *walk, struct cop_error *error)
{
    char *text = walk_position_text(walk->game, walk->state);
    unsigned char *other = walk_new_state(walk->game);
    bool is_right = strpbrk(text, "\r\n") == NULL;

    if (!is_right)
        cop_fail(error, "a position must be one line");
    else if (!cop_position_read(walk->game, text, other, error))
        is_right = false;
    else if (!is_same_position(walk, other, text))
        is_right = cop_fail(error, "the position is read back as another one");
    else if (!walk_guard_is_whole(walk->game, other))
        is_right = cop_fail(error, "reading a position writes past the end of the state");
    free(other);
    free(text);
    return is_right;
}

static bool positions_are_read_as_written(const struct cop_game *game,
                                          const struct property_effort *effort,
                                          struct cop_error *error)
{
    return walk_all(game, effort, visit_position, NULL, error);
}

/* What was read from damaged text must be playable to its end. */
static bool is_playable(struct walk *walk, unsigned char *state, const char *text,
                        struct cop_error *error)
{
    const struct cop_game *game = walk->game;
    struct walk other = *walk;
    int limit = game->max_plies > 0 ? game->max_plies : WALK_PLIES_MAX;

    other.state = state;
    other.moves = walk_new_moves(game);
    walk_look_around(&other);
    other.ply = 0;
    if (walk_check_turn(&other, error)) {
        cop_playout(game, state, &other.rng, limit, other.moves);
        walk_look_around(&other);
    }
    if (other.mover != COP_OVER)
        cop_fail(error, "no end is reached from \"%.200s\"", text);
    free(other.moves);
    return other.mover == COP_OVER && walk_check_payoff(&other, error);
}

static bool visit_damage(struct walk *walk, struct cop_error *error)
{
    static const char replacements[] = "0123456789abcdxXoO-.?/ +*ABC";
    char *text = walk_position_text(walk->game, walk->state);
    unsigned char *other = walk_new_state(walk->game);
    bool is_right = true;

    for (int i = 0; i < 8 && is_right && text[0] != '\0'; i++) {
        char *at = text + cop_rng_below(&walk->rng, (uint32_t)strlen(text));
        char before = *at;
        struct cop_error refusal = {""};

        walk_poison(walk->game, other);
        *at = replacements[cop_rng_below(&walk->rng, sizeof replacements - 1)];
        if (cop_position_read(walk->game, text, other, &refusal))
            is_right = is_playable(walk, other, text, error);
        else if (refusal.message[0] == '\0')
            is_right = cop_fail(error, "\"%.200s\" is refused without a word", text);
        *at = before;
    }
    free(other);
    free(text);
    return is_right;
}

static bool damaged_positions_are_refused_or_playable(const struct cop_game *game,
                                                      const struct property_effort *effort,
                                                      struct cop_error *error)
{
    return walk_all(game, effort, visit_damage, NULL, error);
}

/* ---- Pictures ---- */

/* A click stands for a cell that stands for itself, and so does every cell of a path. */
static bool check_clicks(const struct walk *walk, int cell_count, struct cop_error *error)
{
    const struct cop_rules *rules = walk->game->rules;

    for (int cell = 0; rules->click != NULL && cell < cell_count; cell++) {
        int meant = rules->click(walk->game, walk->state, cell);

        if (meant < 0 || meant >= cell_count ||
            rules->click(walk->game, walk->state, meant) != meant)
            return cop_fail(error, "a click on cell %d means %d of %d", cell, meant, cell_count);
    }
    for (int i = 0; rules->click != NULL && i < walk->count; i++) {
        int cells[COP_PATH_MAX];
        int length = rules->path(walk->game, walk->state, walk->moves[i], cells);

        for (int j = 0; j < length; j++)
            if (rules->click(walk->game, walk->state, cells[j]) != cells[j])
                return cop_fail(error, "cell %d in the path of move %d means another", cells[j], i);
    }
    return true;
}

/* A move without a place has a name, of which people make a button. */
static bool is_named(const struct walk *walk, cop_move move)
{
    char *word = move_text(walk, move);
    bool is_name = strlen(word) > 3 && strspn(word, "abcdefghijklmnopqrstuvwxyz") == strlen(word);

    free(word);
    return is_name;
}

static bool check_scene(const struct walk *walk, const struct cop_scene *scene, int viewer,
                        struct cop_error *error)
{
    if (scene->cell_count <= 0)
        return cop_fail(error, "the scene for viewer %d is empty", viewer);
    for (int i = 0; i < scene->piece_count; i++)
        if (scene->pieces[i].cell < 0 || scene->pieces[i].cell >= scene->cell_count)
            return cop_fail(error, "piece %d stands on cell %d of %d", i, scene->pieces[i].cell,
                            scene->cell_count);
    for (int i = 0; i < walk->count; i++) {
        int cells[COP_PATH_MAX];
        int length = walk->game->rules->path(walk->game, walk->state, walk->moves[i], cells);
        bool may_be_empty = walk->moves[i] == COP_PASS || walk->mover == COP_CHANCE ||
                            is_named(walk, walk->moves[i]);

        if (length > COP_PATH_MAX || length < (may_be_empty ? 0 : 1))
            return cop_fail(error, "the path of move %d has %d cells", i, length);
        for (int j = 0; j < length; j++)
            if (cells[j] < 0 || cells[j] >= scene->cell_count)
                return cop_fail(error, "the path of move %d names cell %d of %d", i, cells[j],
                                scene->cell_count);
    }
    return check_clicks(walk, scene->cell_count, error);
}

static bool visit_scene(struct walk *walk, struct cop_error *error)
{
    bool is_right = true;

    for (int viewer = -1; viewer < walk->game->players && is_right; viewer++) {
        struct cop_scene scene = {0};

        walk->game->rules->scene(walk->game, walk->state, viewer, &scene);
        is_right = check_scene(walk, &scene, viewer, error);
        cop_scene_free(&scene);
    }
    return is_right;
}

static bool scenes_have_every_cell_of_a_path(const struct cop_game *game,
                                             const struct property_effort *effort,
                                             struct cop_error *error)
{
    return walk_all(game, effort, visit_scene, NULL, error);
}

/* The clicks of one move, in a form that can be sorted. */
struct clicks {
    int length, move;
    int cells[COP_PATH_MAX];
};

static int compare_clicks(const void *left, const void *right)
{
    const struct clicks *a = left, *b = right;

    if (a->length != b->length)
        return a->length - b->length;
    return memcmp(a->cells, b->cells, (size_t)a->length * sizeof(int));
}

static bool visit_paths(struct walk *walk, struct cop_error *error)
{
    struct clicks *clicks;
    bool is_right = true;

    if (walk->mover == COP_CHANCE)
        return true;
    clicks = cop_allocate(((size_t)walk->count + 1) * sizeof *clicks);
    for (int i = 0; i < walk->count; i++) {
        clicks[i].move = i;
        clicks[i].length =
            walk->game->rules->path(walk->game, walk->state, walk->moves[i], clicks[i].cells);
    }
    qsort(clicks, (size_t)walk->count, sizeof *clicks, compare_clicks);
    for (int i = 1; i < walk->count && is_right; i++)
        if (clicks[i].length > 0 && compare_clicks(&clicks[i - 1], &clicks[i]) == 0)
            is_right = cop_fail(error, "moves %d and %d are entered by the same clicks",
                                clicks[i - 1].move, clicks[i].move);
    free(clicks);
    return is_right;
}

static bool paths_are_distinct(const struct cop_game *game, const struct property_effort *effort,
                               struct cop_error *error)
{
    return walk_all(game, effort, visit_paths, NULL, error);
}

/* ---- Words beside the board ---- */

static bool is_short_line(const char *words)
{
    size_t length = strlen(words);

    return length > 0 && length <= COP_PROMPT_MAX && strpbrk(words, "\r\n") == NULL;
}

static bool visit_prompts(struct walk *walk, struct cop_error *error)
{
    struct cop_text words = COP_TEXT;
    bool is_right = true;
    int cells[COP_PATH_MAX];
    int steps = 1;

    for (int i = 0; i < walk->count; i++) {
        int length = walk->game->rules->path(walk->game, walk->state, walk->moves[i], cells);

        steps = length > steps ? length : steps;
    }
    for (int step = 0; step < steps && is_right && walk->mover != COP_OVER; step++) {
        cop_text_clear(&words);
        cop_prompt_write(walk->game, walk->state, step, &words);
        if (!is_short_line(words.bytes))
            is_right = cop_fail(error, "the prompt for click %d is \"%s\"", step, words.bytes);
    }
    cop_text_free(&words);
    return is_right;
}

static bool prompts_say_what_a_click_decides(const struct cop_game *game,
                                             const struct property_effort *effort,
                                             struct cop_error *error)
{
    return walk_all(game, effort, visit_prompts, NULL, error);
}

/* Behind "Black wins: " a phrase begins small and has no full stop. */
static bool visit_ending(struct walk *walk, struct cop_error *error)
{
    const char *phrase = walk->game->rules->ending(walk->game, walk->state);

    if ((phrase != NULL) != (walk->mover == COP_OVER))
        return cop_fail(error, "a game that is %sover has the ending %s",
                        walk->mover == COP_OVER ? "" : "not ", phrase != NULL ? phrase : "NULL");
    if (phrase == NULL)
        return true;
    if (!is_short_line(phrase) || phrase[0] < 'a' || phrase[0] > 'z' ||
        phrase[strlen(phrase) - 1] == '.')
        return cop_fail(error, "\"%s\" is no phrase to stand behind a colon", phrase);
    return true;
}

static bool has_endings(const struct cop_game *game)
{
    return game->rules->ending != NULL;
}

static bool finished_games_say_how_they_ended(const struct cop_game *game,
                                              const struct property_effort *effort,
                                              struct cop_error *error)
{
    return walk_all(game, effort, visit_ending, NULL, error);
}

static bool visit_decided(struct walk *walk, struct cop_error *error)
{
    struct cop_scene scene = {0};
    bool is_right = true;

    walk->game->rules->scene(walk->game, walk->state, -1, &scene);
    for (int i = 0; i < scene.cell_count && is_right; i++)
        if (scene.cells[i].decides && walk->mover != COP_OVER)
            is_right = cop_fail(error, "cell %d decides a game that is not over", i);
    cop_scene_free(&scene);
    return is_right;
}

static bool only_finished_games_are_decided(const struct cop_game *game,
                                            const struct property_effort *effort,
                                            struct cop_error *error)
{
    return walk_all(game, effort, visit_decided, NULL, error);
}

/* Where a scene leaves the colours to whoever draws it there is nothing to agree with. */
static bool visit_names(struct walk *walk, struct cop_error *error)
{
    struct cop_scene scene = {0};
    bool is_right = true;

    walk->game->rules->scene(walk->game, walk->state, -1, &scene);
    for (int i = 0; i < walk->game->players && walk->game->players > 1 && is_right; i++)
        if (scene.owners[i] != NULL &&
            strcasecmp(scene.owners[i], cop_player_name(walk->game, i)) != 0)
            is_right = cop_fail(error, "player %d is called %s and looks %s", i + 1,
                                cop_player_name(walk->game, i), scene.owners[i]);
    cop_scene_free(&scene);
    return is_right;
}

static bool players_are_named_as_they_look(const struct cop_game *game,
                                           const struct property_effort *effort,
                                           struct cop_error *error)
{
    struct property_effort once = *effort;

    once.games = 1;
    return walk_all(game, &once, visit_names, NULL, error);
}

/* ---- Records ---- */

static bool compare_records(const struct cop_game *game, const struct cop_record *written,
                            const struct cop_record *read, struct cop_error *error)
{
    unsigned char *state = walk_new_state(game);
    bool has_start = cop_record_start(read, game, state, error);

    free(state);
    if (!has_start)
        return false;
    if (read->move_count != written->move_count || read->seed != written->seed)
        return cop_fail(error, "%d moves and seed %llu were read, %d and %llu written",
                        read->move_count, (unsigned long long)read->seed, written->move_count,
                        (unsigned long long)written->seed);
    for (int i = 0; i < read->move_count; i++)
        if (read->moves[i] != written->moves[i])
            return cop_fail(error, "move %d is read as %u and was %u", i + 1,
                            (unsigned)read->moves[i], (unsigned)written->moves[i]);
    return true;
}

static bool survives_sgf(const struct walk *walk, const struct cop_record *record,
                         struct cop_error *error)
{
    struct cop_text sgf = COP_TEXT;
    struct cop_record again = {0};
    struct cop_game *game = NULL;
    bool is_right =
        cop_record_write_sgf(record, walk->game, &sgf, error) &&
        cop_record_read_sgf(sgf.bytes, sgf.length, walk->effort->open, &again, &game, error);

    if (is_right && strcmp(game->name, walk->game->name) != 0)
        is_right = cop_fail(error, "the record is read as one of %s", game->name);
    if (is_right)
        is_right = compare_records(walk->game, record, &again, error);
    cop_record_free(&again);
    cop_game_close(game);
    cop_text_free(&sgf);
    return is_right;
}

static bool visit_record(struct walk *walk, struct cop_error *error)
{
    struct cop_record *record = walk->context;

    if (walk->ply == 0) {
        cop_record_free(record);
        memset(record, 0, sizeof *record);
        record->game = cop_copy_string(walk->game->name);
        record->seed = walk->seed;
    }
    if (walk->mover == COP_OVER)
        return survives_sgf(walk, record, error);
    cop_record_add(record, walk->next, NULL);
    return true;
}

static bool records_survive_sgf(const struct cop_game *game, const struct property_effort *effort,
                                struct cop_error *error)
{
    struct cop_record record = {0};
    bool is_right = walk_all(game, effort, visit_record, &record, error);

    cop_record_free(&record);
    return is_right;
}

const struct property people_properties[] = {
    {"moves_are_read_as_written", NULL, moves_are_read_as_written},
    {"positions_are_read_as_written", NULL, positions_are_read_as_written},
    {"damaged_positions_are_refused_or_playable", NULL, damaged_positions_are_refused_or_playable},
    {"records_survive_sgf", NULL, records_survive_sgf},
    {"scenes_have_every_cell_of_a_path", NULL, scenes_have_every_cell_of_a_path},
    {"paths_are_distinct", NULL, paths_are_distinct},
    {"prompts_say_what_a_click_decides", NULL, prompts_say_what_a_click_decides},
    {"finished_games_say_how_they_ended", has_endings, finished_games_say_how_they_ended},
    {"only_finished_games_are_decided", NULL, only_finished_games_are_decided},
    {"players_are_named_as_they_look", NULL, players_are_named_as_they_look},
    {NULL}};
