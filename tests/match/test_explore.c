/* test_explore.c - what was played in a position: counted by an index, and by hand. */
#include <pthread.h>
#include <setjmp.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "base/file.h"
#include "book/graph.h"
#include "book/lines.h"
#include "coppice/coppice.h"
#include "folder.h"
#include "match/explore.h"
#include "match/match.h"
#include "match/spot.h"

static char folder[FOLDER_ROOM];

static int make_folder(void **state)
{
    (void)state;
    return folder_make(folder);
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

static char *path_to(const char *name)
{
    struct cop_text text = COP_TEXT;
    char *path;

    cop_text_add(&text, "%s/%s", folder, name);
    path = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return path;
}

static struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {{0}};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

/* Plays games of `random` into the store. */
static void play_into(const char *path, const struct cop_game *game, int games, uint64_t seed)
{
    static const char *const agents[] = {"random", "random"};
    struct cop_limits limits[2];
    struct cop_error error = {{0}};
    struct cop_store *store = cop_store_open(path, &error);
    struct cop_match_plan plan = {.game = game,
                                  .agent_count = game->players == 1 ? 1 : 2,
                                  .agents = agents,
                                  .limits = limits,
                                  .games = games,
                                  .threads = 1,
                                  .seed = seed};

    for (int i = 0; i < 2; i++)
        assert_true(cop_limits_parse("sims=1", &limits[i], &error));
    if (store == NULL || !cop_match_run(&plan, store, NULL, &error))
        fail_msg("%s", error.message);
    cop_store_close(store);
}

static struct cop_explorer *explore(const char *index, const char *source)
{
    struct cop_error error = {{0}};
    struct cop_explorer *explorer = cop_explorer_open(index, &error);

    if (explorer == NULL || !cop_explorer_add(explorer, source, &error))
        fail_msg("%s", error.message);
    return explorer;
}

static struct cop_explore_news read_all(struct cop_explorer *explorer, const struct cop_game *game)
{
    struct cop_explore_effort effort = {0};
    struct cop_explore_news news;
    struct cop_error error = {{0}};

    if (!cop_explorer_read(explorer, game, &effort, &news, &error))
        fail_msg("%s", error.message);
    return news;
}

static struct cop_explored look(struct cop_explorer *explorer, const struct cop_game *game,
                                const void *state)
{
    struct cop_explored explored;
    struct cop_error error = {{0}};

    if (!cop_explorer_look(explorer, game, state, NULL, &explored, &error))
        fail_msg("%s", error.message);
    return explored;
}

/* The position after some moves from the start. */
static void go_to(const struct cop_game *game, const char *moves, void *state)
{
    struct cop_error error = {{0}};
    struct cop_rng rng;

    memset(state, 0, game->state_size);
    cop_rng_seed(&rng, 0);
    game->rules->start(game, state, &rng);
    if (!cop_moves_play(game, state, moves, NULL, NULL, &error))
        fail_msg("%s", error.message);
}

static struct cop_explored look_after(struct cop_explorer *explorer, const struct cop_game *game,
                                      const char *moves)
{
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    go_to(game, moves, state);
    return look(explorer, game, state);
}

/* ---- By hand ---- */

/* All games of a store, read as records, without the index. */
struct by_hand {
    const struct cop_game *game;
    struct cop_record records[16];
    double payoff[16][COP_PLAYERS_MAX];
    int count;
};

static void keep_record(void *context, const struct cop_game_result *result)
{
    struct by_hand *hand = context;
    struct cop_game *own = NULL;
    struct cop_error error = {{0}};

    assert_in_range(hand->count, 0, 15);
    if (!cop_record_read_sgf(result->sgf, strlen(result->sgf), cop_game_open,
                             &hand->records[hand->count], &own, &error))
        fail_msg("%s", error.message);
    for (int i = 0; i < result->seat_count; i++)
        hand->payoff[hand->count][i] = result->seats[i].payoff;
    hand->count++;
    cop_game_close(own);
}

static void open_by_hand(struct by_hand *hand, const char *path, const struct cop_game *game)
{
    struct cop_error error = {{0}};
    struct cop_store *store = cop_store_open(path, &error);

    *hand = (struct by_hand){.game = game};
    assert_non_null(store);
    assert_true(cop_store_each_game(store, 1, -1, 1000, keep_record, hand, &error));
    cop_store_close(store);
}

static void close_by_hand(struct by_hand *hand)
{
    for (int i = 0; i < hand->count; i++)
        cop_record_free(&hand->records[i]);
}

/* What the player to move knows of an image of the position, as text. */
static char *text_of(const struct cop_game *game, const void *state, int symmetry)
{
    alignas(max_align_t) unsigned char seen[COP_STATE_MAX], image[COP_STATE_MAX];
    int turn = game->rules->turn(game, state);
    struct cop_text text = COP_TEXT;
    char *copy;

    memcpy(seen, state, game->state_size);
    if (game->is_hidden && turn >= 0)
        game->rules->view(game, state, turn, seen);
    if (symmetry > 0)
        game->rules->turned(game, seen, symmetry, image);
    game->rules->write_position(game, symmetry > 0 ? image : seen, &text);
    copy = cop_copy_string(text.bytes);
    cop_text_free(&text);
    return copy;
}

/* Is `move`, made in `other`, by any symmetry the move `wanted` in `state`? */
static bool is_same_move(const struct cop_game *game, const void *state, cop_move wanted,
                         const void *other, cop_move move)
{
    char *text = text_of(game, state, 0);
    bool is_same = false;

    for (int i = 0; i == 0 || i < game->symmetries; i++) {
        char *image = text_of(game, other, i);

        if (strcmp(image, text) == 0 &&
            (i == 0 ? move : game->rules->turned_move(game, move, i)) == wanted)
            is_same = true;
        free(image);
    }
    free(text);
    return is_same;
}

/* In how many games the move was made in the position, and their payoffs' sum for a player. */
static int count_by_hand(const struct by_hand *hand, const void *state, cop_move wanted, int player,
                         double *payoff)
{
    alignas(max_align_t) unsigned char other[COP_STATE_MAX];
    int games = 0;

    *payoff = 0;
    for (int g = 0; g < hand->count; g++) {
        const struct cop_record *record = &hand->records[g];
        bool is_made = false;

        assert_true(cop_record_start(record, hand->game, other, NULL));
        for (int i = 0; i < record->move_count; i++) {
            is_made = is_made || is_same_move(hand->game, state, wanted, other, record->moves[i]);
            hand->game->rules->play(hand->game, other, record->moves[i]);
        }
        games += is_made;
        *payoff += is_made ? hand->payoff[g][player] : 0;
    }
    return games;
}

static void compare_at(struct cop_explorer *explorer, const struct by_hand *hand, const void *state,
                       cop_move played)
{
    struct cop_explored explored = look(explorer, hand->game, state);
    int player = cop_explored_player(&explored);
    bool is_there = false;

    for (int i = 0; i < explored.move_count; i++) {
        const struct cop_explored_move *row = &explored.moves[i];
        double payoff;
        int games = count_by_hand(hand, state, row->move, player, &payoff);

        assert_int_equal(games, (int)row->games);
        assert_true(payoff - row->shares[player].payoff < 1e-9 &&
                    row->shares[player].payoff - payoff < 1e-9);
        is_there = is_there || is_same_move(hand->game, state, row->move, state, played);
    }
    assert_true(is_there);
    cop_explored_free(&explored);
}

/* Of games of every kind: one, two and many players, chance, hidden pieces, with symmetries and
 * without. Positions are compared one by one, in the first game's beginning and at its end. */
static void every_game_is_counted_as_by_hand(void **unused)
{
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    (void)unused;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        struct cop_game *game = open_game(cop_all_rules()[i]->name);
        char *path = path_to(game->rules->name);
        struct cop_explorer *explorer;
        struct by_hand hand;

        play_into(path, game, 3, 5);
        open_by_hand(&hand, path, game);
        explorer = explore(NULL, path);
        assert_int_equal(read_all(explorer, game).read, hand.count);
        assert_true(cop_record_start(&hand.records[0], game, state, NULL));
        for (int ply = 0; ply < hand.records[0].move_count; ply++) {
            if (ply < 4 || ply + 1 == hand.records[0].move_count)
                compare_at(explorer, &hand, state, hand.records[0].moves[ply]);
            game->rules->play(game, state, hand.records[0].moves[ply]);
        }
        cop_explorer_close(explorer);
        close_by_hand(&hand);
        cop_game_close(game);
        free(path);
    }
}

/* On a board so small that games meet again and again, every position of every game. */
static void every_position_of_a_small_board_is_counted_as_by_hand(void **unused)
{
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_game *game = open_game("connect4(width=4, height=4)");
    char *path = path_to("small.db");
    struct cop_explorer *explorer;
    struct by_hand hand;

    (void)unused;
    play_into(path, game, 16, 7);
    open_by_hand(&hand, path, game);
    explorer = explore(NULL, path);
    read_all(explorer, game);
    for (int g = 0; g < hand.count; g++) {
        assert_true(cop_record_start(&hand.records[g], game, state, NULL));
        for (int ply = 0; ply < hand.records[g].move_count; ply++) {
            compare_at(explorer, &hand, state, hand.records[g].moves[ply]);
            game->rules->play(game, state, hand.records[g].moves[ply]);
        }
    }
    cop_explorer_close(explorer);
    close_by_hand(&hand);
    cop_game_close(game);
    free(path);
}

/* ---- Files ---- */

static void write_sgf(const char *path, const char *bytes)
{
    struct cop_error error = {{0}};

    if (!cop_file_write(path, bytes, strlen(bytes), &error))
        fail_msg("%s", error.message);
}

static int64_t games_after(struct cop_explorer *explorer, const struct cop_game *game,
                           const char *moves)
{
    struct cop_explored explored = look_after(explorer, game, moves);
    int64_t games = explored.games;

    cop_explored_free(&explored);
    return games;
}

static void mirror_images_and_transpositions_are_one_position(void **unused)
{
    struct cop_game *game = open_game("connect4");
    char *path = path_to("mirror.sgf");
    struct cop_explorer *explorer;
    struct cop_explored explored;

    (void)unused;
    /* The same by two ways, and its mirror image; all three end by resigning. */
    write_sgf(path, "(;KG[connect4]RE[B+R]PB[Ann]PW[Ben];B[a];W[b];B[c];W[d])\n"
                    "(;KG[connect4]RE[W+R]PB[Ann]PW[Cor];B[c];W[b];B[a];W[d])\n"
                    "(;KG[connect4]RE[0]PB[Dot]PW[Ben];B[g];W[f];B[e];W[d])\n");
    explorer = explore(NULL, path);
    assert_int_equal(read_all(explorer, game).read, 3);
    explored = look_after(explorer, game, "a b c");
    assert_int_equal(explored.move_count, 1);
    assert_int_equal(explored.moves[0].games, 3);
    assert_int_equal(explored.moves[0].shares[0].wins, 1);
    assert_int_equal(explored.moves[0].shares[1].wins, 1);
    assert_int_equal(explored.moves[0].nobody, 1);
    assert_int_equal(explored.moves[0].mover_count, 2);
    assert_string_equal(explored.moves[0].movers[0].name, "Ben");
    assert_int_equal(explored.moves[0].movers[0].games, 2);
    cop_explored_free(&explored);
    assert_int_equal(games_after(explorer, game, "g f e"), 3);
    assert_int_equal(games_after(explorer, game, "e f g"), 3);
    assert_int_equal(games_after(explorer, game, "a b d"), 0);
    /* On the empty board a and g are one move, and the other way to say it is told. */
    explored = look_after(explorer, game, "");
    assert_int_equal(explored.move_count, 2);
    assert_int_equal(explored.moves[0].games, 2);
    assert_int_equal(explored.moves[0].others, 1);
    cop_explored_free(&explored);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(path);
}

static void only_finished_games_of_the_game_count(void **unused)
{
    struct cop_game *game = open_game("connect4");
    char *path = path_to("mixed.sgf");
    struct cop_explorer *explorer;
    struct cop_explore_news news;

    (void)unused;
    write_sgf(path, "(;KG[connect4];B[a];W[b])\n"                 /* goes on */
                    "(;KG[connect4(width=8)]RE[B+R];B[a];W[b])\n" /* another board */
                    "(;KG[othello]RE[B+R];B[d3])\n"
                    "(;KG[connect4(width=7)]RE[B+R];B[a];W[b])\n" /* the same, said otherwise */
                    "(;KG[connect4]RE[B+R];B[z])\n"               /* no such move */
                    "(;KG[connect4]RE[?];B[a])\n"
                    "(;GM[1];B[aa])\n");
    explorer = explore(NULL, path);
    news = read_all(explorer, game);
    assert_int_equal(news.read, 1);
    assert_int_equal(news.refused, 2);
    assert_non_null(strstr(news.why, "game 5"));
    assert_int_equal(games_after(explorer, game, ""), 1);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(path);
}

/* A folder as a server keeps it: files come, change and go. */
static void a_file_that_changes_is_read_again_and_nothing_else(void **unused)
{
    struct cop_game *game = open_game("connect4");
    char *first = path_to("kept-1.sgf"), *second = path_to("kept-2.sgf");
    struct cop_explorer *explorer;

    (void)unused;
    write_sgf(first, "(;KG[connect4]RE[B+R];B[a])");
    write_sgf(second, "(;KG[connect4]RE[B+R];B[a])");
    explorer = explore(NULL, folder);
    assert_int_equal(read_all(explorer, game).read, 2 + 4); /* and those of the other tests */
    assert_int_equal(read_all(explorer, game).read, 0);
    write_sgf(second, "(;KG[connect4]RE[B+R];B[d])");
    assert_int_equal(read_all(explorer, game).read, 1);
    assert_int_equal(games_after(explorer, game, ""), 6);
    assert_int_equal(games_after(explorer, game, "d"), 0);
    write_sgf(second, "(;KG[connect4];B[d];W[d])"); /* taken back, and played on */
    assert_int_equal(read_all(explorer, game).read, 0);
    assert_int_equal(games_after(explorer, game, ""), 5);
    assert_int_equal(unlink(first), 0);
    assert_int_equal(read_all(explorer, game).read, 0);
    assert_int_equal(games_after(explorer, game, ""), 4);
    assert_int_equal(unlink(second), 0);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(first);
    free(second);
}

/* ---- Stores ---- */

static void new_games_of_a_store_are_added_and_none_is_read_twice(void **unused)
{
    struct cop_game *game = open_game("connect4(width=4, height=4)");
    struct cop_game *other = open_game("connect4(width=5, height=4)");
    char *path = path_to("growing.db"), *index = path_to("index.db");
    struct cop_explorer *explorer, *beside;

    (void)unused;
    play_into(path, game, 6, 1);
    play_into(path, other, 4, 1);
    explorer = explore(index, path);
    beside = explore(index, path); /* another program with the same index */
    assert_int_equal(read_all(explorer, game).read, 6);
    assert_int_equal(read_all(beside, game).read, 0);
    assert_int_equal(games_after(beside, game, ""), 6);
    assert_int_equal(read_all(explorer, other).read, 4);
    play_into(path, game, 10, 1);
    assert_int_equal(read_all(beside, game).read, 4);
    assert_int_equal(read_all(explorer, game).read, 0);
    cop_explorer_close(explorer);
    explorer = explore(index, path);
    assert_int_equal(read_all(explorer, game).read, 0);
    assert_int_equal(games_after(explorer, game, ""), 10);
    assert_int_equal(games_after(explorer, other, ""), 4);
    cop_explorer_close(explorer);
    cop_explorer_close(beside);
    cop_game_close(game);
    cop_game_close(other);
    free(path);
    free(index);
}

static void another_store_at_the_same_place_is_read_anew(void **unused)
{
    struct cop_game *game = open_game("connect4(width=4, height=4)");
    char *path = path_to("place.db"), *index = path_to("place-index.db");
    struct cop_explorer *explorer = NULL;

    (void)unused;
    play_into(path, game, 8, 1);
    explorer = explore(index, path);
    assert_int_equal(read_all(explorer, game).read, 8);
    assert_int_equal(unlink(path), 0);
    play_into(path, game, 8, 2);
    assert_int_equal(read_all(explorer, game).read, 8);
    assert_int_equal(games_after(explorer, game, ""), 8);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(path);
    free(index);
}

/* With no time at all a reading still gets on, by a game. */
static void a_short_reading_goes_on_where_it_ended(void **unused)
{
    struct cop_game *game = open_game("connect4(width=4, height=4)");
    char *path = path_to("short.db");
    struct cop_explore_effort effort = {.seconds = 1e-9};
    struct cop_explorer *explorer;
    struct cop_explore_news news;
    struct cop_error error;
    int calls = 0;

    (void)unused;
    play_into(path, game, 6, 1);
    explorer = explore(NULL, path);
    do {
        assert_true(cop_explorer_read(explorer, game, &effort, &news, &error));
        assert_in_range(news.read, 0, 6);
        calls++;
    } while (!news.is_whole && calls < 20);
    assert_true(news.is_whole);
    assert_in_range(calls, 2, 7);
    assert_int_equal(games_after(explorer, game, ""), 6);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(path);
}

struct playing {
    const char *path;
    const struct cop_game *game;
};

static void *play_many(void *context)
{
    const struct playing *playing = context;

    play_into(playing->path, playing->game, 300, 3);
    return NULL;
}

static void a_store_can_be_read_while_a_match_writes_it(void **unused)
{
    struct cop_game *game = open_game("connect4(width=4, height=4)");
    char *path = path_to("running.db");
    struct playing playing = {path, game};
    struct cop_explorer *explorer;
    struct cop_explore_news news;
    int64_t read = 0;
    pthread_t thread;

    (void)unused;
    play_into(path, game, 2, 3);
    explorer = explore(NULL, path);
    assert_int_equal(pthread_create(&thread, NULL, play_many, &playing), 0);
    for (int i = 0; i < 50; i++) {
        news = read_all(explorer, game);
        assert_string_equal(news.trouble, "");
        read += news.read;
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    read += read_all(explorer, game).read;
    assert_int_equal(read, 300);
    assert_int_equal(games_after(explorer, game, ""), 300);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(path);
}

static void a_source_in_trouble_does_not_hide_the_others(void **unused)
{
    struct cop_game *game = open_game("connect4");
    char *good = path_to("good.sgf"), *bad = path_to("bad.db"), *none = path_to("none.db");
    struct cop_explorer *explorer;
    struct cop_explore_news news;
    struct cop_error error = {{0}};

    (void)unused;
    write_sgf(good, "(;KG[connect4]RE[B+R];B[a])");
    write_sgf(bad, "SQLite format 3 is what this is not");
    explorer = explore(NULL, bad);
    assert_true(cop_explorer_add(explorer, good, &error));
    assert_true(cop_explorer_add(explorer, good, &error));
    assert_int_equal(cop_explorer_sources(explorer), 2);
    assert_false(cop_explorer_add(explorer, none, &error));
    assert_non_null(strstr(error.message, "none.db"));
    news = read_all(explorer, game);
    assert_int_equal(news.read, 1);
    assert_int_equal(news.refused, 1);
    assert_int_equal(games_after(explorer, game, ""), 1);
    cop_explorer_close(explorer);
    assert_int_equal(unlink(good), 0);
    cop_game_close(game);
    free(good);
    free(bad);
    free(none);
}

/* ---- Games behind a move ---- */

static void the_games_behind_a_move_can_be_had(void **unused)
{
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_game *game = open_game("connect4");
    char *path = path_to("behind.sgf");
    struct cop_explorer *explorer;
    struct cop_game_behind *games;
    struct cop_text sgf = COP_TEXT, origin = COP_TEXT;
    struct cop_error error = {{0}};
    cop_move move;
    int found;

    (void)unused;
    write_sgf(path, "(;KG[connect4]RE[B+R]PB[Ann]PW[Ben]DT[2024-01-02];B[a];W[b])"
                    "(;KG[connect4]RE[W+R]PB[Cor]PW[Dot]DT[2025-01-02];B[d];W[c];B[g])"
                    "(;KG[connect4]RE[W+R]PB[Eve]PW[Fox]DT[2023-01-02];B[g];W[f])");
    explorer = explore(NULL, path);
    assert_int_equal(read_all(explorer, game).read, 3);
    go_to(game, "a", state);
    assert_true(cop_move_read(game, state, "b", &move, &error));
    assert_true(cop_explorer_games(explorer, game, state, move, 0, 10, &games, &found, &error));
    assert_int_equal(found, 2);
    assert_string_equal(games[0].date, "2024-01-02");
    assert_string_equal(games[0].names[1], "Ben");
    assert_int_equal(games[0].ply, 1);
    assert_string_equal(games[1].names[0], "Eve");
    assert_true(cop_explorer_sgf(explorer, game, games[1].id, &sgf, &origin, &error));
    assert_non_null(strstr(sgf.bytes, "Eve"));
    assert_null(strstr(sgf.bytes, "Ann"));
    assert_string_equal(origin.bytes, "behind.sgf, game 3");
    assert_false(cop_explorer_sgf(explorer, game, 99, &sgf, &origin, &error));
    assert_non_null(strstr(error.message, "no game 99"));
    cop_games_behind_free(games, found);
    assert_true(cop_explorer_games(explorer, game, state, move, 1, 10, &games, &found, &error));
    assert_int_equal(found, 1);
    cop_games_behind_free(games, found);
    cop_text_free(&sgf);
    cop_text_free(&origin);
    cop_explorer_close(explorer);
    cop_game_close(game);
    free(path);
}

/* What a book knows stands beside what was played, mirror images together, and its own moves
 * follow. */
static void a_book_stands_beside_the_games(void **unused)
{
    static const char text[] = "Root;0.5;100\nc1c4-e4;1.5;60\nc1c4-c2;2;30\nc1c4-c5;?;11\n";
    alignas(max_align_t) unsigned char state[COP_STATE_MAX];
    struct cop_game *game = open_game("amazons(size=6)");
    struct cop_book_about about = {
        .game = game->name, .builder = "import", .judge = "", .limit = ""};
    struct cop_book *book = cop_book_begin(game, &about);
    char *path = path_to("booked.sgf");
    struct cop_explorer *explorer;
    struct cop_explored explored;
    struct cop_book_lines lines;
    struct cop_error error = {{0}};

    (void)unused;
    assert_true(cop_book_read_lines(book, text, &lines, &error));
    write_sgf(path, "(;KG[amazons(size=6)]RE[B+R];B[d1d4-d2])"); /* c1c4-c2 in the mirror */
    explorer = explore(NULL, path);
    assert_int_equal(read_all(explorer, game).read, 1);
    go_to(game, "", state);
    assert_true(cop_explorer_look(explorer, game, state, book, &explored, &error));
    assert_true(explored.has_book);
    assert_int_equal(explored.move_count, 3);
    assert_int_equal(explored.moves[0].games, 1);
    assert_int_equal(explored.moves[0].book_visits, 30);
    assert_true(explored.moves[0].book_value == 2);
    assert_int_equal(explored.moves[1].games, 0);
    assert_int_equal(explored.moves[1].book_visits, 60);
    assert_true(explored.moves[2].book_value != explored.moves[2].book_value);
    cop_explored_free(&explored);
    cop_explorer_close(explorer);
    cop_book_close(book);
    cop_game_close(game);
    assert_int_equal(unlink(path), 0);
    free(path);
}

/* A folder that is a file, and an index that is something else: there is always memory. */
static void without_a_place_for_the_index_it_is_in_memory(void **unused)
{
    struct cop_game *game = open_game("connect4");
    char *path = path_to("explored-1.db"), *source = path_to("one.sgf");
    struct cop_explorer *explorer;
    struct cop_error error = {{0}};

    (void)unused;
    write_sgf(path, "not an index, and not to be overwritten either");
    write_sgf(source, "(;KG[connect4]RE[B+R];B[a])");
    assert_int_equal(setenv("COPPICE_CACHE", folder, 1), 0);
    explorer = cop_explorer_open_shared(&error);
    assert_non_null(explorer);
    assert_true(cop_explorer_add(explorer, source, &error));
    assert_int_equal(read_all(explorer, game).read, 1);
    assert_int_equal(games_after(explorer, game, ""), 1);
    cop_explorer_close(explorer);
    assert_int_equal(unlink(path), 0);
    explorer = cop_explorer_open_shared(&error);
    assert_true(cop_explorer_add(explorer, source, &error));
    assert_int_equal(read_all(explorer, game).read, 1);
    cop_explorer_close(explorer);
    explorer = cop_explorer_open_shared(&error);
    assert_true(cop_explorer_add(explorer, source, &error));
    assert_int_equal(read_all(explorer, game).read, 0);
    cop_explorer_close(explorer);
    assert_int_equal(unlink(source), 0);
    cop_explorer_close(cop_explorer_open_shared(&error)); /* forgets what is no more */
    write_sgf(source, "(;KG[connect4]RE[B+R];B[b])");
    explorer = cop_explorer_open_shared(&error);
    assert_true(cop_explorer_add(explorer, source, &error));
    assert_int_equal(games_after(explorer, game, ""), 0);
    assert_int_equal(read_all(explorer, game).read, 1);
    cop_explorer_close(explorer);
    assert_int_equal(unlink(source), 0);
    cop_game_close(game);
    free(path);
    free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mirror_images_and_transpositions_are_one_position),
        cmocka_unit_test(only_finished_games_of_the_game_count),
        cmocka_unit_test(a_file_that_changes_is_read_again_and_nothing_else),
        cmocka_unit_test(new_games_of_a_store_are_added_and_none_is_read_twice),
        cmocka_unit_test(another_store_at_the_same_place_is_read_anew),
        cmocka_unit_test(a_short_reading_goes_on_where_it_ended),
        cmocka_unit_test(a_store_can_be_read_while_a_match_writes_it),
        cmocka_unit_test(a_source_in_trouble_does_not_hide_the_others),
        cmocka_unit_test(the_games_behind_a_move_can_be_had),
        cmocka_unit_test(a_book_stands_beside_the_games),
        cmocka_unit_test(without_a_place_for_the_index_it_is_in_memory),
        cmocka_unit_test(every_position_of_a_small_board_is_counted_as_by_hand),
        cmocka_unit_test(every_game_is_counted_as_by_hand),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
