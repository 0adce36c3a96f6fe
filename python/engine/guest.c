/* guest.c - a game whose rules are written in Python.
 *
 * A state is what Python has made of a value, as bytes with their length before them. No rule of a
 * game may fail, but a Python method may: then the answers here are harmless. Python keeps the
 * exception, and from then on every move leads to a *broken* state, of length 0, in which the game
 * is over and everybody has half. So every playout and every search comes to an end, and whoever
 * called it raises the exception. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "coppice/coppice.h"
#include "shim.h"
#include "support.h"

enum { BROKEN = 0, BOARD_MAX = 26 };

struct guest {
    struct cop_rules rules; /* first: a game's rules are its guest */
    struct cop_evaluator evaluators[2];
    struct shim_guest_about about; /* its texts are copies */
    void *self;
};

/* How many moves have led here is no part of the position: Python compares what follows. */
struct state {
    int32_t plies;
    int32_t length;
    char bytes[];
};

static const struct guest *guest_of(const struct cop_game *game)
{
    return (const struct guest *)game->rules;
}

static int room_of(const struct cop_game *game)
{
    return (int)(game->state_size - sizeof(struct state));
}

/* Bytes that mean nothing are zero, so that equal positions are equal blocks. */
static void take_state(const struct cop_game *game, struct state *state, const char *bytes,
                       int length, int plies)
{
    memset(state, 0, game->state_size);
    if (length > 0)
        memcpy(state->bytes, bytes, (size_t)length);
    state->length = length > 0 ? length : BROKEN;
    state->plies = plies;
}

/* ---- The rules ---- */

static bool open_game(struct cop_game *game, struct cop_error *error)
{
    const struct shim_guest_about *about = &guest_of(game)->about;

    (void)error;
    game->state_size = (size_t)about->state_size;
    game->players = about->players;
    game->max_moves = about->max_moves;
    game->max_plies = about->max_plies;
    game->has_chance = about->has_chance;
    game->is_constant_sum = about->is_constant_sum;
    game->score_low = about->score_low;
    game->score_high = about->score_high;
    return true;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    char bytes[SHIM_STATE];
    int length = guest_start(guest_of(game)->self, cop_rng_next(rng), bytes, room_of(game));

    take_state(game, state, bytes, length, 0);
}

static int turn(const struct cop_game *game, const void *memory)
{
    const struct state *state = memory;
    int player;

    if (state->length == BROKEN)
        return COP_OVER;
    player = guest_turn(guest_of(game)->self, state->bytes, state->length);
    return player < COP_OVER ? 0 : player;
}

static int moves(const struct cop_game *game, const void *memory, cop_move *out)
{
    const struct state *state = memory;
    int count;

    if (turn(game, memory) == COP_OVER)
        return 0;
    count = guest_moves(guest_of(game)->self, state->bytes, state->length, out, game->max_moves);
    if (count > 0)
        return count;
    out[0] = COP_PASS;
    return 1;
}

/* Searches have room for max_plies moves in a row and no more. */
static int play_one(const struct cop_game *game, const struct state *state, cop_move move,
                    char *bytes)
{
    const struct guest *guest = guest_of(game);

    if (state->length == BROKEN || move == COP_PASS || guest_has_failed(guest->self))
        return -1;
    if (game->max_plies > 0 && state->plies >= game->max_plies)
        return guest_is_too_long(guest->self);
    return guest_play(guest->self, state->bytes, state->length, move, bytes, room_of(game));
}

static void play(const struct cop_game *game, void *memory, cop_move move)
{
    const struct state *state = memory;
    int plies = game->max_plies > 0 ? state->plies + 1 : 0;
    char bytes[SHIM_STATE];
    int length = play_one(game, state, move, bytes);

    take_state(game, memory, bytes, length, plies);
}

static void chances(const struct cop_game *game, const void *memory, double *probability)
{
    const struct state *state = memory;
    cop_move *scratch = shim_allocate((size_t)game->max_moves * sizeof *scratch);
    int count = moves(game, memory, scratch);

    free(scratch);
    if (state->length == BROKEN ||
        guest_chances(guest_of(game)->self, state->bytes, state->length, probability, count) < 0)
        for (int i = 0; i < count; i++)
            probability[i] = 1.0 / count;
}

static void payoff(const struct cop_game *game, const void *memory, double *of_player)
{
    const struct state *state = memory;

    if (state->length == BROKEN ||
        guest_payoffs(guest_of(game)->self, state->bytes, state->length, of_player) < 0)
        for (int player = 0; player < game->players; player++)
            of_player[player] = 0.5;
}

static double score(const struct cop_game *game, const void *memory, int player)
{
    const struct state *state = memory;
    double points = 0;

    if (state->length == BROKEN ||
        guest_score(guest_of(game)->self, state->bytes, state->length, player, &points) < 0)
        return game->score_low;
    return points;
}

static void evaluate(const struct cop_game *game, const void *prepared, const void *memory,
                     double *of_player)
{
    const struct state *state = memory;

    (void)prepared;
    if (state->length == BROKEN ||
        guest_evaluate(guest_of(game)->self, state->bytes, state->length, of_player) < 0)
        for (int player = 0; player < game->players; player++)
            of_player[player] = 0;
}

static uint64_t key(const struct cop_game *game, const void *memory)
{
    const struct state *state = memory;
    uint64_t sum = (uint64_t)(uint32_t)state->length;

    (void)game;
    for (int i = 0; i < state->length; i += 8) {
        uint64_t word = 0;
        int rest = state->length - i;

        memcpy(&word, state->bytes + i, rest < 8 ? (size_t)rest : 8);
        sum = cop_mix(sum ^ word) + 0x9e3779b97f4a7c15u;
    }
    return cop_mix(sum);
}

/* ---- For people ---- */

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    char word[SHIM_MOVE_TEXT];
    int length = -1;

    (void)state;
    if (move != COP_PASS)
        length = guest_move_text(guest_of(game)->self, move, word, sizeof word);
    if (length > 0)
        cop_text_add_bytes(text, word, (size_t)length);
    else
        cop_text_add(text, "pass");
}

static void write_position(const struct cop_game *game, const void *memory, struct cop_text *text)
{
    const struct state *state = memory;
    char *words = shim_allocate(SHIM_STATE * 8);
    int length = -1;

    if (state->length != BROKEN)
        length = guest_position(guest_of(game)->self, state->bytes, state->length, words,
                                SHIM_STATE * 8);
    if (length > 0)
        cop_text_add_bytes(text, words, (size_t)length);
    free(words);
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    char bytes[SHIM_STATE];
    int length =
        guest_read_position(guest_of(game)->self, words, bytes, room_of(game), error->message);

    if (length <= 0)
        return false;
    take_state(game, state, bytes, length, 0);
    return true;
}

/* The rows of a board, from the top; NULL where there is no board. */
struct board {
    char text[SHIM_ROWS];
    const char *rows[BOARD_MAX];
    int columns, row_count;
};

static bool look_at_board(const struct cop_game *game, const struct state *state,
                          struct board *board)
{
    const struct guest *guest = guest_of(game);
    int length = -1;

    *board = (struct board){.row_count = 0};
    if (guest->about.has_board && state->length != BROKEN)
        length = guest_board(guest->self, state->bytes, state->length, board->text, SHIM_ROWS - 1);
    if (length <= 0)
        return false;
    board->columns = (int)strcspn(board->text, "\n");
    for (char *row = board->text; row != NULL && board->row_count < BOARD_MAX;) {
        char *end = strchr(row, '\n');

        board->rows[board->row_count++] = row;
        if (end != NULL)
            *end = '\0';
        row = end != NULL ? end + 1 : NULL;
    }
    return true;
}

static void place_piece(const struct guest *guest, struct cop_scene *scene, int cell, char letter)
{
    const char *owner = strchr(guest->about.pieces, letter);
    const char label[] = {letter, '\0'};

    if (letter == '.' || letter == ' ')
        return;
    if (owner != NULL)
        cop_scene_piece(scene, cell, (int)(owner - guest->about.pieces), 0, COP_DISC, "");
    else
        cop_scene_piece(scene, cell, -1, 0, COP_DISC, label);
}

/* A player who is called by a colour looks so. */
static void set_colours(const struct cop_game *game, struct cop_scene *scene)
{
    static const char *const colours[] = {"black", "white", "red",    "yellow",
                                          "blue",  "green", "orange", "purple"};

    for (int player = 0; player < game->players; player++)
        for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
            if (strcasecmp(cop_player_name(game, player), colours[i]) == 0)
                scene->owners[player] = colours[i];
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *scene)
{
    struct board board;

    (void)viewer;
    if (!look_at_board(game, state, &board)) {
        struct cop_text words = COP_TEXT;

        write_position(game, state, &words);
        cop_scene_cell(scene, 0, 0, COP_SQUARE, COP_LIGHT, "");
        cop_scene_label(scene, 0, 1, "%.38s", words.bytes);
        cop_text_free(&words);
        return;
    }
    set_colours(game, scene);
    cop_scene_board(scene, board.columns, board.row_count, false, COP_LIGHT, COP_LIGHT);
    for (int row = 0; row < board.row_count; row++)
        for (int column = 0; column < board.columns; column++)
            place_piece(guest_of(game), scene, row * board.columns + column,
                        board.rows[row][column]);
}

/* The cell that a word begins with, "a1", and how many letters that takes; -1 if there is none. */
static int cell_at(const struct board *board, const char *word, int *length)
{
    int row = 0, count = 0, column = word[0] - 'a';

    if (column < 0 || column >= board->columns || sscanf(word + 1, "%2d%n", &row, &count) != 1 ||
        row < 1 || row > board->row_count)
        return -1;
    *length = 1 + count;
    return (board->row_count - row) * board->columns + column;
}

/* A move that is written as cells, "b2" or "a2-a3", is clicked so; all others get a button. */
static int path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    struct cop_text word = COP_TEXT;
    struct board board;
    int count = 0, length = 0;

    if (!look_at_board(game, state, &board))
        return 0;
    write_move(game, state, move, &word);
    for (const char *at = word.bytes; *at != '\0' && count >= 0; at += length) {
        at += *at == '-' || *at == 'x' ? 1 : 0;
        length = 0;
        cells[count] = count < COP_PATH_MAX - 1 ? cell_at(&board, at, &length) : -1;
        count = cells[count] >= 0 ? count + 1 : -1;
    }
    cop_text_free(&word);
    return count > 0 ? count : 0;
}

/* ---- Opening ---- */

static void copy_about(struct shim_guest_about *to, const struct shim_guest_about *from)
{
    *to = *from;
    to->name = shim_copy(from->name);
    to->title = shim_copy(from->title);
    to->summary = shim_copy(from->summary);
    to->lesson = shim_copy(from->lesson);
    to->pieces = shim_copy(from->pieces);
    for (int player = 0; player < SHIM_PLAYERS; player++)
        if (from->player_names[player] != NULL)
            to->player_names[player] = shim_copy(from->player_names[player]);
}

static void free_guest(struct guest *guest)
{
    free((char *)guest->about.name);
    free((char *)guest->about.title);
    free((char *)guest->about.summary);
    free((char *)guest->about.lesson);
    free((char *)guest->about.pieces);
    for (int player = 0; player < SHIM_PLAYERS; player++)
        free((char *)guest->about.player_names[player]);
    free(guest);
}

static void set_rules(struct guest *guest)
{
    const struct shim_guest_about *about = &guest->about;
    struct cop_rules *rules = &guest->rules;

    *rules = (struct cop_rules){
        .name = about->name,
        .title = about->title,
        .summary = about->summary,
        .lesson = about->lesson,
        .open = open_game,
        .start = start,
        .turn = turn,
        .moves = moves,
        .play = play,
        .chances = about->has_chance ? chances : NULL,
        .payoff = payoff,
        .score = about->has_score ? score : NULL,
        .key = key,
        .write_move = write_move,
        .write_position = write_position,
        .read_position = read_position,
        .scene = scene,
        .path = path,
        .evaluators = about->has_evaluation ? guest->evaluators : NULL,
    };
    memcpy(rules->player_names, about->player_names, sizeof rules->player_names);
    guest->evaluators[0] = (struct cop_evaluator){
        .name = "python",
        .help = "what the Python class says",
        .version = 1,
        .lower = -1,
        .upper = 1,
        .is_zero_sum = about->players == 2,
        .evaluate = evaluate,
    };
}

struct cop_game *shim_guest_open(void *self, const struct shim_guest_about *about, char *message)
{
    struct guest *guest = shim_allocate(sizeof *guest);
    struct cop_game *game;

    copy_about(&guest->about, about);
    guest->self = self;
    set_rules(guest);
    game = cop_game_open_rules(&guest->rules, NULL, (struct cop_error *)message);
    if (game == NULL)
        free_guest(guest);
    return game;
}

void shim_guest_close(struct cop_game *game)
{
    struct guest *guest;

    if (game == NULL)
        return;
    guest = (struct guest *)game->rules;
    cop_game_close(game);
    free_guest(guest);
}

int shim_guest_is_there(void *self)
{
    return guest_is_there(self);
}
