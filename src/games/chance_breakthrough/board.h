/* board.h - how a position of ChanceBreakthrough lies in words, for the files
 * of this game. */
#ifndef COPPICE_GAMES_CHANCE_BREAKTHROUGH_BOARD_H
#define COPPICE_GAMES_CHANCE_BREAKTHROUGH_BOARD_H

#include <assert.h>

#include "games/breakthrough/board.h"
#include "games/breakthrough/features.h"

/* Moves besides the steps: the roll; then, as its outcomes, EVENT plus the square that loses its
 * stone, or NOTHING if it is empty. */
enum { ROLL = BREAKTHROUGH_STEPS, EVENT = 2 * BREAKTHROUGH_STEPS, NOTHING = EVENT + 64 };

enum phase { TO_MOVE, ROLLED, ENDED };

struct chance_position {
    uint64_t stones[2];
    uint8_t mover; /* who moves or has rolled; at the end, who would be next */
    uint8_t phase;
    uint16_t turns; /* taken so far */
    uint32_t unused;
};
static_assert(sizeof(struct chance_position) == 24, "a position is three words");

struct chance_table {
    struct board board;
    int squares; /* how many */
    int limit;   /* of turns */
};

/* What an opened game is; its table comes first, so that playouts copy no more than that. */
struct chance_opened {
    struct chance_table table;
    struct breakthrough_tuples tuples;
};

static inline const struct chance_table *table_of(const struct cop_game *game)
{
    return game->own;
}

static inline const struct board *board_of(const struct cop_game *game)
{
    return &table_of(game)->board;
}

static inline uint64_t all_stones(const struct chance_position *position)
{
    return position->stones[WHITE] | position->stones[BLACK];
}

/* Who moves now or after the dice. */
static inline int next_mover(const struct chance_position *position)
{
    return position->phase == TO_MOVE ? position->mover : 1 - position->mover;
}

/* rules.c */
cop_move chance_breakthrough_random_move(const struct cop_game *game, const void *state,
                                         struct cop_rng *rng);

/* text.c */
void chance_breakthrough_write_move(const struct cop_game *game, const void *state, cop_move move,
                                    struct cop_text *text);
bool chance_breakthrough_accepts(const struct cop_game *game, const void *state, cop_move move,
                                 const char *word);
void chance_breakthrough_write_position(const struct cop_game *game, const void *state,
                                        struct cop_text *text);
bool chance_breakthrough_read_position(const struct cop_game *game, const char *words, void *state,
                                       struct cop_error *error);

/* scene.c */
void chance_breakthrough_scene(const struct cop_game *game, const void *state, int viewer,
                               struct cop_scene *picture);
int chance_breakthrough_path(const struct cop_game *game, const void *state, cop_move move,
                             int *cells);
void chance_breakthrough_prompt(const struct cop_game *game, const void *state, int step,
                                struct cop_text *text);

/* policy.c */
extern const struct cop_policy chance_breakthrough_policies[];

/* evaluate.c */
extern const struct cop_evaluator chance_breakthrough_evaluators[];
extern const struct cop_ordering chance_breakthrough_orderings[];

/* features.c */
extern const struct cop_features chance_breakthrough_features;

#endif
