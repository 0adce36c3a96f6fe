/* test_book_annex.c - the printed books of the thesis (amazons-endgame-and-books.md annex D, 4.6).
 */
#include "book_support.h"

#include <math.h>

struct printed {
    const char *file;
    int lines;    /* that can be read */
    int unknown;  /* with a move that cannot */
    int unlisted; /* positions without a line of their own */
    int meetings; /* positions that two lines lead to */
    int root_moves;
    int64_t root_visits, covered;
};

/* Book 8 lists one position twice (2.20), the second time after a move without a line. */
static const struct printed printed[] = {
    {"book-5.txt", 75, 0, 0, 0, 11, 1000, 996},  {"book-1.txt", 81, 0, 0, 0, 8, 1000, 980},
    {"book-2.txt", 67, 0, 0, 0, 10, 1000, 997},  {"book-10.txt", 83, 0, 0, 0, 2, 10000, 9994},
    {"book-8.txt", 63, 1, 1, 1, 9, 10000, 9948},
};

static char *read_data(const char *file)
{
    struct cop_error error = {{0}};
    char path[512], *text;

    snprintf(path, sizeof path, "data/books/amazons/%s", file);
    text = cop_file_read(path, 1 << 20, NULL, &error);
    if (text == NULL)
        fail_msg("%s", error.message);
    return text;
}

static struct cop_book *read_book(const struct cop_game *game, const char *file,
                                  struct cop_book_lines *lines)
{
    char *text = read_data(file);
    struct cop_book *book = book_from_lines(game, text, lines);

    free(text);
    return book;
}

static void every_line_is_legal_and_hangs_together(void **state)
{
    struct cop_game *game = open_game("amazons");

    (void)state;
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        struct cop_book_lines lines;
        struct cop_book *book = read_book(game, printed[i].file, &lines);
        const struct cop_book_node *root = &book->nodes[0];
        int64_t covered = 0;

        print_message("# %s: %d taken, %d unknown, %d unlisted, %d meetings\n", printed[i].file,
                      lines.taken, lines.unknown, lines.unlisted, lines.meetings);
        assert_int_equal(lines.taken, printed[i].lines);
        assert_int_equal(lines.unknown, printed[i].unknown);
        assert_int_equal(lines.unlisted, printed[i].unlisted);
        assert_int_equal(lines.meetings, printed[i].meetings);
        for (int k = 0; k < root->edge_count; k++)
            covered += book->nodes[root->edges[k].child].visits;
        assert_int_equal(root->edge_count, printed[i].root_moves);
        assert_int_equal(root->visits, printed[i].root_visits);
        assert_int_equal(covered, printed[i].covered);
        cop_book_close(book);
    }
    cop_game_close(game);
}

/* Of those that are listed: what a shared position has may have come another way. */
static void positions_have_the_visits_of_what_follows(void **state)
{
    struct cop_game *game = open_game("amazons");

    (void)state;
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        struct cop_book_lines lines;
        struct cop_book *book = read_book(game, printed[i].file, &lines);

        for (int node = 0; node < book->count; node++) {
            const struct cop_book_node *at = &book->nodes[node];
            int64_t sum = 0;

            for (int k = 0; k < at->edge_count; k++)
                if (book->nodes[at->edges[k].child].parent_count == 1)
                    sum += book->nodes[at->edges[k].child].visits;
            assert_true(!at->is_permanent || sum <= at->visits);
        }
        cop_book_close(book);
    }
    cop_game_close(game);
}

/* Rewards were 5 and -5 (2.25). */
static void book_5_counts_won_and_lost_games(void **state)
{
    struct cop_game *game = open_game("amazons");
    struct cop_book_lines lines;
    struct cop_book *book = read_book(game, "book-5.txt", &lines);
    int whole = 0;

    (void)state;
    for (int node = 0; node < book->count; node++) {
        const struct cop_book_node *at = &book->nodes[node];
        double more = at->sum / 5;

        if (isnan(more))
            continue;
        assert_true(fabs(more - round(more)) < 0.02);
        assert_int_equal(llabs((long long)round(more)) % 2, at->visits % 2);
        whole++;
    }
    assert_int_equal(whole, lines.taken - 2);
    assert_float_equal(book->nodes[0].sum / 5, 34, 1e-9); /* 517 won, 483 lost */
    cop_book_close(book);
    cop_game_close(game);
}

static int node_after(const struct cop_book *book, const char *moves)
{
    struct cop_book_place place;
    char state[64];

    play_words(book->game, moves, state);
    assert_true(cop_book_find(book, state, &place));
    return place.node;
}

static void the_transposition_of_book_8_is_one_position(void **state)
{
    struct cop_game *game = open_game("amazons");
    struct cop_book_lines lines;
    struct cop_book *book = read_book(game, "book-8.txt", &lines);

    (void)state;
    assert_int_equal(node_after(book, "d1d8b6 g10g2g7 j4h6h3"),
                     node_after(book, "d1d8b6 g10g2h3 j4h6g7"));
    assert_int_not_equal(node_after(book, "d1d8b6"), node_after(book, "d1d9g9"));
    assert_int_equal(node_after(book, "d1d8b6"), node_after(book, "g1g8i6"));
    cop_book_close(book);
    cop_game_close(game);
}

/* What CAMPYA would have played with it (2.20). */
static void book_8_plays_its_best_of_the_much_visited(void **state)
{
    struct cop_game *game = open_game("amazons");
    struct cop_book_lines lines;
    struct cop_book *book = read_book(game, "book-8.txt", &lines);
    struct cop_book_taste taste = COP_BOOK_TASTE;
    struct cop_book_move chosen;
    struct cop_text word = COP_TEXT;
    char start[64];

    (void)state;
    play_words(game, "", start);
    assert_true(cop_book_choose(book, start, &taste, &chosen));
    game->rules->write_move(game, start, chosen.move, &word);
    assert_string_equal(word.bytes, "d1d9-g9");
    assert_int_equal(chosen.visits, 3785);
    cop_text_free(&word);
    cop_book_close(book);
    cop_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_legal_and_hangs_together),
        cmocka_unit_test(positions_have_the_visits_of_what_follows),
        cmocka_unit_test(book_5_counts_won_and_lost_games),
        cmocka_unit_test(the_transposition_of_book_8_is_one_position),
        cmocka_unit_test(book_8_plays_its_best_of_the_much_visited),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
