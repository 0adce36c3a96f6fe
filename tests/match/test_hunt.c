/* test_hunt.c - boards, hunts in a store, and tables of best games: what is kept is what the rules
 * make of it, whoever found it and whatever he says. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "folder.h"
#include "match/best_table.h"
#include "match/hunt.h"
#include "store/results.h"

#define GAME   "samegame(width=5, height=4, colours=3)"
#define BOARDS "# two boards\n\na 01201/12012/00112/21020\nb 00011/11222/00011/22200\n"

static char folder[FOLDER_ROOM], path[FOLDER_ROOM + 16], store_path[FOLDER_ROOM + 16];

static int make_folder(void **context)
{
    (void)context;
    if (folder_make(folder) != 0)
        return -1;
    snprintf(path, sizeof path, "%s/boards.txt", folder);
    snprintf(store_path, sizeof store_path, "%s/best.db", folder);
    return 0;
}

static int remove_folder(void **context)
{
    (void)context;
    return folder_remove(folder);
}

static void write_boards(const char *words)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(words, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void read_boards(struct cop_boards *boards)
{
    struct cop_error error;

    write_boards(BOARDS);
    if (!cop_boards_read(boards, GAME, path, &error))
        fail_msg("%s", error.message);
}

static struct cop_store *open_store(void)
{
    struct cop_error error;
    struct cop_store *store = cop_store_open(store_path, &error);

    if (store == NULL)
        fail_msg("%s", error.message);
    return store;
}

/* ---- An agent that the tests speak for ---- */

enum manner { REAL, WHOLE, WHOLE_BUT_ASK_AGAIN, CUT_OFF, ILLEGAL, BOASTS };
static enum manner manner;
static int asked;
static double best_told; /* points of the best whole game that was told */

/* A game from here on, at random by the limits' seed. */
static void tell_game(const struct cop_game *game, const void *state, uint64_t seed,
                      struct cop_report *report)
{
    unsigned char now[COP_STATE_MAX];
    cop_move moves[256];
    struct cop_rng rng;

    cop_rng_seed(&rng, seed + (uint64_t)asked);
    memcpy(now, state, game->state_size);
    report->line_length = 0;
    while (game->rules->turn(game, now) != COP_OVER) {
        cop_move move = cop_random_move(game, now, &rng, moves);

        report->line[report->line_length++] = move;
        game->rules->play(game, now, move);
    }
    report->total = game->rules->score(game, now, 0);
    report->best = report->line[0];
    report->has_total = true;
    report->turn_length = manner == WHOLE_BUT_ASK_AGAIN ? 1 : report->line_length;
    if (asked == 1 || report->total > best_told)
        best_told = report->total;
}

static const struct cop_game *told_game;

/* The names are the linker's. NOLINTBEGIN(bugprone-reserved-identifier) */
bool __real_cop_agent_think(struct cop_agent *agent, const void *state,
                            const struct cop_limits *limits, const struct cop_watch *watch,
                            struct cop_report *report, struct cop_error *error);
bool __wrap_cop_agent_think(struct cop_agent *agent, const void *state,
                            const struct cop_limits *limits, const struct cop_watch *watch,
                            struct cop_report *report, struct cop_error *error);

bool __wrap_cop_agent_think(struct cop_agent *agent, const void *state,
                            const struct cop_limits *limits, const struct cop_watch *watch,
                            struct cop_report *report, struct cop_error *error)
{
    asked++;
    if (manner == REAL)
        return __real_cop_agent_think(agent, state, limits, watch, report, error);
    tell_game(told_game, state, 7, report);
    if (manner == CUT_OFF)
        report->line_length--;
    if (manner == ILLEGAL)
        report->line[report->line_length - 1] = 9999;
    if (manner == BOASTS)
        report->total += 1000;
    return true;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* ---- Boards ---- */

static void boards_are_positions_or_specs(void **context)
{
    struct cop_boards boards;
    struct cop_error error;
    struct cop_text text = COP_TEXT;

    (void)context;
    read_boards(&boards);
    assert_int_equal(boards.count, 2);
    assert_int_equal(cop_boards_find(&boards, "b"), 1);
    assert_int_equal(cop_boards_find(&boards, "c"), -1);
    cop_boards_write(&boards, &text);
    assert_non_null(strstr(text.bytes, "board b of " GAME ": 00011/11222/00011/22200"));
    cop_text_free(&text);
    cop_boards_free(&boards);
    write_boards("samegame(width=3, height=3)\r\nx 01/10\nsamegame(width=4, height=2)");
    if (!cop_boards_read(&boards, "samegame(width=2, height=2)", path, &error))
        assert_non_null(strstr(error.message, "board x is over before it begins"));
    else
        fail();
    write_boards("samegame(width=3, height=3)\r\nx 00/10\nsamegame(width=4, height=2)");
    assert_true(cop_boards_read(&boards, "samegame(width=2, height=2)", path, &error));
    assert_int_equal(boards.count, 3);
    assert_string_equal(boards.boards[0].name, "1");
    assert_string_equal(boards.boards[2].name, "3");
    assert_string_equal(boards.boards[2].game->name, "samegame(width=4, height=2)");
    cop_boards_free(&boards);
    assert_true(cop_boards_read(&boards, GAME, NULL, &error));
    assert_int_equal(boards.count, 1);
    cop_boards_free(&boards);
}

static void wrong_boards_are_refused_in_words(void **context)
{
    static const struct {
        const char *game, *words, *message;
    } cases[] = {
        {GAME, "a 01201/12012/00112/21020\na 00011/11222/00011/22200\n", "is used twice"},
        {GAME, "a 01201/12012/00112/21020\nb 00011/11222/00011\n", ":2: "},
        {GAME, "a 01201/12012/00112/21029\n", "colour"},
        {GAME, "# nothing\n", "has no boards"},
        {GAME, "01201/12012/00112/21020\n", "a name and a position"},
        {GAME, "samegame(width=99)\n", "width"},
        {"othello", "a b\n", "has 2 players"},
        {"ontop", "a b\n", "players"},
        {"nothing", "a b\n", "nothing"},
    };

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_boards boards;
        struct cop_error error = {{0}};

        write_boards(cases[i].words);
        assert_false(cop_boards_read(&boards, cases[i].game, path, &error));
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.message, cases[i].message);
        assert_int_equal(boards.count, 0);
    }
}

static void only_whole_games_have_points(void **context)
{
    struct cop_boards boards;
    struct cop_error error;
    int plies;
    double points;

    (void)context;
    write_boards("a 00/10\nb 00/00\n");
    assert_true(cop_boards_read(&boards, "samegame(width=2, height=2, colours=2)", path, &error));
    assert_true(cop_board_play(&boards.boards[1], "a1", &plies, &points, &error));
    assert_int_equal(plies, 1);
    assert_float_equal(points, 1004, 0);
    assert_false(cop_board_play(&boards.boards[1], "", &plies, &points, &error));
    assert_non_null(strstr(error.message, "board b: after its 0 moves the game is not over"));
    assert_false(cop_board_play(&boards.boards[0], "a1", &plies, &points, &error));
    cop_boards_free(&boards);
}

/* ---- What the store keeps ---- */

static int first_board(void *context, const struct cop_standing *standings)
{
    (void)standings;
    return *(int *)context;
}

static void begin(struct cop_store *store, int64_t hunt, struct cop_hunted *search)
{
    struct cop_error error;
    int wanted = search->board;

    assert_true(cop_hunt_begin(store, hunt, 2, first_board, &wanted, &search->board,
                               &search->number, &error));
    assert_int_equal(search->board, wanted);
}

static void keep_standings(void *context, const struct cop_standing *standings)
{
    struct cop_standing *kept = context;

    for (int i = 0; i < 2; i++) {
        kept[i] = standings[i];
        kept[i].game = standings[i].game == NULL               ? NULL
                       : strcmp(standings[i].game, "x y") == 0 ? "x y"
                                                               : "another";
    }
}

static void add(struct cop_store *store, int64_t hunt, int board, double points, double seconds,
                bool is_expected)
{
    struct cop_hunted search = {.board = board,
                                .agent = points > 20 ? "strong" : "weak",
                                .limit = "1s",
                                .seed = 5,
                                .seconds = seconds,
                                .points = points,
                                .plies = 2,
                                .game = points >= 30 ? "x y" : "z"};
    struct cop_error error;
    bool is_best;

    if (points < 0)
        search.game = NULL;
    begin(store, hunt, &search);
    assert_true(cop_hunt_add(store, hunt, &search, &is_best, &error));
    assert_int_equal(is_best, is_expected);
}

static void keep_gains(void *context, const struct cop_hunter *hunter)
{
    char *words = context;

    sprintf(words + strlen(words), "%s %d %d %g %g; ", hunter->agent, hunter->searches,
            hunter->finds, hunter->seconds, hunter->gain);
}

static void the_best_game_stays(void **context)
{
    struct cop_store *store = open_store();
    struct cop_standing kept[2];
    struct cop_error error;
    char words[256] = "";
    int64_t hunt;

    (void)context;
    assert_true(cop_hunt_open(store, "boards", &hunt, &error));
    add(store, hunt, 1, 10, 1, true);
    add(store, hunt, 1, 10, 2, false); /* equal is not better */
    add(store, hunt, 1, 30, 4, true);
    add(store, hunt, 1, -1, 8, false); /* ended before it had a game */
    add(store, hunt, 1, 12, 16, false);
    cop_store_close(store);
    store = open_store();
    assert_true(cop_hunt_open(store, "boards", &hunt, &error));
    assert_true(cop_hunt_look(store, hunt, 2, keep_standings, kept, &error));
    assert_false(kept[0].has_best);
    assert_int_equal(kept[0].begun, 0);
    assert_true(kept[1].has_best);
    assert_float_equal(kept[1].points, 30, 0);
    assert_string_equal(kept[1].game, "x y");
    assert_int_equal(kept[1].begun, 5);
    assert_int_equal(kept[1].ended, 5);
    assert_float_equal(kept[1].seconds, 31, 0);
    assert_float_equal(kept[1].idle_seconds, 24, 0);
    assert_true(cop_hunt_each_agent(store, hunt, keep_gains, words, &error));
    assert_string_equal(words, "strong 1 1 4 20; weak 4 1 27 0; ");
    cop_store_close(store);
}

static void a_store_of_other_boards_is_refused(void **context)
{
    struct cop_store *store = open_store();
    struct cop_error error;
    int64_t hunt, match;

    (void)context;
    assert_true(cop_store_match(store, "a match", &match, &error));
    assert_true(cop_hunt_open(store, "boards", &hunt, &error));
    assert_false(cop_hunt_open(store, "others", &hunt, &error));
    assert_non_null(strstr(error.message, "the best games of other boards"));
    assert_true(cop_hunt_open(store, "boards", &hunt, &error));
    cop_store_close(store);
}

enum { CLAIMS = 50 };

static void *claim_many(void *context)
{
    int *numbers = context;
    struct cop_store *store = open_store(); /* as another process would */
    struct cop_error error;
    int64_t hunt;

    assert_true(cop_hunt_open(store, "boards", &hunt, &error));
    for (int i = 0; i < CLAIMS; i++) {
        struct cop_hunted search = {.board = 0};

        begin(store, hunt, &search);
        numbers[i] = search.number;
    }
    cop_store_close(store);
    return NULL;
}

static void no_number_is_given_twice(void **context)
{
    int numbers[2][CLAIMS], seen[2 * CLAIMS] = {0};
    pthread_t threads[2];

    (void)context;
    cop_store_close(open_store());
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, claim_many, numbers[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2 * CLAIMS; i++) {
        int number = numbers[i / CLAIMS][i % CLAIMS];

        assert_in_range(number, 0, 2 * CLAIMS - 1);
        seen[number]++;
    }
    for (int i = 0; i < 2 * CLAIMS; i++)
        assert_int_equal(seen[i], 1);
}

/* ---- Which board is next ---- */

static void boards_with_the_least_effort_come_first(void **context)
{
    struct cop_standing standings[3] = {{0}};

    (void)context;
    assert_int_equal(cop_hunt_choose(standings, 3), 0);
    standings[0].begun = 1; /* somebody is at it */
    assert_int_equal(cop_hunt_choose(standings, 3), 1);
    for (int i = 0; i < 3; i++)
        standings[i] =
            (struct cop_standing){.begun = 1, .ended = 1, .seconds = 10, .idle_seconds = 10};
    standings[2].idle_seconds = 0; /* its last search has found something */
    assert_int_equal(cop_hunt_choose(standings, 3), 2);
    standings[2].begun = 2;
    assert_int_equal(cop_hunt_choose(standings, 3), 0);
}

/* ---- Hunting ---- */

struct diary {
    int searches, finds, boards[2];
    double best[2];
    int64_t seeds[64];
    char agents[64];
};

static void note(void *context, const struct cop_hunt_news *news)
{
    struct diary *diary = context;

    diary->seeds[diary->searches] = news->search->seed;
    diary->agents[diary->searches] = news->search->agent[0];
    diary->searches++;
    diary->finds += news->is_best;
    diary->boards[news->search->board]++;
    if (news->is_best)
        diary->best[news->search->board] = news->search->points;
    assert_int_equal(diary->searches, news->searches);
}

static bool hunt_with(struct cop_boards *boards, const char *const *agents, int count, int searches,
                      struct diary *diary, struct cop_error *error)
{
    struct cop_store *store = open_store();
    struct cop_text identity = COP_TEXT, unsaved = COP_TEXT;
    struct cop_hunt_plan plan = {.boards = boards,
                                 .agents = agents,
                                 .agent_count = count,
                                 .share = {.sims = 20,
                                           .means = {.threads = 1, .memory = 1 << 20},
                                           .clock = manner == WHOLE_BUT_ASK_AGAIN ? 1e6 : 0},
                                 .searches = searches,
                                 .report = note,
                                 .context = diary};
    int64_t hunt;
    bool is_good;

    asked = 0;
    told_game = boards->games[0];
    cop_boards_write(boards, &identity);
    is_good = cop_hunt_open(store, identity.bytes, &hunt, error) &&
              cop_hunt_run(&plan, store, hunt, &unsaved, error);
    assert_int_equal(unsaved.length, 0);
    cop_text_free(&identity);
    cop_store_close(store);
    return is_good;
}

static void a_hunt_goes_on_to_new_seeds_and_agents_take_turns(void **context)
{
    const char *const agents[] = {"random", "mcts"};
    struct cop_boards boards;
    struct diary first = {0}, second = {0};
    struct cop_error error;

    (void)context;
    manner = REAL;
    read_boards(&boards);
    assert_true(hunt_with(&boards, agents, 2, 4, &first, &error));
    assert_true(hunt_with(&boards, agents, 2, 4, &second, &error));
    assert_int_equal(first.searches, 4);
    assert_int_equal(first.seeds[0], 1);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(first.agents[i], first.seeds[i] % 2 == 1 ? 'r' : 'm');
        assert_int_equal(second.agents[i], second.seeds[i] % 2 == 1 ? 'r' : 'm');
    }
    /* eight different pairs of board and seed, as the store would refuse one twice */
    assert_int_equal(first.boards[0] + second.boards[0] + first.boards[1] + second.boards[1], 8);
    cop_boards_free(&boards);
}

static void a_game_that_is_told_whole_ends_the_search(void **context)
{
    const char *const agents[] = {"random"};
    struct cop_boards boards;
    struct diary diary = {0};
    struct cop_error error;

    (void)context;
    manner = WHOLE;
    read_boards(&boards);
    assert_true(hunt_with(&boards, agents, 1, 1, &diary, &error));
    assert_int_equal(asked, 1);
    assert_float_equal(diary.best[0], best_told, 0);
    cop_boards_free(&boards);
}

static void the_best_game_told_on_the_way_is_kept(void **context)
{
    const char *const agents[] = {"random"};
    struct cop_boards boards;
    struct diary diary = {0};
    struct cop_error error;

    (void)context;
    manner = WHOLE_BUT_ASK_AGAIN;
    read_boards(&boards);
    assert_true(hunt_with(&boards, agents, 1, 1, &diary, &error));
    assert_true(asked > 1);
    assert_float_equal(diary.best[0], best_told, 0);
    cop_boards_free(&boards);
}

static void what_agents_say_of_their_points_does_not_count(void **context)
{
    const char *const agents[] = {"random"};
    struct cop_boards boards;
    struct diary diary = {0};
    struct cop_error error;

    (void)context;
    manner = BOASTS;
    read_boards(&boards);
    assert_true(hunt_with(&boards, agents, 1, 1, &diary, &error));
    assert_float_equal(diary.best[0], best_told, 0);
    cop_boards_free(&boards);
}

static void games_that_cannot_be_played_are_not_stored(void **context)
{
    const char *const agents[] = {"random"};
    struct cop_boards boards;
    struct diary diary = {0};
    struct cop_error error;

    (void)context;
    read_boards(&boards);
    for (manner = CUT_OFF; manner <= ILLEGAL; manner++) {
        assert_false(hunt_with(&boards, agents, 1, 1, &diary, &error));
        assert_non_null(strstr(error.message, "cannot be played to an end on board"));
    }
    manner = REAL;
    assert_int_equal(diary.searches, 0);
    cop_boards_free(&boards);
}

/* ---- Tables ---- */

static bool count_game(void *context, const struct cop_best_game *best, struct cop_error *error)
{
    (void)error;
    *(double *)context += best->points;
    assert_string_equal(best->agent, "mc(c=\"a: b\")");
    return true;
}

static void a_table_is_read_as_it_was_written(void **context)
{
    struct cop_boards boards;
    struct cop_text text = COP_TEXT;
    struct cop_error error;
    double total = 0;

    (void)context;
    write_boards("a 00/00\nb 00/11\n");
    assert_true(cop_boards_read(&boards, "samegame(width=2, height=2, colours=2)", path, &error));
    cop_text_add(&text, "# a comment\n\n");
    cop_best_write_line("b", 1000, 2, "mc(c=\"a: b\")", "a1 a1", &text);
    cop_best_write_line("a", 1004, 1, "mc(c=\"a: b\")", "a1", &text);
    cop_best_write_total(2004, 2, &text);
    if (!cop_best_read(&boards, text.bytes, count_game, &total, &error))
        fail_msg("%s", error.message);
    assert_float_equal(total, 2004, 0);
    cop_text_free(&text);
    cop_boards_free(&boards);
}

static void wrong_tables_are_refused_in_words(void **context)
{
    static const struct {
        const char *words, *message;
    } cases[] = {
        {"a\t1004\t1\tx\ta1\ntotal\t1005\t1\n", "line 2: the 1 games before have 1004"},
        {"a\t1004\t1\tx\ta1\ntotal\t1004\t2\n", "line 2: the 1 games before have 1004"},
        {"a\t1004\t1\tx\ta1\n", "the total is missing"},
        {"a\t1005\t1\tx\ta1\ntotal\t1005\t1\n", "line 1: the game on board a has 1004 points"},
        {"a\t1004\t2\tx\ta1\ntotal\t1004\t1\n", "in 1 moves"},
        {"a\t1004\t1\tx\ta3\ntotal\t1004\t1\n", "line 1: board a: "},
        {"a\t1004\t1\tx\ta1\na\t1004\t1\tx\ta1\n", "line 2: board a was there before"},
        {"q\t1004\t1\tx\ta1\n", "there is no board \"q\""},
        {"a 1004 1 x a1\n", "there is no board"},
        {"a\tmuch\t1\tx\ta1\n", "with tabs"},
        {"", "the total is missing"},
    };
    struct cop_boards boards;
    struct cop_error error;

    (void)context;
    write_boards("a 00/00\nb 00/11\n");
    assert_true(cop_boards_read(&boards, "samegame(width=2, height=2, colours=2)", path, &error));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *words = strdup(cases[i].words);

        assert_false(cop_best_read(&boards, words, NULL, NULL, &error));
        if (strstr(error.message, cases[i].message) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.message, cases[i].message);
        free(words);
    }
    cop_boards_free(&boards);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(boards_are_positions_or_specs),
        CASE(wrong_boards_are_refused_in_words),
        CASE(only_whole_games_have_points),
        CASE(the_best_game_stays),
        CASE(a_store_of_other_boards_is_refused),
        CASE(no_number_is_given_twice),
        CASE(boards_with_the_least_effort_come_first),
        CASE(a_hunt_goes_on_to_new_seeds_and_agents_take_turns),
        CASE(a_game_that_is_told_whole_ends_the_search),
        CASE(the_best_game_told_on_the_way_is_kept),
        CASE(what_agents_say_of_their_points_does_not_count),
        CASE(games_that_cannot_be_played_are_not_stored),
        CASE(a_table_is_read_as_it_was_written),
        CASE(wrong_tables_are_refused_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
