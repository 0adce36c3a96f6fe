/* text.c - Stratego's moves, set-ups and positions in words (chance-and-multiplayer.md 1.1.4).
 *
 * A position is its rows from the top, who moves, and then only what differs from a fresh game,
 * each as name=value: which ranks are known, which pieces have moved, the counters, what the rules
 * of repetition remember and, in a view, which ranks are unknown. */
#include <ctype.h>
#include <string.h>

#include "board.h"

const char stratego_signs[] = "?123456789S-BF";
const char stratego_letters[] = "?MGCJPLTNSY-BF";

/* ---- Moves ---- */

void stratego_write_square(int square, struct cop_text *text)
{
    cop_text_add(text, "%c%d", 'a' + square % STRIDE, square / STRIDE + 1);
}

int stratego_read_square(const struct stratego_board *board, const char **words)
{
    int column = tolower((unsigned char)**words) - 'a', row = 0;
    const char *at = *words + 1;

    if (column < 0 || column >= board->size || *at < '1' || *at > '9')
        return -1;
    for (; isdigit((unsigned char)*at) && row < 100; at++)
        row = 10 * row + (*at - '0');
    if (row > board->size)
        return -1;
    *words = at;
    return (row - 1) * STRIDE + column;
}

/* The ranks of an attack are not written: a list of moves would tell them. */
void stratego_write_move(const struct cop_game *game, const void *state, cop_move move,
                         struct cop_text *text)
{
    const struct stratego *position = state;
    int to = (int)(move % MOVE_SQUARE);

    (void)game;
    if (move == COP_PASS) {
        cop_text_add(text, "--");
    } else if ((move & (MOVE_PLACE | MOVE_OUTCOME)) != 0) {
        cop_text_add(text, "%c", stratego_signs[move & MOVE_RANK]);
    } else {
        stratego_write_square((int)(move / MOVE_SQUARE), text);
        if (words_have(position->pieces[1 - position->side], to))
            cop_text_add(text, "x");
        stratego_write_square(to, text);
    }
}

static bool is_rank_sign(char sign)
{
    return sign != '\0' && sign != '-' && strchr(stratego_signs, toupper((unsigned char)sign));
}

/* Also "a4-a5", "a4a7" for an attack, and "a4xa7(9-5)" as games are logged. What the brackets say
 * is not compared with the pieces, or trying would tell a rank. */
bool stratego_accepts(const struct cop_game *game, const void *state, cop_move move,
                      const char *word)
{
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;
    int from, to;

    if (position->status != PLAY)
        return false;
    from = stratego_read_square(board, &word);
    if (from < 0)
        return false;
    if (*word == '-' ||
        (tolower((unsigned char)*word) == 'x' &&
         words_have(position->pieces[1 - position->side], (int)(move % MOVE_SQUARE))))
        word++;
    to = stratego_read_square(board, &word);
    if (to < 0 || (cop_move)(from * MOVE_SQUARE + to) != move)
        return false;
    if (word[0] == '(' && is_rank_sign(word[1]) && word[2] == '-' && is_rank_sign(word[3]) &&
        word[4] == ')')
        word += 5;
    return *word == '\0';
}

/* ---- Set-ups ---- */

int stratego_rank_of_sign(char sign)
{
    const char *at = strchr(stratego_signs, toupper((unsigned char)sign));

    return sign == '\0' || sign == '-' || at == NULL ? UNKNOWN : (int)(at - stratego_signs);
}

bool stratego_read_setup(const struct stratego_board *board, const char *name, const char *words,
                         uint8_t *ranks, struct cop_error *error)
{
    uint64_t left = board->army;

    if (strlen(words) != (size_t)board->army_size)
        return cop_fail(error,
                        "stratego: %s=%.60s has %d pieces; a set-up names all %d, from the "
                        "back row, column a first, row by row",
                        name, words, (int)strlen(words), board->army_size);
    for (int i = 0; i < board->army_size; i++) {
        int rank = stratego_rank_of_sign(words[i]);

        if (rank == UNKNOWN)
            return cop_fail(error,
                            "stratego: %s=%.60s: '%c' is no rank; the ranks are 1 to 9, S "
                            "(spy), B (bomb) and F (flag)",
                            name, words, words[i]);
        if (stratego_count(left, rank) == 0)
            return cop_fail(error, "stratego: %s=%.60s has more than %d of the rank %c", name,
                            words, stratego_count(board->army, rank), stratego_signs[rank]);
        left -= (uint64_t)1 << (4 * rank);
        ranks[i] = (uint8_t)rank;
    }
    return true;
}

/* ---- Writing positions ---- */

static char letter_at(const struct stratego *position, int square)
{
    char letter = stratego_letters[stratego_rank_at(position, square)];

    if (letter == '?')
        letter = 'U';
    return words_have(position->pieces[BLACK], square) ? (char)tolower(letter) : letter;
}

static void write_row(const struct stratego_board *board, const struct stratego *position, int row,
                      struct cop_text *text)
{
    square_set pieces = set_load(position->pieces[WHITE]) | set_load(position->pieces[BLACK]);
    int empty = 0;

    for (int column = 0; column < board->size; column++) {
        int square = row * STRIDE + column;
        bool is_land = (board->land & set_of(square)) != 0;
        bool is_taken = (pieces & set_of(square)) != 0;

        if (is_land && !is_taken) {
            empty++;
            continue;
        }
        if (empty > 0)
            cop_text_add(text, "%d", empty);
        empty = 0;
        cop_text_add(text, "%c", is_land ? letter_at(position, square) : '=');
    }
    if (empty > 0)
        cop_text_add(text, "%d", empty);
}

static void write_squares(const char *name, square_set squares, struct cop_text *text)
{
    if (squares != 0)
        cop_text_add(text, " %s=", name);
    for (; squares != 0; squares &= squares - 1)
        stratego_write_square(set_first(squares), text);
}

static void write_pool(const struct stratego *position, int side, struct cop_text *text)
{
    uint64_t pool = stratego_pool(position, side);

    if (stratego_unknown(position, side) == 0)
        return;
    cop_text_add(text, side == WHITE ? " white=" : " black=");
    for (int rank = 1; rank < RANKS; rank++)
        for (int i = 0; i < stratego_count(pool, rank); i++)
            cop_text_add(text, "%c", stratego_signs[rank]);
}

static void write_run(const struct stratego *position, int side, struct cop_text *text)
{
    uint64_t shuttle = position->shuttle[side];

    if (shuttle == 0)
        return;
    cop_text_add(text, side == WHITE ? " white_run=" : " black_run=");
    stratego_write_square((int)(shuttle >> SHUTTLE_SQUARE & 127), text);
    cop_text_add(text, (shuttle >> SHUTTLE_UPRIGHT & 1) != 0 ? "v" : "h");
    for (uint64_t left = shuttle & SHUTTLE_COUNTS; left != 0; left >>= 4)
        cop_text_add(text, "%d", (int)(left & 15));
}

static void write_chase(const struct stratego *position, struct cop_text *text)
{
    int length = position->chase_length[0] > position->chase_length[1] ? position->chase_length[0]
                                                                       : position->chase_length[1];

    if (length > 0)
        cop_text_add(text, " chase=");
    for (int i = 0; i < length; i++) {
        stratego_write_square(position->chase[i].from, text);
        stratego_write_square(position->chase[i].to, text);
    }
}

void stratego_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    static const char *const results[] = {"white", "black", "draw"};
    const struct stratego_board *board = stratego_board_of(game);
    const struct stratego *position = state;

    for (int row = board->size - 1; row >= 0; row--) {
        write_row(board, position, row, text);
        cop_text_add(text, row > 0 ? "/" : position->side == WHITE ? " w" : " b");
    }
    if (position->status == SETUP) {
        cop_text_add(text, " phase=setup");
        return;
    }
    write_squares("known", set_load(position->revealed), text);
    write_squares("moved", set_load(position->moved), text);
    if (position->quiet > 0)
        cop_text_add(text, " quiet=%d", position->quiet);
    if (position->plies > 0)
        cop_text_add(text, " plies=%d", position->plies);
    for (int side = 0; side < 2; side++)
        if (position->fights[side] != 0)
            cop_text_add(text, " %s_fight=%c%c", side == WHITE ? "white" : "black",
                         stratego_signs[position->fights[side] >> 4],
                         stratego_signs[position->fights[side] & 15]);
    for (int side = 0; side < 2; side++)
        write_pool(position, side, text);
    for (int side = 0; side < 2; side++)
        write_run(position, side, text);
    write_chase(position, text);
    if (position->status == ATTACK) {
        cop_text_add(text, " attack=");
        stratego_write_square(position->from, text);
        stratego_write_square(position->to, text);
    }
    if (position->status == OVER)
        cop_text_add(text, " result=%s", results[position->winner]);
}
