/* fuzz_book.c - any bytes as an opening book, by the first of them: 'F' as its file, 'S' as SGF,
 * anything else as lines. Each is refused with a message, or is a book that the rules agree with
 * and that is the same once it was written and read. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "book/check.h"
#include "book/graph.h"
#include "book/lines.h"
#include "book/variations.h"
#include "book/view.h"
#include "input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_true)
{
    if (!is_true)
        abort();
}

static struct cop_book *begin(const struct cop_game *game)
{
    struct cop_book_about about = {
        .game = game->name, .builder = "import", .judge = "", .limit = ""};

    return cop_book_begin(game, &about);
}

/* Everything that can be asked of it. */
static void look_at(const struct cop_book *book)
{
    struct cop_text text = COP_TEXT;
    struct cop_json json = {.text = &text};
    struct cop_book_bounds all = {0};
    struct cop_book_taste taste = COP_BOOK_TASTE;
    struct cop_book_move chosen;
    char start[COP_STATE_MAX];
    struct cop_rng rng;

    cop_rng_seed(&rng, 0);
    book->game->rules->start(book->game, start, &rng);
    cop_book_write_about(book, &text);
    cop_book_write_tree(book, &all, &text);
    cop_book_write_svg(book, &all, &text);
    cop_book_write_json(book, &all, &json);
    cop_book_write_moves(book, start, &text);
    cop_book_choose(book, start, &taste, &chosen);
    cop_text_free(&text);
}

static void rewrite(const struct cop_game *game, const char *lines, struct cop_text *text)
{
    struct cop_book *book = begin(game);
    struct cop_book_lines counts;
    struct cop_error error = {""};

    check(cop_book_read_lines(book, lines, &counts, &error));
    cop_book_write_lines(book, 0, text);
    cop_book_close(book);
}

/* Means are rounded when they are written first, and the order of equal ones may change with that;
 * from then on nothing does. */
static void check_again(const struct cop_game *game, const struct cop_book *book)
{
    struct cop_text texts[3] = {COP_TEXT, COP_TEXT, COP_TEXT};

    cop_book_write_lines(book, 0, &texts[0]);
    rewrite(game, texts[0].bytes, &texts[1]);
    rewrite(game, texts[1].bytes, &texts[2]);
    check(texts[0].length == texts[1].length);
    check(strcmp(texts[1].bytes, texts[2].bytes) == 0);
    for (int i = 0; i < 3; i++)
        cop_text_free(&texts[i]);
}

static void read_lines(const struct cop_game *game, const char *words)
{
    struct cop_book *book = begin(game);
    struct cop_book_lines lines;
    struct cop_error error = {""};

    if (cop_book_read_lines(book, words, &lines, &error)) {
        check(cop_book_make_states(book, &error));
        look_at(book);
        check_again(game, book);
    } else {
        check(error.message[0] != '\0');
    }
    cop_book_close(book);
}

static void read_sgf(const struct cop_game *game, const char *words)
{
    struct cop_record record = {0};
    struct cop_game *named = NULL;
    struct cop_error error = {""};
    struct cop_book *book;

    if (!cop_record_read_sgf(words, strlen(words), cop_game_open, &record, &named, &error)) {
        check(error.message[0] != '\0');
        return;
    }
    if (strcmp(named->name, game->name) == 0 && record.position == NULL) {
        book = begin(game);
        cop_book_read_record(book, &record);
        check(cop_book_make_states(book, &error));
        look_at(book);
        cop_book_close(book);
    }
    cop_record_free(&record);
    cop_game_close(named);
}

static void read_file(const struct cop_game *game, const uint8_t *data, size_t size)
{
    struct cop_error error = {""};
    const char *path = input_file("book", data, size);
    struct cop_book *book = cop_book_open(path, game, &error);

    if (book == NULL) {
        check(error.message[0] != '\0');
        return;
    }
    look_at(book);
    if (!cop_book_check(book, &error))
        check(error.message[0] != '\0');
    cop_book_close(book);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cop_game *game = cop_game_open("othello(size=4)", NULL);
    char *words = cop_copy_bytes((const char *)data, size);

    if (size > 0 && data[0] == 'F')
        read_file(game, data + 1, size - 1);
    else if (size > 0 && data[0] == 'S')
        read_sgf(game, words + 1);
    else
        read_lines(game, words);
    cop_game_close(game);
    free(words);
    return 0;
}
