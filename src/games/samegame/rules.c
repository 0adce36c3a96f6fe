/* samegame.c - SameGame on boards of up to 26 columns and 15 rows (samegame-and-fanorona.md 2). */
#include "games/list.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "blocks.h"

enum {
    WIDTH_MAX = 26,
    HEIGHT_MAX = LANE - 1,
    COLOURS_MAX = (1 << PLANES) - 1,
    CLEARED = 1000 /* points for an empty board */
};

/* A state ends after the planes of its board: PLANES * words, the first plane first. */
struct position {
    int64_t points; /* earned by moves */
    uint64_t planes[PLANES * WIDE];
};
static_assert(sizeof(struct position) == 8 + 192, "a wide position is 200 bytes, a narrow one 104");

enum leftover { ABOVE_TWO, LITERAL, NONE };

struct board {
    int columns, rows, colours;
    int words; /* of a plane: NARROW or WIDE */
    enum leftover leftover;
    bool is_given; /* all games start from `start` */
    struct position start;
};

static const struct cop_option options[] = {
    {"width", COP_INTEGER, "15", 1, WIDTH_MAX, NULL, "columns"},
    {"height", COP_INTEGER, "15", 1, HEIGHT_MAX, NULL, "rows"},
    {"colours", COP_INTEGER, "5", 1, COLOURS_MAX, NULL, "colours of blocks"},
    {"leftover", COP_CHOICE, "above-two", 0, 0, "above-two|literal|none",
     "(k-2)^2 points lost for k blocks left of a colour: if k > 2, always, or never"},
    {"board", COP_FILE, "", 0, 0, NULL,
     "a file with the board to start from, top row first; gives width and height"},
    {NULL},
};

/* The colours of the digits 0 to 6; their first letters differ, for drawings in text. */
static const char *const colour_names[COLOURS_MAX] = {"red",    "blue",   "green", "yellow",
                                                      "purple", "orange", "white"};

static int words_for(int columns)
{
    return columns <= NARROW * LANES ? NARROW : WIDE;
}

static const struct board *board_of(const struct cop_game *game)
{
    return game->tables;
}

/* ---- The rules ---- */

static int64_t points_of(int64_t blocks)
{
    return (blocks - 2) * (blocks - 2);
}

/* What is lost for `blocks` of one colour at the end (samegame-and-fanorona.md 2.2). */
static int64_t leftover_of(enum leftover rule, int blocks)
{
    if (rule == NONE || blocks == 0 || (rule == ABOVE_TWO && blocks <= 2))
        return 0;
    return points_of(blocks);
}

/* Nothing scores more than taking all blocks at once. Of blocks without equal neighbours at most
 * half, rounded up, have one colour, because the cells can be paired with neighbours; two colours
 * that share the board are the worst, as squares of a sum outgrow the sum of squares. The literal
 * rule also takes a point for each colour with a single block. */
static void set_score_range(struct cop_game *game, const struct board *board)
{
    int cells = board->columns * board->rows;
    int half = (cells + 1) / 2;

    game->score_high = (double)(cells < 2 ? 0 : points_of(cells)) + CLEARED;
    game->score_low = 0;
    if (board->leftover == NONE)
        return;
    game->score_low -= (double)leftover_of(ABOVE_TWO, half);
    game->score_low -= (double)leftover_of(ABOVE_TWO, cells - half);
    if (board->leftover == LITERAL)
        game->score_low -= board->colours;
}

static bool load_board(struct board *board, const struct cop_settings *settings,
                       struct cop_error *error);

static bool open_board(struct cop_game *game, struct cop_error *error)
{
    struct board *board = calloc(1, sizeof *board);

    if (board == NULL)
        return cop_fail(error, "samegame: out of memory");
    game->tables = board;
    board->columns = (int)cop_integer(game->settings, "width");
    board->rows = (int)cop_integer(game->settings, "height");
    board->words = words_for(board->columns);
    board->colours = (int)cop_integer(game->settings, "colours");
    board->leftover = (enum leftover)cop_choice(game->settings, "leftover");
    if (!load_board(board, game->settings, error))
        return false;
    game->state_size =
        offsetof(struct position, planes) + sizeof(uint64_t) * (size_t)(PLANES * board->words);
    game->players = 1;
    /* A move takes two blocks at least. */
    game->max_plies = board->columns * board->rows / 2;
    game->max_moves = game->max_plies > 0 ? game->max_plies : 1;
    game->move_kinds = board->columns * LANE;
    set_score_range(game, board);
    return true;
}

/* Puts a block on an empty cell. */
static void put_block(const struct board *board, struct position *position, int x, int y,
                      int colour)
{
    int cell = cell_of(x, y);

    for (int p = 0; p < PLANES; p++)
        position->planes[p * board->words + cell / 64] |= (uint64_t)((colour + 1) >> p & 1)
                                                          << cell % 64;
}

/* The colour at a cell, or -1. */
static int colour_at(const struct board *board, const struct position *position, int x, int y)
{
    int cell = cell_of(x, y);
    int number = 0;

    for (int p = 0; p < PLANES; p++)
        number |= (int)(position->planes[p * board->words + cell / 64] >> cell % 64 & 1) << p;
    return number - 1;
}

static void start(const struct cop_game *game, void *state, struct cop_rng *rng)
{
    const struct board *board = board_of(game);

    memcpy(state, &board->start, game->state_size);
    if (board->is_given)
        return;
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++)
            put_block(board, state, x, y, (int)cop_rng_below(rng, (uint32_t)board->colours));
}

INLINE bool has_group(const struct position *position, int words)
{
    uint64_t below[WIDE], left[WIDE], any = 0;

    find_links(position->planes, below, left, words);
    for (int i = 0; i < words; i++)
        any |= below[i] | left[i];
    return any != 0;
}

static int turn(const struct cop_game *game, const void *state)
{
    bool is_narrow = board_of(game)->words == NARROW;

    return (is_narrow ? has_group(state, NARROW) : has_group(state, WIDE)) ? 0 : COP_OVER;
}

/* A move is the number of its group's canonical cell, plus 1. */
static cop_move move_of(int cell)
{
    return (cop_move)(cell + 1);
}

/* The first corner of a group that is met is its canonical cell. */
INLINE int list_moves(const struct position *position, cop_move *out, int words)
{
    uint64_t corners[WIDE], group[WIDE];
    int count = 0;

    find_corners(position->planes, corners, words);
    for (int i = 0; i < words; i++)
        while (corners[i] != 0) {
            int cell = i * 64 + bit_index(corners[i]);

            out[count++] = move_of(cell);
            find_group(position->planes, cell, group, words);
            for (int j = i; j < words; j++)
                corners[j] &= ~group[j];
        }
    return count;
}

static int moves(const struct cop_game *game, const void *state, cop_move *out)
{
    if (board_of(game)->words == NARROW)
        return list_moves(state, out, NARROW);
    return list_moves(state, out, WIDE);
}

INLINE void play_cell(struct position *position, int cell, int words)
{
    uint64_t group[WIDE];
    int size;

    find_group(position->planes, cell, group, words);
    size = count_cells(group, words);
    assert(size >= 2);
    position->points += points_of(size);
    remove_group(position->planes, group, words);
}

static void play(const struct cop_game *game, void *state, cop_move move)
{
    if (board_of(game)->words == NARROW)
        play_cell(state, (int)move - 1, NARROW);
    else
        play_cell(state, (int)move - 1, WIDE);
}

static cop_move random_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    const struct position *position = state;
    uint64_t group[WIDE];

    if (board_of(game)->words == NARROW)
        return move_of(draw_group(position->planes, group, rng, NARROW));
    return move_of(draw_group(position->planes, group, rng, WIDE));
}

INLINE int play_out(struct position *position, struct cop_rng *rng, int limit, int words)
{
    uint64_t planes[PLANES * WIDE], group[WIDE];
    struct cop_rng local = *rng;
    int64_t points = position->points;
    int plies = 0;

    memcpy(planes, position->planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    for (; plies < limit && draw_group(planes, group, &local, words) >= 0; plies++) {
        points += points_of(count_cells(group, words));
        remove_group(planes, group, words);
    }
    memcpy(position->planes, planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    position->points = points;
    *rng = local;
    return plies;
}

static int playout(const struct cop_game *game, void *state, struct cop_rng *rng, int limit)
{
    if (limit <= 0)
        limit = game->max_plies;
    if (board_of(game)->words == NARROW)
        return play_out(state, rng, limit, NARROW);
    return play_out(state, rng, limit, WIDE);
}

static int count_colour(const struct board *board, const struct position *position, int colour)
{
    int count = 0;

    for (int i = 0; i < board->words; i++) {
        uint64_t set = ~(uint64_t)0;

        for (int p = 0; p < PLANES; p++) {
            uint64_t is_unset = (uint64_t)((colour + 1) >> p & 1) - 1;

            set &= position->planes[p * board->words + i] ^ is_unset;
        }
        count += bit_count(set);
    }
    return count;
}

/* What the end of the game adds to the points of the moves. */
static int64_t points_at_end(const struct board *board, const struct position *position)
{
    int64_t lost = 0;

    if (colour_at(board, position, 0, 0) < 0)
        return CLEARED;
    for (int colour = 0; colour < board->colours; colour++)
        lost += leftover_of(board->leftover, count_colour(board, position, colour));
    return -lost;
}

static double score(const struct cop_game *game, const void *state, int player)
{
    const struct position *position = state;
    int64_t points = position->points;

    (void)player;
    if (turn(game, state) == COP_OVER)
        points += points_at_end(board_of(game), position);
    return (double)points;
}

static void payoff(const struct cop_game *game, const void *state, double *of_player)
{
    of_player[0] = (score(game, state, 0) - game->score_low) / (game->score_high - game->score_low);
}

/* A move shifts so much of the board that a key which follows it would be no quicker. */
static uint64_t key(const struct cop_game *game, const void *state)
{
    const struct position *position = state;
    uint64_t mixed = (uint64_t)position->points;

    for (int i = 0; i < PLANES * board_of(game)->words; i += 2)
        mixed = key_of_words(position->planes[i], position->planes[i + 1], mixed);
    return mixed;
}

/* The cell of the group, whichever colour it has. */
static int move_kind(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move - 1;
}

/* ---- Text ---- */

static void write_move(const struct cop_game *game, const void *state, cop_move move,
                       struct cop_text *text)
{
    int cell = (int)move - 1;

    (void)game;
    (void)state;
    cop_text_add(text, "%c%d", 'a' + cell / LANE, cell % LANE + 1);
}

/* A number of one or two digits, after which `*word` points; else -1. */
static int read_number(const char **word)
{
    int length = (int)strspn(*word, "0123456789");
    int number = length == 1 || length == 2 ? (int)strtol(*word, NULL, 10) : -1;

    *word += length;
    return number;
}

/* "e4", or "4:3" as other programs count, which is 4 columns from the left and 3 rows from the
 * bottom. -1 if it is neither, or not on the board. */
static int read_cell(const struct board *board, const char *word)
{
    int x, y;

    if (isalpha((unsigned char)*word)) {
        x = tolower((unsigned char)*word++) - 'a';
        y = read_number(&word) - 1;
    } else {
        x = read_number(&word);
        if (*word++ != ':')
            return -1;
        y = read_number(&word);
    }
    if (*word != '\0' || x < 0 || x >= board->columns || y < 0 || y >= board->rows)
        return -1;
    return cell_of(x, y);
}

/* Any block of a group names it. */
static bool accepts(const struct cop_game *game, const void *state, cop_move move, const char *word)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int cell = read_cell(board, word);
    uint64_t group[WIDE];

    if (cell < 0)
        return false;
    find_group(position->planes, (int)move - 1, group, board->words);
    return (group[cell / 64] >> cell % 64 & 1) != 0;
}

static void write_position(const struct cop_game *game, const void *state, struct cop_text *text)
{
    const struct board *board = board_of(game);
    const struct position *position = state;

    for (int y = board->rows - 1; y >= 0; y--) {
        for (int x = 0; x < board->columns; x++) {
            int colour = colour_at(board, position, x, y);

            cop_text_add(text, "%c", colour < 0 ? '.' : '0' + colour);
        }
        cop_text_add(text, "%s", y > 0 ? "/" : " ");
    }
    cop_text_add(text, "%lld", (long long)position->points);
}

static const char cells[] = "0123456789.", blanks[] = " \t\r\n";

/* Rows are separated by a slash or by white space. */
static const char *skip_separator(const char *words)
{
    words += strspn(words, blanks);
    if (*words == '/')
        words++;
    return words + strspn(words, blanks);
}

static bool ends_row(char c)
{
    return c == '\0' || c == '/' || strchr(blanks, c) != NULL;
}

/* Where the words of a board come from. What a person has typed is quoted in messages; what stands
 * in a file is not, as a path may name any file. */
enum source { TYPED, FROM_FILE };

static bool fail_row(const struct board *board, enum source source, const char *words, int y,
                     struct cop_error *error)
{
    struct cop_text quoted = COP_TEXT;

    if (source == TYPED)
        cop_text_add(&quoted, ", and begins \"%.30s\"", words);
    cop_fail(error,
             "samegame: row %d from the top must have %d cells, each a digit below %d or a point%s",
             board->rows - y, board->columns, board->colours, quoted.bytes);
    cop_text_free(&quoted);
    return false;
}

static bool read_row(const struct board *board, enum source source, const char *words, int y,
                     struct position *position, struct cop_error *error)
{
    int length = (int)strspn(words, cells);

    if (length != board->columns || !ends_row(words[length]))
        return fail_row(board, source, words, y, error);
    for (int x = 0; x < board->columns; x++) {
        if (words[x] == '.')
            continue;
        if (words[x] - '0' >= board->colours)
            return cop_fail(error,
                            "samegame: %c%d has the colour %c, and the %d colours are 0 to %d; the "
                            "option colours allows up to %d",
                            'a' + x, y + 1, words[x], board->colours, board->colours - 1,
                            COLOURS_MAX);
        put_block(board, position, x, y, words[x] - '0');
    }
    return true;
}

/* Blocks fall and columns close up, always. */
static bool check_settled(const struct board *board, const struct position *position,
                          struct cop_error *error)
{
    for (int x = 0; x < board->columns; x++) {
        if (x > 0 && colour_at(board, position, x, 0) >= 0 &&
            colour_at(board, position, x - 1, 0) < 0)
            return cop_fail(error,
                            "samegame: column %c is empty and column %c is not; blocks must "
                            "stand at the left",
                            'a' + x - 1, 'a' + x);
        for (int y = 1; y < board->rows; y++)
            if (colour_at(board, position, x, y) >= 0 && colour_at(board, position, x, y - 1) < 0)
                return cop_fail(error, "samegame: there is nothing under the block at %c%d",
                                'a' + x, y + 1);
    }
    return true;
}

/* Points for the cells that are empty. A set-up may leave any of them empty, so that only more than
 * all of them at once would have earned is refused. */
static bool read_points(const struct board *board, const char *words, struct position *position,
                        struct cop_error *error)
{
    int64_t taken = board->columns * board->rows, most;
    size_t length = strspn(words, "0123456789");

    for (int colour = 0; colour < board->colours; colour++)
        taken -= count_colour(board, position, colour);
    most = taken < 2 ? 0 : points_of(taken);
    if (words[length] != '\0')
        return cop_fail(error,
                        "samegame: after the %d rows come the points so far or nothing, and not "
                        "\"%.30s\"",
                        board->rows, words);
    position->points = length > 9 ? most + 1 : strtol(words, NULL, 10);
    if (position->points > most)
        return cop_fail(error,
                        "samegame: with %d cells empty there are at most %d points, not %.30s",
                        (int)taken, (int)most, words);
    return true;
}

static bool read_board(const struct board *board, enum source source, const char *words,
                       struct position *position, struct cop_error *error)
{
    for (int y = board->rows - 1; y >= 0; y--) {
        if (!read_row(board, source, words, y, position, error))
            return false;
        words += board->columns;
        words = y > 0 ? skip_separator(words) : words + strspn(words, blanks);
    }
    return check_settled(board, position, error) && read_points(board, words, position, error);
}

static bool read_position(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    struct position position = {0};

    if (!read_board(board_of(game), TYPED, words, &position, error))
        return false;
    memcpy(state, &position, game->state_size);
    return true;
}

/* ---- Boards from files ---- */

enum { FILE_MAX = 4096 };

/* Width and height of a board in a file, which has nothing but its rows. */
static void measure(const char *words, int *columns, int *rows)
{
    *columns = (int)strspn(words, cells);
    for (*rows = 0; *words != '\0'; ++*rows) {
        words += strcspn(words, "/ \t\r\n");
        words = skip_separator(words);
    }
}

static bool take_size(const struct cop_settings *settings, const char *name, int most, int found,
                      int *size, struct cop_error *error)
{
    if (cop_given(settings, name) && *size != found)
        return cop_fail(error, "samegame: the board has a %s of %d, and the option %s says %d",
                        name, found, name, *size);
    if (found < 1 || found > most)
        return cop_fail(error,
                        "samegame: a board is lines of digits, top row first, its %s 1 to %d; this "
                        "one has a %s of %d",
                        name, most, name, found);
    *size = found;
    return true;
}

static bool read_given_board(struct board *board, const struct cop_settings *settings,
                             const char *words, struct cop_error *error)
{
    int columns, rows;

    words += strspn(words, blanks);
    measure(words, &columns, &rows);
    if (!take_size(settings, "width", WIDTH_MAX, columns, &board->columns, error) ||
        !take_size(settings, "height", HEIGHT_MAX, rows, &board->rows, error))
        return false;
    board->words = words_for(board->columns);
    return read_board(board, FROM_FILE, words, &board->start, error);
}

static bool load_board(struct board *board, const struct cop_settings *settings,
                       struct cop_error *error)
{
    const char *path = cop_words(settings, "board");
    char *bytes;
    bool is_read;

    board->is_given = path[0] != '\0';
    if (!board->is_given)
        return true;
    bytes = cop_file_read(path, FILE_MAX, NULL, error);
    if (bytes == NULL)
        return cop_fail_in(error, "samegame: the board");
    is_read = read_given_board(board, settings, bytes, error) || cop_fail_in(error, "%.200s", path);
    free(bytes);
    return is_read;
}

/* ---- Pictures ---- */

static int scene_cell(const struct board *board, int x, int y)
{
    return (board->rows - 1 - y) * board->columns + x;
}

static void scene(const struct cop_game *game, const void *state, int viewer,
                  struct cop_scene *picture)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    float beside = (float)board->columns + 0.8f;

    (void)viewer;
    cop_scene_board(picture, board->columns, board->rows, false, COP_LIGHT, COP_LIGHT);
    for (int x = 0; x < board->columns; x++)
        for (int y = 0; y < board->rows; y++) {
            int colour = colour_at(board, position, x, y);

            if (colour >= 0)
                cop_scene_piece(picture, scene_cell(board, x, y), colour, 0, COP_BLOCK, "");
        }
    cop_scene_label(picture, beside, 0, "%s %.0f",
                    turn(game, state) == COP_OVER ? "Score" : "Points", score(game, state, 0));
    for (int colour = 0; colour < board->colours; colour++) {
        picture->owners[colour] = colour_names[colour];
        cop_scene_label(picture, beside, (float)colour + 1, "%d %s: %d", colour,
                        colour_names[colour], count_colour(board, position, colour));
    }
}

static int path(const struct cop_game *game, const void *state, cop_move move, int *clicks)
{
    int cell = (int)move - 1;

    (void)state;
    clicks[0] = scene_cell(board_of(game), cell / LANE, cell % LANE);
    return 1;
}

/* Any block of a group selects it. */
static int click(const struct cop_game *game, const void *state, int clicked)
{
    const struct board *board = board_of(game);
    const struct position *position = state;
    int x = clicked % board->columns, y = board->rows - 1 - clicked / board->columns;
    int word = 0, cell;
    uint64_t group[WIDE];

    if (colour_at(board, position, x, y) < 0)
        return clicked;
    find_group(position->planes, cell_of(x, y), group, board->words);
    while (group[word] == 0)
        word++;
    cell = 64 * word + bit_index(group[word]);
    return scene_cell(board, cell / LANE, cell % LANE);
}

static const char lesson[] =
    "A puzzle for one player. The board stands upright and is full of blocks of several colours. "
    "Blocks of one colour that touch, side by side or one above the other, are a group. A move "
    "takes a whole group of two or more blocks off the board and earns (n-2)^2 points for its n "
    "blocks: none for 2, 1 for 3, 4 for 4, 64 for 10. So it pays to bring many blocks of one "
    "colour together before taking them.\n"
    "\n"
    "Then the blocks above fall straight down, and where a column has become empty all columns to "
    "its right move one place to the left. New groups form, and the next move follows.\n"
    "\n"
    "The game is over when no two touching blocks are equal. An empty board earns 1000 points "
    "more. Otherwise each colour with k blocks left, if k is more than 2, costs (k-2)^2 points. "
    "The higher the score, the better.\n"
    "\n"
    "A move is any block of the group, its column, a for the leftmost, and its row, 1 for the "
    "lowest: c2. Coppice itself writes the lowest block of the group's leftmost column. 2:1 also "
    "means c2, in the way of programs that count columns and rows from 0.\n"
    "\n"
    "A position is written row by row from the top, a digit for the colour of each block, a point "
    "for an empty cell and a slash between rows, then a blank and the points so far. On a board of "
    "5 columns and 4 rows, from\n"
    "\n"
    "    30.../222../21140/22104 0\n"
    "\n"
    "the move b2 takes the three blocks 1 and earns 1 point:\n"
    "\n"
    "    3..../20.../22.40/22204 1\n"
    "\n"
    "Now a1 takes six blocks 2 for 16 points. That empties the third column, which closes up:\n"
    "\n"
    "    ...../...../..40./3004. 17\n";

const struct cop_rules cop_samegame = {
    .name = "samegame",
    .title = "SameGame",
    .summary = "take groups of equal blocks off the board; large groups and an empty board score",
    .lesson = lesson,
    .player_names = {"Player"},
    .options = options,
    .open = open_board,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .score = score,
    .key = key,
    .write_move = write_move,
    .accepts = accepts,
    .write_position = write_position,
    .read_position = read_position,
    .scene = scene,
    .path = path,
    .click = click,
    .move_kind = move_kind,
    .random_move = random_move,
    .playout = playout,
};
