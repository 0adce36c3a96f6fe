/* solitaire.c - how many turns a player of Chinese Checkers needs who is alone on the board.
 *
 * The placements that need one turn more are found from those that need none, then two from one,
 * and so on: the table itself is searched for the placements of the last round, and each is taken
 * up once. Fields are numbered by their codes, so that the fields that a piece reaches come in
 * ascending order and the rank of the new placement is one addition away. */
#include "games/chinese_checkers/solitaire.h"

#include <stdio.h>
#include <string.h>

#include "games/bits.h"

enum { VERSION = 1, UNKNOWN = SOLITAIRE_NEVER, KEPT_FROM = 1 << 20 };

/* ---- Fields ---- */

/* Turned clockwise to the next corner, (x, y, z) is (-y, -z, -x), with x + y + z = 0. */
static void turn_clockwise(int *x, int *y)
{
    int z = -*x - *y, turned_x = -*y;

    *y = -z;
    *x = turned_x;
}

static int code_at(const struct checkers_board *board, int x, int y)
{
    for (int i = 0; i < board->fields; i++)
        if (board->field[i].x == x && board->field[i].y == y)
            return board->field[i].code;
    assert(false);
    return CHECKERS_NOWHERE;
}

static void number_fields(struct solitaire *solitaire, const struct checkers_board *board)
{
    uint8_t place_of[CHECKERS_CODES];

    memset(place_of, CHECKERS_NOWHERE, sizeof place_of);
    for (int code = 0; code < CHECKERS_CODES; code++)
        if (board->number[code] != CHECKERS_NOWHERE && checkers_has(&board->ends[0], code)) {
            solitaire->code_of[solitaire->fields] = (uint8_t)code;
            place_of[code] = (uint8_t)solitaire->fields++;
        }
    for (int player = 0; player < board->players; player++)
        for (int i = 0; i < board->fields; i++) {
            int x = board->field[i].x, y = board->field[i].y;

            for (int corner = checkers_seat(board->players, player); corner < CHECKERS_CORNERS;
                 corner++)
                turn_clockwise(&x, &y);
            solitaire->field_of[player][board->field[i].code] = place_of[code_at(board, x, y)];
        }
}

/* n over k, for small numbers. */
static size_t choose(int n, int k)
{
    size_t product = 1;

    for (int i = 1; i <= k; i++)
        product = product * (size_t)(n - k + i) / (size_t)i;
    return n < k ? 0 : product;
}

static int count_ends(const struct checkers_board *board)
{
    int count = 0;

    for (int lattice = 0; lattice < CHECKERS_LATTICES; lattice++)
        count += bit_count(board->ends[0].of[lattice]);
    return count;
}

size_t solitaire_size(const struct checkers_board *board)
{
    int fields = count_ends(board);

    if (board->pieces > SOLITAIRE_PIECES || fields > SOLITAIRE_FIELDS)
        return 0;
    return choose(fields, board->pieces);
}

/* ---- Making the table ---- */

struct maker {
    const struct solitaire *solitaire;
    const struct checkers_board *board;
};

static uint32_t rank_of(const struct solitaire *solitaire, const uint8_t *fields)
{
    uint32_t rank = 0;

    for (int i = 0; i < solitaire->pieces; i++)
        rank += solitaire->choose[i][fields[i]];
    return rank;
}

static void place_rank(const struct solitaire *solitaire, uint32_t rank, uint8_t *fields)
{
    int field = solitaire->fields - 1;

    for (int i = solitaire->pieces - 1; i >= 0; i--, field--) {
        while (solitaire->choose[i][field] > rank)
            field--;
        rank -= solitaire->choose[i][field];
        fields[i] = (uint8_t)field;
    }
}

/* Where a piece that ended on `code` may have begun: it did not leave the target. */
static struct checkers_set origins(const struct checkers_board *board, int code,
                                   const struct checkers_set *reached)
{
    bool may_come_from_target = board->may_leave || checkers_has(&board->target[0], code);
    struct checkers_set from;

    for (int i = 0; i < CHECKERS_LATTICES; i++) {
        from.of[i] = reached->of[i] & board->ends[0].of[i];
        if (!may_come_from_target)
            from.of[i] &= ~board->target[0].of[i];
    }
    return from;
}

/* What the other pieces add to the rank, if so many of them are below the one that moves. */
static void rank_others(const struct solitaire *solitaire, const uint8_t *others, uint32_t *sums)
{
    int count = solitaire->pieces - 1;

    sums[count] = 0;
    for (int i = 0; i < count; i++)
        sums[count] += solitaire->choose[i][others[i]];
    for (int i = count - 1; i >= 0; i--)
        sums[i] =
            sums[i + 1] - solitaire->choose[i][others[i]] + solitaire->choose[i + 1][others[i]];
}

/* Gives `turns` to all placements without a number in which one piece stands on `from` instead. */
static void mark(const struct solitaire *solitaire, unsigned char *table, int turns,
                 const struct checkers_set *from, const uint8_t *others)
{
    uint32_t sums[SOLITAIRE_PIECES];
    int below = 0;

    rank_others(solitaire, others, sums);
    for (int lattice = 0; lattice < CHECKERS_LATTICES; lattice++)
        for (uint64_t left = from->of[lattice]; left != 0; left &= left - 1) {
            int field = solitaire->field_of[0][lattice * 64 + bit_index(left)];
            unsigned char *entry;

            while (below < solitaire->pieces - 1 && others[below] < field)
                below++;
            entry = &table[sums[below] + solitaire->choose[below][field]];
            if (*entry == UNKNOWN)
                *entry = (unsigned char)turns;
        }
}

static void go_back(const struct maker *maker, unsigned char *table, uint32_t rank, int turns)
{
    const struct solitaire *solitaire = maker->solitaire;
    struct checkers_set reached[CHECKERS_PIECES];
    uint8_t fields[SOLITAIRE_PIECES], codes[SOLITAIRE_PIECES], others[SOLITAIRE_PIECES];

    place_rank(solitaire, rank, fields);
    for (int i = 0; i < solitaire->pieces; i++)
        codes[i] = solitaire->code_of[fields[i]];
    checkers_reach(maker->board, 0, codes, reached);
    for (int i = 0; i < solitaire->pieces; i++) {
        struct checkers_set from = origins(maker->board, codes[i], &reached[i]);

        memcpy(others, fields, (size_t)i);
        memcpy(others + i, fields + i + 1, (size_t)(solitaire->pieces - i - 1));
        mark(solitaire, table, turns, &from, others);
    }
}

static uint32_t rank_of_target(const struct maker *maker)
{
    uint8_t fields[SOLITAIRE_PIECES] = {0};
    int count = 0;

    for (int field = 0; field < maker->solitaire->fields; field++)
        if (checkers_has(&maker->board->target[0], maker->solitaire->code_of[field]))
            fields[count++] = (uint8_t)field;
    assert(count == maker->solitaire->pieces);
    return rank_of(maker->solitaire, fields);
}

/* Looks at the flag every few thousand placements, some milliseconds. */
static bool make(const void *context, unsigned char *table, size_t size, const atomic_bool *stop)
{
    const struct maker *maker = context;
    bool has_grown = true;
    unsigned taken = 0;

    memset(table, UNKNOWN, size);
    table[rank_of_target(maker)] = 0;
    for (int turns = 0; has_grown; turns++) {
        const unsigned char *next = table, *end = table + size;

        assert(turns < UNKNOWN);
        has_grown = false;
        for (; (next = memchr(next, turns, (size_t)(end - next))) != NULL; next++) {
            go_back(maker, table, (uint32_t)(next - table), turns + 1);
            has_grown = true;
            if (++taken % 4096 == 0 && stop != NULL && atomic_load(stop))
                return false;
        }
    }
    return true;
}

/* ---- Use ---- */

static void name_table(const struct checkers_board *board, char *name, size_t room)
{
    static const char *const corners[] = {"restrict", "free", "closed"};

    snprintf(name, room, "chinesecheckers-%d-%s%s", board->radius, corners[board->corners],
             board->may_leave ? "-leave" : "");
}

bool solitaire_open(struct solitaire *solitaire, const struct checkers_board *board,
                    const atomic_bool *stop, struct cop_error *error)
{
    struct maker maker = {solitaire, board};
    size_t size = solitaire_size(board);
    char name[64];

    assert(size > 0);
    memset(solitaire, 0, sizeof *solitaire);
    solitaire->pieces = board->pieces;
    number_fields(solitaire, board);
    for (int k = 0; k < SOLITAIRE_PIECES; k++)
        for (int n = 0; n < SOLITAIRE_FIELDS; n++)
            solitaire->choose[k][n] = (uint32_t)choose(n, k + 1);
    name_table(board, name, sizeof name);
    return cop_cache_open(&solitaire->table, size >= KEPT_FROM ? name : NULL, VERSION, size, make,
                          &maker, stop, error);
}

void solitaire_close(struct solitaire *solitaire)
{
    cop_cache_close(&solitaire->table);
}

int solitaire_turns(const struct solitaire *solitaire, int player, const uint8_t *pieces)
{
    const uint8_t *field_of = solitaire->field_of[player];
    uint64_t taken[2] = {0};
    uint32_t rank = 0;
    int below = 0;

    for (int i = 0; i < solitaire->pieces; i++) {
        int field = field_of[pieces[i]];

        taken[field >> 6] |= (uint64_t)1 << (field & 63);
    }
    for (int half = 0; half < 2; half++)
        for (uint64_t left = taken[half]; left != 0; left &= left - 1)
            rank += solitaire->choose[below++][half * 64 + bit_index(left)];
    return solitaire->table.bytes[rank];
}
