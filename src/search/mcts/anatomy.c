/* anatomy.c - what the parts of a search did, for who looks on: read off the tree when the search
 * has ended, and from what its workers counted on the way.
 *
 * The tree is read with the functions that the selection uses itself, so that what is said of a
 * move is what the next descent would go by. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "search/mcts/search.h"

/* ---- The moves ---- */

static const struct cop_anatomy_word own_words[] = {
    {"mean", "the mean of its simulations, for the player to move", false},
    {"explore", "what being tried rarely adds", false},
    {"first_play", "what it counts as until it is tried", false},
    {NULL},
};

enum { OWN_MEAN, OWN_EXPLORE, OWN_FIRST_PLAY };

static const struct cop_anatomy_word bound_word = {
    "bound", "the sum of those before it, by which the selection goes", false};

/* Which number of a move is what. */
struct places {
    int own, of_part[PARTS_MAX], bound, told[PARTS_MAX]; /* -1: it has none */
};

static int add_word(struct cop_anatomy *anatomy, struct cop_anatomy_word word)
{
    assert(anatomy->word_count < COP_ANATOMY_WORDS);
    anatomy->words[anatomy->word_count] = word;
    return anatomy->word_count++;
}

static int add_words(struct cop_anatomy *anatomy, const struct cop_anatomy_word *words)
{
    int first = anatomy->word_count;

    for (; words->name != NULL; words++)
        add_word(anatomy, *words);
    return first;
}

/* The terms first, in the order in which they are added up. */
static struct places lay_out(const struct mcts_parts *parts, struct cop_anatomy *anatomy)
{
    struct places places = {.own = add_words(anatomy, own_words)};

    for (int i = 0; i < parts->count; i++) {
        const struct mcts_part *part = parts->uses[i].part;

        places.of_part[i] =
            part->bonus == NULL
                ? -1
                : add_word(anatomy, (struct cop_anatomy_word){part->name, part->help, false});
    }
    places.bound = add_word(anatomy, bound_word);
    for (int i = 0; i < parts->count; i++) {
        const struct mcts_part *part = parts->uses[i].part;

        places.told[i] = part->tell == NULL ? -1 : add_words(anatomy, part->words);
    }
    return places;
}

static struct choice choice_of(const struct mcts *mcts, const struct node *parent,
                               const struct node *child, int player)
{
    const struct worker *worker = &mcts->workers[0];

    return mcts->game->is_hidden ? hidden_choice(worker, parent, child, player, 0)
                                 : choice_here(worker, parent, 0);
}

/* Then there is no term of exploration beside theirs. */
static bool explores_by_parts(const struct mcts_config *config)
{
    return config->select == SELECT_PUCT || config->deviates;
}

static void tell_move(const struct mcts *mcts, const struct places *places, int player,
                      cop_move move, double *said)
{
    const struct tree *tree = &mcts->trees[0];
    const struct node *parent = parent_of_root_move(mcts, tree, move);
    const struct node *child = parent != NULL ? child_of(tree, parent, move) : NULL;
    struct selection_terms terms;
    struct choice choice;

    if (child == NULL)
        return;
    choice = choice_of(mcts, parent, child, player);
    terms_of_choice(&choice, child, &terms);
    if (node_visits(child) > 0) {
        said[places->own + OWN_MEAN] = (double)terms.mean;
        if (!explores_by_parts(&mcts->config))
            said[places->own + OWN_EXPLORE] = (double)terms.explore;
    } else {
        said[places->own + OWN_FIRST_PLAY] = (double)terms.first_play;
    }
    said[places->bound] = (double)terms.value;
    for (int i = 0; i < mcts->parts.count; i++) {
        const struct part_use *use = &mcts->parts.uses[i];

        if (places->of_part[i] >= 0)
            said[places->of_part[i]] = (double)terms.of_part[i];
        if (places->told[i] >= 0)
            use->part->tell(use, &choice, child, said + places->told[i]);
    }
}

/* Where the first part of a move is chosen before it, what depends on the way there begins at the
 * root, too. */
static void revisit_root(struct mcts *mcts)
{
    for (int i = 0; i < mcts->parts.count; i++) {
        const struct part_use *use = &mcts->parts.uses[i];

        if (use->part->revisit != NULL)
            use->part->revisit(use, &mcts->workers[0], tree_root(&mcts->trees[0]));
    }
}

static void tell_moves(struct mcts *mcts, const struct cop_report *report,
                       struct cop_anatomy *anatomy)
{
    struct places places = lay_out(&mcts->parts, anatomy);

    revisit_root(mcts);
    anatomy->move_count = report->candidate_count;
    for (int i = 0; i < anatomy->move_count; i++) {
        double *said = anatomy->said + (ptrdiff_t)i * COP_ANATOMY_WORDS;

        for (int j = 0; j < COP_ANATOMY_WORDS; j++)
            said[j] = NAN;
        anatomy->moves[i] = report->candidates[i].move;
        tell_move(mcts, &places, report->player, anatomy->moves[i], said);
    }
}

/* ---- The tree ---- */

/* A family whose members are still to be counted. */
struct pending {
    struct family family;
    int level;
};

struct survey {
    const struct tree *tree;
    struct cop_anatomy *anatomy;
    struct pending *stack;
    size_t count, room;
};

static bool push(struct survey *survey, struct family family, int level)
{
    if (survey->count == survey->room) {
        size_t room = 2 * survey->room + 64;
        struct pending *stack = realloc(survey->stack, room * sizeof *stack);

        if (stack == NULL)
            return false;
        survey->stack = stack;
        survey->room = room;
    }
    survey->stack[survey->count++] = (struct pending){family, level};
    return true;
}

/* First parts of moves are no positions: their children are those of the node above. */
static bool count_family(struct survey *survey, struct pending pending)
{
    int last = COP_ANATOMY_LEVELS - 1, at = pending.level < last ? pending.level : last;
    struct cop_anatomy_level *level = &survey->anatomy->levels[at];

    for (uint32_t i = 0; i < pending.family.count; i++) {
        const struct node *node = &pending.family.first[i];
        struct family children = node_family(survey->tree, node);
        bool is_stem = (node_flags(node) & NODE_STEM) != 0;

        if (!is_stem) {
            if (at >= survey->anatomy->level_count)
                survey->anatomy->level_count = at + 1;
            level->nodes++;
            level->visits += node_visits(node);
            level->visited += node_visits(node) > 0;
            level->parents += children.count > 0;
            level->settled += (node_flags(node) & NODE_CLOSED) != 0 || node_is_terminal(node);
            level->pruned += (node_flags(node) & NODE_PRUNED) != 0;
        }
        if (children.count > 0 &&
            !push(survey, children, is_stem ? pending.level : pending.level + 1))
            return false;
    }
    return true;
}

static bool survey_tree(const struct tree *tree, struct cop_anatomy *anatomy)
{
    struct survey survey = {.tree = tree, .anatomy = anatomy};
    bool enough = push(&survey, (struct family){tree_root(tree), 1}, 0);

    while (enough && survey.count > 0)
        enough = count_family(&survey, survey.stack[--survey.count]);
    free(survey.stack);
    return enough;
}

/* What is on a level are the children of those above. */
static void count_children(struct cop_anatomy *anatomy)
{
    for (int i = 0; i + 1 < anatomy->level_count; i++)
        anatomy->levels[i].children = anatomy->levels[i + 1].nodes;
}

/* ---- What was counted ---- */

static struct deeds sum_of_deeds(const struct mcts *mcts)
{
    struct deeds sum = {0};

    for (int i = 0; i < mcts->worker_count; i++) {
        const struct deeds *deeds = &mcts->workers[i].deeds;

        sum.known += deeds->known;
        sum.over += deeds->over;
        sum.by_oracle += deeds->by_oracle;
        sum.by_look += deeds->by_look;
        sum.by_ends += deeds->by_ends;
        sum.chosen += deeds->chosen;
        sum.drawn += deeds->drawn;
        sum.picked += deeds->picked;
        for (int j = 0; j < mcts->parts.suggesting_count; j++)
            sum.suggested[j] += deeds->suggested[j];
        for (int j = 0; j < COP_ROLLOUT_ENDS; j++)
            sum.playouts.ended[j] += deeds->playouts.ended[j];
        sum.playouts.stepped += deeds->playouts.stepped;
        sum.playouts.plies += deeds->playouts.plies;
    }
    return sum;
}

static void add_fact(struct cop_anatomy *anatomy, struct cop_anatomy_fact fact)
{
    if (fact.of <= 0)
        return;
    assert(anatomy->fact_count < COP_ANATOMY_FACTS);
    anatomy->facts[anatomy->fact_count++] = fact;
}

static void add_simulations(const struct mcts *mcts, const struct deeds *deeds, int64_t sims,
                            struct cop_anatomy *anatomy)
{
    static const char group[] = "simulations";
    int64_t played = sims - deeds->known - deeds->over;

    add_fact(anatomy, (struct cop_anatomy_fact){group, "played", "ended with a playout",
                                                played > 0 ? played : 0, sims});
    if (mcts->config.solver)
        add_fact(anatomy,
                 (struct cop_anatomy_fact){group, "known",
                                           "ended at a position of the tree whose result is known",
                                           deeds->known, sims});
    if (deeds->over > 0)
        add_fact(anatomy,
                 (struct cop_anatomy_fact){group, "over", "ended at the end of a game in the tree",
                                           deeds->over, sims});
}

static void add_playouts(const struct mcts *mcts, const struct cop_rollout_tally *tally,
                         struct cop_anatomy *anatomy)
{
    static const char group[] = "playouts";
    static const char *const names[] = {"over", "cut", "drawn", "led", "settled"};
    const char *const helps[] = {
        "were played to the end of the game",
        mcts->rollout.has_judge ? "were cut and judged" : "were cut and counted as draws",
        "had become too long and counted as draws",
        "ended because the lead was too large",
        "were ended by the policy",
    };
    int64_t playouts = 0;

    for (int i = 0; i < COP_ROLLOUT_ENDS; i++)
        playouts += tally->ended[i];
    for (int i = 0; i < COP_ROLLOUT_ENDS; i++)
        if (tally->ended[i] > 0)
            add_fact(anatomy, (struct cop_anatomy_fact){group, names[i], helps[i], tally->ended[i],
                                                        playouts});
    add_fact(anatomy, (struct cop_anatomy_fact){group, "plies",
                                                "moves of a playout, of those played move "
                                                "by move",
                                                tally->plies, tally->stepped, COP_ANATOMY_EACH});
}

static void add_suggestions(const struct mcts *mcts, const struct deeds *deeds,
                            struct cop_anatomy *anatomy)
{
    for (int i = 0; i < mcts->parts.suggesting_count; i++) {
        const struct mcts_part *part = mcts->parts.suggesting[i]->part;

        add_fact(anatomy, (struct cop_anatomy_fact){"playout moves", part->name, part->help,
                                                    deeds->suggested[i], deeds->picked});
    }
}

/* Positions that were settled when they came into the tree, among all that are settled. */
static void add_settled(const struct mcts *mcts, const struct deeds *deeds,
                        struct cop_anatomy *anatomy)
{
    static const char group[] = "new positions";
    int64_t nodes = 0;

    for (int i = 0; i < anatomy->level_count; i++)
        nodes += anatomy->levels[i].visited;
    if (mcts->asks)
        add_fact(anatomy, (struct cop_anatomy_fact){group, "oracle", "an oracle knew the result",
                                                    deeds->by_oracle, nodes});
    if (mcts->config.solver && mcts->config.looks_ahead)
        add_fact(anatomy, (struct cop_anatomy_fact){group, "look_ahead", "a move won at once",
                                                    deeds->by_look, nodes});
    if (mcts->config.exact > 0)
        add_fact(anatomy,
                 (struct cop_anatomy_fact){group, "exact", "all ends of the game were looked at",
                                           deeds->by_ends, nodes});
}

static void add_facts(const struct mcts *mcts, const struct cop_report *report,
                      struct cop_anatomy *anatomy)
{
    struct deeds deeds = sum_of_deeds(mcts);
    int64_t kept = 0;

    add_simulations(mcts, &deeds, report->sims, anatomy);
    add_playouts(mcts, &deeds.playouts, anatomy);
    add_suggestions(mcts, &deeds, anatomy);
    add_fact(anatomy, (struct cop_anatomy_fact){"choices of cold nodes", "drawn",
                                                "were drawn as moves of playouts are (warm)",
                                                deeds.drawn, deeds.chosen});
    add_settled(mcts, &deeds, anatomy);
    for (int i = 0; i < mcts->tree_count; i++)
        kept += node_visits(tree_root(&mcts->trees[i]));
    if (mcts->config.reuse)
        add_fact(anatomy, (struct cop_anatomy_fact){
                              "visits of the root", "kept", "are of earlier searches (reuse)",
                              kept > report->sims ? kept - report->sims : 0, kept});
}

bool anatomy_fill(struct mcts *mcts, const struct cop_report *report, struct cop_error *error)
{
    struct cop_anatomy *anatomy = mcts->anatomy;
    size_t moves = (size_t)report->candidate_count;
    bool enough;

    cop_anatomy_free(anatomy);
    anatomy->moves = calloc(moves, sizeof *anatomy->moves);
    anatomy->said = calloc(moves * COP_ANATOMY_WORDS, sizeof *anatomy->said);
    enough = anatomy->moves != NULL && anatomy->said != NULL;
    if (enough)
        tell_moves(mcts, report, anatomy);
    for (int i = 0; enough && i < mcts->tree_count; i++)
        enough = survey_tree(&mcts->trees[i], anatomy);
    if (!enough) {
        cop_anatomy_free(anatomy);
        return cop_fail(error, "not enough memory");
    }
    anatomy->tree_count = mcts->tree_count;
    count_children(anatomy);
    add_facts(mcts, report, anatomy);
    return true;
}
