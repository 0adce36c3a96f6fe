/* parts_cut.c - `coppice parts cut`: problems out of games. */
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

enum { NAME_MAX_LENGTH = 60 };

static const size_t largest_file = (size_t)1 << 30;

struct cutting {
    struct cop_game *game;
    struct cop_cutter *cutter;
    char name[NAME_MAX_LENGTH + 1]; /* of the game at hand */
    int games, found;
};

static void print_part(void *context, const void *part, int ply, int number)
{
    struct cutting *cutting = context;
    char name[NAME_MAX_LENGTH + 40];

    if (number == 0)
        snprintf(name, sizeof name, "%s@%d", cutting->name, ply);
    else
        snprintf(name, sizeof name, "%s@%d.%d", cutting->name, ply, number + 1);
    cop_print_position(cutting->game, part, name);
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
