/* text.c - Stratego's moves, set-ups and positions in words (chance-and-multiplayer.md 1.1.4).
 *
 * A position is its rows from the top, who moves, and then only what differs from a fresh game,
 * each as name=value: which ranks are known, which pieces have moved, the counters, what the rules
 * of repetition remember and, in a view, which ranks are unknown. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "possible.h"

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

    if (move == COP_PASS) {
        cop_text_add(text, "--");
    } else if (move >= MOVE_ARRANGE) {
        stratego_write_arrangement(stratego_board_of(game), move, text);
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

    if (position->status == ARRANGE)
        return stratego_accepts_arrangement(board, move, word);
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
    if (position->status == ARRANGE) {
        cop_text_add(text, " phase=arrange");
        if (position->quiet > 0)
            cop_text_add(text, " changes=%d", position->quiet);
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
    if (position->fallen != 0)
        write_squares("fallen", set_of(position->fallen - 1), text);
}

/* ---- Reading positions ---- */

static bool fail_row(struct stratego_reading *reading, int row)
{
    return cop_fail(reading->error,
                    "stratego: row %d needs %d squares: letters of pieces, = for a lake where one "
                    "is, and numbers for runs of empty squares",
                    row + 1, reading->board->size);
}

static bool read_piece(struct stratego_reading *reading, char letter, int square)
{
    int side = isupper((unsigned char)letter) ? WHITE : BLACK;
    char upper = (char)toupper((unsigned char)letter);
    const char *at = upper == 'U' ? stratego_letters : strchr(stratego_letters + 1, upper);

    if (!isalpha((unsigned char)letter) || at == NULL)
        return false;
    stratego_put(reading->position, side, square, (int)(at - stratego_letters));
    return true;
}

/* Reads a row; `*words` then stands behind it. */
static bool read_row(struct stratego_reading *reading, const char **words, int row)
{
    const struct stratego_board *board = reading->board;
    const char *at = *words;
    int column = 0;

    while (*at != '/' && *at != '\0' && !isspace((unsigned char)*at)) {
        int square = row * STRIDE + column;

        if (column >= board->size)
            return fail_row(reading, row);
        if (isdigit((unsigned char)*at)) {
            char *end;
            long run = strtol(at, &end, 10);

            at = end;
            if (run < 1 || run > board->size - column)
                return fail_row(reading, row);
            for (; run > 0; run--, column++)
                if ((board->land & set_of(row * STRIDE + column)) == 0)
                    return fail_row(reading, row);
            continue;
        }
        if ((*at == '=') == ((board->land & set_of(square)) != 0))
            return fail_row(reading, row);
        if (*at != '=' && !read_piece(reading, *at, square))
            return cop_fail(reading->error,
                            "stratego: '%c' in row %d is no piece; the pieces are M G C J P L T N "
                            "S Y B F and U for an unknown one, small for Black",
                            *at, row + 1);
        at++;
        column++;
    }
    *words = at;
    return column == board->size || fail_row(reading, row);
}

static bool read_rows(struct stratego_reading *reading, const char **words)
{
    for (int row = reading->board->size - 1; row >= 0; row--) {
        if (!read_row(reading, words, row))
            return false;
        if (row > 0 && **words != '/')
            return cop_fail(reading->error, "stratego: the board has %d rows, separated by /",
                            reading->board->size);
        *words += row > 0;
    }
    while (isspace((unsigned char)**words))
        (*words)++;
    if (strchr("wWbB", **words) == NULL || **words == '\0' ||
        ((*words)[1] != '\0' && !isspace((unsigned char)(*words)[1])))
        return cop_fail(reading->error,
                        "stratego: after the %d rows comes a blank and who moves, w or b",
                        reading->board->size);
    reading->position->side = tolower((unsigned char)**words) == 'b';
    (*words)++;
    return true;
}

/* A list of squares with pieces. */
static bool read_set(struct stratego_reading *reading, const char *name, const char *value,
                     uint64_t words[2])
{
    const struct stratego *position = reading->position;

    while (*value != '\0') {
        int square = stratego_read_square(reading->board, &value);

        if (square < 0 || (!words_have(position->pieces[WHITE], square) &&
                           !words_have(position->pieces[BLACK], square)))
            return cop_fail(reading->error,
                            "stratego: %s= lists squares with pieces, as in %s=a4b7", name, name);
        words_add(words, square);
    }
    return true;
}

static bool read_known(struct stratego_reading *reading, const char *value)
{
    return read_set(reading, "known", value, reading->position->revealed);
}

static bool read_moved(struct stratego_reading *reading, const char *value)
{
    return read_set(reading, "moved", value, reading->position->moved);
}

static bool read_number(struct stratego_reading *reading, const char *name, const char *value,
                        int high, uint16_t *number)
{
    char *end;
    long given = strtol(value, &end, 10);

    if (!isdigit((unsigned char)*value) || *end != '\0' || given > high)
        return cop_fail(reading->error, "stratego: %s=%.20s is no number up to %d", name, value,
                        high);
    *number = (uint16_t)given;
    return true;
}

static bool read_quiet(struct stratego_reading *reading, const char *value)
{
    return read_number(reading, "quiet", value, reading->board->quiet, &reading->position->quiet);
}

static bool read_plies(struct stratego_reading *reading, const char *value)
{
    return read_number(reading, "plies", value, reading->board->length, &reading->position->plies);
}

static bool read_fight(struct stratego_reading *reading, int side, const char *value)
{
    int attacker = stratego_rank_of_sign(value[0]);
    int defender = value[0] != '\0' ? stratego_rank_of_sign(value[1]) : UNKNOWN;

    if (attacker == UNKNOWN || stratego_is_fixed(attacker) || defender == UNKNOWN ||
        value[2] != '\0')
        return cop_fail(reading->error,
                        "stratego: %s_fight=%.20s must be the ranks of the attack that was %s's "
                        "last move, its own first, as in %s_fight=9B",
                        side == WHITE ? "white" : "black", value, stratego_side_names[side],
                        side == WHITE ? "white" : "black");
    reading->position->fights[side] = (uint8_t)(16 * attacker + defender);
    return true;
}

static bool read_white_fight(struct stratego_reading *reading, const char *value)
{
    return read_fight(reading, WHITE, value);
}

static bool read_black_fight(struct stratego_reading *reading, const char *value)
{
    return read_fight(reading, BLACK, value);
}

static bool read_pool(struct stratego_reading *reading, int side, const char *value)
{
    for (; *value != '\0'; value++) {
        int rank = stratego_rank_of_sign(*value);

        if (rank == UNKNOWN ||
            stratego_count(reading->pool[side], rank) == stratego_count(reading->board->army, rank))
            return cop_fail(reading->error,
                            "stratego: %s has no '%c', or not so many; the ranks are 1 to 9, S, B "
                            "and F",
                            stratego_side_names[side], *value);
        reading->pool[side] += (uint64_t)1 << (4 * rank);
        reading->pool_size[side]++;
    }
    return true;
}

static bool read_white(struct stratego_reading *reading, const char *value)
{
    return read_pool(reading, WHITE, value);
}

static bool read_black(struct stratego_reading *reading, const char *value)
{
    return read_pool(reading, BLACK, value);
}

static bool read_run(struct stratego_reading *reading, int side, const char *value)
{
    const struct stratego_board *board = reading->board;
    int square = stratego_read_square(board, &value);
    bool is_right = square >= 0 && words_have(reading->position->pieces[side], square) &&
                    !stratego_is_fixed(stratego_rank_at(reading->position, square));
    uint64_t shuttle = 0;

    if (is_right) {
        is_right = *value == 'v' || *value == 'h';
        shuttle = (uint64_t)1 << SHUTTLE_PRESENT | (uint64_t)square << SHUTTLE_SQUARE |
                  (uint64_t)(*value == 'v') << SHUTTLE_UPRIGHT;
    }
    for (int i = 0; is_right && value[i + 1] != '\0'; i++) {
        int count = value[i + 1] - '0';

        is_right = count >= 0 && count <= board->two_squares && i < board->size - 1;
        if (is_right)
            shuttle |= (uint64_t)count << (4 * i);
    }
    if (!is_right || (shuttle & SHUTTLE_COUNTS) == 0)
        return cop_fail(reading->error,
                        "stratego: %s_run= is the square of %s's last mover, v or h for its line, "
                        "and how often it crossed each border from the low end, %d at most",
                        side == WHITE ? "white" : "black", stratego_side_names[side],
                        board->two_squares);
    reading->position->shuttle[side] = shuttle;
    return true;
}

static bool read_white_run(struct stratego_reading *reading, const char *value)
{
    return read_run(reading, WHITE, value);
}

static bool read_black_run(struct stratego_reading *reading, const char *value)
{
    return read_run(reading, BLACK, value);
}

static bool read_ply(struct stratego_reading *reading, const char **value, struct stratego_ply *ply)
{
    int from = stratego_read_square(reading->board, value);
    int to = from < 0 ? -1 : stratego_read_square(reading->board, value);

    *ply = (struct stratego_ply){(uint8_t)from, (uint8_t)to};
    return to >= 0 && from != to;
}

static bool read_chase(struct stratego_reading *reading, const char *value)
{
    int limit = reading->board->has_more_squares ? reading->board->quiet : 0;

    while (*value != '\0') {
        if (reading->chase_length == limit)
            return cop_fail(reading->error, "stratego: chase= has more than %d moves", limit);
        if (!read_ply(reading, &value, &reading->chase[reading->chase_length++]))
            return cop_fail(reading->error,
                            "stratego: chase= lists the last moves, as in chase=a4a5b6b7");
    }
    return true;
}

static bool read_attack(struct stratego_reading *reading, const char *value)
{
    reading->has_attack = read_ply(reading, &value, &reading->attack) && *value == '\0';
    return reading->has_attack ||
           cop_fail(reading->error, "stratego: attack= is the attack that waits for its outcome, "
                                    "as in attack=a6a7");
}

static bool read_changes(struct stratego_reading *reading, const char *value)
{
    return read_number(reading, "changes", value, CHANGES_MAX, &reading->changes);
}

static bool read_phase(struct stratego_reading *reading, const char *value)
{
    reading->is_setup = strcasecmp(value, "setup") == 0;
    reading->is_arranged = strcasecmp(value, "arrange") == 0;
    if (reading->is_arranged && !reading->board->is_arranged)
        return cop_fail(reading->error, "stratego: phase=arrange is for setup=arranged");
    return reading->is_setup || reading->is_arranged ||
           cop_fail(reading->error, "stratego: phase=%.20s must be setup or arrange", value);
}

static bool read_fallen(struct stratego_reading *reading, const char *value)
{
    int square = stratego_read_square(reading->board, &value);

    if (square < 0 || *value != '\0')
        return cop_fail(reading->error, "stratego: fallen= is the square where the flag fell, as "
                                        "in fallen=d10");
    reading->position->fallen = (uint8_t)(1 + square);
    return true;
}

static bool read_result(struct stratego_reading *reading, const char *value)
{
    static const char *const results[] = {"white", "black", "draw"};

    for (int i = 0; i < 3; i++)
        if (strcasecmp(value, results[i]) == 0)
            reading->result = i;
    return reading->result >= 0 ||
           cop_fail(reading->error, "stratego: result=%.20s must be white, black or draw", value);
}

static const struct {
    const char *name;
    bool (*read)(struct stratego_reading *reading, const char *value);
} fields[] = {
    {"known", read_known},
    {"moved", read_moved},
    {"quiet", read_quiet},
    {"plies", read_plies},
    {"white", read_white},
    {"black", read_black},
    {"white_run", read_white_run},
    {"black_run", read_black_run},
    {"chase", read_chase},
    {"attack", read_attack},
    {"result", read_result},
    {"phase", read_phase},
    {"white_fight", read_white_fight},
    {"black_fight", read_black_fight},
    {"changes", read_changes},
    {"fallen", read_fallen},
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

static int find_field(const char *word, size_t length)
{
    for (int i = 0; i < FIELDS; i++)
        if (strlen(fields[i].name) == length && strncasecmp(word, fields[i].name, length) == 0)
            return i;
    return -1;
}

/* Reads one name=value; `*seen` has a bit for each field met. */
static bool read_field(struct stratego_reading *reading, const char *word, size_t length,
                       unsigned *seen)
{
    enum { VALUE_MAX = 6 * QUIET_MAX };
    char value[VALUE_MAX + 1];
    size_t name_length = strcspn(word, "=");
    int at = name_length < length ? find_field(word, name_length) : -1;

    if (at < 0)
        return cop_fail(
            reading->error,
            "stratego: \"%.*s\" is not understood; after who moves may come known=, "
            "moved=, quiet=, plies=, white_fight=, black_fight=, white=, black=, white_run=, "
            "black_run=, chase=, attack=, result=, fallen=, phase= and changes=",
            length < 40 ? (int)length : 40, word);
    if ((*seen >> at & 1) != 0)
        return cop_fail(reading->error, "stratego: %s= is given twice", fields[at].name);
    *seen |= 1u << at;
    length -= name_length + 1;
    if (length == 0 || length > VALUE_MAX)
        return cop_fail(reading->error, "stratego: %s= has no value, or a very long one",
                        fields[at].name);
    memcpy(value, word + name_length + 1, length);
    value[length] = '\0';
    return fields[at].read(reading, value);
}

static bool read_words(struct stratego_reading *reading, const struct cop_game *game,
                       const char *words)
{
    unsigned seen = 0;

    if (!read_rows(reading, &words))
        return false;
    for (;;) {
        size_t length;

        while (isspace((unsigned char)*words))
            words++;
        if (*words == '\0')
            break;
        for (length = 0; words[length] != '\0' && !isspace((unsigned char)words[length]);)
            length++;
        if (!read_field(reading, words, length, &seen))
            return false;
        words += length;
    }
    if (reading->is_setup)
        return stratego_finish_setup(reading, seen);
    if (reading->is_arranged || reading->changes > 0)
        return stratego_finish_arrangement(reading, seen);
    return stratego_finish_reading(reading, game);
}

bool stratego_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error)
{
    struct stratego_reading reading = {
        .board = stratego_board_of(game), .position = state, .error = error, .result = -1};

    memset(state, 0, game->state_size);
    return read_words(&reading, game, words);
}
