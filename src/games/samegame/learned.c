/* learned.c - games by learned odds, with groups that are kept from move to move.
 *
 * A search that learns wants the code of every group at every move. Most groups are the same after
 * a move as before it: those of which no cell has changed its colour and no changed cell next to
 * them has become of theirs. So a group is looked at anew only if it has a changed cell now, or is
 * what is left of one that had; both are found by filling from the changed cells and from those
 * that were linked to one. All else about groups is kept by their canonical cells.
 *
 * Groups of the tabu colour are no choice while there is another, and are not looked at until
 * then. */
#include <string.h>

#include "coppice/odds.h"
#include "policy.h"

enum { CELLS_MAX = LANE * LANES * WIDE };

/* What is known of the group with this canonical cell. */
struct known {
    uint64_t code;
    double odds, factor;
    int size;
};

struct play {
    const struct cop_odds *odds;
    double factors[PULL_SIZES]; /* by size */
    bool is_flat, pairs;
    int tabu;
    uint64_t planes[PLANES * WIDE];
    uint64_t below[WIDE], left[WIDE]; /* find_links() */
    uint64_t grouped[WIDE];           /* blocks with an equal neighbour */
    uint64_t tabu_cells[WIDE];        /* of the tabu colour, */
    uint64_t left_out[WIDE];          /* and of its groups that may not be taken before others */
    uint64_t heads[WIDE];             /* the canonical cells of all groups but those */
    struct known known[CELLS_MAX];    /* by canonical cell, */
    uint64_t cells[CELLS_MAX * WIDE]; /* and the cells of such a group */
};

/* The members' links: members and all cells that are linked to one. */
INLINE void spread(const uint64_t *below, const uint64_t *left, const uint64_t *set, uint64_t *out,
                   int words)
{
    uint64_t leftwards[WIDE];

    for (int i = 0; i < words; i++)
        leftwards[i] = set[i] & left[i];
    for (int i = 0; i < words; i++)
        out[i] = set[i] | (set[i] << 1 & below[i]) | (set[i] & below[i]) >> 1 |
                 (moved_right(set, i) & left[i]) | moved_left(leftwards, i, words);
}

#if HAS_LANES
INLINE void fill_linked_lanes(const struct play *play, int cell, uint64_t *group)
{
    __m256i below = _mm256_loadu_si256((const __m256i *)(const void *)play->below);
    __m256i left = _mm256_loadu_si256((const __m256i *)(const void *)play->left);
    __m256i set = lanes_of_cell(cell), before;

    do {
        before = set;
        set = _mm256_or_si256(set, _mm256_and_si256(_mm256_slli_epi16(set, 1), below));
        set = _mm256_or_si256(set, _mm256_srli_epi16(_mm256_and_si256(set, below), 1));
        set = _mm256_or_si256(set, _mm256_and_si256(lanes_right(set), left));
        set = _mm256_or_si256(set, lanes_left(_mm256_and_si256(set, left)));
    } while (_mm256_testc_si256(before, set) == 0);
    _mm256_storeu_si256((__m256i *)(void *)group, set);
}
#endif

INLINE void fill_linked(const struct play *play, uint64_t *group, int words)
{
    uint64_t next[WIDE], change;

    do {
        spread(play->below, play->left, group, next, words);
        change = 0;
        for (int i = 0; i < words; i++) {
            change |= next[i] ^ group[i];
            group[i] = next[i];
        }
    } while (change != 0);
}

INLINE void fill_group(const struct play *play, int cell, uint64_t *group, int words)
{
#if HAS_LANES
    if (words == NARROW) {
        fill_linked_lanes(play, cell, group);
        return;
    }
#endif
    for (int i = 0; i < words; i++)
        group[i] = 0;
    group[cell / 64] = (uint64_t)1 << cell % 64;
    fill_linked(play, group, words);
}

INLINE void look_at_group(struct play *play, int head, const uint64_t *group, int words)
{
    struct known *known = &play->known[head];
    int size = count_cells(group, words);

    memcpy(&play->cells[head * words], group, sizeof(uint64_t) * (size_t)words);
    known->code = samegame_code_of_group(play->planes, head, group, words);
    known->size = size;
    known->factor = play->factors[size - 2 < PULL_SIZES - 1 ? size - 2 : PULL_SIZES - 1];
    known->odds = cop_odds_of(play->odds, known->code) * known->factor;
    play->heads[head / 64] |= (uint64_t)1 << head % 64;
}

INLINE void look_at_each(struct play *play, uint64_t *seeds, int words)
{
    uint64_t group[WIDE];

    for (int i = 0; i < words; i++)
        while (seeds[i] != 0) {
            fill_group(play, i * 64 + bit_index(seeds[i]), group, words);
            for (int j = 0; j < words; j++) {
                seeds[j] &= ~group[j];
                play->heads[j] &= ~group[j];
            }
            look_at_group(play, lowest_cell(group, words), group, words);
        }
}

/* Once for each width, as more copies would only take longer to compile. */
static void look_narrow(struct play *play, uint64_t *seeds)
{
    look_at_each(play, seeds, NARROW);
}

static void look_wide(struct play *play, uint64_t *seeds)
{
    look_at_each(play, seeds, WIDE);
}

/* Looks at all groups that have one of these cells. */
INLINE void look_at_groups(struct play *play, uint64_t *seeds, int words)
{
    if (words == NARROW)
        look_narrow(play, seeds);
    else
        look_wide(play, seeds);
}

INLINE void look_at_board(struct play *play, int words)
{
    uint64_t pairs[WIDE] = {0};

    find_links(play->planes, play->below, play->left, words);
    for (int i = 0; i < words; i++)
        play->grouped[i] =
            play->below[i] | play->below[i] >> 1 | play->left[i] | moved_left(play->left, i, words);
    if (play->pairs)
        find_pairs(play->below, play->left, pairs, words);
    if (play->tabu != NO_TABU)
        cells_of_colour(play->planes, play->tabu, play->tabu_cells, words);
    for (int i = 0; i < words; i++)
        play->left_out[i] = play->tabu_cells[i] & ~pairs[i];
}

INLINE void begin_play(struct play *play, const struct position *position, int words)
{
    uint64_t seeds[WIDE];

    memcpy(play->planes, position->planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    memset(play->tabu_cells, 0, sizeof play->tabu_cells);
    look_at_board(play, words);
    for (int i = 0; i < words; i++) {
        play->heads[i] = 0;
        seeds[i] = play->grouped[i] & ~play->left_out[i];
    }
    look_at_groups(play, seeds, words);
}

/* Takes a group off the board and looks at what has changed. */
INLINE void take_group(struct play *play, const uint64_t *group, int words)
{
    uint64_t before[PLANES * WIDE], changed[WIDE], seeds[WIDE];

    memcpy(before, play->planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    remove_group(play->planes, group, words);
    for (int i = 0; i < words; i++) {
        changed[i] = group[i];
        for (int p = 0; p < PLANES; p++)
            changed[i] |= before[p * words + i] ^ play->planes[p * words + i];
    }
    spread(play->below, play->left, changed, seeds, words);
    look_at_board(play, words);
    for (int i = 0; i < words; i++) {
        uint64_t may_be_taken = play->grouped[i] & ~play->left_out[i];

        play->heads[i] &= may_be_taken & ~changed[i];
        seeds[i] &= may_be_taken;
    }
    look_at_groups(play, seeds, words);
}

INLINE bool is_over(const struct play *play, int words)
{
    uint64_t any = 0;

    for (int i = 0; i < words; i++)
        any |= play->grouped[i];
    return any == 0;
}

INLINE bool has_only_tabu(const struct play *play, int words)
{
    uint64_t other = 0;

    for (int i = 0; i < words; i++)
        other |= play->grouped[i] & ~play->tabu_cells[i];
    return other == 0;
}

/* Writes the choices down and draws one of them; returns its canonical cell. */
INLINE int choose(const struct play *play, struct cop_offers *choices, int first,
                  struct cop_rng *rng, int words)
{
    double sums[MOVES_MAX], sum = 0, ticket;
    int16_t cells[MOVES_MAX];
    int count = 0, chosen = 0;

    cells[0] = 0; /* which a first choice replaces, and there always is one */
    for (int i = 0; i < words; i++)
        for (uint64_t heads = play->heads[i]; heads != 0; heads &= heads - 1, count++) {
            int head = i * 64 + bit_index(heads);
            const struct known *known = &play->known[head];

            cells[count] = (int16_t)head;
            choices->codes[first + count] = known->code;
            if (!play->is_flat)
                choices->factors[first + count] = known->factor;
            sums[count] = sum += known->odds;
        }
    ticket = cop_rng_unit(rng) * sum;
    while (chosen < count - 1 && sums[chosen] <= ticket)
        chosen++;
    choices->ends[choices->length] = first + count;
    choices->chosen[choices->length] = chosen;
    choices->moves[choices->length++] = move_of(cells[chosen]);
    return cells[chosen];
}

INLINE void play_on(struct play *play, struct position *position, struct cop_rng *rng,
                    struct cop_offers *choices, int words)
{
    struct cop_rng local = *rng;
    int64_t points = position->points;

    begin_play(play, position, words);
    for (int first = 0; !is_over(play, words); first = choices->ends[choices->length - 1]) {
        uint64_t heads[WIDE], seeds[WIDE], group[WIDE];
        int cell;

        memcpy(heads, play->heads, sizeof(uint64_t) * (size_t)words);
        if (has_only_tabu(play, words)) {
            memcpy(seeds, play->grouped, sizeof(uint64_t) * (size_t)words);
            look_at_groups(play, seeds, words);
        }
        cell = choose(play, choices, first, &local, words);
        memcpy(play->heads, heads, sizeof(uint64_t) * (size_t)words);
        points += points_of(play->known[cell].size);
        memcpy(group, &play->cells[cell * words], sizeof(uint64_t) * (size_t)words);
        take_group(play, group, words);
    }
    memcpy(position->planes, play->planes, sizeof(uint64_t) * (size_t)(PLANES * words));
    position->points = points;
    *rng = local;
}

bool samegame_learned(const struct cop_game *game, const void *prepared, void *state, void *notes,
                      struct cop_rng *rng, const struct cop_odds *odds, struct cop_offers *choices)
{
    const struct policy *policy = prepared;
    const struct notes *own = notes;
    struct play play;

    if (policy->by_scan || policy->epsilon > 0 || policy->each_move || policy->tabu == TABU_DRAWN)
        return false;
    play.odds = odds;
    play.tabu = policy->tabu == TABU_NONE ? NO_TABU : own->tabu - 1;
    play.is_flat = policy->pull == 0;
    play.pairs = policy->pairs;
    for (int size = 0; size < PULL_SIZES; size++)
        play.factors[size] = cop_odds_factor(odds->bias, pull_of(policy, size + 2));
    choices->length = 0;
    choices->is_flat = play.is_flat;
    if (board_of(game)->words == NARROW)
        play_on(&play, state, rng, choices, NARROW);
    else
        play_on(&play, state, rng, choices, WIDE);
    return true;
}
