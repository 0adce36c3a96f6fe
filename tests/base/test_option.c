/* Options: the grammar of specs, the checks against tables, and the canonical text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "coppice/option.h"
#include "coppice/rng.h"

static const struct cop_option table[] = {
    {"c", COP_REAL, "0.7", 0, INFINITY, NULL, "weight of exploration"},
    {"size", COP_CHOICE, "8", 0, 0, "4|6|8", "side of the board"},
    {"solver", COP_FLAG, "off", 0, 0, NULL, "prove wins and losses"},
    {"sims", COP_INTEGER, "0", 0, 9e18, NULL, "simulations for a move"},
    {"time", COP_DURATION, "0", 0, INFINITY, NULL, "time for a move"},
    {"memory", COP_BYTES, "64M", 1024, 0x1p40, NULL, "bytes for the tree"},
    {"event", COP_WORDS, "none", 0, 0, NULL, "what is written above"},
    {"playout", COP_SPEC, "uniform", 0, 0, NULL, "how games are played out"},
    {"p", COP_REAL, "", 0, 100, NULL, "rate of pruning; as c unless given"},
    {"title", COP_WORDS, "", 0, 0, NULL, "a free text"},
    {"book", COP_FILE, "", 0, 0, NULL, "a file of openings"},
    {"low", COP_INTEGER, "1", -3, 3, NULL, "a small number"},
    {0},
};

static struct cop_settings *parse(const char *inside)
{
    struct cop_error error = {""};
    struct cop_settings *settings = cop_settings_parse("mcts", table, inside, &error);

    if (settings == NULL)
        print_error("%s\n", error.message);
    assert_non_null(settings);
    return settings;
}

static void assert_canonical(const char *inside, const char *expected)
{
    struct cop_settings *settings = parse(inside);
    struct cop_text text = COP_TEXT;

    cop_settings_write(settings, &text);
    assert_string_equal(text.bytes, expected);
    cop_text_free(&text);
    cop_settings_free(settings);
}

static void assert_refused(const char *inside, const char *expected)
{
    struct cop_error error = {""};

    assert_null(cop_settings_parse("mcts", table, inside, &error));
    assert_string_equal(error.message, expected);
}

static void defaults_hold_where_nothing_is_given(void **unused)
{
    const char *const empty[] = {NULL, "", "  \t\n "};

    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct cop_settings *settings = parse(empty[i]);

        assert_true(cop_real(settings, "c") == 0.7);
        assert_int_equal(cop_choice(settings, "size"), 2);
        assert_false(cop_flag(settings, "solver"));
        assert_int_equal(cop_integer(settings, "sims"), 0);
        assert_true(cop_real(settings, "memory") == 64 * 1024 * 1024);
        assert_string_equal(cop_words(settings, "event"), "none");
        assert_string_equal(cop_words(settings, "playout"), "uniform");
        assert_false(cop_given(settings, "c"));
        cop_settings_free(settings);
    }
}

static void option_without_default_is_nan_until_given(void **unused)
{
    struct cop_settings *settings = parse("");
    struct cop_error error;

    (void)unused;
    assert_true(isnan(cop_real(settings, "p")));
    assert_string_equal(cop_words(settings, "title"), "");
    assert_true(cop_settings_set(settings, "mcts", "p", "0.25", &error));
    assert_true(cop_real(settings, "p") == 0.25);
    assert_true(cop_given(settings, "p"));
    cop_settings_free(settings);
    assert_canonical("p=0.7", "p=0.7");
    assert_canonical("title=\"\"", "");
}

static void values_are_read_by_their_kind(void **unused)
{
    struct cop_settings *settings = parse("C = 0.5 , size=6,SOLVER=On, sims=10k, time=250ms,"
                                          "memory=1G, event=\"a \\\"b\\\" \\\\ c\", low=-2");

    (void)unused;
    assert_true(cop_real(settings, "c") == 0.5);
    assert_int_equal(cop_choice(settings, "size"), 1);
    assert_true(cop_flag(settings, "solver"));
    assert_int_equal(cop_integer(settings, "sims"), 10000);
    assert_true(cop_real(settings, "time") == 0.25);
    assert_true(cop_real(settings, "memory") == 0x1p30);
    assert_string_equal(cop_words(settings, "event"), "a \"b\" \\ c");
    assert_int_equal(cop_integer(settings, "low"), -2);
    assert_true(cop_given(settings, "c"));
    assert_false(cop_given(settings, "playout"));
    cop_settings_free(settings);
}

static void units_multiply(void **unused)
{
    static const struct {
        const char *inside, *name;
        double value;
    } cases[] = {
        {"time=5m", "time", 300},
        {"time=2h", "time", 7200},
        {"time=1.5s", "time", 1.5},
        {"time=3", "time", 3},
        {"time=inf", "time", INFINITY},
        {"c=inf", "c", INFINITY},
        {"c=1e-3", "c", 0.001},
        {"c=.5", "c", 0.5},
        {"memory=512K", "memory", 524288},
        {"memory=1.5k", "memory", 1536},
        {"memory=2048", "memory", 2048},
    };
    static const struct {
        const char *inside;
        int64_t value;
    } counts[] = {
        {"sims=1M", 1000000}, {"sims=2G", 2000000000},
        {"sims=1.5k", 1500},  {"sims=1e6", 1000000},
        {"sims=+7", 7},       {"sims=8999999999999999999", 8999999999999999999},
    };

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct cop_settings *settings = parse(cases[i].inside);

        assert_true(cop_real(settings, cases[i].name) == cases[i].value);
        cop_settings_free(settings);
    }
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct cop_settings *settings = parse(counts[i].inside);

        assert_int_equal(cop_integer(settings, "sims"), counts[i].value);
        cop_settings_free(settings);
    }
}

static void value_without_key_sets_the_first_option(void **unused)
{
    assert_canonical("0.25, solver=on", "c=0.25, solver=on");
    assert_canonical("solver=on, 0.25", "c=0.25, solver=on");
    (void)unused;
    assert_refused("0.25, c=0.5", "mcts: c is given twice");
    assert_refused("0.25, 0.5", "mcts: c is given twice");
}

static void canonical_text_has_only_differences_in_table_order(void **unused)
{
    (void)unused;
    assert_canonical("", "");
    assert_canonical("c=0.70, size=8, solver=no, memory=65536K, event=\"none\"", "");
    assert_canonical("memory=128M, C=.5", "c=0.5, memory=128M");
    assert_canonical("time=1500ms, sims=3k", "sims=3000, time=1.5s");
    assert_canonical("memory=1025", "memory=1025");
    assert_canonical("c=0.1, p=0.30000000000000004", "c=0.1, p=0.30000000000000004");
    assert_canonical("c=inf", "c=inf");
    assert_canonical("event=\"two words\", title=one", "event=\"two words\", title=one");
    assert_canonical("event=\"\"", "event=\"\"");
    assert_canonical("event=\"\\\\\\\"\"", "event=\"\\\\\\\"\"");
}

static void nested_specs_are_kept_in_canonical_form(void **unused)
{
    (void)unused;
    assert_canonical("playout=Uniform", "");
    assert_canonical("playout=uniform( )", "");
    assert_canonical("playout=Greedy ( Eval=Big( A=1 ,2),epsilon = 0.1 ,\"x y\", \"z\")",
                     "playout=greedy(eval=big(a=1, 2), epsilon=0.1, \"x y\", z)");
    assert_canonical("playout=\"greedy(epsilon=0.1)\"", "playout=greedy(epsilon=0.1)");
    assert_canonical("playout=a(b=\"(,)=\\\"\")", "playout=a(b=\"(,)=\\\"\")");
}

static void wrong_values_name_key_value_and_range(void **unused)
{
    (void)unused;
    assert_refused("size=5", "mcts: size=5 is not allowed; it must be one of 4, 6, 8");
    assert_refused("size=\"\"", "mcts: size= is not allowed; it must be one of 4, 6, 8");
    assert_refused("solver=maybe", "mcts: solver=maybe is not allowed; it must be on or off");
    assert_refused("c=-1", "mcts: c=-1 is not allowed; it must be a number, at least 0");
    assert_refused("c=nan", "mcts: c=nan is not allowed; it must be a number, at least 0");
    assert_refused("c=0x10", "mcts: c=0x10 is not allowed; it must be a number, at least 0");
    assert_refused("c=1k", "mcts: c=1k is not allowed; it must be a number, at least 0");
    assert_refused("p=inf", "mcts: p=inf is not allowed; it must be a number from 0 to 100");
    assert_refused("low=4", "mcts: low=4 is not allowed; it must be a whole number from -3 to 3");
    assert_refused("low=1.5",
                   "mcts: low=1.5 is not allowed; it must be a whole number from -3 to 3");
    assert_refused("low=inf",
                   "mcts: low=inf is not allowed; it must be a whole number from -3 to 3");
    assert_refused("sims=99999999999999999999", "mcts: sims=99999999999999999999 is not allowed; "
                                                "it must be a whole number, at least 0");
    assert_refused("sims=99999999999G",
                   "mcts: sims=99999999999G is not allowed; it must be a whole number, at least 0");
    assert_refused("time=5d", "mcts: time=5d is not allowed; it must be a time such as 250ms, 1.5s "
                              "or 5m, at least 0s");
    assert_refused("memory=1", "mcts: memory=1 is not allowed; it must be a size such as 64M or 1G "
                               "from 1K to 1T");
    assert_refused("c=f(x=1)", "mcts: c=f(x=1) is not allowed; it must be a number, at least 0");
}

static void unknown_key_suggests_the_nearest(void **unused)
{
    static const struct cop_option none[] = {{0}};
    struct cop_error error;

    (void)unused;
    assert_refused("siz=4", "mcts: there is no option \"siz\" (did you mean size?); the options "
                            "are c, size, solver, sims, time, memory, event, playout, p, title, "
                            "book, low");
    assert_refused("zebra=4", "mcts: there is no option \"zebra\"; the options are c, size, "
                              "solver, sims, time, memory, event, playout, p, title, book, low");
    assert_null(cop_settings_parse("random", none, "c=1", &error));
    assert_string_equal(error.message, "random: there is no option \"c\"; it has no options");
    assert_null(cop_settings_parse("random", none, "7", &error));
    assert_string_equal(error.message, "random: there is no option \"7\"; it has no options");
    assert_null(cop_settings_parse("random", NULL, "7", &error));
}

static void nearest_name_needs_to_be_near(void **unused)
{
    static const char *const names[] = {"connect4", "othello", "breakthrough",
                                        "c",        "c_form",  "low"};

    (void)unused;
    assert_string_equal(cop_nearest("otello", names, 5), " (did you mean othello?)");
    assert_string_equal(cop_nearest("OTHELOL", names, 5), " (did you mean othello?)");
    assert_string_equal(cop_nearest("break", names, 5), " (did you mean breakthrough?)");
    assert_string_equal(cop_nearest("conect4", names, 5), " (did you mean connect4?)");
    assert_string_equal(cop_nearest("cc", names, 5), " (did you mean c?)");
    assert_string_equal(cop_nearest("cform", names, 5), " (did you mean c_form?)");
    assert_string_equal(cop_nearest("lwo", names, 6), " (did you mean low?)");
    assert_string_equal(cop_nearest("chess", names, 5), "");
    assert_string_equal(cop_nearest("x", names, 5), "");
    assert_string_equal(cop_nearest("", names, 5), "");
    assert_string_equal(cop_nearest("othello", names, 0), "");
}

static void malformed_text_is_refused_with_its_column(void **unused)
{
    (void)unused;
    assert_refused("c=", "mcts: cannot read \"c=\" at column 3: something is missing at the end");
    assert_refused("c=1,", "mcts: cannot read \"c=1,\" at column 5: a value is missing");
    assert_refused(",c=1", "mcts: cannot read \",c=1\" at column 1: a value is missing");
    assert_refused("c=1 p=2", "mcts: cannot read \"c=1 p=2\" at column 5: a comma is missing");
    assert_refused("c=1)", "mcts: cannot read \"c=1)\" at column 4: a comma is missing");
    assert_refused("=1", "mcts: cannot read \"=1\" at column 1: a name is missing");
    assert_refused("event=a/b", "mcts: cannot read \"event=a/b\" at column 8: a comma is missing");
    assert_refused("event=/b", "mcts: cannot read \"event=/b\" at column 7: this character needs "
                               "double quotes around its value");
    assert_refused("event=\"a", "mcts: cannot read \"event=\"a\" at column 7: the quotes are not "
                                "closed");
    assert_refused("event=\"a\\", "mcts: cannot read \"event=\"a\\\" at column 7: the quotes are "
                                  "not closed");
    assert_refused("playout=a(b=1", "mcts: cannot read \"playout=a(b=1\" at column 10: the bracket "
                                    "is not closed");
    assert_refused("playout=a(b=1,)", "mcts: cannot read \"playout=a(b=1,)\" at column 15: a value "
                                      "is missing");
    assert_refused("playout=\"\"", "mcts: playout: cannot read \"\" at column 1: something is "
                                   "missing at the end");
}

static void depth_and_length_are_bounded(void **unused)
{
    struct cop_text deep = COP_TEXT, broad = COP_TEXT;
    struct cop_error error;
    char *name, *inside;

    (void)unused;
    for (int i = 0; i < 32; i++)
        cop_text_add(&deep, "a(");
    cop_text_add(&deep, "x");
    for (int i = 0; i < 32; i++)
        cop_text_add(&deep, ")");
    assert_true(cop_spec_split("game", deep.bytes, &name, &inside, &error));
    free(name);
    free(inside);
    cop_text_clear(&deep);
    for (int i = 0; i < 2000; i++)
        cop_text_add(&deep, "a(");
    assert_false(cop_spec_split("game", deep.bytes, &name, &inside, &error));
    assert_non_null(strstr(error.message, "brackets are nested too deeply"));
    assert_null(name);
    assert_null(inside);

    for (int i = 0; i < 5000; i++)
        cop_text_add(&broad, "x");
    assert_null(cop_settings_parse("mcts", table, broad.bytes, &error));
    assert_non_null(strstr(error.message, "longer than the 4096 bytes"));
    /* Short enough as written, but its canonical text, c=1 and blanks after commas, is not. */
    cop_text_clear(&broad);
    cop_text_add(&broad, "1,playout=a(1");
    for (int i = 0; i < 1340; i++)
        cop_text_add(&broad, ",1");
    cop_text_add(&broad, "),title=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    assert_null(cop_settings_parse("mcts", table, broad.bytes, &error));
    assert_non_null(strstr(error.message, "longer than 4096 bytes"));
    cop_text_free(&deep);
    cop_text_free(&broad);
}

static void command_line_values_are_taken_as_they_are(void **unused)
{
    struct cop_settings *settings = parse("c=0.5");
    struct cop_error error;

    (void)unused;
    assert_true(cop_settings_set(settings, "play", "EVENT", " a, \"b\" (c ", &error));
    assert_string_equal(cop_words(settings, "event"), " a, \"b\" (c ");
    assert_true(cop_settings_set(settings, "play", "c", " 0.25 ", &error));
    assert_true(cop_real(settings, "c") == 0.25);
    assert_true(cop_settings_set(settings, "play", "playout", "Greedy(a=1)", &error));
    assert_string_equal(cop_words(settings, "playout"), "greedy(a=1)");
    assert_false(cop_settings_set(settings, "play", "c", "two", &error));
    assert_string_equal(error.message,
                        "play: c=two is not allowed; it must be a number, at least 0");
    assert_true(cop_real(settings, "c") == 0.25);
    assert_false(cop_settings_set(settings, "play", "playout", "a(", &error));
    assert_string_equal(cop_words(settings, "playout"), "greedy(a=1)");
    assert_false(cop_settings_set(settings, "play", "evnt", "x", &error));
    assert_non_null(strstr(error.message, "(did you mean event?)"));
    cop_settings_free(settings);
}

static void copy_is_equal_and_apart(void **unused)
{
    struct cop_settings *settings = parse("c=0.5, event=cup, p=3");
    struct cop_settings *copy = cop_settings_copy(settings);
    struct cop_text text = COP_TEXT;

    (void)unused;
    assert_true(cop_settings_set(settings, "mcts", "event", "league", NULL));
    cop_settings_free(settings);
    cop_settings_write(copy, &text);
    assert_string_equal(text.bytes, "c=0.5, event=cup, p=3");
    assert_true(cop_given(copy, "p"));
    assert_false(cop_given(copy, "size"));
    cop_settings_free(copy);
    cop_settings_free(NULL);
    cop_text_free(&text);
}

static void specs_split_into_name_and_inside(void **unused)
{
    static const struct {
        const char *spec, *name, *inside;
    } cases[] = {
        {"othello", "othello", ""},
        {" Othello ( ) ", "othello", ""},
        {"MCTS(c=0.5,playout=a(b))", "mcts", "c=0.5, playout=a(b)"},
        {"a.b-c_d*+9", "a.b-c_d*+9", ""},
    };
    static const char *const wrong[] = {
        "",
        "()",
        "othello(",
        "othello)",
        "othello(size=6",
        "othello(size=6))",
        "a b",
        "\"othello\"",
        "othello(size=6) x",
        "othello(,)",
        "a(b",
        "a=b",
    };
    struct cop_error error;
    char *name, *inside;

    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(cop_spec_split("game", cases[i].spec, &name, &inside, &error));
        assert_string_equal(name, cases[i].name);
        assert_string_equal(inside, cases[i].inside);
        free(name);
        free(inside);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error.message[0] = '\0';
        assert_false(cop_spec_split("game", wrong[i], &name, &inside, &error));
        assert_memory_equal(error.message, "game: cannot read ", 18);
        assert_null(name);
        assert_null(inside);
    }
}

static void spec_writes_brackets_only_where_needed(void **unused)
{
    struct cop_settings *plain = parse(""), *sized = parse("size=4");
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_spec_write("mcts", plain, &text);
    cop_text_add(&text, " ");
    cop_spec_write("mcts", sized, &text);
    assert_string_equal(text.bytes, "mcts mcts(size=4)");
    cop_text_free(&text);
    cop_settings_free(plain);
    cop_settings_free(sized);
}

static void description_has_one_line_per_option(void **unused)
{
    struct cop_text text = COP_TEXT;

    (void)unused;
    cop_options_describe(table, &text);
    assert_string_equal(
        text.bytes,
        "  c        weight of exploration (a number, at least 0; default 0.7)\n"
        "  size     side of the board (one of 4, 6, 8; default 8)\n"
        "  solver   prove wins and losses (on or off; default off)\n"
        "  sims     simulations for a move (a whole number, at least 0; default 0)\n"
        "  time     time for a move (a time such as 250ms, 1.5s or 5m, at least 0s; default 0)\n"
        "  memory   bytes for the tree (a size such as 64M or 1G from 1K to 1T; default 64M)\n"
        "  event    what is written above (a word or text in double quotes; default none)\n"
        "  playout  how games are played out (a name, with options in brackets if it has any; "
        "default uniform)\n"
        "  p        rate of pruning; as c unless given (a number from 0 to 100)\n"
        "  title    a free text (a word or text in double quotes)\n"
        "  book     a file of openings (the path of a file, in double quotes)\n"
        "  low      a small number (a whole number from -3 to 3; default 1)\n");
    cop_text_clear(&text);
    cop_options_describe(NULL, &text);
    assert_string_equal(text.bytes, "");
    cop_text_free(&text);
}

/* Random tables and values. */

enum { ROWS_MAX = 8 };

static double random_number(struct cop_rng *rng)
{
    union {
        uint64_t bits;
        double number;
    } any;

    if (cop_rng_below(rng, 2) == 0)
        return (double)cop_rng_below(rng, 2000) / 8 - 100;
    do
        any.bits = cop_rng_next(rng);
    while (!isfinite(any.number));
    return any.number;
}

static void add_random_words(struct cop_text *text, struct cop_rng *rng)
{
    static const char bytes[] = "aZ09_-.*+ ,()=\"\\\n\t\xc3\xa9/";

    for (uint32_t left = cop_rng_below(rng, 8); left > 0; left--)
        cop_text_add_bytes(text, &bytes[cop_rng_below(rng, sizeof bytes - 1)], 1);
}

static void add_quoted(struct cop_text *text, const char *words)
{
    cop_text_add(text, "\"");
    for (; *words != '\0'; words++)
        cop_text_add(text, *words == '"' || *words == '\\' ? "\\%c" : "%c", *words);
    cop_text_add(text, "\"");
}

static void add_random_spec(struct cop_text *text, struct cop_rng *rng, int depth)
{
    static const char *const names[] = {"greedy", "Eval", "x-1", "b.c*"};
    int items = depth < 4 ? (int)cop_rng_below(rng, 4) : 0;
    struct cop_text words = COP_TEXT;

    cop_text_add(text, "%s", names[cop_rng_below(rng, 4)]);
    if (items == 0 && cop_rng_below(rng, 2) == 0)
        return;
    cop_text_add(text, " (");
    for (int i = 0; i < items; i++) {
        cop_text_add(text, i > 0 ? " ," : "");
        if (cop_rng_below(rng, 2) == 0)
            cop_text_add(text, "Key%d =", i);
        if (cop_rng_below(rng, 2) == 0) {
            add_random_spec(text, rng, depth + 1);
        } else {
            cop_text_clear(&words);
            add_random_words(&words, rng);
            add_quoted(text, words.bytes);
        }
    }
    cop_text_add(text, ")");
    cop_text_free(&words);
}

static void add_random_value(struct cop_text *text, enum cop_option_kind kind, struct cop_rng *rng)
{
    static const char *const flags[] = {"on", "off", "TRUE", "no", "1", "0"};
    static const char *const choices[] = {"Inside", "outside", "4", "x*"};
    struct cop_text words = COP_TEXT;

    switch (kind) {
    case COP_FLAG:
        cop_text_add(text, "%s", flags[cop_rng_below(rng, 6)]);
        break;
    case COP_INTEGER:
        cop_text_add(text, "%lld", (long long)(cop_rng_next(rng) >> cop_rng_below(rng, 64)));
        break;
    case COP_REAL:
        cop_text_add(text, "%.17g", random_number(rng));
        break;
    case COP_DURATION:
        cop_text_add(text, "%.3f%s", cop_rng_unit(rng) * 1000, cop_rng_below(rng, 2) ? "ms" : "h");
        break;
    case COP_BYTES:
        cop_text_add(text, "%u%s", cop_rng_below(rng, 100000), cop_rng_below(rng, 2) ? "M" : "");
        break;
    case COP_CHOICE:
        cop_text_add(text, "%s", choices[cop_rng_below(rng, 4)]);
        break;
    case COP_WORDS:
    case COP_FILE:
        add_random_words(&words, rng);
        add_quoted(text, words.bytes);
        break;
    case COP_SPEC:
        add_random_spec(text, rng, 0);
        break;
    case COP_TABLE:
        break;
    }
    cop_text_free(&words);
}

static void assert_same_value(const struct cop_option *option, const struct cop_settings *one,
                              const struct cop_settings *other)
{
    const char *name = option->name;

    switch (option->kind) {
    case COP_FLAG:
        assert_int_equal(cop_flag(one, name), cop_flag(other, name));
        break;
    case COP_INTEGER:
        assert_int_equal(cop_integer(one, name), cop_integer(other, name));
        break;
    case COP_CHOICE:
        assert_int_equal(cop_choice(one, name), cop_choice(other, name));
        break;
    case COP_WORDS:
    case COP_SPEC:
    case COP_FILE:
        assert_string_equal(cop_words(one, name), cop_words(other, name));
        break;
    case COP_REAL:
    case COP_DURATION:
    case COP_BYTES:
        assert_true(cop_real(one, name) == cop_real(other, name) ||
                    (isnan(cop_real(one, name)) && isnan(cop_real(other, name))));
        break;
    case COP_TABLE:
        break;
    }
}

/* A table of random kinds in which about half of the options have no default. */
static void make_random_table(struct cop_option *options, int rows, struct cop_rng *rng)
{
    static const char *const names[ROWS_MAX] = {"a", "b_b", "c-c", "d4", "e", "f.f", "g", "h"};
    static const char *const defaults[] = {"on", "7", "0.5", "1s", "1M", "4", "word", "spec(a=1)"};

    for (int i = 0; i < rows; i++) {
        enum cop_option_kind kind = (enum cop_option_kind)cop_rng_below(rng, 8);

        options[i] = (struct cop_option){
            .name = names[i],
            .kind = kind,
            .initial = cop_rng_below(rng, 2) == 0 ? "" : defaults[kind],
            .low = -INFINITY,
            .high = INFINITY,
            .choices = "inside|outside|4|x*",
            .help = "",
        };
    }
    options[rows] = (struct cop_option){0};
}

static void canonical_text_parses_back_to_the_same_settings(void **unused)
{
    struct cop_text given = COP_TEXT, first = COP_TEXT, second = COP_TEXT;
    struct cop_rng rng;

    (void)unused;
    cop_rng_seed(&rng, 2);
    for (int round = 0; round < 20000; round++) {
        struct cop_option options[ROWS_MAX + 1];
        struct cop_settings *one, *other;
        struct cop_error error = {""};
        int rows = (int)cop_rng_below(&rng, ROWS_MAX + 1);

        make_random_table(options, rows, &rng);
        cop_text_clear(&given);
        cop_text_clear(&first);
        cop_text_clear(&second);
        for (int i = 0; i < rows; i++) {
            if (cop_rng_below(&rng, 3) == 0)
                continue;
            cop_text_add(&given, "%s %s = ", given.length > 0 ? "," : "", options[i].name);
            add_random_value(&given, options[i].kind, &rng);
        }
        one = cop_settings_parse("x", options, given.bytes, &error);
        if (one == NULL)
            print_error("%s\n", error.message);
        assert_non_null(one);
        cop_settings_write(one, &first);
        other = cop_settings_parse("x", options, first.bytes, &error);
        assert_non_null(other);
        cop_settings_write(other, &second);
        assert_string_equal(first.bytes, second.bytes);
        for (int i = 0; i < rows; i++)
            assert_same_value(&options[i], one, other);
        cop_settings_free(one);
        cop_settings_free(other);
    }
    cop_text_free(&given);
    cop_text_free(&first);
    cop_text_free(&second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_hold_where_nothing_is_given),
        cmocka_unit_test(option_without_default_is_nan_until_given),
        cmocka_unit_test(values_are_read_by_their_kind),
        cmocka_unit_test(units_multiply),
        cmocka_unit_test(value_without_key_sets_the_first_option),
        cmocka_unit_test(canonical_text_has_only_differences_in_table_order),
        cmocka_unit_test(nested_specs_are_kept_in_canonical_form),
        cmocka_unit_test(wrong_values_name_key_value_and_range),
        cmocka_unit_test(unknown_key_suggests_the_nearest),
        cmocka_unit_test(nearest_name_needs_to_be_near),
        cmocka_unit_test(malformed_text_is_refused_with_its_column),
        cmocka_unit_test(depth_and_length_are_bounded),
        cmocka_unit_test(command_line_values_are_taken_as_they_are),
        cmocka_unit_test(copy_is_equal_and_apart),
        cmocka_unit_test(specs_split_into_name_and_inside),
        cmocka_unit_test(spec_writes_brackets_only_where_needed),
        cmocka_unit_test(description_has_one_line_per_option),
        cmocka_unit_test(canonical_text_parses_back_to_the_same_settings),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
