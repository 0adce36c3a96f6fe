/* read.c - positions of Stratego from text, as text.c writes them, and whether they are possible.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "board.h"

static const char *const side_names[2] = {"White", "Black"};

/* ---- Reading positions ---- */

/* What the words have said so far. */
struct reading {
    const struct stratego_board *board;
    struct stratego *position;
    struct cop_error *error;
    uint64_t pool[2];
    int pool_size[2];
    struct stratego_ply chase[QUIET_MAX];
    int chase_length;
    struct stratego_ply attack;
    bool has_attack, is_setup;
    int result; /* -1 if not said */
};

static bool fail_row(struct reading *reading, int row)
{
    return cop_fail(reading->error,
                    "stratego: row %d needs %d squares: letters of pieces, = for a lake where one "
                    "is, and numbers for runs of empty squares",
                    row + 1, reading->board->size);
}

static bool read_piece(struct reading *reading, char letter, int square)
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
static bool read_row(struct reading *reading, const char **words, int row)
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

static bool read_rows(struct reading *reading, const char **words)
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
static bool read_set(struct reading *reading, const char *name, const char *value,
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

static bool read_known(struct reading *reading, const char *value)
{
    return read_set(reading, "known", value, reading->position->revealed);
}

static bool read_moved(struct reading *reading, const char *value)
{
    return read_set(reading, "moved", value, reading->position->moved);
}

static bool read_number(struct reading *reading, const char *name, const char *value, int high,
                        uint16_t *number)
{
    char *end;
    long given = strtol(value, &end, 10);

    if (!isdigit((unsigned char)*value) || *end != '\0' || given > high)
        return cop_fail(reading->error, "stratego: %s=%.20s is no number up to %d", name, value,
                        high);
    *number = (uint16_t)given;
    return true;
}

static bool read_quiet(struct reading *reading, const char *value)
{
    return read_number(reading, "quiet", value, reading->board->quiet, &reading->position->quiet);
}

static bool read_plies(struct reading *reading, const char *value)
{
    return read_number(reading, "plies", value, reading->board->length, &reading->position->plies);
}

static bool read_fight(struct reading *reading, int side, const char *value)
{
    int attacker = stratego_rank_of_sign(value[0]);
    int defender = value[0] != '\0' ? stratego_rank_of_sign(value[1]) : UNKNOWN;

    if (attacker == UNKNOWN || stratego_is_fixed(attacker) || defender == UNKNOWN ||
        value[2] != '\0')
        return cop_fail(reading->error,
                        "stratego: %s_fight=%.20s must be the ranks of the attack that was %s's "
                        "last move, its own first, as in %s_fight=9B",
                        side == WHITE ? "white" : "black", value, side_names[side],
                        side == WHITE ? "white" : "black");
    reading->position->fights[side] = (uint8_t)(16 * attacker + defender);
    return true;
}

static bool read_white_fight(struct reading *reading, const char *value)
{
    return read_fight(reading, WHITE, value);
}

static bool read_black_fight(struct reading *reading, const char *value)
{
    return read_fight(reading, BLACK, value);
}

static bool read_pool(struct reading *reading, int side, const char *value)
{
    for (; *value != '\0'; value++) {
        int rank = stratego_rank_of_sign(*value);

        if (rank == UNKNOWN ||
            stratego_count(reading->pool[side], rank) == stratego_count(reading->board->army, rank))
            return cop_fail(reading->error,
                            "stratego: %s has no '%c', or not so many; the ranks are 1 to 9, S, B "
                            "and F",
                            side_names[side], *value);
        reading->pool[side] += (uint64_t)1 << (4 * rank);
        reading->pool_size[side]++;
    }
    return true;
}

static bool read_white(struct reading *reading, const char *value)
{
    return read_pool(reading, WHITE, value);
}

static bool read_black(struct reading *reading, const char *value)
{
    return read_pool(reading, BLACK, value);
}

static bool read_run(struct reading *reading, int side, const char *value)
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
                        side == WHITE ? "white" : "black", side_names[side], board->two_squares);
    reading->position->shuttle[side] = shuttle;
    return true;
}

static bool read_white_run(struct reading *reading, const char *value)
{
    return read_run(reading, WHITE, value);
}

static bool read_black_run(struct reading *reading, const char *value)
{
    return read_run(reading, BLACK, value);
}

static bool read_ply(struct reading *reading, const char **value, struct stratego_ply *ply)
{
    int from = stratego_read_square(reading->board, value);
    int to = from < 0 ? -1 : stratego_read_square(reading->board, value);

    *ply = (struct stratego_ply){(uint8_t)from, (uint8_t)to};
    return to >= 0 && from != to;
}

static bool read_chase(struct reading *reading, const char *value)
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

static bool read_attack(struct reading *reading, const char *value)
{
    reading->has_attack = read_ply(reading, &value, &reading->attack) && *value == '\0';
    return reading->has_attack ||
           cop_fail(reading->error, "stratego: attack= is the attack that waits for its outcome, "
                                    "as in attack=a6a7");
}

static bool read_phase(struct reading *reading, const char *value)
{
    reading->is_setup = strcasecmp(value, "setup") == 0;
    return reading->is_setup ||
           cop_fail(reading->error, "stratego: phase=%.20s must be setup", value);
}

static bool read_result(struct reading *reading, const char *value)
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
    bool (*read)(struct reading *reading, const char *value);
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
static bool read_field(struct reading *reading, const char *word, size_t length, unsigned *seen)
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
            "black_run=, chase=, attack=, result= and phase=",
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

/* ---- Is it possible? ---- */

/* All ranks of a side, on the board or unknown. */
static uint64_t ranks_of(const struct reading *reading, int side)
{
    square_set known =
        set_load(reading->position->pieces[side]) & stratego_known(reading->position);
    uint64_t counts = 0;

    for (; known != 0; known &= known - 1) {
        int rank = stratego_rank_at(reading->position, set_first(known));

        if (stratego_count(counts, rank) < 15)
            counts += (uint64_t)1 << (4 * rank);
    }
    return counts;
}

static bool check_army(struct reading *reading, int side)
{
    uint64_t counts = ranks_of(reading, side);

    for (int rank = 1; rank < RANKS; rank++) {
        int most = stratego_count(reading->board->army, rank);
        int has = stratego_count(counts, rank) + stratego_count(reading->pool[side], rank);

        if (has > most)
            return cop_fail(reading->error, "stratego: %s has %d of the rank %c and began with %d",
                            side_names[side], has, stratego_signs[rank], most);
    }
    return true;
}

/* What stands outside its home has moved; what cannot move has not. */
static bool check_moved(struct reading *reading, int side)
{
    struct stratego *position = reading->position;
    square_set own = set_load(position->pieces[side]);
    square_set fixed = set_load(position->rank_bits[3]) & set_load(position->rank_bits[2]) & own;
    square_set moved = set_load(position->moved) | (own & ~reading->board->home[side]);
    square_set wrong = fixed & moved;

    if (wrong != 0)
        return cop_fail(reading->error, "stratego: the %s on %c%d cannot have moved there",
                        stratego_rank_at(position, set_first(wrong)) == FLAG ? "flag" : "bomb",
                        'a' + set_first(wrong) % STRIDE, set_first(wrong) / STRIDE + 1);
    set_store(position->moved, moved);
    return true;
}

static bool check_unknown(struct reading *reading, int side)
{
    struct stratego *position = reading->position;
    square_set unknown = stratego_unknown(position, side);
    square_set known = set_load(position->pieces[side]) & ~unknown & ~set_load(position->revealed);
    int count = set_count(unknown), moved = set_count(unknown & set_load(position->moved));
    int fixed =
        stratego_count(reading->pool[side], BOMB) + stratego_count(reading->pool[side], FLAG);

    if (count != reading->pool_size[side])
        return cop_fail(reading->error,
                        "stratego: %s has %d unknown pieces, so %s= must list %d ranks",
                        side_names[side], count, side == WHITE ? "white" : "black", count);
    if ((unknown & set_load(position->revealed)) != 0)
        return cop_fail(reading->error, "stratego: known= lists an unknown piece");
    if (moved > count - fixed)
        return cop_fail(reading->error,
                        "stratego: %d unknown pieces of %s have moved, and only %d of its unknown "
                        "ranks can",
                        moved, side_names[side], count - fixed);
    position->hidden[side] = reading->pool[side];
    for (; known != 0; known &= known - 1)
        position->hidden[side] += (uint64_t)1 << (4 * stratego_rank_at(position, set_first(known)));
    return true;
}

static bool is_straight_and_clear(const struct reading *reading, square_set occupied, int from,
                                  int to)
{
    bool is_upright = from % STRIDE == to % STRIDE;
    int change = (is_upright ? STRIDE : 1) * (to > from ? 1 : -1);

    if (!is_upright && from / STRIDE != to / STRIDE)
        return false;
    for (int square = from + change; square != to; square += change)
        if ((reading->board->land & ~occupied & set_of(square)) == 0)
            return false;
    return true;
}

/* Takes the moves back from the board and plays them again, so that the state remembers them as if
 * they had been played. */
static bool replay_chase(struct reading *reading)
{
    struct stratego *position = reading->position;
    uint64_t now[2][2];
    int length = reading->chase_length;
    bool is_right = length <= position->quiet;

    memcpy(now, position->pieces, sizeof now);
    for (int i = length - 1; i >= 0 && is_right; i--) {
        struct stratego_ply ply = reading->chase[i];
        int side = position->side ^ ((length - i) & 1);
        square_set both;

        is_right = words_have(position->pieces[side], ply.to);
        words_remove(position->pieces[side], ply.to);
        both = set_load(position->pieces[WHITE]) | set_load(position->pieces[BLACK]);
        is_right = is_right && (reading->board->land & ~both & set_of(ply.from)) != 0 &&
                   is_straight_and_clear(reading, both, ply.from, ply.to);
        words_add(position->pieces[side], ply.from);
    }
    for (int i = 0; i < length && is_right; i++) {
        struct stratego_ply ply = reading->chase[i];
        int side = position->side ^ ((length - i) & 1);

        words_remove(position->pieces[side], ply.from);
        words_add(position->pieces[side], ply.to);
        stratego_note_chase(position, side, ply.from, ply.to);
    }
    is_right = is_right && memcmp(now, position->pieces, sizeof now) == 0 &&
               (position->chase_length[0] == length || position->chase_length[1] == length);
    return is_right || cop_fail(reading->error,
                                "stratego: chase= must be the last moves, without attacks, of a "
                                "side that comes next to pieces which then move away; quiet= "
                                "counts them");
}

static bool finish_setup(struct reading *reading, unsigned seen)
{
    const struct stratego_board *board = reading->board;
    struct stratego *position = reading->position;
    bool is_right = (seen & (seen - 1)) == 0; /* phase= alone */
    int missing = 0;

    for (int side = 0; side < 2; side++) {
        square_set first = 0;
        int count = stratego_piece_count(position, side);

        for (int i = 0; i < count && i < board->army_size; i++)
            first |= set_of(board->order[side][i]);
        is_right = is_right && set_load(position->pieces[side]) == first;
        missing += board->army_size - count;
        position->hidden[side] = board->army;
        if (!check_army(reading, side))
            return false;
    }
    position->status = SETUP;
    return (is_right && missing > 0) ||
           cop_fail(reading->error, "stratego: in the set-up each side fills its home from the "
                                    "back row, column a first, and nothing else has happened");
}

/* The game is over if a flag is missing. */
static bool finish_flags(struct reading *reading)
{
    struct stratego *position = reading->position;

    for (int side = 0; side < 2; side++) {
        int flags = stratego_count(ranks_of(reading, side), FLAG) +
                    stratego_count(reading->pool[side], FLAG);

        if (flags > 0)
            continue;
        if (position->status == OVER || position->side != side)
            return cop_fail(reading->error,
                            "stratego: %s has no flag, so %s has lost; then only %s can be to move",
                            side_names[side], side_names[side], side_names[side]);
        position->status = OVER;
        position->winner = (uint8_t)(1 - side);
    }
    return true;
}

static bool finish_attack(struct reading *reading, const struct cop_game *game)
{
    struct stratego *position = reading->position;
    cop_move wanted = (cop_move)(reading->attack.from * MOVE_SQUARE + reading->attack.to);
    cop_move *moves = malloc((size_t)game->max_moves * sizeof *moves);
    int count = moves != NULL ? stratego_moves(game, position, moves) : 0;
    bool is_legal = false;

    for (int i = 0; i < count; i++)
        is_legal = is_legal || moves[i] == wanted;
    free(moves);
    if (is_legal && words_have(position->pieces[1 - position->side], reading->attack.to) &&
        (stratego_rank_at(position, reading->attack.from) == UNKNOWN ||
         stratego_rank_at(position, reading->attack.to) == UNKNOWN)) {
        stratego_play(game, position, wanted);
        return true;
    }
    return cop_fail(reading->error, "stratego: attack= must be a legal attack in which an unknown "
                                    "piece takes part");
}

static bool finish_result(struct reading *reading)
{
    struct stratego *position = reading->position;
    bool is_view = (stratego_unknown(position, WHITE) | stratego_unknown(position, BLACK)) != 0;

    if (reading->result < 0)
        return true;
    /* A side that may be able to move in a view may have been known to be stuck. */
    if (is_view && position->status == PLAY) {
        position->status = OVER;
        position->winner = (uint8_t)reading->result;
    }
    return (position->status == OVER && position->winner == reading->result) ||
           cop_fail(reading->error, "stratego: result= does not fit the position");
}

/* The last ply was the other side's, so this side's may be one ply further back. */
static bool check_fight(struct reading *reading, int side)
{
    const struct stratego *position = reading->position;
    int since = side == position->side ? 1 : 0;

    return position->fights[side] == 0 || (position->quiet <= since && position->plies > since) ||
           cop_fail(reading->error,
                    "stratego: %s's last move was no attack if quiet=%d and plies=%d",
                    side_names[side], position->quiet, position->plies);
}

static bool finish_reading(struct reading *reading, const struct cop_game *game)
{
    struct stratego *position = reading->position;

    for (int side = 0; side < 2; side++)
        if (!check_army(reading, side) || !check_moved(reading, side) ||
            !check_unknown(reading, side) || !check_fight(reading, side))
            return false;
    if (!replay_chase(reading) || !finish_flags(reading))
        return false;
    if (position->status != OVER)
        stratego_settle(reading->board, position, position->side);
    if (reading->has_attack && !finish_attack(reading, game))
        return false;
    return finish_result(reading);
}

static bool read_words(struct reading *reading, const struct cop_game *game, const char *words)
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
        return finish_setup(reading, seen);
    return finish_reading(reading, game);
}

bool stratego_read_position(const struct cop_game *game, const char *words, void *state,
                            struct cop_error *error)
{
    struct reading reading = {
        .board = stratego_board_of(game), .position = state, .error = error, .result = -1};

    memset(state, 0, game->state_size);
    return read_words(&reading, game, words);
}
