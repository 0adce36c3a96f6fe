/* regions.c - finding the regions of a board. */
#include "regions.h"

static void classify(struct amazons_region *region, const amazons_set amazons[2])
{
    bool has[2] = {(region->squares & amazons[0]) != 0, (region->squares & amazons[1]) != 0};

    region->owner = -1;
    region->kind = AMAZONS_DEAD;
    if (region->empty == 0 || (!has[0] && !has[1]))
        return;
    region->kind = AMAZONS_CONTESTED;
    if (has[0] && has[1])
        return;
    region->kind = AMAZONS_TERRITORY;
    region->owner = has[0] ? 0 : 1;
}

int amazons_regions(amazons_set empty, const amazons_set amazons[2],
                    struct amazons_region regions[AMAZONS_REGIONS_MAX])
{
    amazons_set left = empty | amazons[0] | amazons[1];
    int count = 0;

    while (left != 0) {
        amazons_set first = left & ~empty;
        struct amazons_region *region = &regions[count++];

        assert(count <= AMAZONS_REGIONS_MAX);
        first = first != 0 ? first : left;
        region->squares = amazons_flood(amazons_square(amazons_first(first)), left);
        region->empty = region->squares & empty;
        left &= ~region->squares;
        classify(region, amazons);
    }
    return count;
}

int amazons_regions_of(const struct amazons_board *board, const struct amazons_position *position,
                       struct amazons_region regions[AMAZONS_REGIONS_MAX])
{
    const amazons_set amazons[2] = {amazons_of(position, 0), amazons_of(position, 1)};

    return amazons_regions(amazons_empty(board, position), amazons, regions);
}
