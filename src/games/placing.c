/* placing.c - ranks of sets, and the tables of patterns.
 *
 * Sets in the order of their ranks (subsets.h) are in the order of their words. */
#include "games/placing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

/* ---- Sets ---- */

static inline int64_t rank_of_few(const struct cop_placing *placing, uint64_t few)
{
    int64_t rank = 0;

    for (int members = 1; few != 0; few &= few - 1, members++)
        rank += placing->share[bit_index(few)][members];
    return rank;
}

/* Among the points that the pattern leaves. */
static inline int64_t rank_of_many(const struct cop_placing *placing,
                                   const struct cop_pattern *pattern, uint64_t many)
{
    return subset_number(&placing->subsets, placing->points & ~pattern->set, many);
}

/* The places of all points as a dense set. */
static inline uint64_t low_bits(int count)
{
    return count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
}

/* The members of `open` whose places are in the dense set. */
static inline uint64_t spread(uint64_t dense, uint64_t open)
{
#if COP_HAS_DEPOSIT
    return _pdep_u64(dense, open);
#else
    uint64_t set = 0;

    for (; dense != 0; dense >>= 1, open &= open - 1)
        if ((dense & 1) != 0)
            set |= lowest_bit(open);
    return set;
#endif
}

/* The next higher word with as many bits. */
static inline uint64_t next_dense(uint64_t dense)
{
    uint64_t low = lowest_bit(dense), carried = dense + low;

    return low == 0 ? 0 : carried | ((dense ^ carried) >> 2) >> bit_index(low);
}

/* ---- Opening ---- */

static void fill_images(struct cop_placing *placing, int symmetry, const uint8_t image[64])
{
    for (uint64_t left = placing->points; left != 0; left &= left - 1)
        placing->image[symmetry][bit_index(left)] = (uint64_t)1 << image[bit_index(left)];
}

/* As subset_number counts. */
static void fill_shares(struct cop_placing *placing)
{
    int place = 0;

    for (uint64_t left = placing->points; left != 0; left &= left - 1, place++)
        for (int members = 1; members <= COP_PLACING_FEW; members++)
            placing->share[bit_index(left)][members] = placing->subsets.count[place][members];
}

static int inverse_of(const struct cop_placing *placing, int symmetry, const uint8_t image[][64])
{
    for (int other = 0; other < placing->symmetries; other++) {
        bool is_inverse = true;

        for (uint64_t left = placing->points; left != 0 && is_inverse; left &= left - 1)
            is_inverse = image[other][image[symmetry][bit_index(left)]] == bit_index(left);
        if (is_inverse)
            return other;
    }
    assert(!"the symmetries are no group");
    return 0;
}

void cop_placing_open(struct cop_placing *placing, uint64_t points, int symmetries,
                      const uint8_t image[][64])
{
    assert(symmetries >= 1 && symmetries <= COP_PLACING_SYMMETRIES);
    memset(placing, 0, sizeof *placing);
    placing->points = points;
    placing->point_count = bit_count(points);
    placing->symmetries = symmetries;
    subsets_fill(&placing->subsets);
    fill_shares(placing);
    for (int symmetry = 0; symmetry < symmetries; symmetry++) {
        placing->inverse[symmetry] = (uint8_t)inverse_of(placing, symmetry, image);
        fill_images(placing, symmetry, image[symmetry]);
    }
}

static void free_patterns(struct cop_patterns *patterns)
{
    if (patterns == NULL)
        return;
    free(patterns->of_set);
    free(patterns->list);
    free(patterns);
}

void cop_placing_close(struct cop_placing *placing)
{
    for (int few = 0; few <= COP_PLACING_FEW; few++)
        free_patterns(atomic_load(&placing->patterns[few]));
    memset(placing, 0, sizeof *placing);
}

/* ---- Patterns ---- */

/* The first set of each family of images, in the order of ranks, becomes its pattern. */
static void add_pattern(const struct cop_placing *placing, struct cop_patterns *patterns,
                        uint64_t set, int64_t rank)
{
    struct cop_pattern *pattern = &patterns->list[patterns->count];

    *pattern = (struct cop_pattern){.set = set};
    for (int symmetry = placing->symmetries - 1; symmetry >= 0; symmetry--) {
        int64_t image = rank_of_few(placing, cop_placing_turn(placing, set, symmetry));

        if (image == rank)
            pattern->still |= (uint8_t)(1u << symmetry);
        patterns->of_set[image] = (uint32_t)patterns->count << 3 | placing->inverse[symmetry];
    }
    patterns->count++;
}

static struct cop_patterns *make_patterns(const struct cop_placing *placing, int few)
{
    int64_t sets = placing->subsets.count[placing->point_count][few];
    struct cop_patterns *patterns = cop_allocate(sizeof *patterns);
    uint64_t dense = ((uint64_t)1 << few) - 1;

    assert(sets < (int64_t)1 << 28);
    patterns->of_set = cop_allocate((size_t)sets * sizeof *patterns->of_set);
    patterns->list = cop_allocate((size_t)sets * sizeof *patterns->list);
    memset(patterns->of_set, 0xff, (size_t)sets * sizeof *patterns->of_set);
    for (int64_t rank = 0; rank < sets; rank++, dense = next_dense(dense))
        if (patterns->of_set[rank] == UINT32_MAX)
            add_pattern(placing, patterns, spread(dense, placing->points), rank);
    patterns->list =
        cop_reallocate(patterns->list, (size_t)patterns->count * sizeof *patterns->list);
    return patterns;
}

/* Whoever comes first makes them; who made the same meanwhile throws his own away. */
static inline const struct cop_patterns *patterns_of(struct cop_placing *placing, int few)
{
    struct cop_patterns *there =
        atomic_load_explicit(&placing->patterns[few], memory_order_acquire);
    struct cop_patterns *made;

    if (there != NULL)
        return there;
    made = make_patterns(placing, few);
    if (atomic_compare_exchange_strong(&placing->patterns[few], &there, made))
        return made;
    free_patterns(made);
    return there;
}

/* ---- Numbers ---- */

int64_t cop_placing_count(struct cop_placing *placing, int few, int many)
{
    return patterns_of(placing, few)->count *
           placing->subsets.count[placing->point_count - few][many];
}

/* Of all images of `many` that leave the pattern as it is the one with the lowest rank, which is
 * the lowest word: ranks are in the order of words. */
static inline uint64_t lowest_image(const struct cop_placing *placing,
                                    const struct cop_pattern *pattern, uint64_t many)
{
    uint64_t lowest = many;

    for (unsigned still = pattern->still & ~1u; still != 0; still &= still - 1) {
        uint64_t image = cop_placing_turn(placing, many, bit_index(still));

        lowest = image < lowest ? image : lowest;
    }
    return lowest;
}

static inline int64_t lowest_rank(const struct cop_placing *placing,
                                  const struct cop_pattern *pattern, uint64_t many)
{
    return rank_of_many(placing, pattern, lowest_image(placing, pattern, many));
}

int64_t cop_placing_rank(struct cop_placing *placing, uint64_t few, uint64_t many)
{
    int few_count = bit_count(few), many_count = bit_count(many);
    const struct cop_patterns *patterns = patterns_of(placing, few_count);
    uint32_t found = patterns->of_set[rank_of_few(placing, few)];
    const struct cop_pattern *pattern = &patterns->list[found >> 3];
    uint64_t turned = cop_placing_turn(placing, many, found & 7);
    int64_t rank = pattern->still == 1 ? rank_of_many(placing, pattern, turned)
                                       : lowest_rank(placing, pattern, turned);

    return (found >> 3) * placing->subsets.count[placing->point_count - few_count][many_count] +
           rank;
}

void cop_placing_look(struct cop_placing_walk *walk)
{
    const struct cop_pattern *pattern = &walk->patterns->list[walk->pattern];

    walk->few = pattern->set;
    walk->many = spread(walk->dense, walk->placing->points & ~pattern->set);
    walk->is_nobodys = lowest_image(walk->placing, pattern, walk->many) != walk->many;
}

void cop_placing_begin(struct cop_placing_walk *walk, struct cop_placing *placing, int few_count,
                       int many_count, int64_t number)
{
    int64_t sets = placing->subsets.count[placing->point_count - few_count][many_count];

    *walk = (struct cop_placing_walk){.placing = placing,
                                      .patterns = patterns_of(placing, few_count),
                                      .number = number,
                                      .pattern = number / sets,
                                      .rank = number % sets,
                                      .last_rank = sets - 1,
                                      .many_count = many_count};
    walk->dense =
        subset_of_number(&placing->subsets, low_bits(placing->point_count), many_count, walk->rank);
}

void cop_placing_next(struct cop_placing_walk *walk)
{
    walk->number++;
    if (walk->rank < walk->last_rank) {
        walk->rank++;
        walk->dense = next_dense(walk->dense);
    } else {
        walk->rank = 0;
        walk->pattern++;
        walk->dense = ((uint64_t)1 << walk->many_count) - 1;
    }
}

int64_t cop_placing_beside(const struct cop_placing_walk *walk, uint64_t many)
{
    const struct cop_pattern *pattern = &walk->patterns->list[walk->pattern];
    const struct cop_placing *placing = walk->placing;
    int64_t rank = lowest_rank(placing, pattern, many);

    return walk->number - walk->rank + rank;
}

bool cop_placing_sets(struct cop_placing *placing, int few_count, int many_count, int64_t number,
                      uint64_t *few, uint64_t *many)
{
    struct cop_placing_walk walk;

    cop_placing_begin(&walk, placing, few_count, many_count, number);
    cop_placing_look(&walk);
    *few = walk.few;
    *many = walk.many;
    return !walk.is_nobodys;
}
