/* reference_chinese_checkers.c - see reference_chinese_checkers.h. */
#include "reference_chinese_checkers.h"

#include <stdio.h>
#include <string.h>

static const int directions[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};

bool star_has_field(const struct star *star, int x, int y)
{
    int z = -x - y, r = star->radius;

    return (x >= -r && y >= -r && z >= -r) || (x <= r && y <= r && z <= r);
}

int star_corner(const struct star *star, int x, int y)
{
    int r = star->radius;

    if (y < -r)
        return 0;
    if (x > r)
        return 1;
    if (x + y > r)
        return 2;
    if (y > r)
        return 3;
    if (x < -r)
        return 4;
    if (x + y < -r)
        return 5;
    return -1;
}

int star_seat(int players, int player)
{
    static const int seats[7][6] = {
        [2] = {0, 3},          [3] = {0, 2, 4},          [4] = {0, 1, 3, 4},
        [5] = {0, 1, 2, 3, 4}, [6] = {0, 1, 2, 3, 4, 5},
    };

    return seats[players][player];
}

void star_name(const struct star *star, int x, int y, char name[6])
{
    int number = 1;

    for (int other = -STAR_REACH; other < x; other++)
        number += star_has_field(star, other, y);
    snprintf(name, 6, "%c%d", 'A' + (y + 2 * star->radius), number % 100);
}

static int owner_at(const struct star *star, int x, int y)
{
    return star->at[y + STAR_REACH][x + STAR_REACH];
}

static bool is_on_grid(int x, int y)
{
    return x >= -STAR_REACH && x <= STAR_REACH && y >= -STAR_REACH && y <= STAR_REACH;
}

static bool is_empty(const struct star *star, int x, int y)
{
    return is_on_grid(x, y) && star_has_field(star, x, y) && owner_at(star, x, y) < 0;
}

static bool is_piece(const struct star *star, int x, int y)
{
    return is_on_grid(x, y) && star_has_field(star, x, y) && owner_at(star, x, y) >= 0;
}

static int target_of(const struct star *star, int player)
{
    return (star_seat(star->players, player) + 3) % 6;
}

static bool is_foreign(const struct star *star, int x, int y)
{
    int corner = star_corner(star, x, y);

    return corner >= 0 && corner != star_seat(star->players, star->turn) &&
           corner != target_of(star, star->turn);
}

void star_start(struct star *star)
{
    for (int y = -STAR_REACH; y <= STAR_REACH; y++)
        for (int x = -STAR_REACH; x <= STAR_REACH; x++) {
            int *owner = &star->at[y + STAR_REACH][x + STAR_REACH];

            *owner = -1;
            for (int player = 0; player < star->players; player++)
                if (star_has_field(star, x, y) &&
                    star_corner(star, x, y) == star_seat(star->players, player))
                    *owner = player;
        }
    star->turn = star->ply = 0;
    star->is_over = false;
    star->winner = -1;
}

/* Marks all fields that jumps lead to from here. */
static void jump_on(const struct star *star, int x, int y, bool seen[STAR_GRID][STAR_GRID])
{
    seen[y + STAR_REACH][x + STAR_REACH] = true;
    for (int i = 0; i < 6; i++) {
        int over_x = x + directions[i][0], over_y = y + directions[i][1];
        int land_x = x + 2 * directions[i][0], land_y = y + 2 * directions[i][1];

        if (!is_piece(star, over_x, over_y) || !is_empty(star, land_x, land_y) ||
            seen[land_y + STAR_REACH][land_x + STAR_REACH])
            continue;
        if (star->corners == STAR_CLOSED && is_foreign(star, land_x, land_y))
            continue;
        jump_on(star, land_x, land_y, seen);
    }
}

static bool may_end(const struct star *star, int from_x, int from_y, int x, int y)
{
    int target = target_of(star, star->turn);

    if (x == from_x && y == from_y)
        return false;
    if (star->corners != STAR_FREE && is_foreign(star, x, y))
        return false;
    return star->may_leave || star_corner(star, from_x, from_y) != target ||
           star_corner(star, x, y) == target;
}

static int moves_from(const struct star *star, int from_x, int from_y, struct star_move *out)
{
    bool seen[STAR_GRID][STAR_GRID] = {{false}};
    struct star lifted = *star;
    int count = 0;

    lifted.at[from_y + STAR_REACH][from_x + STAR_REACH] = -1;
    jump_on(&lifted, from_x, from_y, seen);
    for (int i = 0; i < 6; i++) {
        int x = from_x + directions[i][0], y = from_y + directions[i][1];

        if (is_empty(star, x, y))
            seen[y + STAR_REACH][x + STAR_REACH] = true;
    }
    for (int y = -STAR_REACH; y <= STAR_REACH; y++)
        for (int x = -STAR_REACH; x <= STAR_REACH; x++) {
            struct star_move move = {from_x, from_y, x, y, ""};
            char from[6], to[6];

            if (!seen[y + STAR_REACH][x + STAR_REACH] || !may_end(star, from_x, from_y, x, y))
                continue;
            star_name(star, from_x, from_y, from);
            star_name(star, x, y, to);
            snprintf(move.text, sizeof move.text, "%s-%s", from, to);
            out[count++] = move;
        }
    return count;
}

int star_moves(const struct star *star, struct star_move *out)
{
    int count = 0;

    if (star->is_over)
        return 0;
    for (int y = -STAR_REACH; y <= STAR_REACH; y++)
        for (int x = -STAR_REACH; x <= STAR_REACH; x++)
            if (owner_at(star, x, y) == star->turn)
                count += moves_from(star, x, y, out + count);
    if (count == 0)
        out[count++] = (struct star_move){0, 0, 0, 0, "--"};
    return count;
}

/* The whole target is filled, by anybody, and at least one of the pieces is his. */
static bool has_won(const struct star *star, int player)
{
    bool has_own = false;

    for (int y = -STAR_REACH; y <= STAR_REACH; y++)
        for (int x = -STAR_REACH; x <= STAR_REACH; x++) {
            if (!star_has_field(star, x, y) || star_corner(star, x, y) != target_of(star, player))
                continue;
            if (owner_at(star, x, y) < 0)
                return false;
            has_own = has_own || owner_at(star, x, y) == player;
        }
    return has_own;
}

void star_play(struct star *star, const struct star_move *move)
{
    if (strcmp(move->text, "--") != 0) {
        star->at[move->from_y + STAR_REACH][move->from_x + STAR_REACH] = -1;
        star->at[move->to_y + STAR_REACH][move->to_x + STAR_REACH] = star->turn;
    }
    star->ply++;
    for (int i = 0; i < star->players && star->winner < 0; i++) {
        int player = (star->turn + i) % star->players;

        if (has_won(star, player))
            star->winner = player;
    }
    star->is_over = star->winner >= 0 || star->ply == star->limit;
    star->turn = (star->turn + 1) % star->players;
}
