/* test_scene.c - filling scenes, and drawing them as text and as SVG. */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/rng.h"
#include "coppice/scene.h"
#include "game/picture.h"

static const struct cop_drawing unicode = {0}, ascii = {.ascii = true}, colour = {.colour = true};

/* ---- Filling ---- */

static void board_is_numbered_from_the_top_left(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_board(&scene, 3, 2, true, COP_LIGHT, COP_DARK);
    assert_int_equal(scene.cell_count, 6);
    assert_string_equal(scene.cells[0].name, "a1");
    assert_string_equal(scene.cells[5].name, "c2");
    assert_true(scene.cells[4].x == 1 && scene.cells[4].y == 1);
    assert_int_equal(scene.cells[0].shade, COP_LIGHT);
    assert_int_equal(scene.cells[1].shade, COP_DARK);
    assert_int_equal(scene.cells[3].shade, COP_DARK);
    assert_int_equal(scene.cells[0].home, -1);
    cop_scene_free(&scene);
    assert_int_equal(scene.cell_count, 0);

    cop_scene_board(&scene, 3, 2, false, COP_LIGHT, COP_DARK);
    assert_string_equal(scene.cells[0].name, "a2");
    assert_string_equal(scene.cells[5].name, "c1");
    cop_scene_free(&scene);
}

static void lists_keep_everything_while_they_grow(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    for (int i = 0; i < 300; i++) {
        char name[8];

        snprintf(name, sizeof name, "n%d", i);
        assert_int_equal(cop_scene_cell(&scene, (float)i, 0, COP_HOLE, COP_LIGHT, name), i);
        cop_scene_piece(&scene, i, i % 8, 0, COP_DISC, name);
        cop_scene_link(&scene, i, i / 2, -1);
        cop_scene_label(&scene, (float)i, 1, "label %d", i);
    }
    for (int i = 0; i < 300; i++) {
        char name[8], words[16];

        snprintf(name, sizeof name, "n%d", i);
        snprintf(words, sizeof words, "label %d", i);
        assert_string_equal(scene.cells[i].name, name);
        assert_string_equal(scene.pieces[i].label, name);
        assert_int_equal(scene.links[i].to, i / 2);
        assert_string_equal(scene.labels[i].text, words);
    }
    cop_scene_free(&scene);
}

static void long_texts_are_cut_between_characters(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_cell(&scene, 0, 0, COP_SQUARE, COP_LIGHT, "abcdeééé");
    assert_string_equal(scene.cells[0].name, "abcdeé");
    cop_scene_label(&scene, 0, 0, "%s", "12345678901234567890123456789012345678é");
    assert_string_equal(scene.labels[0].text, "12345678901234567890123456789012345678");
    cop_scene_free(&scene);
}

static void last_move_keeps_what_fits(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_board(&scene, 5, 5, true, COP_LIGHT, COP_DARK);
    for (int i = 0; i < 25; i++)
        cop_scene_last(&scene, i);
    assert_int_equal(scene.last_count, 16);
    assert_int_equal(scene.last[15], 15);
    cop_scene_free(&scene);
}

static void characters_are_told_from_other_bytes(void **context)
{
    (void)context;
    assert_int_equal(cop_character_length("a"), 1);
    assert_int_equal(cop_character_length("é"), 2);
    assert_int_equal(cop_character_length("●"), 3);
    assert_int_equal(cop_character_length("\xf0\x9f\x8e\xb2"), 4);
    assert_int_equal(cop_character_length("\n"), 0);
    assert_int_equal(cop_character_length("\x7f"), 0);
    assert_int_equal(cop_character_length("\x80"), 0);             /* a second byte alone */
    assert_int_equal(cop_character_length("\xc3"), 0);             /* cut short */
    assert_int_equal(cop_character_length("\xc0\xaf"), 0);         /* longer than needed */
    assert_int_equal(cop_character_length("\xe0\x80\xaf"), 0);     /* the same */
    assert_int_equal(cop_character_length("\xed\xa0\x80"), 0);     /* half of a pair */
    assert_int_equal(cop_character_length("\xef\xbf\xbe"), 0);     /* no character */
    assert_int_equal(cop_character_length("\xf4\x90\x80\x80"), 0); /* beyond the last one */
}

/* ---- Text ---- */

static void assert_text(struct cop_scene *scene, const struct cop_drawing *drawing,
                        const char *expected)
{
    struct cop_text text = COP_TEXT;

    cop_scene_draw_text(scene, drawing, &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
}

/* A home is seen without colours, too. */
static void homes_look_like_small_pieces(void **context)
{
    struct cop_scene scene = {.owners = {"white", "black"}};

    (void)context;
    cop_scene_board(&scene, 3, 1, true, COP_LIGHT, COP_LIGHT);
    cop_scene_home(&scene, 0, 0);
    cop_scene_home(&scene, 1, 1);
    assert_text(&scene, &unicode, "  a  b  c\n1 ◦  •  ·\n");
    assert_text(&scene, &ascii, "  a  b  c\n1 o  x  .\n");
    cop_scene_free(&scene);
}

static void cells_of_a_star_have_their_numbers(void **context)
{
    struct cop_scene scene = {.numbers_cells = true};

    (void)context;
    cop_scene_cell(&scene, 0.5f, 0, COP_HOLE, COP_LIGHT, "A1");
    cop_scene_cell(&scene, 0, 1, COP_HOLE, COP_LIGHT, "B9");
    cop_scene_cell(&scene, 1, 1, COP_HOLE, COP_LIGHT, "B10");
    cop_scene_piece(&scene, 0, 0, 0, COP_DISC, "");
    assert_text(&scene, &ascii, "   X\n 9   10\n");
    cop_scene_free(&scene);
}

/* Cells move together first; then words from beside the board go beneath it. */
static void a_drawing_is_as_wide_as_it_may_be(void **context)
{
    struct cop_drawing narrow = {.ascii = true};
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_board(&scene, 3, 1, true, COP_LIGHT, COP_LIGHT);
    cop_scene_piece(&scene, 1, 0, 0, COP_DISC, "");
    cop_scene_last(&scene, 1);
    cop_scene_label(&scene, 3, 0, "one");
    cop_scene_label(&scene, 3, 0.3f, "two");
    assert_text(&scene, &ascii, "  a  b  c\n1 . [X] . two\n");
    narrow.columns = 13;
    assert_text(&scene, &narrow, "  a  b  c\n1 . [X] . two\n");
    narrow.columns = 12;
    assert_text(&scene, &narrow, "  a b c\n1 .[X]. two\n");
    narrow.columns = 10;
    assert_text(&scene, &narrow, "  a b c\n1 .[X].\none   two\n");
    narrow.columns = 8;
    assert_text(&scene, &narrow, "  a b c\n1 .[X].\none\ntwo\n");
    cop_scene_free(&scene);
}

/* Words that would stick out come nearer to the board where nothing is. */
static void words_beside_the_board_come_nearer(void **context)
{
    struct cop_drawing narrow = {.ascii = true, .columns = 13};
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_cell(&scene, 0, 0, COP_SQUARE, COP_LIGHT, "");
    cop_scene_cell(&scene, 0, 1, COP_SQUARE, COP_LIGHT, "");
    cop_scene_cell(&scene, 1, 0, COP_SQUARE, COP_LIGHT, "");
    cop_scene_cell(&scene, 2, 0, COP_SQUARE, COP_LIGHT, "");
    cop_scene_label(&scene, 3, 0, "one");
    cop_scene_label(&scene, 3, 1, "seven");
    assert_text(&scene, &narrow, " .  .  . one\n .      seven\n");
    cop_scene_free(&scene);
}

/* Where neighbours share a column the bracket that opens is seen. */
static void marked_cells_stand_in_round_brackets(void **context)
{
    struct cop_drawing narrow = {.ascii = true, .columns = 8};
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_board(&scene, 3, 2, true, COP_LIGHT, COP_LIGHT);
    cop_scene_piece(&scene, 1, 0, 0, COP_DISC, "");
    cop_scene_last(&scene, 4);
    cop_scene_mark(&scene, 0);
    cop_scene_mark(&scene, 1);
    assert_text(&scene, &ascii, "  a  b  c\n1(.)(X) .\n2 . [.] .\n");
    assert_text(&scene, &narrow, "  a b c\n1(.(X).\n2 .[.].\n");
    cop_scene_free(&scene);
}

/* Also the last move, which is seldom anything else. */
static void what_decided_stands_in_braces(void **context)
{
    struct cop_drawing narrow = {.ascii = true, .columns = 8};
    struct cop_scene scene = {0};
    struct cop_text svg = COP_TEXT;

    (void)context;
    cop_scene_board(&scene, 3, 2, true, COP_LIGHT, COP_LIGHT);
    cop_scene_piece(&scene, 1, 0, 0, COP_DISC, "");
    cop_scene_last(&scene, 1);
    cop_scene_last(&scene, 4);
    cop_scene_decide(&scene, 0);
    cop_scene_decide(&scene, 1);
    assert_text(&scene, &ascii, "  a  b  c\n1{.}{X} .\n2 . [.] .\n");
    assert_text(&scene, &narrow, "  a b c\n1{.{X}.\n2 .[.].\n");
    cop_scene_draw_svg(&scene, &svg);
    assert_non_null(strstr(svg.bytes, "<path d=\"M0 -17l17 17")); /* an empty cell: a diamond */
    assert_non_null(strstr(svg.bytes, "<circle cx=\"100\" cy=\"0\" r=\"43\" fill=\"none\""));
    cop_text_free(&svg);
    cop_scene_free(&scene);
}

static void knights_links(struct cop_scene *scene)
{
    cop_scene_board(scene, 3, 3, true, COP_LIGHT, COP_LIGHT);
    cop_scene_link(scene, 0, 5, 0);
    cop_scene_link(scene, 0, 7, 0);
}

/* Links of a knight's move can be told without rows between the rows; a neighbour's cannot. */
static void a_drawing_is_as_low_as_it_may_be(void **context)
{
    struct cop_drawing low = {.ascii = true, .rows = 5};
    struct cop_scene scene = {0};
    struct cop_text text = COP_TEXT;
    int lines = 0;

    (void)context;
    knights_links(&scene);
    low.rows = 6;
    cop_scene_draw_text(&scene, &low, &text);
    for (const char *at = text.bytes; *at != '\0'; at++)
        lines += *at == '\n';
    assert_int_equal(lines, 6);
    low.rows = 5;
    assert_text(&scene, &low, "  a   b   c\n1 .-\\ .   .\n2 . \\ . \\-.\n3 .   .   .\n");
    cop_scene_link(&scene, 0, 1, 0);
    cop_text_clear(&text);
    cop_scene_draw_text(&scene, &low, &text);
    assert_non_null(strstr(text.bytes, "1 .---."));
    cop_text_free(&text);
    cop_scene_free(&scene);
}

static void blocks_fill_their_cells_with_colour(void **context)
{
    struct cop_scene scene = {.owners = {"yellow"}};

    (void)context;
    cop_scene_cell(&scene, 0, 0, COP_SQUARE, COP_LIGHT, "");
    cop_scene_piece(&scene, 0, 0, 0, COP_BLOCK, "");
    assert_text(&scene, &colour,
                "\033[0m\033[48;5;226m \033[0m\033[1;38;5;16m\033[48;5;226my"
                "\033[0m\033[48;5;226m \033[0m\n");
    cop_scene_free(&scene);
}

static void small_board(struct cop_scene *scene)
{
    cop_scene_board(scene, 3, 2, true, COP_FELT, COP_FELT);
    cop_scene_piece(scene, 0, 0, 0, COP_DISC, "");
    cop_scene_piece(scene, 4, 1, 0, COP_DISC, "");
    cop_scene_label(scene, 4, 0, "Black 1");
    cop_scene_last(scene, 4);
}

static void squares_are_a_grid_with_coordinates(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    small_board(&scene);
    assert_text(&scene, &unicode,
                "  a  b  c\n"
                "1 ●  ·  ·    Black 1\n"
                "2 · [○] ·\n");
    assert_text(&scene, &ascii,
                "  a  b  c\n"
                "1 X  .  .    Black 1\n"
                "2 . [O] .\n");
    cop_scene_free(&scene);
}

static void the_first_row_can_be_at_the_bottom(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_board(&scene, 2, 10, false, COP_LIGHT, COP_DARK);
    assert_text(&scene, &ascii,
                "10 .  .\n 9 .  .\n 8 .  .\n 7 .  .\n 6 .  .\n 5 .  .\n 4 .  .\n 3 .  .\n 2 .  .\n"
                " 1 .  .\n   a  b\n");
    cop_scene_free(&scene);
}

static void black_is_filled_whoever_begins(void **context)
{
    struct cop_scene scene = {.owners = {"white", "black"}};

    (void)context;
    small_board(&scene);
    assert_text(&scene, &unicode,
                "  a  b  c\n"
                "1 ○  ·  ·    Black 1\n"
                "2 · [●] ·\n");
    cop_scene_free(&scene);
}

/* Without its escape sequences a coloured board has the same columns as a plain one. */
static void colours_change_no_column(void **context)
{
    struct cop_scene scene = {0};
    struct cop_text text = COP_TEXT, bare = COP_TEXT;

    (void)context;
    small_board(&scene);
    cop_scene_draw_text(&scene, &colour, &text);
    assert_non_null(strstr(text.bytes, "\033[1;38;5;231m"));
    for (const char *at = text.bytes; *at != '\0'; at++) {
        if (*at == '\033')
            at = strchr(at, 'm');
        else
            cop_text_add_bytes(&bare, at, 1);
    }
    assert_string_equal(bare.bytes, "  a  b  c\n"
                                    "1 ●  ·  ·    Black 1\n"
                                    "2 · [●] · \n");
    cop_text_free(&bare);
    cop_text_free(&text);
    cop_scene_free(&scene);
}

static void hexagons_shift_their_rows(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            cop_scene_cell(&scene, (float)column + 0.5f * (float)row, 0.866f * (float)row,
                           COP_HEXAGON, COP_LIGHT, "");
    cop_scene_piece(&scene, 4, 2, 0, COP_DISC, "");
    assert_text(&scene, &ascii,
                " .   .   .\n"
                "   .   #   .\n"
                "     .   .   .\n");
    cop_scene_free(&scene);
}

static void stacks_are_written_from_the_top(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_board(&scene, 2, 1, true, COP_LIGHT, COP_LIGHT);
    cop_scene_piece(&scene, 0, 0, 0, COP_DISC, "");
    cop_scene_piece(&scene, 0, 1, 2, COP_DISC, "");
    cop_scene_piece(&scene, 0, 2, 1, COP_DISC, "");
    assert_text(&scene, &unicode, "   a    b\n1 ○◆●   ·\n");
    for (int i = 3; i < 9; i++)
        cop_scene_piece(&scene, 0, 3, i, COP_DISC, "");
    assert_text(&scene, &ascii, "    a       b\n1 @@@@@+    .\n");
    cop_scene_free(&scene);
}

static void lines_of_the_board_join_its_points(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    for (int i = 0; i < 4; i++)
        cop_scene_cell(&scene, (float)(i % 2), (float)(i / 2), COP_POINT, COP_LIGHT, "");
    cop_scene_link(&scene, 0, 1, -1);
    cop_scene_link(&scene, 1, 3, -1);
    cop_scene_link(&scene, 3, 0, -1);
    cop_scene_piece(&scene, 3, 0, 0, COP_DISC, "");
    assert_text(&scene, &unicode, " ┼───┼\n   ╲ │\n ┼   ●\n");
    assert_text(&scene, &ascii, " +---+\n   \\ |\n +   X\n");
    cop_scene_free(&scene);
}

static void every_kind_of_piece_has_its_sign(void **context)
{
    struct cop_scene scene = {.owners = {"red", "blue"}};

    (void)context;
    for (int i = 0; i < 8; i++)
        cop_scene_cell(&scene, (float)i, 0, COP_SQUARE, i == 7 ? COP_WATER : COP_LIGHT, "");
    cop_scene_piece(&scene, 0, 0, 0, COP_PAWN, "10");
    cop_scene_piece(&scene, 1, 1, 0, COP_HIDDEN, "");
    cop_scene_piece(&scene, 2, 1, 0, COP_QUEEN, "");
    cop_scene_piece(&scene, 3, 0, 0, COP_DIE, "6");
    cop_scene_piece(&scene, 4, 1, 0, COP_BLOCK, "");
    cop_scene_piece(&scene, 5, -1, 0, COP_MARK, "");
    cop_scene_tile(&scene, 6, -1, "0123");
    assert_text(&scene, &unicode, " ●10    ○?    ○Q    ●6    b     ×    rbry   ≈\n");
    assert_text(&scene, &ascii, " X10    O?    OQ    X6    b     *    rbry   ~\n");
    cop_scene_free(&scene);
}

static void text_tiles_show_the_colours_of_their_corners_from_left_to_right(void **context)
{
    struct cop_scene scene = {.owners = {"blue", "white", "yellow", "red"}};

    (void)context;
    cop_scene_cell(&scene, 0, 0, COP_TRIANGLE_UP, COP_LIGHT, "");
    cop_scene_cell(&scene, 0.5f, 0, COP_TRIANGLE_DOWN, COP_LIGHT, "");
    cop_scene_tile(&scene, 0, 1, "023"); /* top, right, left */
    cop_scene_tile(&scene, 1, 0, "012"); /* left, right, bottom */
    assert_text(&scene, &unicode, " rby  byw\n");
    assert_text(&scene, &ascii, " rby  byw\n");
    cop_scene_free(&scene);
}

static void strange_labels_stay_in_their_columns(void **context)
{
    struct cop_scene scene = {0};

    (void)context;
    cop_scene_cell(&scene, 0, 0, COP_SQUARE, COP_LIGHT, "");
    cop_scene_label(&scene, 1, 0, "%s", "a\tb\xff\033[1mé");
    assert_text(&scene, &unicode, " · a?b??[1mé\n");
    assert_text(&scene, &ascii, " . a?b??[1m?\n");
    cop_scene_free(&scene);
}

static void an_empty_scene_can_be_drawn(void **context)
{
    struct cop_scene scene = {0};
    struct cop_text text = COP_TEXT;

    (void)context;
    assert_text(&scene, &unicode, "");
    cop_scene_draw_svg(&scene, &text);
    assert_non_null(strstr(text.bytes, "<title>A board</title>"));
    cop_text_free(&text);
    cop_scene_label(&scene, 0, 0, "nothing");
    assert_text(&scene, &unicode, "nothing\n");
    cop_scene_free(&scene);
}

/* ---- SVG ---- */

/* A checker of well-formedness for what we write: elements with quoted attributes, text with the
 * five entities, characters that XML allows. Returns NULL or where it stumbled. */
struct xml {
    const char *at;
    char open[16][24];
    int depth;
};

static bool skip_text(struct xml *xml, const char *end)
{
    while (strchr(end, *xml->at) == NULL) {
        int length = *xml->at == '\n' ? 1 : cop_character_length(xml->at);

        if (length == 0 || *xml->at == '<' || *xml->at == '>')
            return false;
        if (*xml->at == '&') {
            static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
            bool is_known = false;

            for (int i = 0; i < 5; i++)
                is_known = is_known || strncmp(xml->at, known[i], strlen(known[i])) == 0;
            if (!is_known)
                return false;
        }
        xml->at += length;
    }
    return *xml->at != '\0';
}

static int read_name(struct xml *xml, char *name)
{
    int length = 0;

    while ((isalnum((unsigned char)*xml->at) || *xml->at == '-') && length < 23)
        name[length++] = *xml->at++;
    name[length] = '\0';
    return length;
}

static bool read_attributes(struct xml *xml)
{
    char name[24];

    while (*xml->at == ' ') {
        xml->at++;
        if (*xml->at == '/' || *xml->at == '>')
            return true;
        if (read_name(xml, name) == 0 || strncmp(xml->at, "=\"", 2) != 0)
            return false;
        xml->at += 2;
        if (!skip_text(xml, "\""))
            return false;
        xml->at++;
    }
    return true;
}

static bool read_tag(struct xml *xml)
{
    char name[24];
    bool closes = *xml->at == '/';

    xml->at += closes;
    if (read_name(xml, name) == 0)
        return false;
    if (closes) {
        if (xml->depth == 0 || strcmp(xml->open[--xml->depth], name) != 0)
            return false;
        return *xml->at++ == '>';
    }
    if (!read_attributes(xml))
        return false;
    if (strncmp(xml->at, "/>", 2) == 0) {
        xml->at += 2;
        return true;
    }
    if (xml->depth == 16)
        return false;
    strcpy(xml->open[xml->depth++], name);
    return *xml->at++ == '>';
}

static void assert_well_formed(const char *words)
{
    struct xml xml = {.at = words};
    bool is_good = *xml.at == '<';

    while (is_good && *xml.at == '<') {
        xml.at++;
        is_good = read_tag(&xml);
        if (is_good && xml.depth > 0)
            is_good = skip_text(&xml, "<");
    }
    if (!is_good || xml.depth != 0 || strcmp(xml.at, "\n") != 0)
        fail_msg("not well-formed XML at: %.60s", xml.at);
}

static int count_of(const char *words, const char *part)
{
    int count = 0;

    for (const char *at = strstr(words, part); at != NULL; at = strstr(at + 1, part))
        count++;
    return count;
}

static void svg_has_board_pieces_and_last_move(void **context)
{
    struct cop_scene scene = {.title = "Small", .description = "a < b & \"c\""};
    struct cop_text text = COP_TEXT;

    (void)context;
    small_board(&scene);
    cop_scene_draw_svg(&scene, &text);
    assert_well_formed(text.bytes);
    assert_non_null(strstr(text.bytes, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
    assert_non_null(strstr(text.bytes, "<title>Small</title>"));
    assert_non_null(strstr(text.bytes, "<desc>a &lt; b &amp; &quot;c&quot;</desc>"));
    assert_int_equal(count_of(text.bytes, "fill=\"#2f8457\""), 6);
    assert_non_null(strstr(text.bytes, "<ellipse cx=\"0\" cy=\"0\" rx=\"38\" ry=\"38\" "
                                       "fill=\"url(#black)\""));
    assert_non_null(strstr(text.bytes, "<ellipse cx=\"100\" cy=\"100\" rx=\"38\" ry=\"38\" "
                                       "fill=\"url(#white)\""));
    assert_int_equal(count_of(text.bytes, "stroke=\"#ffd23e\""), 1);
    assert_non_null(strstr(text.bytes, "<text x=\"350\" y=\"11\"")); /* the counter */
    assert_non_null(strstr(text.bytes, "text-anchor=\"start\" fill=\"#f3e6cf\">Black 1</text>"));
    assert_null(strstr(text.bytes, "<script"));
    cop_text_free(&text);
    cop_scene_free(&scene);
}

/* A rhombus of two triangles has four sides, not six. */
static void svg_tiles_of_two_cells_have_no_seam(void **context)
{
    struct cop_scene scene = {0};
    struct cop_text text = COP_TEXT;

    (void)context;
    cop_scene_cell(&scene, 0, 0, COP_TRIANGLE_UP, COP_LIGHT, "");
    cop_scene_cell(&scene, 0.5f, 0, COP_TRIANGLE_DOWN, COP_LIGHT, "");
    cop_scene_tile(&scene, 0, 1, "012");
    cop_scene_tile(&scene, 1, 0, "013");
    cop_scene_draw_svg(&scene, &text);
    assert_well_formed(text.bytes);
    assert_int_equal(count_of(text.bytes, "<line "), 4);
    /* The seam runs from the upper triangle's top to its lower right corner. */
    assert_null(strstr(text.bytes, "x1=\"0\" y1=\"-43\" x2=\"50\" y2=\"43\""));
    assert_int_equal(count_of(text.bytes, "A25 25"), 6);
    cop_text_free(&text);
    cop_scene_free(&scene);
}

static void fill_at_random(struct cop_scene *scene, struct cop_rng *rng)
{
    char words[48];

    for (int i = 0; i < 20; i++)
        cop_scene_cell(scene, (float)(i % 5), (float)cop_rng_below(rng, 5),
                       (enum cop_shape)cop_rng_below(rng, COP_POINT + 1),
                       (enum cop_shade)cop_rng_below(rng, COP_RACK + 1), "");
    for (int i = 0; i < 20; i++) {
        for (size_t k = 0; k < sizeof words; k++)
            words[k] = (char)(1 + cop_rng_below(rng, 255));
        words[cop_rng_below(rng, sizeof words)] = '\0';
        cop_scene_piece(scene, i, (int)cop_rng_below(rng, 9) - 1, (int)cop_rng_below(rng, 4),
                        (enum cop_piece_kind)cop_rng_below(rng, COP_MARK + 1), words);
        cop_scene_label(scene, (float)cop_rng_below(rng, 9), -1, "%s", words);
        cop_scene_link(scene, i, (int)cop_rng_below(rng, 20), (int)cop_rng_below(rng, 9) - 1);
        cop_scene_home(scene, i, (int)cop_rng_below(rng, 9) - 1);
        cop_scene_last(scene, i);
    }
}

static void random_scenes_are_well_formed(void **context)
{
    struct cop_rng rng;

    (void)context;
    cop_rng_seed(&rng, 2009);
    for (int round = 0; round < 300; round++) {
        struct cop_scene scene = {0};
        struct cop_text text = COP_TEXT, plain = COP_TEXT;

        fill_at_random(&scene, &rng);
        scene.title = scene.labels[0].text;
        scene.description = scene.labels[1].text;
        cop_scene_draw_svg(&scene, &text);
        assert_well_formed(text.bytes);
        cop_scene_draw_text(&scene, &ascii, &plain);
        for (size_t i = 0; i < plain.length; i++)
            assert_true(plain.bytes[i] == '\n' || (plain.bytes[i] >= ' ' && plain.bytes[i] < 0x7f));
        cop_text_free(&plain);
        cop_text_free(&text);
        cop_scene_free(&scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(board_is_numbered_from_the_top_left),
        cmocka_unit_test(lists_keep_everything_while_they_grow),
        cmocka_unit_test(long_texts_are_cut_between_characters),
        cmocka_unit_test(last_move_keeps_what_fits),
        cmocka_unit_test(homes_look_like_small_pieces),
        cmocka_unit_test(cells_of_a_star_have_their_numbers),
        cmocka_unit_test(a_drawing_is_as_wide_as_it_may_be),
        cmocka_unit_test(words_beside_the_board_come_nearer),
        cmocka_unit_test(marked_cells_stand_in_round_brackets),
        cmocka_unit_test(what_decided_stands_in_braces),
        cmocka_unit_test(a_drawing_is_as_low_as_it_may_be),
        cmocka_unit_test(blocks_fill_their_cells_with_colour),
        cmocka_unit_test(characters_are_told_from_other_bytes),
        cmocka_unit_test(squares_are_a_grid_with_coordinates),
        cmocka_unit_test(the_first_row_can_be_at_the_bottom),
        cmocka_unit_test(black_is_filled_whoever_begins),
        cmocka_unit_test(colours_change_no_column),
        cmocka_unit_test(hexagons_shift_their_rows),
        cmocka_unit_test(stacks_are_written_from_the_top),
        cmocka_unit_test(lines_of_the_board_join_its_points),
        cmocka_unit_test(every_kind_of_piece_has_its_sign),
        cmocka_unit_test(text_tiles_show_the_colours_of_their_corners_from_left_to_right),
        cmocka_unit_test(strange_labels_stay_in_their_columns),
        cmocka_unit_test(an_empty_scene_can_be_drawn),
        cmocka_unit_test(svg_has_board_pieces_and_last_move),
        cmocka_unit_test(svg_tiles_of_two_cells_have_no_seam),
        cmocka_unit_test(random_scenes_are_well_formed),
    };

    return cmocka_run_group_tests_name("scene", tests, NULL, NULL);
}
