/* reference_fanorona.c - see reference_fanorona.h. Files and ranks are counted from 0 here. */
#include "reference_fanorona.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A piece on its way: where it has been, how it came, and what it has done so far. */
struct journey {
    struct fanorona_board board;
    bool visited[FANORONA_SIDE][FANORONA_SIDE];
    int file, rank;
    int last_right, last_up; /* the last step; 0, 0 before the first */
    char text[FANORONA_TEXT];
    int taken;
};

struct list {
    const struct fanorona_reference *game;
    struct fanorona_turn *out;
    int count;
};

static char other(char mover)
{
    return mover == 'w' ? 'b' : 'w';
}

static bool on_board(const struct fanorona_reference *game, int file, int rank)
{
    return file >= 0 && file < game->columns && rank >= 0 && rank < game->rows;
}

/* With a = 1 and rank 1 the lowest, a point is strong where file + rank is even, unless corners are
 * weak. */
static bool is_strong(const struct fanorona_reference *game, int file, int rank)
{
    return (((file + 1) + (rank + 1)) % 2 == 0) != game->has_weak_corners;
}

static bool is_line(const struct fanorona_reference *game, int file, int rank, int right, int up)
{
    if (right == 0 && up == 0)
        return false;
    return right == 0 || up == 0 || is_strong(game, file, rank);
}

int fanorona_reference_lines(int columns, int rows)
{
    struct fanorona_reference game = {.columns = columns, .rows = rows};
    int ends = 0;

    for (int rank = 0; rank < rows; rank++)
        for (int file = 0; file < columns; file++)
            for (int right = -1; right <= 1; right++)
                for (int up = -1; up <= 1; up++)
                    ends += is_line(&game, file, rank, right, up) &&
                            on_board(&game, file + right, rank + up);
    return ends / 2;
}

/* The middle rank alternates from file a, Black first, without counting the centre. */
void fanorona_reference_start(struct fanorona_reference *game, int columns, int rows,
                              int occurrences, int quiet_limit)
{
    char next = 'b';

    memset(game, 0, sizeof *game);
    game->columns = columns;
    game->rows = rows;
    game->mover = 'w';
    game->occurrences = occurrences;
    game->quiet_limit = quiet_limit;
    for (int rank = 0; rank < rows; rank++)
        for (int file = 0; file < columns; file++)
            game->board.at[rank][file] = rank < rows / 2 ? 'w' : 'b';
    for (int file = 0; file < columns; file++) {
        if (file == columns / 2) {
            game->board.at[rows / 2][file] = '.';
            continue;
        }
        game->board.at[rows / 2][file] = next;
        next = other(next);
    }
}

/* Removes the unbroken row of enemies that starts at a point; returns how many. */
static int remove_row(const struct fanorona_reference *game, struct fanorona_board *board, int file,
                      int rank, int right, int up)
{
    int taken = 0;

    while (on_board(game, file, rank) && board->at[rank][file] == other(game->mover)) {
        board->at[rank][file] = '.';
        taken++;
        file += right;
        rank += up;
    }
    return taken;
}

static bool can_step(const struct fanorona_reference *game, const struct journey *journey,
                     int right, int up)
{
    int file = journey->file + right, rank = journey->rank + up;

    return is_line(game, journey->file, journey->rank, right, up) && on_board(game, file, rank) &&
           journey->board.at[rank][file] == '.' && !journey->visited[rank][file] &&
           !(right == journey->last_right && up == journey->last_up);
}

static void move_piece(struct journey *journey, char mover, int right, int up)
{
    journey->board.at[journey->rank][journey->file] = '.';
    journey->file += right;
    journey->rank += up;
    journey->board.at[journey->rank][journey->file] = mover;
    journey->visited[journey->rank][journey->file] = true;
    journey->last_right = right;
    journey->last_up = up;
}

static void add_point(struct journey *journey, const char *kind)
{
    size_t length = strlen(journey->text);

    snprintf(journey->text + length, sizeof journey->text - length, "%s%c%d%s",
             length > 0 ? "-" : "", 'a' + journey->file, journey->rank + 1, kind);
}

static void add_turn(struct list *list, const struct journey *journey)
{
    struct fanorona_turn *turn = &list->out[list->count++];

    assert(list->count < FANORONA_TURNS);
    memcpy(turn->text, journey->text, sizeof turn->text);
    turn->after = journey->board;
    turn->taken = journey->taken;
}

/* Every way to go on capturing from here; each step may be the last one. */
static void add_captures(struct list *list, const struct journey *from)
{
    const struct fanorona_reference *game = list->game;

    for (int right = -1; right <= 1; right++)
        for (int up = -1; up <= 1; up++)
            for (int is_withdrawal = 0; is_withdrawal <= 1; is_withdrawal++) {
                struct journey next = *from;
                int taken;

                if (!can_step(game, from, right, up))
                    continue;
                move_piece(&next, game->mover, right, up);
                if (is_withdrawal)
                    taken = remove_row(game, &next.board, from->file - right, from->rank - up,
                                       -right, -up);
                else
                    taken =
                        remove_row(game, &next.board, next.file + right, next.rank + up, right, up);
                if (taken == 0)
                    continue;
                next.taken += taken;
                add_point(&next, is_withdrawal ? "W" : "A");
                add_turn(list, &next);
                add_captures(list, &next);
            }
}

static void add_paika(struct list *list, const struct journey *from)
{
    for (int right = -1; right <= 1; right++)
        for (int up = -1; up <= 1; up++) {
            struct journey next = *from;

            if (!can_step(list->game, from, right, up))
                continue;
            move_piece(&next, list->game->mover, right, up);
            add_point(&next, "");
            add_turn(list, &next);
        }
}

static void for_each_piece(struct list *list,
                           void (*add)(struct list *list, const struct journey *from))
{
    const struct fanorona_reference *game = list->game;

    for (int rank = 0; rank < game->rows; rank++)
        for (int file = 0; file < game->columns; file++) {
            struct journey journey = {.board = game->board, .file = file, .rank = rank};

            if (game->board.at[rank][file] != game->mover)
                continue;
            journey.visited[rank][file] = true;
            add_point(&journey, "");
            add(list, &journey);
        }
}

int fanorona_reference_turns(const struct fanorona_reference *game, struct fanorona_turn *out)
{
    struct list list = {game, out, 0};

    if (game->is_over)
        return 0;
    for_each_piece(&list, add_captures);
    if (list.count == 0)
        for_each_piece(&list, add_paika);
    return list.count;
}

static int count_pieces(const struct fanorona_reference *game, char of)
{
    int count = 0;

    for (int rank = 0; rank < game->rows; rank++)
        for (int file = 0; file < game->columns; file++)
            count += game->board.at[rank][file] == of;
    return count;
}

static int count_occurrences(const struct fanorona_reference *game)
{
    int count = 1;

    for (int i = 0; i < game->past_count; i++)
        count += game->past_mover[i] == game->mover &&
                 memcmp(&game->past[i], &game->board, sizeof game->board) == 0;
    return count;
}

static void finish(struct fanorona_reference *game, double payoff)
{
    game->is_over = true;
    game->payoff = payoff;
}

void fanorona_reference_play(struct fanorona_reference *game, const struct fanorona_turn *turn)
{
    static struct fanorona_turn replies[FANORONA_TURNS];

    assert(game->past_count < FANORONA_PAST);
    game->past[game->past_count] = game->board;
    game->past_mover[game->past_count++] = game->mover;
    game->board = turn->after;
    game->mover = other(game->mover);
    game->quiet = turn->taken > 0 ? 0 : game->quiet + 1;
    if (count_pieces(game, game->mover) == 0 || fanorona_reference_turns(game, replies) == 0)
        finish(game, game->mover == 'w' ? 0 : 1);
    else if ((game->occurrences > 0 && count_occurrences(game) >= game->occurrences) ||
             (game->quiet_limit > 0 && game->quiet >= game->quiet_limit))
        finish(game, 0.5);
}
