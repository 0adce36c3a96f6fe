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

void cop_proof_write_class(const struct cop_game *game, int class_number, uint64_t sum,
                           struct cop_text *text)
{
    game->rules->indexing->name(game, class_number, text);
    cop_text_add(text, " %016" PRIx64 " ", sum);
    cop_database_table_name(game, text);
}

bool cop_proof_write_rest(const struct cop_game *game, const struct cop_database *database,
                          const bool *is_used, struct cop_text *file, struct cop_error *error)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    int classes = indexing->classes(game), highest = -1;
    bool is_good = true;

    for (int i = 0; i < classes; i++)
        if (is_used[i] && indexing->stage(game, i) > highest)
            highest = indexing->stage(game, i);
    for (int i = 0; is_good && i < classes; i++) {
        const struct cop_database_file *values =
            cop_database_file_of(database, i, COP_DATABASE_VALUES);
        uint64_t sum;

        if (values == NULL || indexing->stage(game, i) > highest)
            continue;
        is_good = cop_database_file_sum(values, &sum, error);
        cop_text_add(file, "database ");
        cop_proof_write_class(game, i, sum, file);
        cop_text_add(file, "\n");
    }
    return is_good;
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
