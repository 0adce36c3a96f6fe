/* book_support.h - what the tests of books share: opened games, books from lines. */
#ifndef COPPICE_TESTS_BOOK_SUPPORT_H
#define COPPICE_TESTS_BOOK_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "book/graph.h"
#include "book/lines.h"

static inline struct cop_game *open_game(const char *spec)
{
    struct cop_error error = {{0}};
    struct cop_game *game = cop_game_open(spec, &error);

    if (game == NULL)
        fail_msg("%s", error.message);
    return game;
}

static inline struct cop_book_about about_import(const struct cop_game *game)
{
    return (struct cop_book_about){
        .game = game->name, .builder = "import", .judge = "", .limit = ""};
}

static inline struct cop_book *book_from_lines(const struct cop_game *game, const char *text,
                                               struct cop_book_lines *lines)
{
    struct cop_book_about about = about_import(game);
    struct cop_book *book = cop_book_begin(game, &about);
    struct cop_error error = {{0}};

    if (!cop_book_read_lines(book, text, lines, &error))
        fail_msg("%s", error.message);
    return book;
}

static inline void play_words(const struct cop_game *game, const char *words, void *state)
{
    struct cop_error error = {{0}};
    struct cop_rng rng;

    cop_rng_seed(&rng, 0);
    game->rules->start(game, state, &rng);
    if (!cop_moves_play(game, state, words, NULL, NULL, &error))
        fail_msg("%s", error.message);
}

#endif
