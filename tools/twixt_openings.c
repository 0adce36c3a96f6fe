/* twixt_openings.c - counts what came of the first pegs of stored games, and writes
 * data/twixt/openings.txt. data/README.md has the commands that made the one in use.
 *
 *   twixt-openings GAME STORE [GAME STORE]... > data/twixt/openings.txt
 *   twixt-openings data/twixt/openings.txt
 *   twixt-openings starts SIZE
 *
 * The games are those of twixt without a swap. The second line makes the same file from the counts
 * of an older one; the third writes positions for `coppice match --starts`, a first peg of each
 * group. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/file.h"
#include "first_pegs.h"
#include "stored_games.h"

struct counting {
    const struct cop_game *game;
    struct first_pegs *board;
};

/* The first peg is the position that a game starts from, or its first move. */
static bool find_first_peg(const struct cop_game *game, const struct cop_record *record, int *down,
                           int *across, struct cop_error *error)
{
    const struct twixt_board *board = twixt_board_of(game);
    struct twixt_position position;

    if (!cop_record_start(record, game, &position, error))
        return false;
    if (position.next == WHITE && record->move_count > 0)
        game->rules->play(game, &position, record->moves[0]);
    if (position.left[WHITE] != board->holes_of_side - 1 ||
        position.left[BLACK] < board->holes_of_side - 1)
        return cop_fail(error, "a game that does not start with one peg of White's");
    for (int row = 0; row < board->size; row++)
        for (int column = 0; column < board->size; column++)
            if (twixt_has(board, &position, WHITE, twixt_hole(board, column, row)))
                twixt_class_of(board->size, column, row, down, across);
    return true;
}

static bool count_game(void *context, const struct cop_record *record, const double *payoff,
                       struct cop_error *error)
{
    const struct counting *counting = context;
    int down = 0, across = 0;

    if (!find_first_peg(counting->game, record, &down, &across, error))
        return false;
    counting->board->games[down][across]++;
    counting->board->halves[down][across] += (int)lround(2 * payoff[WHITE]);
    return true;
}

static bool count_store(struct first_pegs_of_boards *boards, const char *spec, const char *path,
                        struct cop_error *error)
{
    struct cop_game *game = cop_game_open(spec, error);
    struct counting counting = {.game = game};
    bool is_good = game != NULL;

    if (is_good && (strcmp(game->rules->name, "twixt") != 0 || twixt_board_of(game)->has_swap))
        is_good = cop_fail(error, "%s is not twixt without a swap", game->name);
    if (is_good) {
        counting.board = &boards->of[twixt_board_of(game)->size];
        counting.board->size = twixt_board_of(game)->size;
        is_good = stored_games_each(path, game, count_game, &counting, error);
    }
    cop_game_close(game);
    return is_good;
}

static bool read_counts(struct first_pegs_of_boards *boards, const char *path,
                        struct cop_error *error)
{
    size_t length = 0;
    char *text = cop_file_read(path, 1 << 20, &length, error);
    bool is_good = text != NULL && first_pegs_read(boards, text, length, error);

    free(text);
    return is_good;
}

/* ---- The program ---- */

static bool write_starts(const char *word, struct cop_error *error)
{
    int size = atoi(word);

    if (size < 4 || size > TWIXT_SIZE_MAX)
        return cop_fail(error, "SIZE is a whole number from 4 to %d, and not '%s'", TWIXT_SIZE_MAX,
                        word);
    for (int down = 0; 2 * down < size; down++)
        for (int across = 1; 2 * across < size; across++)
            printf("%d-%d tx %d b W=%c%d B= L=\n", down, across, size, 'A' + across, down + 1);
    return true;
}

static bool write_openings(int count, char **words, struct cop_error *error)
{
    struct first_pegs_of_boards *boards = cop_allocate(sizeof *boards);
    struct cop_text text = COP_TEXT;
    bool is_good = true;

    memset(boards, 0, sizeof *boards);
    if (count == 1)
        is_good = read_counts(boards, words[0], error);
    for (int i = 0; i + 1 < count && is_good; i += 2)
        is_good = count_store(boards, words[i], words[i + 1], error);
    if (is_good) {
        first_pegs_write(boards, &text);
        fputs(text.bytes, stdout);
    }
    cop_text_free(&text);
    free(boards);
    return is_good;
}

int main(int count, char **words)
{
    struct cop_error error = {{0}};
    bool is_good;

    if (count < 2 || (count > 2 && count % 2 == 0)) {
        fprintf(stderr, "usage: twixt-openings GAME STORE [GAME STORE]..., an older file, or "
                        "starts SIZE\n");
        return 2;
    }
    is_good = strcmp(words[1], "starts") == 0 && count == 3
                  ? write_starts(words[2], &error)
                  : write_openings(count - 1, words + 1, &error);
    if (!is_good)
        fprintf(stderr, "twixt-openings: %s\n", error.message);
    return is_good ? 0 : 1;
}
