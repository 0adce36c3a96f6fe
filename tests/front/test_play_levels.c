/* test_play_levels.c - who plays against a person at the terminal, on the built program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "agent/presets.h"
#include "conversation.h"
#include "front.h"

/* The strong one of the page's opponents is who plays when nobody is named. */
static void the_opponent_is_the_strong_one_of_the_page(void **context)
{
    (void)context;
    for (int i = 0; cop_all_rules()[i] != NULL; i++) {
        struct cop_preset presets[COP_PRESETS];
        struct cop_game *game = cop_game_open(cop_all_rules()[i]->name, NULL);
        struct conversation talk;
        char words[256];

        assert_non_null(game);
        cop_presets_for(game, presets);
        assert_string_equal(presets[COP_STRONG].name, "strong");
        converse(&talk, "quit\n", game->name);
        assert_int_equal(talk.status, 0);
        for (char *end = talk.said.bytes; (end = strchr(end, '\n')) != NULL;)
            *end = ' '; /* a long agent takes several lines */
        for (int seat = 1; seat < game->players; seat++) {
            snprintf(words, sizeof words, "%s: %s ", cop_player_name(game, seat),
                     presets[COP_STRONG].agent);
            assert_contains(talk.said.bytes, words);
        }
        conversation_free(&talk);
        cop_game_close(game);
    }
}

static void a_level_is_an_opponent_with_its_limit(void **context)
{
    struct conversation talk;

    (void)context;
    converse(&talk, "d\nquit\n", "play", "connect4", "--level", "very-easy");
    assert_int_equal(talk.status, 0);
    assert_contains(talk.said.bytes, "Red: mistaken(of=alphabeta(eval=lines), share=0.7)\n");
    assert_contains(talk.said.bytes, "\nRed: "); /* it has moved */
    conversation_free(&talk);
    converse(&talk, "quit\n", "play", "connect4", "--level", "impossible");
    assert_int_equal(talk.status, 2);
    conversation_free(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opponent_is_the_strong_one_of_the_page),
        cmocka_unit_test(a_level_is_an_opponent_with_its_limit),
    };

    return cmocka_run_group_tests_name("play-levels", tests, NULL, NULL);
}
