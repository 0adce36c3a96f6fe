#include "lab/run/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "database/database.h"
#include "lab/run/databases.h"

enum { VALUES = COP_KNOWN_WIN + 1, SYMMETRIES = 8 };

/* One class, by what its positions are worth; without a database all are unknown. */
struct tally {
    bool is_done;
    int64_t classes[VALUES], images[VALUES];
    int64_t still[VALUES][SYMMETRIES]; /* of these, left as they are by each symmetry */
    int64_t still_images[VALUES][SYMMETRIES];
};

struct cop_tallies {
    const struct cop_game *game;
    struct cop_lab_databases databases;
    struct cop_database *database; /* NULL: none */
    int pieces;
    struct tally *of_class;
};

/* ---- Which classes ---- */

static bool is_in(const struct cop_game *game, const struct cop_tally_question *question,
                  int class_number)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    struct cop_text name = COP_TEXT;
    char *end;
    long pieces = strtol(question->set, &end, 10);
    bool is_same;

    if (*end == '\0')
        return indexing->pieces(game, class_number) == pieces;
    indexing->name(game, class_number, &name);
    is_same = strcmp(name.bytes, question->set) == 0;
    cop_text_free(&name);
    return is_same;
}

int cop_tally_pieces(const struct cop_game *game, const struct cop_tally_question *question)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    int most = -1;

    for (int c = 0; indexing != NULL && c < indexing->classes(game); c++)
        if (is_in(game, question, c) && indexing->pieces(game, c) > most)
            most = indexing->pieces(game, c);
    return most;
}

/* ---- One class ---- */

static int bits_of(unsigned word)
{
    int count = 0;

    for (; word != 0; word &= word - 1)
        count++;
    return count;
}

static void add_number(const struct cop_tallies *tallies, int class_number, int64_t number,
                       struct tally *tally)
{
    const struct cop_game *game = tallies->game;
    int symmetries, images;
    unsigned still = game->rules->indexing->still(game, class_number, number, &symmetries);
    enum cop_known value = COP_UNKNOWN;

    if (still == 0)
        return;
    if (tallies->database != NULL)
        value = cop_database_value(tallies->database, class_number, number);
    images = symmetries / bits_of(still);
    tally->classes[value]++;
    tally->images[value] += images;
    for (int s = 1; s < symmetries; s++)
        if ((still >> s & 1) != 0) {
            tally->still[value][s]++;
            tally->still_images[value][s] += images;
        }
}

static const struct tally *tally_of(struct cop_tallies *tallies, int class_number)
{
    struct tally *tally = &tallies->of_class[class_number];
    int64_t count = tallies->game->rules->indexing->count(tallies->game, class_number);

    for (int64_t number = 0; !tally->is_done && number < count; number++)
        add_number(tallies, class_number, number, tally);
    tally->is_done = true;
    return tally;
}

static int64_t answer(const struct tally *tally, const struct cop_tally_question *question)
{
    int64_t count = 0;

    for (int value = 0; value < VALUES; value++) {
        if (question->value != COP_UNKNOWN && (int)question->value != value)
            continue;
        count += question->counts_images ? tally->images[value] : tally->classes[value];
        if (question->without > 0)
            count -= question->counts_images ? tally->still_images[value][question->without]
                                             : tally->still[value][question->without];
    }
    return count;
}

/* ---- All ---- */

struct cop_tallies *cop_tallies_open(const struct cop_game *game, int pieces,
                                     const atomic_bool *stop, bool *is_stopped,
                                     struct cop_error *error)
{
    const struct cop_indexing *indexing = game->rules->indexing;
    struct cop_tallies *tallies;

    *is_stopped = false;
    if (indexing == NULL || indexing->still == NULL) {
        cop_fail(error,
                 "the positions of %s cannot be counted: its rules do not say which of them "
                 "are each other's images",
                 game->name);
        return NULL;
    }
    tallies = cop_allocate(sizeof *tallies);
    tallies->game = game;
    tallies->pieces = pieces;
    tallies->of_class = cop_allocate((size_t)indexing->classes(game) * sizeof *tallies->of_class);
    if (pieces > 0) {
        if (!cop_lab_databases_build(&tallies->databases, game, pieces, stop, is_stopped, error)) {
            cop_tallies_close(tallies);
            return NULL;
        }
        tallies->database = cop_database_open(game, tallies->databases.folder, NULL);
    }
    return tallies;
}

void cop_tallies_close(struct cop_tallies *tallies)
{
    if (tallies == NULL)
        return;
    cop_database_close(tallies->database);
    cop_lab_databases_remove(&tallies->databases);
    free(tallies->of_class);
    free(tallies);
}

bool cop_tally(struct cop_tallies *tallies, const struct cop_tally_question *question,
               int64_t *count, struct cop_error *error)
{
    const struct cop_indexing *indexing = tallies->game->rules->indexing;
    int most = cop_tally_pieces(tallies->game, question);

    if (most < 0)
        return cop_fail(error, "%s has no class \"%s\"", tallies->game->name, question->set);
    if (question->value != COP_UNKNOWN && most > tallies->pieces)
        return cop_fail(error, "the values of \"%s\" are not known", question->set);
    *count = 0;
    for (int c = 0; c < indexing->classes(tallies->game); c++)
        if (is_in(tallies->game, question, c))
            *count += answer(tally_of(tallies, c), question);
    return true;
}
