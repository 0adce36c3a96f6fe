/* test_properties.c - every game keeps every property, and every property notices a game that does
 * not. The cases are made when the program runs: one for each game and property.
 *
 * Run with two numbers, `test-properties 2 4`, it takes the third of four shares of the games, so
 * that the test run can use several cores. With the word `light` after them it plays fewer games.
 */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "games/list.h"
#include "properties/properties.h"
#include "slow_build.h"
#include "tiny/tiny.h"
#include "variants.h"

enum { CASES_MAX = 2000 };

extern const struct cop_rules cop_tictactoe; /* examples/tictactoe.c */

/* Besides every registered and every tiny game as it is, and game_variants. */
static const char *const tiny_variants[] = {
    "tiny_race(n=1)",
    "tiny_three(n=14, payoff=shared)",
    "tiny_puzzle(blocks=16, colours=2)",
    "tiny_coin(heads=0.25, safe=0.3)",
    "tiny_nim(heaps=1, stones=9)",
    "tiny_nim(heaps=6, stones=2)",
    "tiny_domino(rows=5, columns=5)",
    "tiny_domino(rows=1, columns=6)",
};

static const struct property *const groups[] = {
    rules_properties, people_properties, search_properties, knowledge_properties, sum_properties};
enum { GROUPS = sizeof groups / sizeof groups[0] };

static struct cop_game *open_any(const char *spec, struct cop_error *error)
{
    if (strncasecmp(spec, "tiny_", 5) == 0)
        return tiny_open(spec, error);
    if (strcasecmp(spec, cop_tictactoe.name) == 0)
        return cop_game_open_rules(&cop_tictactoe, NULL, error);
    return cop_game_open(spec, error);
}

/* A sanitizer, or another level of optimisation, needs each place once; that distributions agree is
 * seen without them. */
static const struct property_effort light_effort = {
    .seed = 1, .games = 12, .playouts = 500, .open = open_any};
static const struct property_effort whole_effort = {
    .seed = 1, .games = 50, .playouts = 2500, .open = open_any};

/* What one case is about. */
struct case_of {
    const struct property *property;
    const struct property_effort *effort;
    const char *spec;            /* of a game that is right, or */
    const struct mutant *mutant; /* a game that is not */
};

static void property_holds(void **context)
{
    const struct case_of *that = *context;
    struct cop_error error = {""};
    struct cop_game *game = open_any(that->spec, &error);

    if (game == NULL || !that->property->holds(game, that->effort, &error))
        fail_msg("%s", error.message);
    cop_game_close(game);
}

/* ---- Games that are wrong on purpose ---- */

static int turn_never_over(const struct cop_game *game, const void *state)
{
    int mover = tiny_nim.turn(game, state);

    return mover == COP_OVER ? 0 : mover;
}

static int first_move_twice(const struct cop_game *game, const void *state, cop_move *out)
{
    int count = tiny_nim.moves(game, state, out);

    if (count > 1)
        out[1] = out[0];
    return count;
}

static void play_past_the_end(const struct cop_game *game, void *state, cop_move move)
{
    tiny_nim.play(game, state, move);
    ((unsigned char *)state)[game->state_size] = 0;
}

static void chances_of_nine_tenths(const struct cop_game *game, const void *state,
                                   double *probability)
{
    (void)game;
    (void)state;
    probability[0] = 0.5;
    probability[1] = 0.4;
}

static void payoff_for_all(const struct cop_game *game, const void *state, double *of_player)
{
    (void)game;
    (void)state;
    of_player[0] = of_player[1] = 1;
}

static double score_below_zero(const struct cop_game *game, const void *state, int player)
{
    return tiny_nim.score(game, state, player) - 1;
}

static double score_of_both(const struct cop_game *game, const void *state, int player)
{
    (void)player;
    return cop_othello.score(game, state, 0);
}

static int one_move_too_few(const struct cop_game *game, const void *state)
{
    return tiny_nim.moves_left(game, state) - 1;
}

static int moves_that_come_back(const struct cop_game *game, const void *state)
{
    return game->max_plies - tiny_nim.moves_left(game, state) % 2;
}

static int more_moves_than_plies(const struct cop_game *game, const void *state)
{
    return game->max_plies + tiny_nim.moves_left(game, state);
}

static cop_move stem_of_its_own(const struct cop_game *game, cop_move move)
{
    (void)game;
    return move - 1; /* 0 for the first move of all */
}

static int one_stem_too_few(const struct cop_game *game, const void *state, cop_move *out)
{
    cop_move stems[COP_PATH_MAX * 4];
    int count = tiny_nim.moves(game, state, stems), kept = 0;

    for (int i = 1; i < count; i++)
        if (i == 1 || tiny_nim.stem(game, stems[i]) != out[kept - 1])
            out[kept++] = tiny_nim.stem(game, stems[i]);
    return kept > 1 ? kept - 1 : kept;
}

static uint64_t code_of_any_move(const struct cop_game *game, const void *state, cop_move move)
{
    (void)game;
    (void)state;
    (void)move;
    return 1;
}

static int coded_with_codes_of_others(const struct cop_game *game, const void *state, cop_move *out,
                                      uint64_t *codes)
{
    int count = game->rules->moves(game, state, out);

    for (int i = 0; i < count; i++)
        codes[i] = out[count - 1 - i];
    return count;
}

static uint64_t code_is_the_move(const struct cop_game *game, const void *state, cop_move move)
{
    (void)game;
    (void)state;
    return move;
}

/* Marks that are moves, which Nim has no use for. */
static size_t no_marks(const struct cop_game *game)
{
    (void)game;
    return 1;
}

static void begin_no_marks(const struct cop_game *game, const void *state, void *marks)
{
    (void)game;
    (void)state;
    memset(marks, 0, 1);
}

static void play_without_marks(const struct cop_game *game, void *state, void *marks, cop_move move)
{
    (void)marks;
    tiny_nim.play(game, state, move);
}

static void forget_to_play(const struct cop_game *game, void *state, void *marks, cop_move move)
{
    (void)game;
    (void)state;
    (void)marks;
    (void)move;
}

static uint64_t mark_is_the_move(const struct cop_game *game, const void *state, const void *marks,
                                 cop_move move)
{
    (void)marks;
    return code_is_the_move(game, state, move);
}

static cop_move find_the_move(const struct cop_game *game, const void *state, const void *marks,
                              uint64_t mark)
{
    (void)game;
    (void)state;
    (void)marks;
    return (cop_move)mark;
}

static cop_move find_nothing(const struct cop_game *game, const void *state, const void *marks,
                             uint64_t mark)
{
    (void)game;
    (void)state;
    (void)marks;
    (void)mark;
    return COP_NO_MOVE;
}

static const struct cop_marking forgetful_marking = {no_marks, begin_no_marks, forget_to_play,
                                                     mark_is_the_move, find_the_move};
static const struct cop_marking blind_marking = {no_marks, begin_no_marks, play_without_marks,
                                                 mark_is_the_move, find_nothing};

static uint64_t key_without_mover(const struct cop_game *game, const void *state)
{
    return tiny_key(state, game->state_size - 1);
}

static void write_only_a1(const struct cop_game *game, const void *state, cop_move move,
                          struct cop_text *text)
{
    (void)game;
    (void)state;
    (void)move;
    cop_text_add(text, "a1");
}

static void write_position_without_mover(const struct cop_game *game, const void *state,
                                         struct cop_text *text)
{
    tiny_nim.write_position(game, state, text);
    text->bytes[text->length - 1] = 'A';
}

static bool read_anything(const struct cop_game *game, const char *words, void *state,
                          struct cop_error *error)
{
    if (!tiny_nim.read_position(game, words, state, error))
        memset(state, 0xff, game->state_size);
    return true;
}

static int path_off_the_board(const struct cop_game *game, const void *state, cop_move move,
                              int *cells)
{
    int length = tiny_nim.path(game, state, move, cells);

    cells[0] += 8;
    return length;
}

static int path_to_the_heap(const struct cop_game *game, const void *state, cop_move move,
                            int *cells)
{
    int length = tiny_nim.path(game, state, move, cells);

    cells[0] -= cells[0] % 3;
    return length;
}

static void prompt_for_later_clicks(const struct cop_game *game, const void *state, int step,
                                    struct cop_text *text)
{
    (void)game;
    (void)state;
    cop_text_add(text, step > 0 ? "Choose where it goes" : "");
}

static const char *ending_at_any_time(const struct cop_game *game, const void *state)
{
    (void)game;
    (void)state;
    return "all heaps are gone";
}

static void scene_decided_early(const struct cop_game *game, const void *state, int viewer,
                                struct cop_scene *scene)
{
    tiny_nim.scene(game, state, viewer, scene);
    cop_scene_decide(scene, 0);
}

static void scene_in_other_colours(const struct cop_game *game, const void *state, int viewer,
                                   struct cop_scene *scene)
{
    tiny_nim.scene(game, state, viewer, scene);
    scene->owners[0] = "red";
}

static cop_move first_move(const struct cop_game *game, const void *state, struct cop_rng *rng)
{
    cop_move moves[16];

    (void)rng;
    return tiny_nim.moves(game, state, moves) > 0 ? moves[0] : COP_NO_MOVE;
}

static int playout_of_greed(const struct cop_game *game, void *state, struct cop_rng *rng,
                            int limit)
{
    int plies = 0;

    for (; plies < limit && tiny_nim.turn(game, state) != COP_OVER; plies++)
        tiny_nim.play(game, state, tiny_nim.policies[0].pick(game, NULL, state, NULL, rng));
    return plies;
}

static cop_move pick_nothing(const struct cop_game *game, const void *prepared, const void *state,
                             void *notes, struct cop_rng *rng)
{
    (void)game;
    (void)state;
    (void)rng;
    return COP_NO_MOVE;
    (void)prepared;
    (void)notes;
}

/* Every move but the first of all. */
static void call_all_lost(const struct cop_game *game, const void *state, const cop_move *moves,
                          int count, float *rating)
{
    (void)game;
    (void)state;
    for (int i = 0; i < count; i++)
        rating[i] = moves[i] == 0 ? 0 : -INFINITY;
}

static const struct cop_ordering losing[] = {
    {.name = "losing", .help = "calls moves lost", .rate = call_all_lost, .knows_losses = true},
    {NULL}};
static const struct cop_ordering silent[] = {
    {.name = "silent", .help = "does not say so", .rate = call_all_lost}, {NULL}};

static int kind_is_the_heap(const struct cop_game *game, cop_move move)
{
    (void)game;
    return (int)move / 4;
}

static void keep_turn(const struct cop_game *game, void *state, int player)
{
    (void)game;
    (void)state;
    (void)player;
}

static void sample_another_guess(const struct cop_game *game, const void *seen, int player,
                                 void *state, struct cop_rng *rng)
{
    cop_move guess[3];

    tiny_coin.sample(game, seen, player, state, rng);
    if (tiny_coin.moves(game, state, guess) == 3)
        tiny_coin.play(game, state, guess[cop_rng_below(rng, 2)]);
}

static cop_move call_nothing_decisive(const struct cop_game *game, const void *state)
{
    (void)game;
    (void)state;
    return COP_NO_MOVE;
}

static void turn_nothing(const struct cop_game *game, const void *state, int symmetry, void *turned)
{
    (void)symmetry;
    memcpy(turned, state, game->state_size);
}

static int only_the_first_part(const struct cop_game *game, const void *state, void *parts,
                               int room)
{
    int count = tiny_nim.parts(game, state, parts, room);

    return count > 2 ? count - 1 : count;
}

static bool promise_all(const struct cop_game *game, const void *prepared, const void *state,
                        enum cop_stake stake, int player, struct cop_bounds *bounds)
{
    (void)game;
    (void)prepared;
    (void)state;
    (void)stake;
    (void)player;
    bounds->low = 1;
    return true;
}

static int64_t too_few_numbers(const struct cop_game *game, int class_number)
{
    return tiny_nim.indexing->count(game, class_number) / 4;
}

static bool place_of_nim(const struct cop_game *game, const void *state, struct cop_place *place)
{
    return tiny_nim.indexing->place(game, state, place);
}

static bool state_of_nim(const struct cop_game *game, int class_number, int64_t number, void *state)
{
    return tiny_nim.indexing->state(game, class_number, number, state);
}

static int classes_of_nim(const struct cop_game *game)
{
    return tiny_nim.indexing->classes(game);
}

static int stage_of_nim(const struct cop_game *game, int class_number)
{
    return tiny_nim.indexing->stage(game, class_number);
}

static int one_stage(const struct cop_game *game, int class_number)
{
    (void)game;
    (void)class_number;
    return 0;
}

static int nothing_before(const struct cop_game *game, int class_number, int64_t number,
                          struct cop_place *out, int room)
{
    (void)game;
    (void)class_number;
    (void)number;
    (void)out;
    (void)room;
    return 0;
}

static const struct cop_indexing small_indexing = {.classes = classes_of_nim,
                                                   .stage = stage_of_nim,
                                                   .count = too_few_numbers,
                                                   .place = place_of_nim,
                                                   .state = state_of_nim};

static int64_t count_of_nim(const struct cop_game *game, int class_number)
{
    return tiny_nim.indexing->count(game, class_number);
}

static int rising_stage(const struct cop_game *game, int class_number)
{
    return classes_of_nim(game) - class_number;
}

static const struct cop_indexing rising_indexing = {.classes = classes_of_nim,
                                                    .stage = rising_stage,
                                                    .count = count_of_nim,
                                                    .place = place_of_nim,
                                                    .state = state_of_nim};
static const struct cop_indexing one_way_indexing = {.classes = classes_of_nim,
                                                     .stage = one_stage,
                                                     .count = count_of_nim,
                                                     .place = place_of_nim,
                                                     .state = state_of_nim,
                                                     .before = nothing_before};
static int opening_of_nobody(const struct cop_game *game, const void *state,
                             struct cop_opening_move *out, double *others)
{
    (void)game;
    (void)state;
    *others = 0;
    out[0] = (struct cop_opening_move){.move = 9999, .chance = 0.5, .games = 1};
    return 1;
}

/* Turned positions have another first one. */
static int first_move_only(const struct cop_game *game, const void *state,
                           struct cop_opening_move *out, double *others)
{
    cop_move moves[16];

    *others = 0;
    if (tiny_nim.moves(game, state, moves) == 0)
        return 0;
    out[0] = (struct cop_opening_move){.move = moves[0], .chance = 0.5, .games = 1};
    return 1;
}

static int more_than_certain(const struct cop_game *game, const void *state,
                             struct cop_opening_move *out, double *others)
{
    int count = first_move_only(game, state, out, others);

    out[0].chance = 1.5;
    return count;
}

static int known_twice(const struct cop_game *game, const void *state, struct cop_opening_move *out,
                       double *others)
{
    int count = first_move_only(game, state, out, others);

    out[1] = out[0];
    return 2 * count;
}

static const struct cop_oracle promising[] = {{.name = "promising", .probe = promise_all}, {NULL}};
static const struct cop_policy no_policy[] = {{"nothing", "picks nothing", pick_nothing}, {NULL}};

static int forget_whose_turn_it_is(const struct cop_game *game, void *state)
{
    tiny_nim.give_turn(game, state, 0);
    return INT_MAX;
}

/* Every domino has as many moves as the board, ... */
static bool one_move_more(const struct cop_game *game, const void *part, int *moves)
{
    bool is_known = tiny_domino.sums->worth(game, part, moves);

    (*moves)++;
    return is_known;
}

/* ...all parts are alike, ... */
static int one_form_for_all(const struct cop_game *game, const void *part,
                            uint8_t bytes[COP_FORM_MAX], bool *is_swapped)
{
    (void)game;
    (void)part;
    bytes[0] = 1;
    *is_swapped = false;
    return 1;
}

/* ...and it is always the first player's turn. */
static void turn_of_the_first(const struct cop_game *game, void *state, int player)
{
    (void)player;
    tiny_domino.sums->turn_to(game, state, 0);
}

static void turn_of_each(const struct cop_game *game, void *state, int player)
{
    tiny_domino.sums->turn_to(game, state, player);
}

static const struct cop_sums generous_sums = {.turn_to = turn_of_each, .worth = one_move_more};
static const struct cop_sums same_sums = {.turn_to = turn_of_each, .form = one_form_for_all};
static const struct cop_sums lopsided_sums = {.turn_to = turn_of_the_first};

/* Each row replaces one function of a right game by a wrong one. */
struct mutant {
    const char *property; /* that notices */
    const struct cop_rules *base;
    struct cop_rules change; /* only what differs */
};

static const struct mutant mutants[] = {
    {"games_end_when_moves_do", &tiny_nim, {.turn = turn_never_over}},
    {"moves_are_distinct", &tiny_nim, {.moves = first_move_twice}},
    {"copies_play_alike", &tiny_nim, {.play = play_past_the_end}},
    {"chances_add_to_one", &tiny_race, {.chances = chances_of_nine_tenths}},
    {"payoffs_are_shares", &tiny_nim, {.payoff = payoff_for_all}},
    {"scores_stay_in_range", &tiny_nim, {.score = score_below_zero}},
    {"margins_are_opposite", &cop_othello, {.score = score_of_both}},
    {"moves_left_are_enough_and_never_grow", &tiny_nim, {.moves_left = one_move_too_few}},
    {"moves_left_are_enough_and_never_grow", &tiny_nim, {.moves_left = moves_that_come_back}},
    {"moves_left_are_enough_and_never_grow", &tiny_nim, {.moves_left = more_moves_than_plies}},
    {"codes_tell_moves_apart", &tiny_nim, {.code = code_of_any_move}},
    {"codes_tell_moves_apart",
     &tiny_nim,
     {.code = code_is_the_move, .coded_moves = coded_with_codes_of_others}},
    {"marks_follow_moves", &tiny_nim, {.marking = &forgetful_marking}},
    {"marks_follow_moves", &tiny_nim, {.marking = &blind_marking}},
    {"stems_share_the_moves_out", &tiny_nim, {.stem = stem_of_its_own}},
    {"stems_share_the_moves_out", &tiny_nim, {.stems = one_stem_too_few}},
    {"keys_tell_positions_apart", &tiny_nim, {.key = key_without_mover}},
    {"moves_are_read_as_written", &tiny_nim, {.write_move = write_only_a1}},
    {"positions_are_read_as_written", &tiny_nim, {.write_position = write_position_without_mover}},
    {"damaged_positions_are_refused_or_playable", &tiny_nim, {.read_position = read_anything}},
    {"records_survive_sgf", &tiny_nim, {.write_move = write_only_a1}},
    {"scenes_have_every_cell_of_a_path", &tiny_nim, {.path = path_off_the_board}},
    {"paths_are_distinct", &tiny_nim, {.path = path_to_the_heap}},
    {"prompts_say_what_a_click_decides", &tiny_nim, {.prompt = prompt_for_later_clicks}},
    {"finished_games_say_how_they_ended", &tiny_nim, {.ending = ending_at_any_time}},
    {"only_finished_games_are_decided", &tiny_nim, {.scene = scene_decided_early}},
    {"players_are_named_as_they_look", &tiny_nim, {.scene = scene_in_other_colours}},
    {"random_moves_are_legal_and_fair", &tiny_nim, {.random_move = first_move}},
    {"playouts_agree_with_single_moves", &tiny_nim, {.playout = playout_of_greed}},
    {"advice_is_legal_and_in_range", &tiny_nim, {.policies = no_policy}},
    {"advice_is_legal_and_in_range", &tiny_nim, {.orderings = losing}},
    {"advice_is_legal_and_in_range", &tiny_nim, {.orderings = silent}},
    {"move_kinds_tell_moves_apart", &tiny_nim, {.move_kind = kind_is_the_heap}},
    {"turns_can_be_given", &tiny_nim, {.give_turn = keep_turn}},
    {"decisive_moves_win_and_none_is_missed", &tiny_nim, {.decisive = call_nothing_decisive}},
    {"oracles_tell_the_truth", &tiny_nim, {.oracles = promising}},
    {"symmetries_keep_the_game", &tiny_nim, {.turned = turn_nothing}},
    {"numbers_stand_for_positions", &tiny_nim, {.indexing = &small_indexing}},
    {"numbers_stand_for_positions", &tiny_nim, {.indexing = &rising_indexing}},
    {"numbers_stand_for_positions", &tiny_nim, {.indexing = &one_way_indexing}},
    {"parts_share_the_moves", &tiny_nim, {.parts = only_the_first_part}},
    {"sums_are_worth_what_play_shows", &tiny_domino, {.sums = &generous_sums}},
    {"sums_are_worth_what_play_shows", &tiny_domino, {.sums = &same_sums}},
    {"sums_are_worth_what_play_shows", &tiny_domino, {.sums = &lopsided_sums}},
    {"pasts_do_nothing_but_draw", &tiny_nim, {.forget = forget_whose_turn_it_is}},
    {"openings_are_legal_and_the_same_again", &tiny_nim, {.opening = opening_of_nobody}},
    {"openings_are_legal_and_the_same_again", &tiny_nim, {.opening = first_move_only}},
    {"openings_are_legal_and_the_same_again", &tiny_nim, {.opening = more_than_certain}},
    {"openings_are_legal_and_the_same_again", &tiny_nim, {.opening = known_twice}},
    {"samples_look_like_the_view", &tiny_coin, {.sample = sample_another_guess}},
};
enum { MUTANTS = sizeof mutants / sizeof mutants[0] };

#define TAKE(part)                   \
    if (mutant->change.part != NULL) \
    rules.part = mutant->change.part

static struct cop_rules mutated(const struct mutant *mutant)
{
    struct cop_rules rules = *mutant->base;

    TAKE(turn);
    TAKE(code);
    TAKE(coded_moves);
    TAKE(marking);
    TAKE(moves);
    TAKE(play);
    TAKE(chances);
    TAKE(payoff);
    TAKE(score);
    TAKE(key);
    TAKE(moves_left);
    TAKE(stem);
    TAKE(stems);
    TAKE(write_move);
    TAKE(write_position);
    TAKE(read_position);
    TAKE(scene);
    TAKE(path);
    TAKE(prompt);
    TAKE(ending);
    TAKE(random_move);
    TAKE(playout);
    TAKE(policies);
    TAKE(orderings);
    TAKE(move_kind);
    TAKE(give_turn);
    TAKE(sample);
    TAKE(decisive);
    TAKE(oracles);
    TAKE(turned);
    TAKE(indexing);
    TAKE(forget);
    TAKE(parts);
    TAKE(sums);
    TAKE(opening);
    return rules;
}

static void wrong_game_is_noticed(void **context)
{
    const struct case_of *that = *context;
    struct cop_rules rules = mutated(that->mutant);
    struct cop_error error = {""};
    struct cop_game *game = cop_game_open_rules(&rules, NULL, &error);

    assert_non_null(game);
    assert_false(that->property->holds(game, that->effort, &error));
    assert_true(strlen(error.message) > 20);
    cop_game_close(game);
}

/* ---- The cases ---- */

struct cases {
    struct CMUnitTest tests[CASES_MAX];
    struct case_of about[CASES_MAX];
    int count;
    int games, share, shares; /* the next game's number, and which numbers are ours */
    const struct property_effort *effort;
};

static void add_case(struct cases *cases, CMUnitTestFunction run, struct case_of about,
                     const char *name)
{
    int at = cases->count++;

    if (at >= CASES_MAX)
        abort();
    cases->about[at] = about;
    cases->about[at].effort = cases->effort;
    cases->tests[at] = (struct CMUnitTest){
        .name = cop_copy_string(name), .test_func = run, .initial_state = &cases->about[at]};
}

/* A property that a game's parts do not call for is no case. */
static void add_game(struct cases *cases, const char *spec)
{
    struct cop_error error = {""};
    struct cop_game *game;
    char name[200];

    if (cases->games++ % cases->shares != cases->share)
        return;
    game = open_any(spec, &error);
    for (int group = 0; group < GROUPS; group++)
        for (const struct property *row = groups[group]; row->name != NULL; row++) {
            if (game != NULL && row->applies != NULL && !row->applies(game))
                continue;
            snprintf(name, sizeof name, "%s in %s", row->name, spec);
            add_case(cases, property_holds, (struct case_of){.property = row, .spec = spec}, name);
        }
    cop_game_close(game);
}

/* Every property has a wrong game that it notices; without one the program does not start. */
static void add_mutants(struct cases *cases)
{
    char name[200];

    for (int group = 0; group < GROUPS; group++)
        for (const struct property *row = groups[group]; row->name != NULL; row++) {
            int count = cases->count;

            snprintf(name, sizeof name, "%s notices a wrong game", row->name);
            for (int at = 0; at < MUTANTS; at++)
                if (strcmp(mutants[at].property, row->name) == 0)
                    add_case(cases, wrong_game_is_noticed,
                             (struct case_of){.property = row, .mutant = &mutants[at]}, name);
            if (cases->count == count)
                abort();
        }
}

static void add_all(struct cases *cases)
{
    if (cases->share == 0)
        add_mutants(cases);
    for (int i = 0; cop_all_rules()[i] != NULL; i++)
        add_game(cases, cop_all_rules()[i]->name);
    for (int i = 0; tiny_all_rules[i] != NULL; i++)
        add_game(cases, tiny_all_rules[i]->name);
    add_game(cases, cop_tictactoe.name);
    for (int i = 0; game_variants[i] != NULL; i++)
        add_game(cases, game_variants[i]);
    for (size_t i = 0; i < sizeof tiny_variants / sizeof tiny_variants[0]; i++)
        add_game(cases, tiny_variants[i]);
}

int main(int count, char **words)
{
    struct cases *cases = cop_allocate(sizeof *cases);
    bool is_light = is_slow_build() || (count == 4 && strcmp(words[3], "light") == 0);
    int status;

    cases->share = count >= 3 ? atoi(words[1]) : 0;
    cases->shares = count >= 3 ? atoi(words[2]) : 1;
    cases->effort = is_light ? &light_effort : &whole_effort;
    if (cases->shares < 1 || cases->share < 0 || cases->share >= cases->shares)
        abort();
    add_all(cases);
    status = _cmocka_run_group_tests("properties", cases->tests, (size_t)cases->count, NULL, NULL);
    for (int i = 0; i < cases->count; i++)
        free((char *)cases->tests[i].name);
    free(cases);
    return status;
}
