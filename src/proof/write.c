/* write.c - see write.h. */
#include "proof/write.h"

#include <inttypes.h>

#include "base/fingerprint.h"

void cop_proof_write_head(const struct cop_game *game, const void *start, struct cop_text *file)
{
    cop_text_add(file, COP_PROOF_FORMAT "\ngame %s\nposition ", game->name);
    game->rules->write_position(game, start, file);
    cop_text_add(file, "\n");
}

void cop_proof_write_words(const struct cop_game *game, const struct cop_claim *claim,
                           struct cop_text *text)
{
    cop_text_add(text, "%s at %s %.17g%s", cop_player_name(game, claim->player),
                 claim->is_at_most ? "most" : "least", claim->value,
                 claim->stake == COP_STAKE_SCORE ? " points" : "");
}

void cop_proof_write_claim(const struct cop_proof_walk *walk, const struct cop_text *replies,
                           struct cop_text *file)
{
    cop_text_add(file, "claim ");
    cop_proof_write_words(walk->game, &walk->terms.claim, file);
    cop_text_add(file, "\npasts %s\nimages %s\npositions %" PRId64 "\nreplies %" PRId64 "\n",
                 walk->terms.pasts_forgotten ? "forgotten" : "kept",
                 walk->terms.images_folded ? "folded" : "apart", walk->positions, walk->replies);
    cop_text_add_bytes(file, replies->bytes, replies->length);
}

void cop_proof_write_end(struct cop_text *file)
{
    cop_text_add(file, COP_PROOF_CHECKSUM "%016" PRIx64 "\n",
                 cop_fingerprint(file->bytes, file->length));
}
