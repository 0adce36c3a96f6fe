/* notation.c - moves and positions from text.
 *
 * A game only writes its moves; reading is done here, by writing all legal moves and comparing. So
 * whatever a game writes can be read back, and only legal moves can be read. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"
#include "coppice/game.h"

enum { NAMED_MAX = 12, WORD_MAX = 64 };

/* The legal moves of a state and their written forms, each ended by a NUL in `forms`. */
struct listing {
    int count;
    cop_move *moves;
    size_t *starts;
    struct cop_text forms;
    size_t longest;
};

static void list_moves(const struct cop_game *game, const void *state, struct listing *listing)
{
    size_t room = (size_t)game->max_moves;

    *listing = (struct listing){.forms = COP_TEXT};
    listing->moves = cop_allocate(sizeof *listing->moves * room);
    listing->starts = cop_allocate(sizeof *listing->starts * room);
    listing->count = game->rules->moves(game, state, listing->moves);
    for (int i = 0; i < listing->count; i++) {
        size_t start = listing->forms.length;

        game->rules->write_move(game, state, listing->moves[i], &listing->forms);
        listing->starts[i] = start;
        if (listing->forms.length - start > listing->longest)
            listing->longest = listing->forms.length - start;
        cop_text_add_bytes(&listing->forms, "", 1);
    }
}

static void free_listing(struct listing *listing)
{
    free(listing->moves);
    free(listing->starts);
    cop_text_free(&listing->forms);
}

static const char *form_of(const struct listing *listing, int index)
{
    return listing->forms.bytes + listing->starts[index];
}

/* The ways to name a move, the strictest first. */
static bool is_exact(const struct cop_game *game, const void *state, const struct listing *listing,
                     int index, const char *word)
{
    (void)game, (void)state;
    return strcmp(form_of(listing, index), word) == 0;
}

static bool is_exact_but_case(const struct cop_game *game, const void *state,
                              const struct listing *listing, int index, const char *word)
{
    (void)game, (void)state;
    return strcasecmp(form_of(listing, index), word) == 0;
}

static bool is_accepted(const struct cop_game *game, const void *state,
                        const struct listing *listing, int index, const char *word)
{
    cop_move move = listing->moves[index];

    if (move == COP_PASS && strcasecmp(word, "pass") == 0)
        return true;
    return game->rules->accepts != NULL && game->rules->accepts(game, state, move, word);
}

/* Finds the moves that `word` names in the strictest way that names any: returns how many, and the
 * indices of the first two. */
static int match(const struct cop_game *game, const void *state, const struct listing *listing,
                 const char *word, int found[2])
{
    static bool (*const ways[])(const struct cop_game *, const void *, const struct listing *, int,
                                const char *) = {is_exact, is_exact_but_case, is_accepted};
    int count = 0;

    for (size_t way = 0; way < sizeof ways / sizeof ways[0] && count == 0; way++) {
        for (int i = 0; i < listing->count; i++) {
            if (!ways[way](game, state, listing, i, word))
                continue;
            if (count < 2)
                found[count] = i;
            count++;
        }
    }
    return count;
}

static bool fail_ambiguous(const struct listing *listing, const char *word, const int found[2],
                           int count, struct cop_error *error)
{
    return cop_fail(error, "\"%s\" is ambiguous: it can mean %s or %s%s", word,
                    form_of(listing, found[0]), form_of(listing, found[1]),
                    count > 2 ? " and more" : "");
}

/* How many letters two words share from their beginning, whatever their case. */
static size_t shared_length(const char *form, const char *word)
{
    size_t length = 0;

    while (form[length] != '\0' &&
           tolower((unsigned char)form[length]) == tolower((unsigned char)word[length]))
        length++;
    return length;
}

/* Some legal moves for a message: all if they are few, else those that begin most like `word`. */
static void name_moves(const struct listing *listing, const char *word, struct cop_text *names)
{
    size_t longest = 0;
    int named = 0;

    for (int i = 0; i < listing->count && listing->count > NAMED_MAX; i++) {
        size_t shared = shared_length(form_of(listing, i), word);

        longest = shared > longest ? shared : longest;
    }
    for (int i = 0; i < listing->count && named < NAMED_MAX; i++)
        if (shared_length(form_of(listing, i), word) >= longest)
            cop_text_add(names, "%s%s", named++ > 0 ? ", " : "", form_of(listing, i));
    if (listing->count > named)
        cop_text_add(names, " and %d more", listing->count - named);
}

static bool fail_illegal(const struct cop_game *game, const void *state,
                         const struct listing *listing, const char *word, struct cop_error *error)
{
    int turn = game->rules->turn(game, state);
    struct cop_text names = COP_TEXT;

    if (turn == COP_OVER)
        return cop_fail(error, "\"%.40s\" cannot be played: the game is over", word);
    name_moves(listing, word, &names);
    cop_fail(error, "\"%.40s\" is not %s for %s; legal: %s", word,
             turn == COP_CHANCE ? "an outcome" : "a legal move", cop_player_name(game, turn),
             names.bytes);
    cop_text_free(&names);
    return false;
}

bool cop_move_read(const struct cop_game *game, const void *state, const char *word, cop_move *move,
                   struct cop_error *error)
{
    struct listing listing;
    int found[2], count;
    bool is_ok = true;

    list_moves(game, state, &listing);
    count = match(game, state, &listing, word, found);
    if (count == 1)
        *move = listing.moves[found[0]];
    else if (count > 1)
        is_ok = fail_ambiguous(&listing, word, found, count, error);
    else
        is_ok = fail_illegal(game, state, &listing, word, error);
    free_listing(&listing);
    return is_ok;
}

/* Lists of moves. */

static const char separators[] = " \t\r\n\v\f,";

/* The bytes before the next move: separators, and the numbers of printed games, "12." and "...". */
static size_t before_move(const char *words)
{
    size_t length = 0;

    for (;;) {
        size_t blanks = strspn(words + length, separators);
        size_t digits = strspn(words + length + blanks, "0123456789");
        size_t points = strspn(words + length + blanks + digits, ".");

        length += blanks;
        if (points == 0 || (digits == 0 && points == 1))
            return length;
        length += digits + points;
    }
}

/* Finds the longest beginning of the `length` bytes at `words` that names a move; returns the
 * number of moves it names and puts the beginning into `word`. */
static int match_beginning(const struct cop_game *game, const void *state,
                           const struct listing *listing, const char *words, size_t length,
                           struct cop_text *word, int found[2])
{
    size_t longest = listing->longest > WORD_MAX ? listing->longest : WORD_MAX;

    for (size_t take = length < longest ? length : longest; take > 0; take--) {
        int count;

        cop_text_clear(word);
        cop_text_add_bytes(word, words, take);
        count = match(game, state, listing, word->bytes, found);
        if (count > 0)
            return count;
    }
    return 0;
}

/* One step of cop_moves_play: finds the next move in a token of `length` bytes. A state in which
 * the player can only pass passes by itself, if the token names a move afterwards: `passes` says
 * how often. */
struct step {
    cop_move move;
    int passes;
    size_t taken;
};

static bool find_step(const struct cop_game *game, const void *state, const char *words,
                      size_t length, struct step *step, struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char after[COP_STATE_MAX];
    struct cop_text word = COP_TEXT;
    int found[2], count = 0;
    bool is_ok = true;

    *step = (struct step){0};
    memcpy(after, state, game->state_size);
    for (; count == 0; step->passes++) {
        struct listing listing;
        bool must_pass;

        list_moves(game, after, &listing);
        count = match_beginning(game, after, &listing, words, length, &word, found);
        must_pass = listing.count == 1 && listing.moves[0] == COP_PASS;
        if (count == 1)
            step->move = listing.moves[found[0]];
        else if (count > 1)
            is_ok = fail_ambiguous(&listing, word.bytes, found, count, error);
        else if (must_pass && step->passes < game->players)
            game->rules->play(game, after, COP_PASS);
        else
            count = -1;
        free_listing(&listing);
    }
    step->passes--; /* the last round found the move */
    step->taken = word.length;
    if (count < 0) {
        struct listing listing;

        list_moves(game, state, &listing);
        cop_text_clear(&word);
        cop_text_add_bytes(&word, words, length < 40 ? length : 40);
        is_ok = fail_illegal(game, state, &listing, word.bytes, error);
        free_listing(&listing);
    }
    cop_text_free(&word);
    return is_ok;
}

bool cop_moves_play(const struct cop_game *game, void *state, const char *words,
                    cop_each_move *each, void *context, struct cop_error *error)
{
    int number = 1;

    for (;;) {
        struct step step;
        size_t length;

        words += before_move(words);
        length = strcspn(words, separators);
        if (length == 0)
            return true;
        if (!find_step(game, state, words, length, &step, error))
            return cop_fail_in(error, "move %d", number);
        for (int i = 0; i <= step.passes; i++, number++) {
            cop_move move = i < step.passes ? COP_PASS : step.move;

            if (each != NULL)
                each(context, state, move);
            game->rules->play(game, state, move);
        }
        words += step.taken;
    }
}

bool cop_position_read(const struct cop_game *game, const char *words, void *state,
                       struct cop_error *error)
{
    _Alignas(max_align_t) unsigned char fresh[COP_STATE_MAX] = {0};
    char *trimmed = cop_copy_trimmed(words);
    bool is_ok = game->rules->read_position(game, trimmed, fresh, error);

    if (is_ok)
        memcpy(state, fresh, game->state_size);
    free(trimmed);
    return is_ok;
}
