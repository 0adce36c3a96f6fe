/* parts_make.c - `coppice parts cut` and `join`: problems out of games, and sums out of problems.
 */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "coppice/record.h"
#include "front/parts_command.h"
#include "front/position_lines.h"
#include "match/cut.h"
#include "match/join.h"

enum { NAME_MAX_LENGTH = 60 };

static const size_t largest_file = (size_t)1 << 30;

/* ---- cut ---- */

struct cutting {
    struct cop_game *game;
    struct cop_cutter *cutter;
    char name[NAME_MAX_LENGTH + 1]; /* of the game at hand */
    int games, found;
};

static void print_position(const struct cop_game *game, const void *state, const char *name)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    printf("%s %s\n", name, text.bytes);
    cop_text_free(&text);
}

static void print_part(void *context, const void *part, int ply, int number)
{
    struct cutting *cutting = context;
    char name[NAME_MAX_LENGTH + 40];

    if (number == 0)
        snprintf(name, sizeof name, "%s@%d", cutting->name, ply);
    else
        snprintf(name, sizeof name, "%s@%d.%d", cutting->name, ply, number + 1);
    print_position(cutting->game, part, name);
    cutting->found++;
}

static void follow_move(void *context, const void *before, cop_move move)
{
    struct cutting *cutting = context;

    cop_cutter_move(cutting->cutter, before, move);
}

/* A word for names: what a line begins with, or the game's number. */
static void name_game(struct cutting *cutting, const char *name)
{
    size_t length = 0;

    cutting->games++;
    for (; *name != '\0' && length < NAME_MAX_LENGTH; name++)
        if (!isspace((unsigned char)*name))
            cutting->name[length++] = *name;
    cutting->name[length] = '\0';
    if (length == 0)
        snprintf(cutting->name, sizeof cutting->name, "game%d", cutting->games);
    cop_cutter_begin(cutting->cutter);
}

/* One game a line: a name and its moves. The text is freed. */
static bool cut_lines(struct cutting *cutting, const char *path, char *text,
                      struct cop_error *error)
{
    struct cop_position_lines lines;
    bool is_good = true;

    cop_position_lines_split(text, &lines);
    for (int i = 0; i < lines.count && is_good; i++) {
        _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
        struct cop_rng rng;

        name_game(cutting, lines.names[i]);
        cop_rng_seed(&rng, 1);
        cutting->game->rules->start(cutting->game, state, &rng);
        is_good =
            cop_moves_play(cutting->game, state, lines.words[i], follow_move, cutting, error) ||
            cop_fail_in(error, "%s: the game '%s'", path, cutting->name);
    }
    cop_position_lines_free(&lines);
    return is_good;
}

/* One tree of a collection ends at its last bracket; values may have brackets of any kind. */
static size_t length_of_tree(const char *text)
{
    bool is_value = false;
    int depth = 0;
    size_t at = 0;

    for (; text[at] != '\0'; at++) {
        if (is_value && text[at] == '\\' && text[at + 1] != '\0')
            at++;
        else if (is_value)
            is_value = text[at] != ']';
        else if (text[at] == '[')
            is_value = true;
        else if (text[at] == '(')
            depth++;
        else if (text[at] == ')' && --depth == 0)
            return at + 1;
    }
    return at;
}

static bool follow_record(struct cutting *cutting, const struct cop_record *record,
                          struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    char name[20];

    snprintf(name, sizeof name, "game%d", cutting->games + 1);
    name_game(cutting, record->event != NULL ? record->event : name);
    if (!cop_record_start(record, cutting->game, state, error))
        return false;
    for (int i = 0; i < record->move_count; i++) {
        cop_cutter_move(cutting->cutter, state, record->moves[i]);
        cutting->game->rules->play(cutting->game, state, record->moves[i]);
    }
    return true;
}

static bool cut_sgf(struct cutting *cutting, const char *path, const char *text,
                    struct cop_error *error)
{
    while (*(text += strspn(text, " \t\r\n")) != '\0') {
        size_t length = length_of_tree(text);
        struct cop_record record = {0};
        struct cop_game *game = NULL;
        bool is_good = cop_record_read_sgf(text, length, cop_game_open, &record, &game, error);

        if (is_good && strcmp(game->name, cutting->game->name) != 0)
            is_good = cop_fail(error, "a game of %s, not of %s", game->name, cutting->game->name);
        is_good = is_good && follow_record(cutting, &record, error);
        cop_record_free(&record);
        if (game != NULL)
            cop_game_close(game);
        if (!is_good)
            return cop_fail_in(error, "%s: game %d", path, cutting->games + 1);
        text += length;
    }
    return true;
}

static bool cut_file(struct cutting *cutting, const char *path, struct cop_error *error)
{
    char *text = cop_file_read(path, largest_file, NULL, error);
    bool is_good;

    if (text == NULL)
        return false;
    if (text[strspn(text, " \t\r\n")] != '(')
        return cut_lines(cutting, path, text, error);
    is_good = cut_sgf(cutting, path, text, error);
    free(text);
    return is_good;
}

static int cut_all(struct cutting *cutting, const struct cop_arguments *arguments,
                   struct cop_error *error)
{
    int files = 0;

    for (int i = 0; i < arguments->given_count; i++) {
        if (strcmp(arguments->given_keys[i], "games") != 0)
            continue;
        files++;
        if (!cut_file(cutting, arguments->given_values[i], error))
            return COP_FAILED;
        if (atomic_load(arguments->interrupted)) {
            cop_fail(error, "interrupted; what is printed is complete");
            return COP_FAILED;
        }
    }
    if (files == 0) {
        cop_fail(error, "say which games: --games FILE, an SGF collection or lines of a name and "
                        "moves; it may be given several times");
        return COP_USAGE;
    }
    if (!cop_flag(arguments->options, "quiet"))
        fprintf(stderr, "%d parts out of %d games\n", cutting->found, cutting->games);
    return COP_DONE;
}

int cop_parts_cut(const struct cop_arguments *arguments, const char *spec, struct cop_error *error)
{
    const struct cop_settings *settings = arguments->options;
    struct cutting cutting = {0};
    struct cop_cut_terms terms = {.least = (int)cop_integer(settings, "least"),
                                  .most = (int)cop_integer(settings, "most"),
                                  .found = print_part,
                                  .context = &cutting};
    int status = COP_USAGE;

    if (spec == NULL) {
        cop_fail(error, "say which game: coppice parts cut GAME --games FILE");
        return COP_USAGE;
    }
    cutting.game = cop_game_open(spec, error);
    if (cutting.game == NULL)
        return COP_USAGE;
    cutting.cutter = cop_cutter_open(cutting.game, &terms, error);
    if (cutting.cutter != NULL)
        status = cut_all(&cutting, arguments, error);
    cop_cutter_close(cutting.cutter);
    cop_game_close(cutting.game);
    return status;
}

/* ---- join ---- */

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

struct list {
    struct cop_position_lines lines;
    unsigned char *states;
};

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

enum { JOINED_MAX = 16, TRIES = 10000 };

static bool join_one(const struct cop_game *game, const struct list *list, int wanted, int number,
                     struct cop_rng *rng, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char sum[COP_STATE_MAX];
    struct cop_text name = COP_TEXT;
    int drawn[JOINED_MAX];

    if (!cop_join(game, list->states, list->lines.count, wanted, TRIES, rng, sum, drawn, error))
        return false;
    cop_text_add(&name, "%d:", number);
    for (int i = 0; i < wanted; i++)
        cop_text_add(&name, "%s%s", i > 0 ? "+" : "", list->lines.names[drawn[i]]);
    print_position(game, sum, name.bytes);
    cop_text_free(&name);
    return true;
}

static int join_all(const struct cop_arguments *arguments, const struct cop_game *game,
                    const struct list *list, struct cop_error *error)
{
    const struct cop_settings *settings = arguments->options;
    int count = (int)cop_integer(settings, "count"), wanted = (int)cop_integer(settings, "join");
    struct cop_rng rng;

    if (list->lines.count < wanted) {
        cop_fail(error, "%s has %d parts; %d are to be joined", cop_words(settings, "from"),
                 list->lines.count, wanted);
        return COP_USAGE;
    }
    cop_rng_seed(&rng, (uint64_t)cop_integer(settings, "seed"));
    for (int i = 1; i <= count && !ferror(stdout); i++) {
        if (atomic_load(arguments->interrupted)) {
            cop_fail(error, "interrupted; what is printed is complete");
            return COP_FAILED;
        }
        if (!join_one(game, list, wanted, i, &rng, error))
            return COP_FAILED;
    }
    return COP_DONE;
}

int cop_parts_join(const struct cop_arguments *arguments, const char *spec, struct cop_error *error)
{
    const char *path = cop_words(arguments->options, "from");
    struct cop_game *game;
    struct list list = {0};
    int status = COP_USAGE;

    if (spec == NULL || path[0] == '\0') {
        cop_fail(error, "say which game and which parts: coppice parts join GAME --from FILE, as "
                        "`coppice parts cut` writes it");
        return COP_USAGE;
    }
    game = cop_game_open(spec, error);
    if (game == NULL)
        return COP_USAGE;
    if (cop_join_fits(game, error)) {
        status = read_list(&list, game, path, error) ? COP_DONE : COP_FAILED;
        if (status == COP_DONE)
            status = join_all(arguments, game, &list, error);
    }
    free_list(&list);
    cop_game_close(game);
    return status;
}
