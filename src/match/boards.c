#include "match/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"

enum { FILE_MAX = 16 << 20 };

static const char blanks[] = " \t\r";

void cop_boards_free(struct cop_boards *boards)
{
    for (int i = 0; i < boards->count; i++) {
        free(boards->boards[i].name);
        free(boards->boards[i].start);
    }
    for (int i = 0; i < boards->game_count; i++)
        cop_game_close(boards->games[i]);
    free(boards->boards);
    free(boards->games);
    *boards = (struct cop_boards){0};
}

/* Whether points can be hunted for in it. */
static bool check_game(const struct cop_game *game, struct cop_error *error)
{
    if (game->players != 1)
        return cop_fail(error,
                        "%s has %d players; best games are hunted for in games of one player, such "
                        "as samegame",
                        game->name, game->players);
    if (game->rules->score == NULL)
        return cop_fail(error, "%s has no points, so that no game is the best", game->name);
    if (game->has_chance || game->is_hidden)
        return cop_fail(error, "%s has chance or secrets, so that no game can be played again",
                        game->name);
    return true;
}

static const struct cop_game *open_game(struct cop_boards *boards, const char *spec,
                                        struct cop_error *error)
{
    struct cop_game *game = cop_game_open(spec, error);

    if (game == NULL)
        return NULL;
    if (!check_game(game, error)) {
        cop_game_close(game);
        return NULL;
    }
    boards->games =
        cop_reallocate(boards->games, (size_t)(boards->game_count + 1) * sizeof *boards->games);
    boards->games[boards->game_count++] = game;
    return game;
}

int cop_boards_find(const struct cop_boards *boards, const char *name)
{
    for (int i = 0; i < boards->count; i++)
        if (strcmp(boards->boards[i].name, name) == 0)
            return i;
    return -1;
}

/* `position` NULL: the start of the game. */
static bool add_board(struct cop_boards *boards, const struct cop_game *game, const char *name,
                      const char *position, struct cop_error *error)
{
    struct cop_board *board;
    struct cop_rng rng;

    if (cop_boards_find(boards, name) >= 0)
        return cop_fail(error, "the name \"%.60s\" is used twice", name);
    boards->boards =
        cop_reallocate(boards->boards, (size_t)(boards->count + 1) * sizeof *boards->boards);
    board = &boards->boards[boards->count++];
    *board = (struct cop_board){cop_copy_string(name), game, cop_allocate(game->state_size)};
    cop_rng_seed(&rng, 1);
    game->rules->start(game, board->start, &rng);
    if (position != NULL && !cop_position_read(game, position, board->start, error))
        return false;
    return game->rules->turn(game, board->start) >= 0 ||
           cop_fail(error, "board %.60s is over before it begins: it has no move", name);
}

static bool is_spec(const char *line, const char *name)
{
    size_t length = strlen(name);

    return strncmp(line, name, length) == 0 && (line[length] == '\0' || line[length] == '(');
}

static bool add_spec(struct cop_boards *boards, const char *spec, struct cop_error *error)
{
    const struct cop_game *game = open_game(boards, spec, error);
    char name[16];

    snprintf(name, sizeof name, "%d", boards->count + 1);
    return game != NULL && add_board(boards, game, name, NULL, error);
}

/* One line, which is not empty and no comment. */
static bool add_line(struct cop_boards *boards, char *line, struct cop_error *error)
{
    const struct cop_game *game = boards->games[0];
    size_t length = strcspn(line, blanks);

    if (is_spec(line, game->rules->name))
        return add_spec(boards, line, error);
    if (line[length + strspn(line + length, blanks)] == '\0')
        return cop_fail(error,
                        "a board is a name and a position with a blank between them, or the spec "
                        "of a %s, not \"%.40s\"",
                        game->rules->name, line);
    line[length] = '\0';
    return add_board(boards, game, line, line + length + 1, error);
}

static bool read_lines(struct cop_boards *boards, const char *path, char *text,
                       struct cop_error *error)
{
    char *next = text;

    for (int number = 1; next != NULL; number++) {
        char *line = next + strspn(next, blanks);
        size_t length = strcspn(line, "\n");

        next = line[length] == '\0' ? NULL : line + length + 1;
        while (length > 0 && strchr(blanks, line[length - 1]) != NULL)
            length--;
        line[length] = '\0';
        if (line[0] == '\0' || line[0] == '#')
            continue;
        if (!add_line(boards, line, error))
            return cop_fail_in(error, "%s:%d", path, number);
    }
    return boards->count > 0 || cop_fail(error, "%s has no boards", path);
}

bool cop_boards_read_lines(struct cop_boards *boards, const char *spec, const char *name,
                           char *lines, struct cop_error *error)
{
    *boards = (struct cop_boards){0};
    if (open_game(boards, spec, error) != NULL && read_lines(boards, name, lines, error))
        return true;
    cop_boards_free(boards);
    return false;
}

static bool read_start(struct cop_boards *boards, const char *spec, struct cop_error *error)
{
    *boards = (struct cop_boards){0};
    if (open_game(boards, spec, error) != NULL &&
        add_board(boards, boards->games[0], "1", NULL, error))
        return true;
    cop_boards_free(boards);
    return false;
}

bool cop_boards_read(struct cop_boards *boards, const char *spec, const char *path,
                     struct cop_error *error)
{
    char *text;
    bool is_good;

    *boards = (struct cop_boards){0};
    if (path == NULL)
        return read_start(boards, spec, error);
    text = cop_file_read(path, FILE_MAX, NULL, error);
    if (text == NULL)
        return false;
    is_good = cop_boards_read_lines(boards, spec, path, text, error);
    free(text);
    return is_good;
}

void cop_boards_write(const struct cop_boards *boards, struct cop_text *text)
{
    for (int i = 0; i < boards->count; i++) {
        const struct cop_board *board = &boards->boards[i];

        cop_text_add(text, "board %s of %s: ", board->name, board->game->name);
        board->game->rules->write_position(board->game, board->start, text);
        cop_text_add(text, "\n");
    }
}

static void count_move(void *context, const void *before, cop_move move)
{
    (void)before, (void)move;
    ++*(int *)context;
}

bool cop_board_play(const struct cop_board *board, const char *moves, int *plies, double *points,
                    struct cop_error *error)
{
    const struct cop_game *game = board->game;
    void *state = cop_allocate(game->state_size);
    bool is_good;

    memcpy(state, board->start, game->state_size);
    *plies = 0;
    is_good = cop_moves_play(game, state, moves, count_move, plies, error);
    if (is_good && game->rules->turn(game, state) != COP_OVER)
        is_good = cop_fail(error, "after its %d moves the game is not over", *plies);
    *points = is_good ? game->rules->score(game, state, 0) : 0;
    free(state);
    return is_good || cop_fail_in(error, "board %s", board->name);
}
