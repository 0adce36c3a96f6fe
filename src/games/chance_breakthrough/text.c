/* text.c - moves, rolls and positions of ChanceBreakthrough in words. */
#include <ctype.h>
#include <string.h>

#include "board.h"
#include "games/reading.h"

void chance_breakthrough_write_move(const struct cop_game *game, const void *state, cop_move move,
                                    struct cop_text *text)
{
    const struct chance_position *position = state;

    (void)game;
    if (move < ROLL) {
        breakthrough_write_step(position->stones, move, text);
        return;
    }
    cop_text_add(text, "@");
    if (move == NOTHING)
        cop_text_add(text, "--");
    else if (move >= EVENT)
        breakthrough_write_square((int)move - EVENT, text);
}

/* The set of the square named by `word`, or 0. */
static uint64_t read_square(const struct board *board, const char *word)
{
    int column = tolower((unsigned char)word[0]) - 'a', row = column < 0 ? -1 : word[1] - '1';

    if (column < 0 || column >= board->columns || row < 0 || row >= board->rows || word[2] != '\0')
        return 0;
    return (uint64_t)1 << (row * STRIDE + column);
}

/* An outcome without its @, so that a whole turn may be written as one word, "@e5" or "@--"; and an
 * empty square for the outcome of all of them. */
bool chance_breakthrough_accepts(const struct cop_game *game, const void *state, cop_move move,
                                 const char *word)
{
    uint64_t square;

    if (move < ROLL)
        return breakthrough_accepts_step(move, word);
    if (move == ROLL)
        return false;
    if (*word == '@')
        word++;
    if (move == NOTHING && strcmp(word, "--") == 0)
        return true;
    square = read_square(board_of(game), word);
    if (move == NOTHING)
        return (square & ~all_stones(state)) != 0;
    return square == (uint64_t)1 << (move - EVENT);
}

void chance_breakthrough_write_position(const struct cop_game *game, const void *state,
                                        struct cop_text *text)
{
    const struct chance_position *position = state;

    breakthrough_write_rows(board_of(game), position->stones, position->mover, text);
    cop_text_add(text, " %d%s", position->turns, position->phase == ROLLED ? " @" : "");
}

static void skip_word(const char **at)
{
    while (**at != '\0' && !isspace((unsigned char)**at))
        (*at)++;
}

/* The rows and who moves are read as in Breakthrough; `rest` becomes what follows. */
static bool read_rows(const struct cop_game *game, const char *words,
                      struct chance_position *position, const char **rest, struct cop_error *error)
{
    const char *end = words;
    struct cop_text head = COP_TEXT;
    int mover = 0;
    bool is_ok;

    skip_word(&end);
    skip_blanks(&end);
    skip_word(&end);
    cop_text_add(&head, "%.*s", (int)(end - words), words);
    is_ok = breakthrough_read_rows(board_of(game), "chancebreakthrough", head.bytes,
                                   position->stones, &mover, error);
    cop_text_free(&head);
    position->mover = (uint8_t)mover;
    skip_blanks(&end);
    *rest = end;
    return is_ok;
}

/* The turns taken, 0 if they are not given, and @ after a roll. */
static bool read_turns(const char *at, int limit, struct chance_position *position,
                       struct cop_error *error)
{
    int turns = 0;

    if (isdigit((unsigned char)*at) && !read_number(&at, limit, &turns))
        return cop_fail(error,
                        "chancebreakthrough: more turns have been taken than the %d after which "
                        "the game is drawn",
                        limit);
    skip_blanks(&at);
    if (*at == '@') {
        position->phase = ROLLED;
        at++;
    }
    if (*at != '\0')
        return cop_fail(error, "chancebreakthrough: after who moves come the number of turns taken "
                               "and, if the dice have been cast, a blank and @");
    position->turns = (uint16_t)turns;
    return true;
}

bool chance_breakthrough_read_position(const struct cop_game *game, const char *words, void *state,
                                       struct cop_error *error)
{
    const struct chance_table *table = table_of(game);
    struct chance_position position = {.phase = TO_MOVE};
    const char *rest;

    if (!read_rows(game, words, &position, &rest, error) ||
        !read_turns(rest, table->limit, &position, error))
        return false;
    if (breakthrough_winner(&table->board, position.stones) >= 0 ||
        position.turns == table->limit) {
        if (position.phase == ROLLED)
            return cop_fail(error, "chancebreakthrough: the game is over, so that nothing is "
                                   "rolled; leave out the @");
        position.phase = ENDED;
    }
    memcpy(state, &position, sizeof position);
    return true;
}
