/* proof_command.c - `coppice proof`: whether a file proves what it claims. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "front/commands.h"
#include "proof/check.h"

static const struct cop_option options[] = {
    {"folder", COP_WORDS, "",
     .help = "where databases are that the proof rests on; without it what COPPICE_DATABASES "
             "names, else ~/.local/share/coppice/databases"},
    {"json", COP_FLAG, "off", .help = "write the result as one JSON object"},
    {NULL},
};

static void add_words(const struct cop_proved *proved, struct cop_text *text)
{
    cop_text_add(text, "this proves");
    if (proved->rests.length > 0)
        cop_text_add(text, ", by %s", proved->rests.bytes);
    cop_text_add(text, ": %s\n%" PRId64 " positions, %" PRId64 " replies\n", proved->sentence.bytes,
                 proved->positions, proved->replies);
}

static void add_json(const struct cop_proved *proved, struct cop_text *text)
{
    struct cop_json json = {.text = text};

    cop_json_object(&json, NULL);
    cop_json_spread(&json, 2);
    cop_json_add_string(&json, "proves", proved->sentence.bytes);
    if (proved->rests.length > 0)
        cop_json_add_string(&json, "rests_on", proved->rests.bytes);
    cop_json_add_integer(&json, "claims", proved->claims);
    cop_json_add_integer(&json, "positions", proved->positions);
    cop_json_add_integer(&json, "replies", proved->replies);
    cop_json_end(&json);
    cop_text_add(text, "\n");
}

static int run(const struct cop_arguments *arguments)
{
    struct cop_text text = COP_TEXT;
    struct cop_proved proved;
    struct cop_error error;
    bool is_proved;

    if (strcmp(arguments->words[0], "check") != 0) {
        cop_fail(&error, "proof: \"%.40s\" is not known; it is written: coppice proof check FILE",
                 arguments->words[0]);
        return cop_complain(COP_USAGE, &error);
    }
    is_proved =
        cop_proof_check(arguments->words[1], cop_game_open, cop_words(arguments->options, "folder"),
                        arguments->interrupted, &proved, &error);
    if (is_proved && cop_flag(arguments->options, "json"))
        add_json(&proved, &text);
    else if (is_proved)
        add_words(&proved, &text);
    cop_proved_free(&proved);
    if (!is_proved)
        return cop_complain(COP_FAILED, &error);
    cop_print(&text);
    return COP_DONE;
}

const struct cop_command cop_proof_command = {
    .name = "proof",
    .words = "check FILE",
    .summary = "Checks a written proof of what a position is worth",
    .help =
        "The file is one that `coppice solve --proof` has written: a claim, as \"White gets at\n"
        "least a draw\", and a reply to every position that can come about. All moves of the\n"
        "other side are played, by the rules alone and without any search; every end must\n"
        "be as claimed. Where the file says that it rests on databases, positions that they\n"
        "have are ends too, and the files must be the very same. docs/solve.md says why that\n"
        "is a proof.\n"
        "\n"
        "The status is 0 if the file proves its claims, and 1 with the line that is wrong\n"
        "and why if it does not.\n"
        "\n"
        "    coppice solve \"fanorona(width=3, height=5)\" --by dfpn --proof 3x5.proof\n"
        "    coppice proof check 3x5.proof",
    .words_low = 2,
    .words_high = 2,
    .options = options,
    .run = run,
};
