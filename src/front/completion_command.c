/* completion_command.c - `coppice completion`: the scripts for shells, and what they ask. */
#include <stdlib.h>
#include <string.h>

#include "front/commands.h"
#include "front/completion.h"

/* Bash hands over the line, and replaces only what follows the last of its own word breaks ('=' and
 * '(' among them), so the part of the word before that is cut from each choice. */
static const char bash_script[] =
    "# bash completion for coppice; written by: coppice completion bash\n"
    "_coppice()\n"
    "{\n"
    "    local line=${COMP_LINE:0:COMP_POINT} current=${COMP_WORDS[COMP_CWORD]} word choice\n"
    "    local -a choices\n"
    "    mapfile -t choices < <(\"${COMP_WORDS[0]}\" completion words \"$line\" 2>/dev/null)\n"
    "    COMPREPLY=()\n"
    "    if [[ ${choices[1]} == FILES ]]; then\n"
    "        compopt -o default +o nospace\n"
    "        return\n"
    "    fi\n"
    "    word=${choices[0]}\n"
    "    case $current in\n"
    "        [\\\"\\']*) current=${current:1} ;;\n"
    "        *[=:\\(]) current= ;;\n"
    "    esac\n"
    "    for choice in \"${choices[@]:1}\"; do\n"
    "        COMPREPLY+=(\"${choice:${#word}-${#current}}\")\n"
    "    done\n"
    "}\n"
    "complete -o nospace -F _coppice coppice\n";

static const char zsh_script[] =
    "#compdef coppice\n"
    "# zsh completion for coppice; written by: coppice completion zsh\n"
    "_coppice()\n"
    "{\n"
    "    local line=\"${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX\"\n"
    "    local -a choices\n"
    "    choices=(\"${(@f)$(${(Q)words[1]} completion words \"$line\" 2>/dev/null)}\")\n"
    "    if [[ ${choices[2]} == FILES ]]; then\n"
    "        compset -P '*='\n"
    "        _files\n"
    "        return\n"
    "    fi\n"
    "    shift choices\n"
    "    compadd -- ${${(M)choices:#* }% }\n"
    "    compadd -S '' -- ${choices:#* }\n"
    "}\n"
    "if [[ $funcstack[1] == _coppice ]]; then _coppice \"$@\"; else compdef _coppice coppice; fi\n";

/* The word as it is so far, then a choice in each line; FILES where the shell knows better. */
static void write_choices(const char *line, struct cop_text *text)
{
    struct cop_choices choices;
    char *word;

    cop_complete_line(line, &choices, &word);
    cop_text_add(text, "%s\n%s", word, choices.are_files ? "FILES\n" : "");
    for (int i = 0; i < choices.count; i++)
        cop_text_add(text, "%s\n", choices.words[i]);
    cop_choices_free(&choices);
    free(word);
}

static int run(const struct cop_arguments *arguments)
{
    const char *what = arguments->words[0];
    bool asks = strcmp(what, "words") == 0 && arguments->word_count == 2;
    struct cop_text text = COP_TEXT;
    struct cop_error error;

    if (asks) {
        write_choices(arguments->words[1], &text);
    } else if (strcmp(what, "bash") == 0 && arguments->word_count == 1) {
        cop_text_add(&text, "%s", bash_script);
    } else if (strcmp(what, "zsh") == 0 && arguments->word_count == 1) {
        cop_text_add(&text, "%s", zsh_script);
    } else {
        cop_fail(&error,
                 "completion: \"%.60s\" is not understood; write completion bash, "
                 "completion zsh, or completion words LINE",
                 what);
        return cop_complain(COP_USAGE, &error);
    }
    cop_print(&text);
    return COP_DONE;
}

const struct cop_command cop_completion_command = {
    .name = "completion",
    .words = "bash | zsh | words LINE",
    .summary = "Writes a script with which a shell completes command lines",
    .help =
        "An installed program has these scripts in the shells' usual folders. Without that, put\n"
        "one of the first two lines into ~/.bashrc or ~/.zshrc. The scripts ask the program\n"
        "itself, with the third line, what may follow: the word so far, then a choice in each\n"
        "line, with a blank behind whole words, or FILES for the name of a file.\n"
        "\n"
        "    source <(coppice completion bash)\n"
        "    source <(coppice completion zsh)\n"
        "    coppice completion words \"coppice play oth\"",
    .words_low = 1,
    .words_high = 2,
    .run = run,
};
