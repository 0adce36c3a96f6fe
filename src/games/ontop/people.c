/* people.c - OnTop for people: notation, positions as text, the picture and the lesson. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "games/bits.h"

/* ---- Moves ---- */

static char column_letter(int cell)
{
    return (char)('a' + cell % ONTOP_COLUMNS);
}

static int row_number(int cell)
{
    return cell / ONTOP_COLUMNS + 1;
}

/* "c3d3/1" */
static void write_placement(const struct ontop_board *board, int placement, struct cop_text *text)
{
    const struct ontop_place *place = &board->places[placement / 2];

    cop_text_add(text, "%c%d%c%d/%d", column_letter(place->first), row_number(place->first),
                 column_letter(place->second), row_number(place->second), placement % 2);
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

struct laid {
    int type, placement;
};

/* The tiles of a position by place; returns how many. */
static int list_tiles(const struct ontop_board *board, const struct ontop_position *position,
                      struct laid *out)
{
    int count = 0;

    for (int i = 0; i < board->place_count; i++) {
        const struct ontop_place *place = &board->places[i];
        int code = position->cell[place->up_cell];
        int low = ontop_code(place->direction, 0, 0);

        if (code >= low && code < low + 2 * ONTOP_TYPES)
            out[count++] = (struct laid){(code - low) / 2, 2 * i + (code - low) % 2};
    }
    return count;
}

/* Sorts the tiles so that they can be laid one after the other, always the lowest place first; the
 * set of tiles alone makes a position, whatever their order (ontop.md 1.13). Only where a game ran
 * out of stones its last tile stays the last. `before` becomes the position without that tile. */
static int order_tiles(const struct ontop_board *board, const struct ontop_position *position,
                       struct laid *out, struct ontop_position *before)
{
    struct laid tiles[ONTOP_TILES], last = {-1, -1};
    int count = list_tiles(board, position, tiles), laid = 0;

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
    struct laid tiles[ONTOP_TILES];
    int count = order_tiles(board, position, tiles, &before);

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

/* ---- The picture ---- */

/* Cells: the triangles by index, the circles by bit, then two triangles for each type of tile. */
static const float row_height = 0.866f;
/* The stock's heights are half rows of the board too, which keeps the board low as text. */
static const float stock_left = 6.25f, stock_top = -0.433f, stock_step = 1.299f;

static void add_triangles(struct cop_scene *scene)
{
    for (int cell = 0; cell < ONTOP_CELLS; cell++) {
        int row = row_number(cell), column = cell % ONTOP_COLUMNS + 1;
        char name[8];

        snprintf(name, sizeof name, "%c%d", column_letter(cell), row);
        cop_scene_cell(scene, 0.5f * (float)column, row_height * (float)(ONTOP_ROWS - row),
                       (row + column) % 2 != 0 ? COP_TRIANGLE_UP : COP_TRIANGLE_DOWN, COP_LIGHT,
                       name);
    }
}

/* The first point of the height h has the bit 5 h + (h + 2) / 2. */
static void add_circles(const struct ontop_board *board, struct cop_scene *scene)
{
    for (int bit = 1; (board->points >> bit) != 0; bit++) {
        int h = 0;

        while (h < ONTOP_ROWS && ONTOP_STRIDE * (h + 1) + (h + 3) / 2 <= bit)
            h++;
        cop_scene_cell(scene, (float)(bit - ONTOP_STRIDE * h) - 0.5f * (float)(h + 1),
                       row_height * ((float)(ONTOP_ROWS - h) - 0.5f), COP_HOLE,
                       board->circles[bit].worth == 2 ? COP_GOLD : COP_LIGHT, "");
    }
}

static int circle_cell(int bit)
{
    return ONTOP_CELLS + bit - 1;
}

static int stock_cell(const struct ontop_board *board, int type)
{
    return ONTOP_CELLS + bit_count(board->points) + 2 * type;
}

/* Clockwise from the top or the top left corner, as tiles in scenes are. */
static void add_half(const struct ontop_board *board, struct cop_scene *scene, int cell, int with,
                     int code)
{
    static const int clockwise[2][3] = {{ONTOP_UP_TOP, ONTOP_UP_RIGHT, ONTOP_UP_LEFT},
                                        {ONTOP_DOWN_LEFT, ONTOP_DOWN_RIGHT, ONTOP_DOWN_BOTTOM}};
    const int *order = clockwise[scene->cells[cell].shape == COP_TRIANGLE_DOWN];
    char corners[4] = "";

    for (int i = 0; i < 3; i++)
        corners[i] = (char)('0' + bit_index(board->segment[order[i]][code]) / ONTOP_COUNT_BITS);
    cop_scene_tile(scene, cell, with, corners);
}

static void add_tiles(const struct ontop_board *board, const struct ontop_position *position,
                      struct cop_scene *scene)
{
    struct laid tiles[ONTOP_TILES];
    int count = list_tiles(board, position, tiles);

    for (int cell = 0; cell < ONTOP_CELLS; cell++)
        if (position->cell[cell] == ONTOP_BLACK)
            cop_scene_piece(scene, cell, -1, 0, COP_MARK, "");
    for (int i = 0; i < count; i++) {
        const struct ontop_place *place = &board->places[tiles[i].placement / 2];

        add_half(board, scene, place->up_cell, place->down_cell, position->cell[place->up_cell]);
        add_half(board, scene, place->down_cell, place->up_cell, position->cell[place->up_cell]);
    }
}

/* The closed circles without those that a game's last tile closed after a colour had placed its
 * last stone. */
static uint64_t scored_circles(const struct ontop_board *board,
                               const struct ontop_position *position)
{
    struct ontop_position before;
    struct laid tiles[ONTOP_TILES];
    uint64_t closed = board->points & ~ontop_open_points(position->up, position->down);
    uint64_t fresh;
    bool is_over = false;

    if (position->last == 0)
        return closed;
    order_tiles(board, position, tiles, &before);
    fresh = closed & ontop_open_points(before.up, before.down);
    for (; fresh != 0 && !is_over; fresh &= fresh - 1) {
        unsigned tower = ontop_tower(board, position, &board->circles[bit_index(fresh)]);

        for (int colour = 0; colour < ONTOP_COLOURS; colour++) {
            before.stones[colour] = (uint8_t)(before.stones[colour] - (tower >> colour & 1));
            is_over = is_over || before.stones[colour] == 0;
        }
    }
    return closed & ~fresh;
}

static void add_towers(const struct ontop_board *board, const struct ontop_position *position,
                       struct cop_scene *scene)
{
    uint64_t circles = scored_circles(board, position);

    for (; circles != 0; circles &= circles - 1) {
        int bit = bit_index(circles), height = 0;
        unsigned tower = ontop_tower(board, position, &board->circles[bit]);
        int top = (int)(tower >> ONTOP_COLOURS);

        for (int colour = 0; colour < ONTOP_COLOURS; colour++)
            if ((tower >> colour & 1) != 0 && colour != top)
                cop_scene_piece(scene, circle_cell(bit), colour, height++, COP_DISC, "");
        if (tower != 0)
            cop_scene_piece(scene, circle_cell(bit), top, height, COP_DISC, "");
    }
}

/* One tile of each type with the number left, as it lies when it is not turned. */
static void add_stock(const struct ontop_board *board, const struct ontop_position *position,
                      struct cop_scene *scene)
{
    for (int type = 0; type < ONTOP_TYPES; type++) {
        float y = stock_top + stock_step * (float)type;
        int code = ontop_code(ONTOP_RIGHT, type, 0);
        char name[2] = {(char)('A' + type), '\0'};
        int left = cop_scene_cell(scene, stock_left, y, COP_TRIANGLE_UP, COP_LIGHT, name);
        int right = cop_scene_cell(scene, stock_left + 0.5f, y, COP_TRIANGLE_DOWN, COP_LIGHT, "");

        add_half(board, scene, left, right, code);
        add_half(board, scene, right, left, code);
        cop_scene_label(scene, stock_left + 1.8f, y, "%c: %d%s", name[0], position->deck[type],
                        position->hand == type + 1 ? ", 1 in hand" : " left");
    }
}

static void add_words(const struct ontop_board *board, const struct ontop_position *position,
                      struct cop_scene *scene)
{
    float bottom = row_height * (ONTOP_ROWS - 1);

    for (int row = 1; row <= ONTOP_ROWS; row++)
        cop_scene_label(scene, -0.8f, row_height * (float)(ONTOP_ROWS - row), "%d", row);
    for (int column = 0; column < ONTOP_COLUMNS; column++)
        cop_scene_label(scene, 0.5f * (float)(column + 1), bottom + 1.3f, "%c",
                        column_letter(column));
    for (int colour = 0; colour < ONTOP_COLOURS; colour++)
        cop_scene_label(scene, stock_left + 1.8f,
                        stock_top + row_height * (7 + 0.5f * (float)colour),
                        "%s%s: %d points, %d stones", ontop_colour_name(board->letters[colour]),
                        colour < board->players ? "" : " (passive)", position->points[colour],
                        position->stones[colour]);
}

void ontop_scene(const struct cop_game *game, const void *state, int viewer,
                 struct cop_scene *scene)
{
    const struct ontop_board *board = ontop_board_of(game);

    (void)viewer;
    for (int colour = 0; colour < ONTOP_COLOURS; colour++)
        scene->owners[colour] = ontop_scene_colour(board->letters[colour]);
    add_triangles(scene);
    add_circles(board, scene);
    add_tiles(board, state, scene);
    add_towers(board, state, scene);
    add_stock(board, state, scene);
    add_words(board, state, scene);
}

/* First the triangle for the left half of the tile as it is shown beside the board, then the one
 * for the right half: so the order of the clicks turns it. A draw is a click on the stock. */
int ontop_path(const struct cop_game *game, const void *state, cop_move move, int *cells)
{
    const struct ontop_board *board = ontop_board_of(game);
    int placement = (int)move - ONTOP_PLACEMENT;
    const struct ontop_place *place;

    (void)state;
    if (move >= ONTOP_DRAW) {
        cells[0] = stock_cell(board, (int)move - ONTOP_DRAW);
        return 1;
    }
    place = &board->places[placement / 2];
    cells[placement % 2] = place->first;
    cells[1 - placement % 2] = place->second;
    return 2;
}

const char ontop_lesson[] =
    "Four colours, blue, white, yellow and red, compete on a field of 72 triangles. Blue and white "
    "are players, blue first, or more of them; the others are passive: nobody plays them, but they "
    "take part in every circle. In turn, draw one of 34 tiles and lay it. A tile is a rhombus that "
    "covers two neighbouring free triangles. At least one of its sides must touch a piece that "
    "lies already, with its full length: a tile, or one of the two black triangles of the start. "
    "Colours need not match, and nobody may pass. A free triangle whose neighbours are all taken "
    "becomes black.\n"
    "\n"
    "Where corners of triangles meet there is a circle of up to six segments. Every tile has all "
    "four colours: one segment in each of the two sharp corners, two in each of the two blunt "
    "ones. A circle is closed when all triangles around it are taken; at the border it has fewer "
    "segments. Black triangles count for no colour. The colour with most segments wins a closed "
    "circle: it places a stone on top of one stone of each colour with the second most. It gets as "
    "many points as the tower has stones, and twice that at the golden left border. If two "
    "colours tie for most, nobody places or gets anything. Circles that close together are scored "
    "from the bottom up, each row from the left.\n"
    "\n"
    "The game ends when no tile can be laid. Each stone that is left costs a point, and the "
    "player with most points wins; players with equally many share the win. But whoever has placed "
    "all 20 stones has won at once; if a passive colour has, the game ends and the points decide, "
    "again less the stones left. In teams the results are added.\n"
    "\n"
    "A draw is the type of the tile, A to E. A placement is its two triangles, each a column a to "
    "i from the left and a row 1 to 8 from the bottom, the one in the lower row or further left "
    "first, and how it is turned: in c3d3/0 the left half of the tile as shown beside the board "
    "lies on c3 and the right half on d3, in c3d3/1 it is the other way round. (Clicking, choose "
    "the triangle of the left half first.) So a turn is two moves, A c3d3/1, which may be written "
    "as one word: Ac3d3/1. Each place can be taken in both ways, and the first tile has 24 "
    "placements. Where the board is drawn in letters, b, w, y and r on a half are the colours of "
    "its corners from left to right.\n"
    "\n"
    "A position is who moves (B, W, Y or R), the tile in hand or - before the draw, and the tiles "
    "in any order in which they could have been laid: W - Ac3d3/1. The start is B -.\n";
