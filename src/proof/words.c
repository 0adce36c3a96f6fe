/* words.c - see words.h. */
#include "proof/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

bool cop_proof_fail_at(const struct cop_game *game, const void *state, const char *why,
                       struct cop_error *error)
{
    struct cop_text text = COP_TEXT;

    game->rules->write_position(game, state, &text);
    cop_fail(error, "%s: \"%.300s\"", why, text.bytes);
    cop_text_free(&text);
    return false;
}

/* ---- Moves ---- */

struct cop_proof_word {
    const char *letters;
    cop_move move;
};

void cop_proof_words_free(struct cop_proof_words *room)
{
    cop_text_free(&room->letters);
    free(room->words);
}

static int by_letters(const void *a, const void *b)
{
    return strcmp(((const struct cop_proof_word *)a)->letters,
                  ((const struct cop_proof_word *)b)->letters);
}

void cop_proof_sort(const struct cop_game *game, const void *state, cop_move *moves, int count,
                    struct cop_proof_words *room)
{
    struct cop_text *letters = &room->letters;
    size_t at = 0;

    if (room->words == NULL)
        room->words = cop_allocate((size_t)game->max_moves * sizeof *room->words);
    cop_text_clear(letters);
    for (int i = 0; i < count; i++) {
        game->rules->write_move(game, state, moves[i], letters);
        cop_text_add_bytes(letters, "", 1);
    }
    for (int i = 0; i < count; i++) {
        room->words[i] = (struct cop_proof_word){letters->bytes + at, moves[i]};
        at += strlen(room->words[i].letters) + 1;
    }
    qsort(room->words, (size_t)count, sizeof *room->words, by_letters);
    for (int i = 0; i < count; i++)
        moves[i] = room->words[i].move;
}

/* ---- What is proved ---- */

static bool is_exact(const struct cop_claim *claims, int count)
{
    return count == 2 && claims[0].stake == claims[1].stake &&
           claims[0].player == claims[1].player && claims[0].value == claims[1].value &&
           claims[0].is_at_most != claims[1].is_at_most;
}

static void say_claim(const struct cop_game *game, const struct cop_claim *claim, bool exactly,
                      struct cop_text *text)
{
    bool is_payoff = claim->stake == COP_STAKE_PAYOFF;

    cop_text_add(text, "%s ", cop_player_name(game, claim->player));
    if (is_payoff && claim->value == (claim->is_at_most ? 0 : 1))
        cop_text_add(text, claim->is_at_most ? "loses" : "wins");
    else if (is_payoff && exactly && cop_result_of(claim->value) == COP_DRAW)
        cop_text_add(text, "draws");
    else
        cop_text_add(text, "gets %s%g%s in",
                     exactly             ? ""
                     : claim->is_at_most ? "at most "
                                         : "at least ",
                     claim->value, is_payoff ? "" : " points");
}

void cop_proof_say(const struct cop_game *game, const void *start, const struct cop_claim *claims,
                   int count, struct cop_text *sentence)
{
    bool exactly = is_exact(claims, count);
    void *usual = cop_allocate(game->state_size);
    struct cop_rng rng;

    for (int i = 0; i < (exactly ? 1 : count); i++) {
        cop_text_add(sentence, i > 0 ? " and " : "");
        say_claim(game, &claims[i], exactly, sentence);
    }
    cop_text_add(sentence, " %s", game->name);
    cop_rng_seed(&rng, 1);
    game->rules->start(game, usual, &rng);
    if (memcmp(usual, start, game->state_size) != 0) {
        cop_text_add(sentence, " from \"");
        game->rules->write_position(game, start, sentence);
        cop_text_add(sentence, "\"");
    }
    free(usual);
}
