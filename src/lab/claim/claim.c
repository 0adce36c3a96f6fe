/* claim.c - reads a claim by recursive descent, one function for each level of the grammar:
 *
 *     claim      = conjunction { "or" conjunction }
 *     conjunction = negation { "and" negation }
 *     negation   = "not" negation | comparison
 *     comparison = sum [ ("<" | "<=" | ">" | ">=") sum ... | "within" "[" sum "," sum "]" ]
 *     sum        = product { ("+" | "-") product }
 *     product    = factor { ("*" | "/") factor }
 *     factor     = "-" factor | number [ "%" ] | "(" claim ")" | call
 *     call       = "best" "(" run ")" "in" "{" label { "," label } "}" | name "(" arguments ")"
 *
 * Numbers and truths are told apart while reading, so that a tree that was read can be judged. */
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "lab/claim/tree.h"

enum { LENGTH_MAX = 4096, DEPTH_MAX = 64, PARTS_MAX = 256 };

struct parser {
    const char *words;
    size_t at;
    int depth;
    const struct cop_claim_names *names;
    struct cop_error *error;
};

static struct cop_claim *parse_or(struct parser *parser);
static struct cop_claim *parse_factor(struct parser *parser);
static struct cop_claim *parse_sum(struct parser *parser);

/* -- trees -- */

static struct cop_claim *new_claim(enum claim_kind kind)
{
    struct cop_claim *claim = cop_allocate(sizeof *claim);

    claim->kind = kind;
    return claim;
}

static void add_part(struct cop_claim *claim, struct cop_claim *part)
{
    claim->parts =
        cop_reallocate(claim->parts, (size_t)(claim->part_count + 1) * sizeof *claim->parts);
    claim->parts[claim->part_count++] = part;
}

static struct cop_claim *join(enum claim_kind kind, struct cop_claim *left, struct cop_claim *right)
{
    struct cop_claim *claim = new_claim(kind);

    add_part(claim, left);
    if (right)
        add_part(claim, right);
    return claim;
}

void cop_claim_free(struct cop_claim *claim)
{
    if (!claim)
        return;
    for (int i = 0; i < claim->part_count; i++)
        cop_claim_free(claim->parts[i]);
    for (int i = 0; i < claim->measure.word_count; i++)
        free((char *)claim->measure.words[i]);
    free((char *)claim->measure.name);
    free(claim->parts);
    free(claim);
}

/* -- words -- */

static void *refuse(struct parser *parser, const char *why)
{
    cop_fail(parser->error, "claim, column %zu: %s", parser->at + 1, why);
    return NULL;
}

/* For trees that are given up halfway. */
static void *refuse_freeing(struct parser *parser, struct cop_claim *claim, const char *why)
{
    cop_claim_free(claim);
    return refuse(parser, why);
}

static char peek(struct parser *parser)
{
    while (isspace((unsigned char)parser->words[parser->at]))
        parser->at++;
    return parser->words[parser->at];
}

static bool take(struct parser *parser, const char *symbol)
{
    size_t length = strlen(symbol);

    peek(parser);
    if (strncmp(parser->words + parser->at, symbol, length) != 0)
        return false;
    parser->at += length;
    return true;
}

static bool is_word_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static size_t word_length(struct parser *parser)
{
    size_t length = 0;

    peek(parser);
    while (is_word_byte(parser->words[parser->at + length]))
        length++;
    return length;
}

static bool take_keyword(struct parser *parser, const char *keyword)
{
    size_t length = word_length(parser);

    if (length != strlen(keyword) || strncmp(parser->words + parser->at, keyword, length) != 0)
        return false;
    parser->at += length;
    return true;
}

/* A bare word or a 'quoted one'; the caller frees it. */
static char *take_label(struct parser *parser)
{
    const char *start;
    const char *end;
    size_t length;

    if (peek(parser) == '\'') {
        start = parser->words + parser->at + 1;
        end = strchr(start, '\'');
        if (!end)
            return refuse(parser, "the quote ' is not closed");
        parser->at += (size_t)(end - start) + 2;
        return cop_copy_bytes(start, (size_t)(end - start));
    }
    length = word_length(parser);
    if (length == 0)
        return refuse(parser, "a name is missing (write one with other characters in 'quotes')");
    start = parser->words + parser->at;
    parser->at += length;
    return cop_copy_bytes(start, length);
}

/* -- types -- */

static struct cop_claim *want_number(struct parser *parser, struct cop_claim *claim)
{
    if (claim && claim_is_truth(claim))
        return refuse_freeing(parser, claim, "a number is needed before this place, not a truth");
    return claim;
}

static struct cop_claim *want_truth(struct parser *parser, struct cop_claim *claim)
{
    if (claim && !claim_is_truth(claim))
        return refuse_freeing(parser, claim,
                              "a comparison is needed before this place, not a number");
    return claim;
}

/* -- calls -- */

/* name(run[, label]...); checks the names. */
static struct cop_claim *make_measure(struct parser *parser, const char *name, int count,
                                      const char *const *words)
{
    struct cop_claim *claim = new_claim(CLAIM_MEASURE);
    struct cop_error why;

    claim->measure.name = cop_copy_string(name);
    for (int i = 0; i < count; i++)
        claim->measure.words[claim->measure.word_count++] = cop_copy_string(words[i]);
    if (!parser->names->check(parser->names->context, &claim->measure, &why))
        return refuse_freeing(parser, claim, why.message);
    return claim;
}

static struct cop_claim *parse_measure(struct parser *parser, const char *name)
{
    char *words[COP_MEASURE_WORDS_MAX];
    struct cop_claim *claim = NULL;
    int count = 0;

    do {
        if (count == COP_MEASURE_WORDS_MAX) {
            refuse(parser, "this function has too many arguments");
            break;
        }
        words[count] = take_label(parser);
        if (!words[count])
            break;
        count++;
        if (take(parser, ")"))
            claim = make_measure(parser, name, count, (const char *const *)words);
        else if (take(parser, ","))
            continue;
        else
            refuse(parser, "\",\" or \")\" is missing");
        break;
    } while (true);
    for (int i = 0; i < count; i++)
        free(words[i]);
    return claim;
}

static bool add_score(struct parser *parser, struct cop_claim *claim, const char *run,
                      const char *label)
{
    struct cop_claim *score = make_measure(parser, "score", 2, (const char *const[]){run, label});

    if (!score)
        return false;
    add_part(claim, score);
    return true;
}

/* The rest of `scores(run)` or `scores(run, label, ...)`: one part for each entrant. */
static bool parse_scores(struct parser *parser, struct cop_claim *claim)
{
    char *run = take_label(parser);
    const char *const *labels;
    bool is_good = run != NULL;

    if (is_good && take(parser, ")")) {
        struct cop_error why;
        int count = parser->names->entrants(parser->names->context, run, &labels, &why);

        if (count == 0)
            refuse(parser, why.message);
        is_good = count > 0;
        for (int i = 0; is_good && i < count; i++)
            is_good = add_score(parser, claim, run, labels[i]);
    } else {
        while (is_good && take(parser, ",")) {
            char *label = take_label(parser);

            is_good = label && add_score(parser, claim, run, label);
            free(label);
        }
        if (is_good && !take(parser, ")"))
            is_good = refuse(parser, "\",\" or \")\" is missing") != NULL;
    }
    free(run);
    return is_good;
}

static bool parse_allow(struct parser *parser, struct cop_claim *claim)
{
    char digit;

    if (!take(parser, "="))
        return refuse(parser, "allow is written allow=1") != NULL;
    digit = peek(parser);
    if (!isdigit((unsigned char)digit) || is_word_byte(parser->words[parser->at + 1]))
        return refuse(parser, "allow must be a number from 0 to 9") != NULL;
    parser->at++;
    claim->allow = digit - '0';
    return true;
}

static struct cop_claim *parse_number(struct parser *parser);

static bool parse_slack(struct parser *parser, struct cop_claim *claim)
{
    struct cop_claim *number;

    if (!take(parser, "=") || !isdigit((unsigned char)peek(parser)))
        return refuse(parser, "slack is written slack=5%") != NULL;
    number = parse_number(parser);
    if (!number)
        return false;
    claim->slack = number->number;
    cop_claim_free(number);
    return true;
}

static bool parse_argument(struct parser *parser, struct cop_claim *claim)
{
    bool is_series = claim->kind == CLAIM_INCREASING || claim->kind == CLAIM_DECREASING;
    size_t start = (peek(parser), parser->at);
    struct cop_claim *part;

    if (is_series && take_keyword(parser, "allow"))
        return parse_allow(parser, claim);
    if (is_series && take_keyword(parser, "slack"))
        return parse_slack(parser, claim);
    if (take_keyword(parser, "scores")) {
        if (take(parser, "("))
            return parse_scores(parser, claim);
        parser->at = start;
    }
    part = want_number(parser, parse_sum(parser));
    if (part)
        add_part(claim, part);
    return part != NULL;
}

struct function {
    const char *name;
    enum claim_kind kind;
    int parts_low, parts_high;
};

static const struct function functions[] = {
    {"abs", CLAIM_ABS, 1, 1},
    {"min", CLAIM_MIN, 1, PARTS_MAX},
    {"max", CLAIM_MAX, 1, PARTS_MAX},
    {"increasing", CLAIM_INCREASING, 2, PARTS_MAX},
    {"decreasing", CLAIM_DECREASING, 2, PARTS_MAX},
    {NULL, CLAIM_NUMBER, 0, 0},
};

static struct cop_claim *parse_function(struct parser *parser, const struct function *function)
{
    struct cop_claim *claim = new_claim(function->kind);

    do {
        if (!parse_argument(parser, claim)) {
            cop_claim_free(claim);
            return NULL;
        }
    } while (take(parser, ","));
    if (!take(parser, ")"))
        return refuse_freeing(parser, claim, "\",\" or \")\" is missing");
    if (claim->part_count < function->parts_low || claim->part_count > function->parts_high)
        return refuse_freeing(parser, claim,
                              "the function before this place has a wrong number "
                              "of arguments");
    return claim;
}

static bool is_inside(const struct cop_claim *best, const char *label)
{
    for (int i = 0; i < best->inside; i++)
        if (strcmp(best->parts[i]->measure.words[1], label) == 0)
            return true;
    return false;
}

/* The labels between { and }, each a score of the set. */
static bool parse_set(struct parser *parser, struct cop_claim *best, const char *run)
{
    if (!take_keyword(parser, "in") || !take(parser, "{"))
        return refuse(parser, "best(RUN) is followed by: in {LABEL, ...}") != NULL;
    do {
        char *label = take_label(parser);
        bool is_good = label && add_score(parser, best, run, label);

        free(label);
        if (!is_good)
            return false;
        best->inside++;
    } while (take(parser, ","));
    return take(parser, "}") || refuse(parser, "\",\" or \"}\" is missing") != NULL;
}

static struct cop_claim *parse_best(struct parser *parser)
{
    struct cop_claim *claim = new_claim(CLAIM_BEST);
    char *run = take_label(parser);
    const char *const *labels = NULL;
    struct cop_error why;
    bool is_good = run != NULL;
    int count = 0;

    if (is_good && !take(parser, ")"))
        is_good = refuse(parser, "\")\" is missing") != NULL;
    is_good = is_good && parse_set(parser, claim, run);
    if (is_good) {
        count = parser->names->entrants(parser->names->context, run, &labels, &why);
        if (count == 0)
            is_good = refuse(parser, why.message) != NULL;
    }
    for (int i = 0; is_good && i < count; i++)
        if (!is_inside(claim, labels[i]))
            is_good = add_score(parser, claim, run, labels[i]);
    free(run);
    if (is_good && claim->part_count == claim->inside)
        is_good = refuse(parser, "the set names every entrant, so it says nothing") != NULL;
    if (!is_good) {
        cop_claim_free(claim);
        return NULL;
    }
    return claim;
}

/* Words that somebody who knows statistics may try. */
static bool is_point(const char *name)
{
    static const char *const points[] = {"estimate", "lower", "upper", "margin"};

    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (strcmp(points[i], name) == 0)
            return true;
    return false;
}

static struct cop_claim *parse_call(struct parser *parser)
{
    char *name = take_label(parser);
    const struct function *function = functions;
    struct cop_claim *claim;

    if (!name)
        return NULL;
    if (!take(parser, "(")) {
        free(name);
        return refuse(parser, "\"(\" is missing: a name here is a function");
    }
    if (is_point(name)) {
        free(name);
        return refuse(parser, "an end or the width of an interval is not claimed, because fewer "
                              "games would make that easier; write x within [LOW, HIGH]");
    }
    while (function->name && strcmp(function->name, name) != 0)
        function++;
    if (strcmp(name, "best") == 0)
        claim = parse_best(parser);
    else if (function->name)
        claim = parse_function(parser, function);
    else
        claim = parse_measure(parser, name);
    free(name);
    return claim;
}

/* -- levels -- */

static struct cop_claim *parse_number(struct parser *parser)
{
    struct cop_claim *claim;
    const char *start = parser->words + parser->at;
    char *end;
    double number;

    if (start[0] == '0' && (start[1] == 'x' || start[1] == 'X'))
        return refuse(parser, "numbers are written in decimal");
    number = strtod(start, &end);
    if (end == start || !isfinite(number))
        return refuse(parser, "this is not a number");
    parser->at += (size_t)(end - start);
    if (is_word_byte(parser->words[parser->at]))
        return refuse(parser, "a number ends with a digit or %");
    claim = new_claim(CLAIM_NUMBER);
    claim->number = take(parser, "%") ? number / 100 : number;
    return claim;
}

static struct cop_claim *parse_factor_inside(struct parser *parser)
{
    char byte = peek(parser);
    struct cop_claim *claim;

    if (take(parser, "-")) {
        claim = want_number(parser, parse_factor(parser));
        return claim ? join(CLAIM_NEGATE, claim, NULL) : NULL;
    }
    if (take(parser, "(")) {
        claim = parse_or(parser);
        if (claim && !take(parser, ")"))
            return refuse_freeing(parser, claim, "\")\" is missing");
        return claim;
    }
    if (isdigit((unsigned char)byte) || byte == '.')
        return parse_number(parser);
    return parse_call(parser);
}

/* Every loop of the grammar passes here, so here the nesting is bounded. */
static struct cop_claim *parse_factor(struct parser *parser)
{
    struct cop_claim *claim;

    if (parser->depth == DEPTH_MAX)
        return refuse(parser, "the claim is nested too deeply");
    parser->depth++;
    claim = parse_factor_inside(parser);
    parser->depth--;
    return claim;
}

struct operator_row {
    const char *symbol;
    enum claim_kind kind;
};

static const struct operator_row sums[] = {
    {"+", CLAIM_ADD}, {"-", CLAIM_SUBTRACT}, {NULL, CLAIM_NUMBER}};
static const struct operator_row products[] = {
    {"*", CLAIM_MULTIPLY}, {"/", CLAIM_DIVIDE}, {NULL, CLAIM_NUMBER}};
static const struct operator_row comparisons[] = {{"<=", CLAIM_LESS_EQUAL},
                                                  {">=", CLAIM_GREATER_EQUAL},
                                                  {"<", CLAIM_LESS},
                                                  {">", CLAIM_GREATER},
                                                  {NULL, CLAIM_NUMBER}};

static const struct operator_row *take_operator(struct parser *parser,
                                                const struct operator_row *rows)
{
    for (; rows->symbol; rows++)
        if (take(parser, rows->symbol))
            return rows;
    return NULL;
}

/* operand { operator operand }, grouped from the left. */
static struct cop_claim *parse_left(struct parser *parser, const struct operator_row *rows,
                                    struct cop_claim *(*operand)(struct parser *))
{
    struct cop_claim *left = operand(parser);
    const struct operator_row *row;

    while (left && (row = take_operator(parser, rows)) != NULL) {
        struct cop_claim *right;

        left = want_number(parser, left);
        right = left ? want_number(parser, operand(parser)) : NULL;
        if (!right) {
            cop_claim_free(left);
            return NULL;
        }
        left = join(row->kind, left, right);
    }
    return left;
}

static struct cop_claim *parse_product(struct parser *parser)
{
    return parse_left(parser, products, parse_factor);
}

static struct cop_claim *parse_sum(struct parser *parser)
{
    return parse_left(parser, sums, parse_product);
}

/* The rest of `number within [low, high]`. */
static struct cop_claim *parse_within(struct parser *parser, struct cop_claim *number)
{
    struct cop_claim *claim;

    number = want_number(parser, number);
    if (!number)
        return NULL;
    claim = join(CLAIM_WITHIN, number, NULL);
    for (int end = 0; end < 2; end++) {
        struct cop_claim *limit = NULL;

        if (!take(parser, end == 0 ? "[" : ","))
            return refuse_freeing(parser, claim, "a band is written [LOW, HIGH]");
        limit = want_number(parser, parse_sum(parser));
        if (!limit) {
            cop_claim_free(claim);
            return NULL;
        }
        add_part(claim, limit);
    }
    if (!take(parser, "]"))
        return refuse_freeing(parser, claim, "\"]\" is missing");
    return claim;
}

/* `a < b < c` is `a < b and b < c`: b is read twice, from the same place. */
static struct cop_claim *parse_comparison(struct parser *parser)
{
    struct cop_claim *left = parse_sum(parser);
    struct cop_claim *claim = NULL;
    const struct operator_row *row;

    if (left && take_keyword(parser, "within"))
        return parse_within(parser, left);
    while (left && (row = take_operator(parser, comparisons)) != NULL) {
        size_t start = parser->at;
        size_t end;
        struct cop_claim *right;

        left = want_number(parser, left);
        right = left ? want_number(parser, parse_sum(parser)) : NULL;
        if (!right) {
            cop_claim_free(left);
            left = NULL;
            break;
        }
        left = join(row->kind, left, right);
        claim = claim ? join(CLAIM_AND, claim, left) : left;
        end = parser->at;
        if (!take_operator(parser, comparisons))
            return claim;
        parser->at = start;
        left = parse_sum(parser);
        parser->at = end;
    }
    if (left)
        return left;
    cop_claim_free(claim);
    return NULL;
}

static struct cop_claim *parse_not(struct parser *parser)
{
    struct cop_claim *claim;

    if (!take_keyword(parser, "not"))
        return parse_comparison(parser);
    if (parser->depth == DEPTH_MAX)
        return refuse(parser, "the claim is nested too deeply");
    parser->depth++;
    claim = want_truth(parser, parse_not(parser));
    parser->depth--;
    return claim ? join(CLAIM_NOT, claim, NULL) : NULL;
}

static struct cop_claim *parse_joined(struct parser *parser, const char *keyword,
                                      enum claim_kind kind,
                                      struct cop_claim *(*operand)(struct parser *))
{
    struct cop_claim *left = operand(parser);

    while (left && take_keyword(parser, keyword)) {
        struct cop_claim *right;

        left = want_truth(parser, left);
        right = left ? want_truth(parser, operand(parser)) : NULL;
        if (!right) {
            cop_claim_free(left);
            return NULL;
        }
        left = join(kind, left, right);
    }
    return left;
}

static struct cop_claim *parse_and(struct parser *parser)
{
    return parse_joined(parser, "and", CLAIM_AND, parse_not);
}

static struct cop_claim *parse_or(struct parser *parser)
{
    return parse_joined(parser, "or", CLAIM_OR, parse_and);
}

/* -- extremes -- */

/* In how many ways one part of each extreme can be chosen. */
static double count_ways(const struct cop_claim *claim)
{
    bool is_sum = claim->kind == CLAIM_MIN || claim->kind == CLAIM_MAX;
    double ways = is_sum ? 0 : claim->kind == CLAIM_ABS ? 2 : 1;

    for (int i = 0; i < claim->part_count; i++) {
        double own = count_ways(claim->parts[i]);

        ways = is_sum ? ways + own : ways * own;
    }
    return ways;
}

static bool is_plain_number(const struct cop_claim *claim)
{
    return claim->kind == CLAIM_NUMBER ||
           (claim->kind == CLAIM_NEGATE && is_plain_number(claim->parts[0]));
}

/* A product rises or falls with an extreme in it only if the sign of the other factor is known. */
static const char *find_bad_factor(const struct cop_claim *claim)
{
    for (int i = 0; i < claim->part_count; i++) {
        const char *why = find_bad_factor(claim->parts[i]);
        bool is_extreme = count_ways(claim->parts[i]) > 1;

        if (why)
            return why;
        if (is_extreme && ((claim->kind == CLAIM_DIVIDE && i == 1) ||
                           ((claim->kind == CLAIM_DIVIDE || claim->kind == CLAIM_MULTIPLY) &&
                            !is_plain_number(claim->parts[1 - i]))))
            return "min, max and abs can be multiplied and divided by a plain number only";
    }
    return NULL;
}

/* What is compared in one step: all parts of a comparison, but the neighbours of a series. */
static double ways_to_judge(const struct cop_claim *claim)
{
    double outside = claim->part_count - claim->inside, most = 1, second = 1;

    if (claim->kind == CLAIM_BEST)
        return claim->inside * outside;
    if (claim->kind < CLAIM_WITHIN)
        return count_ways(claim);
    for (int i = 0; i < claim->part_count; i++) {
        double own = count_ways(claim->parts[i]);

        second = own > most ? most : fmax(second, own);
        most = fmax(most, own);
    }
    return most * second;
}

static const char *find_bad_extreme(const struct cop_claim *claim)
{
    if (claim->kind < CLAIM_AND)
        return ways_to_judge(claim) > CLAIM_WAYS_MAX ? "it compares too many numbers at once"
                                                     : find_bad_factor(claim);
    for (int i = 0; i < claim->part_count; i++) {
        const char *why = find_bad_extreme(claim->parts[i]);

        if (why)
            return why;
    }
    return NULL;
}

struct cop_claim *cop_claim_parse(const char *words, const struct cop_claim_names *names,
                                  struct cop_error *error)
{
    struct parser parser = {.words = words, .names = names, .error = error};
    struct cop_claim *claim;
    const char *why;

    if (strlen(words) > LENGTH_MAX) {
        cop_fail(error, "claim: longer than %d characters", LENGTH_MAX);
        return NULL;
    }
    claim = want_truth(&parser, parse_or(&parser));
    if (claim && peek(&parser) != '\0')
        return refuse_freeing(&parser, claim, "the claim should end here");
    why = claim ? find_bad_extreme(claim) : NULL;
    if (why) {
        cop_claim_free(claim);
        cop_fail(error, "claim: %s", why);
        return NULL;
    }
    return claim;
}
