/* test_twixt_people.c - what people meet of TwixT: moves and positions as text (twixt.md 1.8),
 * options, the lesson and the picture. */
#include <string.h>

#include "games/list.h"
#include "twixt_check.h"

/* ---- People ---- */

static void twixt_moves_are_holes(void **context)
{
    struct cop_game *game = open_twixt("size=12");
    struct twixt_position one = played(game, "H6 G4 H11 K4"), other = played(game, "h6g4h11k4");

    (void)context;
    assert_same(game, &one, &other);
    cop_game_close(game);
}

static const char *refused_move(const struct cop_game *game, const char *words)
{
    static struct cop_error error;
    struct twixt_position at = begin(game);

    if (cop_moves_play(game, &at, words, NULL, NULL, &error))
        fail_msg("\"%s\" was accepted", words);
    return error.message;
}

static void twixt_refuses_illegal_moves(void **context)
{
    struct cop_game *game = open_twixt("size=8");

    (void)context;
    assert_non_null(strstr(refused_move(game, "A4"), "not a legal move for White"));
    refused_move(game, "H4");
    refused_move(game, "A1");
    refused_move(game, "D4 D4");
    assert_non_null(strstr(refused_move(game, "D4 D1"), "not a legal move for Black"));
    refused_move(game, "D4 D8");
    refused_move(game, "D4 swap");
    refused_move(game, "D9");
    refused_move(game, "--");
    cop_game_close(game);
    game = open_twixt("size=5");
    assert_non_null(strstr(refused_move(game, "B1 A2 C3 A3 D5 A4"), "the game is over"));
    cop_game_close(game);
}

static void twixt_refuses_impossible_positions(void **context)
{
    static const struct {
        const char *words, *reason;
    } cases[] = {
        {"", "\"tx\" is missing"},
        {"8 w W= B= L=", "\"tx\" is missing"},
        {"tx 12 w W= B= L=", "must begin with tx 8"},
        {"tx w W= B= L=", "must begin with tx 8"},
        {"tx 99999999999 w W= B= L=", "must begin with tx 8"},
        {"tx 8", "who moves, w or b"},
        {"tx 8 x W= B= L=", "who moves, w or b"},
        {"tx 8 wW= B= L=", "who moves, w or b"},
        {"tx 8 w B= L=", "\"W=\" is missing"},
        {"tx 8 w W=D3 L=", "\"B=\" is missing"},
        {"tx 8 w W=D3 B=D4", "\"L=\" is missing"},
        {"tx 8 w W= B= L= x", "goes on after the links"},
        {"tx 8 w W=D9 B= L=", "no hole at \"D9 B= L=\""},
        {"tx 8 w W=A1 B= L=", "without the corners"},
        {"tx 8 w W=I3 B= L=", "no hole"},
        {"tx 8 w W=D B= L=", "no hole"},
        {"tx 8 w W=4 B= L=", "no hole"},
        {"tx 8 w W=D0 B= L=", "no hole"},
        {"tx 8 w W=D004 B= L=", "no hole"},
        {"tx 8 w W=D4, B= L=", "no hole"},
        {"tx 8 w W=D4;E4 B= L=", "should be a comma"},
        {"tx 8 w W=A4 B= L=", "A4 is on a home line of Black, where White has no peg"},
        {"tx 8 w W= B=D8 L=", "D8 is on a home line of White, where Black has no peg"},
        {"tx 8 w W=D4,D4 B= L=", "two pegs on D4"},
        {"tx 8 w W=D4 B=D4 L=", "two pegs on D4"},
        {"tx 8 w W=D3,E5 B= L=D3E5", "with a - between"},
        {"tx 8 w W=D3,E5 B= L=D3-", "no hole"},
        {"tx 8 w W=D3,E6 B= L=D3-E6", "D3-E6 is no link"},
        {"tx 8 w W=D3 B=E5 L=D3-E5", "D3-E5 is no link"},
        {"tx 8 w W=D3 B= L=D3-E5", "D3-E5 is no link"},
        {"tx 8 w W=D3,E5 B= L=D3-E5,E5-D3", "E5-D3 is there twice"},
        {"tx 8 w W=D3,E5 B= L=", "they must be linked: D3-E5 is missing"},
        {"tx 8 w W=D3,E5 B=D4,F3 L=", "D3-E5 is missing"},
        {"tx 8 w W=D3,E5 B=D4,F3 L=D3-E5,D4-F3", "is crossed by another one"},
        {"tx 8 w W=C3,C4,D5,E5 B= L=C3-D5,C4-E5", "is crossed by another one"},
        {"tx 8 w W=D1,E3,D5,E7,D8 B= L=D1-E3,E3-D5,D5-E7", ""},
        {"tx 8 w W=D1,E3,D5,E7,C8 B= L=D1-E3,E3-D5,D5-E7,E7-C8", "White has connected"},
        {"tx 8 b W=C1,D3,C5,D7,B8,F1,G3,F5,G7,E8 B= "
         "L=C1-D3,D3-C5,C5-D7,D7-B8,F1-G3,G3-F5,F5-G7,G7-E8",
         "one last peg"},
    };
    struct cop_game *game = open_twixt("size=8");

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_error error = {""};
        struct twixt_position at = {{1, 2}, 1, 1, {3}}, before = at;
        bool is_read = cop_position_read(game, cases[i].words, &at, &error);

        if (is_read != (cases[i].reason[0] == '\0'))
            fail_msg("\"%s\": %s", cases[i].words, error.message);
        if (is_read)
            continue;
        assert_memory_equal(&at, &before, sizeof at);
        if (strstr(error.message, cases[i].reason) == NULL)
            fail_msg("\"%s\" is refused with \"%s\"", cases[i].words, error.message);
    }
    cop_game_close(game);
}

static void twixt_positions_come_back_from_text(void **context)
{
    static const char *const variants[] = {
        "size=4", "size=8", "size=12", "size=8, own_cross=on", "size=6, swap=on, dead_draw=on",
        "size=24"};

    (void)context;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        struct cop_game *game = open_twixt(variants[i]);
        struct cop_rng rng;

        cop_rng_seed(&rng, 3);
        for (int n = 0; n < (i == 5 ? 2 : 20); n++) {
            struct twixt_position at = begin(game);

            for (;;) {
                struct cop_text text = COP_TEXT;
                struct twixt_position again;

                game->rules->write_position(game, &at, &text);
                again = placed(game, text.bytes);
                assert_same(game, &at, &again);
                assert_true(game->rules->key(game, &at) == game->rules->key(game, &again));
                cop_text_free(&text);
                if (at.status != TWIXT_GOES_ON)
                    break;
                game->rules->play(game, &at, game->rules->random_move(game, &at, &rng));
            }
        }
        cop_game_close(game);
    }
}

/* Small letters, blanks and any order of pegs and links are read too. */
static void twixt_positions_may_be_written_freely(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position strict = placed(game, "tx 8 b W=D3,E5,B7 B=F3,D4 L=D3-E5");
    struct twixt_position loose = placed(game, "  TX  8 B  w=b7,e5,d3   b=d4,f3 l=e5-d3  ");

    (void)context;
    assert_same(game, &strict, &loose);
    /* Pegs need not be equally many: handicaps and problems. */
    loose = placed(game, "tx 8 b W=D4,E4,D5,E5 B= L=");
    assert_int_equal(game->rules->turn(game, &loose), BLACK);
    cop_game_close(game);
}

static void twixt_lesson_quotes_what_is_true(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position at = played(game, "D3 D4 E5 F3");

    (void)context;
    assert_text(game, &at, "tx 8 w W=D3,E5 B=F3,D4 L=D3-E5");
    assert_non_null(strstr(cop_twixt.notation, "tx 8 w W=D3,E5 B=F3,D4 L=D3-E5"));
    cop_game_close(game);
}

static void twixt_options_have_bounds(void **context)
{
    static const struct {
        const char *inside, *name;
        size_t state_size;
        int moves;
    } cases[] = {
        {"", "twixt", 198, 120},
        {"8", "twixt(size=8)", 70, 48},
        {"size=24", "twixt(size=24)", 582, 528},
        {"size=4, swap=on", "twixt(size=4, swap=on)", 38, 9},
        {"size=9, own_cross=on, dead_draw=on", "twixt(size=9, own_cross=on, dead_draw=on)", 150,
         63},
    };
    struct cop_error error;

    (void)context;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_game *game = open_twixt(cases[i].inside);

        assert_string_equal(game->name, cases[i].name);
        assert_int_equal(game->state_size, cases[i].state_size);
        assert_int_equal(game->max_moves, cases[i].moves);
        cop_game_close(game);
    }
    assert_null(cop_game_open_rules(&cop_twixt, "size=3", &error));
    assert_null(cop_game_open_rules(&cop_twixt, "size=25", &error));
    assert_non_null(strstr(error.message, "24"));
    assert_null(cop_game_open_rules(&cop_twixt, "cross=on", &error));
}

static void twixt_scene_has_holes_pegs_and_links(void **context)
{
    struct cop_game *game = open_twixt("size=8");
    struct twixt_position at = played(game, "D3 D4 E5 F3 E8");
    struct cop_scene scene = {0};
    cop_move move;
    int cells[COP_PATH_MAX];

    (void)context;
    game->rules->scene(game, &at, -1, &scene);
    assert_int_equal(scene.cell_count, 60);
    assert_int_equal(scene.piece_count, 5);
    assert_int_equal(scene.link_count, 1);
    assert_string_equal(scene.cells[scene.links[0].from].name, "D3");
    assert_string_equal(scene.cells[scene.links[0].to].name, "E5");
    assert_int_equal(scene.links[0].owner, WHITE);
    for (int i = 0; i < scene.cell_count; i++) {
        const char *name = scene.cells[i].name;
        bool is_white = name[1] == '1' || name[1] == '8',
             is_black = name[0] == 'A' || name[0] == 'H';

        assert_int_equal(scene.cells[i].home, is_white ? WHITE : is_black ? BLACK : -1);
    }
    for (int i = 0; i < 2; i++) {
        static const char *const words[] = {"A2", "G7"};

        assert_true(cop_move_read(game, &at, words[i], &move, NULL));
        assert_int_equal(game->rules->path(game, &at, move, cells), 1);
        assert_string_equal(scene.cells[cells[0]].name, words[i]);
    }
    cop_scene_free(&scene);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twixt_moves_are_holes),
        cmocka_unit_test(twixt_refuses_illegal_moves),
        cmocka_unit_test(twixt_refuses_impossible_positions),
        cmocka_unit_test(twixt_positions_come_back_from_text),
        cmocka_unit_test(twixt_positions_may_be_written_freely),
        cmocka_unit_test(twixt_lesson_quotes_what_is_true),
        cmocka_unit_test(twixt_options_have_bounds),
        cmocka_unit_test(twixt_scene_has_holes_pegs_and_links),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
