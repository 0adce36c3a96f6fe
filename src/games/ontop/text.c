/* text.c - moves and positions of OnTop in words. */
#include <ctype.h>
#include <string.h>

#include "board.h"

/* ---- Moves ---- */

/* "c3d3/1" */
static void write_placement(const struct ontop_board *board, int placement, struct cop_text *text)
{
    const struct ontop_place *place = &board->places[placement / 2];

    cop_text_add(text, "%c%d%c%d/%d", ontop_column_letter(place->first),
                 ontop_row_number(place->first), ontop_column_letter(place->second),
                 ontop_row_number(place->second), placement % 2);
}

void ontop_write_move(const struct cop_game *game, const void *state, cop_move move,
                      struct cop_text *text)
{
    (void)state;
    if (move >= ONTOP_DRAW)
        cop_text_add(text, "%c", 'A' + (int)move - ONTOP_DRAW);
    else
        write_placement(ontop_board_of(game), (int)move - ONTOP_PLACEMENT, text);
}

/* Published games write the tile with its placement: "Ac3d3/1". */
bool ontop_accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    const struct ontop_position *position = state;
    struct cop_text text = COP_TEXT;
    bool is_same;

    if (move >= ONTOP_DRAW || toupper((unsigned char)word[0]) != 'A' + position->hand - 1)
        return false;
    ontop_write_move(game, state, move, &text);
    is_same = strcmp(text.bytes, word + 1) == 0;
    cop_text_free(&text);
    return is_same;
}

/* ---- Positions ---- */

static void lay_type(const struct ontop_board *board, struct ontop_position *position, int type,
                     int placement)
{
    position->deck[type]--;
    position->hand = (uint8_t)(type + 1);
    ontop_lay(board, position, placement);
}

static bool is_legal(const struct ontop_board *board, const struct ontop_position *position,
                     int placement)
{
    const struct ontop_place *place = &board->places[placement / 2];
    struct ontop_places legal = ontop_legal_places(board, position->up, position->down);

    return position->winners == 0 && (legal.of[place->direction] >> place->up & 1) != 0;
}

int ontop_list_tiles(const struct ontop_board *board, const struct ontop_position *position,
                     struct ontop_laid *out)
{
    int count = 0;

    for (int i = 0; i < board->place_count; i++) {
        const struct ontop_place *place = &board->places[i];
        int code = position->cell[place->up_cell];
        int low = ontop_code(place->direction, 0, 0);

        if (code >= low && code < low + 2 * ONTOP_TYPES)
            out[count++] = (struct ontop_laid){(code - low) / 2, 2 * i + (code - low) % 2};
    }
    return count;
}

int ontop_order_tiles(const struct ontop_board *board, const struct ontop_position *position,
                      struct ontop_laid *out, struct ontop_position *before)
{
    struct ontop_laid tiles[ONTOP_TILES], last = {-1, -1};
    int count = ontop_list_tiles(board, position, tiles), laid = 0;

    *before = board->start;
    for (int i = 0; i < count; i++)
        if (tiles[i].placement + 1 == position->last) {
            last = tiles[i];
            tiles[i] = tiles[--count];
        }
    while (laid < count) {
        int best = -1;

        for (int i = 0; i < count; i++)
            if (is_legal(board, before, tiles[i].placement) &&
                (best < 0 || tiles[i].placement < tiles[best].placement))
                best = i;
        assert(best >= 0);
        out[laid++] = tiles[best];
        lay_type(board, before, tiles[best].type, tiles[best].placement);
    }
    if (last.type >= 0)
        out[laid++] = last;
    return laid;
}

void ontop_write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct ontop_board *board = ontop_board_of(game);
    const struct ontop_position *position = state;
    struct ontop_position before;
    struct ontop_laid tiles[ONTOP_TILES];
    int count = ontop_order_tiles(board, position, tiles, &before);

    cop_text_add(text, "%c %c", board->letters[position->player],
                 position->hand == 0 ? '-' : 'A' + position->hand - 1);
    for (int i = 0; i < count; i++) {
        cop_text_add(text, " %c", 'A' + tiles[i].type);
        write_placement(board, tiles[i].placement, text);
    }
}

enum { WORD_MAX = 16 };

/* Takes the next word; empty at the end, cut where it is too long. */
static const char *next_word(const char *words, char word[WORD_MAX])
{
    int length = 0;

    while (isspace((unsigned char)*words))
        words++;
    for (; *words != '\0' && !isspace((unsigned char)*words); words++)
        if (length < WORD_MAX - 1)
            word[length++] = *words;
    word[length] = '\0';
    return words;
}

/* A letter of `letters`, in either case, as its index; -1 if the word is something else. */
static int letter_index(const char *word, const char *letters, int count)
{
    int index = 0;

    while (index < count && letters[index] != toupper((unsigned char)word[0]))
        index++;
    return index < count && word[0] != '\0' && word[1] == '\0' ? index : -1;
}

/* Reads "c3"; -1 where there is no such triangle. */
static int read_cell(const char *word)
{
    int column = word[0] - 'a', row = word[1] - '1';

    if (column < 0 || column >= ONTOP_COLUMNS || row < 0 || row >= ONTOP_ROWS)
        return -1;
    return row * ONTOP_COLUMNS + column;
}

/* The placement that is written so, or -1. */
static int find_placement(const struct ontop_board *board, const char *word)
{
    int place = 0;

    if (strlen(word) != strlen("c3d3/1") || word[4] != '/' || (word[5] != '0' && word[5] != '1'))
        return -1;
    while (place < board->place_count && (board->places[place].first != read_cell(word) ||
                                          board->places[place].second != read_cell(word + 2)))
        place++;
    return place < board->place_count ? 2 * place + word[5] - '0' : -1;
}

static bool lay_word(const struct ontop_board *board, struct ontop_position *position,
                     const char *word, struct cop_error *error)
{
    char first[2] = {word[0], '\0'};
    int type = letter_index(first, "ABCDE", ONTOP_TYPES);
    int placement = find_placement(board, word + 1);

    if (type < 0 || placement < 0)
        return cop_fail(error,
                        "ontop: \"%s\" is no tile: write its type, its two triangles in ascending "
                        "order and its turn, as in Ac3d3/1",
                        word);
    if (position->winners != 0)
        return cop_fail(error, "ontop: %s is laid after the end of the game", word);
    if (position->deck[type] == 0)
        return cop_fail(error, "ontop: %s: there are only %d tiles of the type %c", word,
                        board->start.deck[type], 'A' + type);
    if (!is_legal(board, position, placement))
        return cop_fail(error,
                        "ontop: %s cannot be laid after the tiles before it: both triangles must "
                        "be free and a side must touch another piece",
                        word);
    lay_type(board, position, type, placement);
    return true;
}

bool ontop_read_position(const struct cop_game *game, const char *words, void *state,
                         struct cop_error *error)
{
    const struct ontop_board *board = ontop_board_of(game);
    struct ontop_position position = board->start;
    char mover_word[WORD_MAX], hand_word[WORD_MAX], word[WORD_MAX];
    int mover, hand;

    words = next_word(next_word(words, mover_word), hand_word);
    mover = letter_index(mover_word, board->letters, board->players);
    hand = letter_index(hand_word, "ABCDE", ONTOP_TYPES);
    if (mover < 0 || (hand < 0 && strcmp(hand_word, "-") != 0))
        return cop_fail(error,
                        "ontop: a position begins with who moves (%.*s: one letter) and the tile "
                        "in hand, A to E, or - before the draw, as in \"%c - Ac3d3/1\"",
                        board->players, board->letters, board->letters[0]);
    for (words = next_word(words, word); word[0] != '\0'; words = next_word(words, word))
        if (!lay_word(board, &position, word, error))
            return false;
    if (hand >= 0 && position.winners != 0)
        return cop_fail(error, "ontop: the game is over, so no tile is in hand; write -");
    if (hand >= 0 && position.deck[hand] == 0)
        return cop_fail(error, "ontop: all tiles of the type %c are laid already", 'A' + hand);
    if (hand >= 0) {
        position.deck[hand]--;
        position.hand = (uint8_t)(hand + 1);
    }
    position.player = (unsigned)mover & 15;
    memcpy(state, &position, sizeof position);
    return true;
}
