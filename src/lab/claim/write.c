/* claim_write.c - a claim's canonical text. Brackets are written where the reader needs them:
 * around an operand that binds less tightly than its operator. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/claim/tree.h"

static const struct {
    const char *symbol; /* an operator's sign or a function's name */
    int level;          /* how tightly an operator binds; 9 is a call or a number */
} styles[] = {
    [CLAIM_NUMBER] = {"", 9},
    [CLAIM_MEASURE] = {"", 9},
    [CLAIM_NEGATE] = {"-", 7},
    [CLAIM_ADD] = {"+", 5},
    [CLAIM_SUBTRACT] = {"-", 5},
    [CLAIM_MULTIPLY] = {"*", 6},
    [CLAIM_DIVIDE] = {"/", 6},
    [CLAIM_ABS] = {"abs", 9},
    [CLAIM_MIN] = {"min", 9},
    [CLAIM_MAX] = {"max", 9},
    [CLAIM_LESS] = {"<", 4},
    [CLAIM_LESS_EQUAL] = {"<=", 4},
    [CLAIM_GREATER] = {">", 4},
    [CLAIM_GREATER_EQUAL] = {">=", 4},
    [CLAIM_WITHIN] = {"within", 4},
    [CLAIM_BEST] = {"best", 9},
    [CLAIM_INCREASING] = {"increasing", 9},
    [CLAIM_DECREASING] = {"decreasing", 9},
    [CLAIM_AND] = {"and", 2},
    [CLAIM_OR] = {"or", 1},
    [CLAIM_NOT] = {"not ", 3},
};

static void write_label(struct cop_text *text, const char *label)
{
    bool is_bare = label[0] != '\0';

    for (const char *byte = label; *byte; byte++)
        is_bare = is_bare && (isalnum((unsigned char)*byte) || *byte == '_');
    cop_text_add(text, is_bare ? "%s" : "'%s'", label);
}

void cop_measure_write(const struct cop_measure *measure, struct cop_text *text)
{
    cop_text_add(text, "%s(", measure->name);
    for (int i = 0; i < measure->word_count; i++) {
        if (i > 0)
            cop_text_add(text, ", ");
        write_label(text, measure->words[i]);
    }
    cop_text_add(text, ")");
}

static void write_part(const struct cop_claim *claim, int i, int level, struct cop_text *text)
{
    const struct cop_claim *part = claim->parts[i];
    bool needs_brackets = styles[part->kind].level < level;

    if (needs_brackets)
        cop_text_add(text, "(");
    cop_claim_write(part, text);
    if (needs_brackets)
        cop_text_add(text, ")");
}

static void write_number(double number, struct cop_text *text)
{
    char shortest[40];

    snprintf(shortest, sizeof shortest, "%.15g", number);
    if (strtod(shortest, NULL) != number)
        snprintf(shortest, sizeof shortest, "%.17g", number);
    cop_text_add(text, "%s", shortest);
}

static void write_best(const struct cop_claim *claim, struct cop_text *text)
{
    cop_text_add(text, "best(");
    write_label(text, claim->parts[0]->measure.words[0]);
    cop_text_add(text, ") in {");
    for (int i = 0; i < claim->inside; i++) {
        if (i > 0)
            cop_text_add(text, ", ");
        write_label(text, claim->parts[i]->measure.words[1]);
    }
    cop_text_add(text, "}");
}

static void write_call(const struct cop_claim *claim, struct cop_text *text)
{
    cop_text_add(text, "%s(", styles[claim->kind].symbol);
    for (int i = 0; i < claim->part_count; i++) {
        if (i > 0)
            cop_text_add(text, ", ");
        cop_claim_write(claim->parts[i], text);
    }
    if (claim->allow > 0)
        cop_text_add(text, ", allow=%d", claim->allow);
    if (claim->slack > 0) {
        cop_text_add(text, ", slack=");
        write_number(claim->slack, text);
    }
    cop_text_add(text, ")");
}

static void write_within(const struct cop_claim *claim, struct cop_text *text)
{
    write_part(claim, 0, 5, text);
    cop_text_add(text, " within [");
    write_part(claim, 1, 5, text);
    cop_text_add(text, ", ");
    write_part(claim, 2, 5, text);
    cop_text_add(text, "]");
}

void cop_claim_write(const struct cop_claim *claim, struct cop_text *text)
{
    int level = styles[claim->kind].level;

    switch (claim->kind) {
    case CLAIM_NUMBER:
        write_number(claim->number, text);
        break;
    case CLAIM_MEASURE:
        cop_measure_write(&claim->measure, text);
        break;
    case CLAIM_NEGATE:
    case CLAIM_NOT:
        cop_text_add(text, "%s", styles[claim->kind].symbol);
        write_part(claim, 0, level, text);
        break;
    case CLAIM_WITHIN:
        write_within(claim, text);
        break;
    case CLAIM_BEST:
        write_best(claim, text);
        break;
    default:
        if (level == 9) {
            write_call(claim, text);
            break;
        }
        write_part(claim, 0, level == 4 ? 5 : level, text);
        cop_text_add(text, " %s ", styles[claim->kind].symbol);
        write_part(claim, 1, level + 1, text);
    }
}
