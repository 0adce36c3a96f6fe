/* test_endings.c - how games end, which cells decided them, and what the next click decides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/allocate.h"
#include "coppice/game.h"

struct place {
    const char *game;
    const char *position; /* NULL: the start */
    const char *moves;    /* from there */
};

/* A game and one of its states, which `closed` gives back. */
struct opened {
    struct cop_game *game;
    void *state;
};

static struct opened opened_at(const struct place *place)
{
    struct opened opened;
    struct cop_error error = {""};
    struct cop_rng rng;

    opened.game = cop_game_open(place->game, &error);
    if (opened.game == NULL)
        fail_msg("%s", error.message);
    opened.state = cop_allocate(opened.game->state_size);
    cop_rng_seed(&rng, 1);
    opened.game->rules->start(opened.game, opened.state, &rng);
    if (place->position != NULL &&
        !cop_position_read(opened.game, place->position, opened.state, &error))
        fail_msg("%s: %s", place->game, error.message);
    if (!cop_moves_play(opened.game, opened.state, place->moves, NULL, NULL, &error))
        fail_msg("%s: %s", place->game, error.message);
    return opened;
}

static void closed(struct opened *opened)
{
    free(opened->state);
    cop_game_close(opened->game);
}

/* ---- Endings ---- */

static const struct {
    struct place at;
    const char *phrase;
    const char *cells; /* names of those that decided, in the order of the scene */
} endings[] = {
    {{"connect4", NULL, "1122334"}, "four in a row", "a1 b1 c1 d1"},
    {{"connect4", NULL, "112233"}, NULL, ""},
    {{"connect4", NULL, "abbcdccdedfgd"}, "four in a row", "d4 c3 b2 a1"},
    /* One stone completes two lines of four. */
    {{"connect4", "7/7/X6/OX5/OOX4/XXX1OOO X", "d"}, "four in a row", "a4 b3 c2 a1 b1 c1 d1"},
    {{"connect4(width=4, height=4)", NULL, "aaacbccbaddbcddb"}, "the board is full", ""},
    {{"breakthrough(width=4, height=4)", "4/w3/3b/4 w", "a3b4"},
     "a stone reached the far row",
     "b4"},
    {{"breakthrough(width=4, height=4)", "4/1b2/w3/4 w", "a2xb3"},
     "the other side has no stone left",
     ""},
    {{"chancebreakthrough(width=4, height=4)", "4/w3/3b/4 w 0", "a3b4"},
     "a stone reached the far row",
     "b4"},
    {{"chancebreakthrough(width=4, height=5, limit=2)", NULL, "a2a3 b4b3"},
     "the limit of turns is reached",
     ""},
    {{"othello(size=4)", "XXXXXXXXXXXXOOOO X", ""}, "the board is full", ""},
    {{"othello(size=4)", "XXXXXXXXXXXX---- X", ""}, "the other side has no disc left", ""},
    {{"othello(size=4)", "X-OOXXXXXXXXXXXX X", ""}, "nobody can move", ""},
    {{"amazons(size=4)", NULL, ""}, NULL, ""},
    {{"amazons(size=4)", "Bx2/xx2/2x1/Wx2 b", ""},
     "the other side cannot move",
     "c4 d4 c3 d3 a2 b2 d2 c1 d1"},
    {{"amazons(size=4, komi=3)", "Bx2/xx2/xxx1/Wx2 b", ""},
     "one side cannot move, and points decide",
     ""},
    {{"dice(size=3)", NULL, "1:a1 1:b1 2:b2 1:c1 3:c3"},
     "a whole line of own checkers",
     "c3 b2 a1"},
    {{"dice(size=2)", NULL, "1:a1 1:b1 1:a2"}, "a whole line of own checkers", "a2 a1"},
    {{"fanorona(width=3, height=3)", "b2/3/1w1 w", "b1-b2"}, NULL, ""},
    {{"fanorona(width=3, height=3)", "1b1/3/1w1 w", "b1-b2A"}, "the last stone was captured", ""},
    {{"samegame(width=2, height=2)", "00/00 0", "a1"}, "the board is empty", ""},
    {{"samegame(width=2, height=2)", "01/10 0", ""}, "no group is left", ""},
    {{"twixt(size=6)", "tx 6 b W=C1,D3,C5,E6 B=E2,B3,E5 L=C1-D3,D3-C5,C5-E6", ""},
     "a chain from side to side",
     "C1 D3 C5 E6"},
    {{"chinesecheckers(board=tiny)", "G3,H2,I1/A1,B1,D3 N 9", "G3-H1"},
     "the target corner is full",
     "H1 H2 I1"},
    {{"chinesecheckers(board=tiny, limit=1)", NULL, "A1-C3"}, "the limit of turns is reached", ""},
    {{"stratego(size=4)", "f3/N3/4/3F w", "a3xa4"}, "the flag was captured", "a4"},
    {{"focus(limit=1)", NULL, "c5-d5"}, "the limit of turns is reached", ""},
};

static void add_decided(const struct opened *opened, struct cop_text *names)
{
    struct cop_scene scene = {0};

    opened->game->rules->scene(opened->game, opened->state, -1, &scene);
    for (int i = 0; i < scene.cell_count; i++)
        if (scene.cells[i].decides)
            cop_text_add(names, "%s%s", names->length > 0 ? " " : "", scene.cells[i].name);
    cop_scene_free(&scene);
}

static void games_say_how_they_ended(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        struct opened opened = opened_at(&endings[i].at);
        const char *phrase = cop_ending_of(opened.game, opened.state);
        struct cop_text names = COP_TEXT;

        add_decided(&opened, &names);
        if ((phrase == NULL) != (endings[i].phrase == NULL) ||
            (phrase != NULL && strcmp(phrase, endings[i].phrase) != 0) ||
            strcmp(names.bytes, endings[i].cells) != 0)
            fail_msg("row %d, %s: %s, decided by \"%s\"", (int)i, endings[i].at.game,
                     phrase != NULL ? phrase : "NULL", names.bytes);
        cop_text_free(&names);
        closed(&opened);
    }
}

static void every_game_says_how_it_ended(void **context)
{
    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++)
        if (cop_all_rules()[i]->ending == NULL || cop_all_rules()[i]->prompt == NULL)
            fail_msg("%s has no ending, or no prompts", cop_all_rules()[i]->name);
}

/* The colour on top of a tower gets its points. */
static void towers_of_winners_decide_ontop(void **context)
{
    struct opened opened = opened_at(&(struct place){"ontop", NULL, ""});
    cop_move *moves = cop_allocate((size_t)opened.game->max_moves * sizeof *moves);
    double payoff[COP_PLAYERS_MAX];
    struct cop_scene scene = {0};
    struct cop_rng rng;
    int decided = 0;

    (void)context;
    cop_rng_seed(&rng, 3);
    cop_playout(opened.game, opened.state, &rng, 0, moves);
    opened.game->rules->payoff(opened.game, opened.state, payoff);
    opened.game->rules->scene(opened.game, opened.state, -1, &scene);
    for (int i = 0; i < scene.cell_count; i++) {
        int top = -1, height = -1;

        for (int j = 0; j < scene.piece_count && scene.cells[i].decides; j++)
            if (scene.pieces[j].cell == i && scene.pieces[j].height > height) {
                top = scene.pieces[j].owner;
                height = scene.pieces[j].height;
            }
        decided += scene.cells[i].decides;
        assert_true(!scene.cells[i].decides || (top >= 0 && payoff[top] > 0));
    }
    assert_true(decided > 0);
    cop_scene_free(&scene);
    free(moves);
    closed(&opened);
}

/* ---- Prompts ---- */

static const struct {
    struct place at;
    int step;
    const char *words;
} prompts[] = {
    {{"connect4", NULL, ""}, 0, "Choose a column"},
    {{"amazons", NULL, ""}, 0, "Choose an amazon"},
    {{"amazons", NULL, ""}, 1, "Choose where it goes"},
    {{"amazons", NULL, ""}, 2, "Shoot an arrow: choose the square that burns"},
    {{"amazons(split=on)", NULL, "g1g9"}, 0, "Shoot an arrow: choose the square that burns"},
    {{"amazons(passes=2)", NULL, "g1g9-d9"}, 0, "Choose an amazon, or pass"},
    {{"fanorona", NULL, ""}, 0, "Choose a stone that captures"},
    {{"fanorona(width=3, height=3)", "b2/3/1w1 w", ""}, 0, "Choose a stone"},
    {{"fanorona", NULL, ""}, 1, "Choose where it goes"},
    {{"fanorona", NULL, ""}, 2, "Choose what to take: a stone ahead or one behind"},
    {{"fanorona", NULL, "d3-e3W d4-d3A"}, 0, "Capture on, or click the stone itself to stop"},
    {{"focus", NULL, ""}, 0, "Choose a stack"},
    {{"focus", NULL, ""}, 1, "Choose where to: as many squares as pieces move"},
    {{"focus(players=3, hand=on)", NULL, ""}, 0, "Enter a piece: choose your reserve"},
    {{"dice(size=5)", NULL, ""}, 0, "Roll the die"},
    {{"dice(size=5)", NULL, "3:"}, 0, "Place a checker in column c"},
    {{"dice(size=5)", NULL, "3:c3 2:"}, 0, "Place a checker in row 2"},
    {{"chancebreakthrough", NULL, ""}, 0, "Choose a stone, or roll the die"},
    {{"ontop", NULL, ""}, 0, "Draw a tile"},
    {{"ontop", NULL, "B"}, 1, "Choose a place for the right half of tile B"},
    {{"stratego(size=4, setup=moves)", NULL, ""}, 0, "Choose the piece that stands on a1"},
    {{"stratego(size=4)", NULL, ""}, 1, "Choose where it goes or what it attacks"},
    {{"twixt(size=6)", NULL, ""}, 0, "Place a peg"},
    {{"twixt(size=6, swap=on)", NULL, "C3"},
     0,
     "Place a peg, or click the white one to take it over"},
    {{"chinesecheckers", NULL, ""}, 1, "Choose where it ends: a step, or any hops"},
    {{"samegame", NULL, ""}, 0, "Choose a group of two or more blocks"},
    {{"othello", NULL, ""}, 0, "Place a disc where it captures"},
    {{"othello(size=4)", "xxx-xxxxxxxx-ooo x", ""}, 0, "Pass: nothing else is possible"},
};

static void prompts_say_what_the_next_click_decides(void **context)
{
    (void)context;
    for (size_t i = 0; i < sizeof prompts / sizeof prompts[0]; i++) {
        struct opened opened = opened_at(&prompts[i].at);
        struct cop_text words = COP_TEXT;

        cop_prompt_write(opened.game, opened.state, prompts[i].step, &words);
        if (strcmp(words.bytes, prompts[i].words) != 0)
            fail_msg("row %d, %s: \"%s\"", (int)i, prompts[i].at.game, words.bytes);
        cop_text_free(&words);
        closed(&opened);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_say_how_they_ended),
        cmocka_unit_test(every_game_says_how_it_ended),
        cmocka_unit_test(towers_of_winners_decide_ontop),
        cmocka_unit_test(prompts_say_what_the_next_click_decides),
    };

    return cmocka_run_group_tests_name("endings", tests, NULL, NULL);
}
