/* uci.c - the game so far is sent whenever the other program is asked for a move. */
#include "agent/uci.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "agent/centipawns.h"
#include "agent/external.h"
#include "base/allocate.h"
#include "base/clock.h"
#include "game/course.h"
#include "game/dialect.h"

static const struct cop_option options[] = {
    COP_EXTERNAL_OPTIONS,
    {"variant", COP_WORDS, "", .help = "what the program calls the game; without it, as we do"},
    {"options", COP_WORDS, "", .help = "what it is to be set to: options=\"Threads=2; Hash=64\""},
    {"moves", COP_CHOICE, "auto", 0, 0, "auto|own|squares|fairy",
     "how it writes moves: as we do; as squares alone, c7c8; or as engines for variants of chess, "
     "P@d3 and d1c1,c1b1; auto: what suits the program by its name, and read in any of them"},
    {"fen", COP_CHOICE, "auto", 0, 0, "auto|own|none",
     "positions that no game begins with are sent in our words, or not at all; auto: to a copy of "
     "Coppice only"},
    {NULL},
};

enum moves_option { MOVES_AUTO, MOVES_NAMED }; /* MOVES_NAMED and beyond: the dialects */
enum fen_option { FEN_AUTO, FEN_OWN, FEN_NONE };

/* How many of the names that a program lists for UCI_Variant a message shows. */
enum { SHOWN_MAX = 200 };

struct player {
    struct cop_external external;
    char *variant, *settings;
    int moves;                /* as the option says, an enum moves_option; and what it comes to: */
    enum cop_dialect dialect; /* that we write */
    enum fen_option fen;
    bool is_coppice;    /* the program says so: it takes every spec of a game */
    bool is_fairy;      /* it is an engine for many variants of chess */
    char *listed;       /* its line of UCI_Variant; NULL: it has none */
    bool has_seed;      /* an option Seed */
    struct cop_text to; /* being sent */
    char *remark;       /* the last one it made about this move; NULL: none */
    uint64_t seed;
    double spent; /* seconds in this game */
};

/* ---- Words ---- */

static bool begins_with(const char *line, const char *words)
{
    size_t length = strlen(words);

    return strncmp(line, words, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* What follows the word `name` in a line; NULL if it is not there. */
static const char *after(const char *line, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = line; (at = strstr(at, name)) != NULL; at += length)
        if (at > line && at[-1] == ' ' && (at[length] == ' ' || at[length] == '\0'))
            return at + length + strspn(at + length, " ");
    return NULL;
}

static bool say(struct player *player, struct cop_error *error)
{
    return cop_external_say(&player->external, error, "%s", player->to.bytes);
}

/* Lines until the one that is just this word; `look` may read those before it. */
static bool hear_until(struct player *player, const char *word,
                       void (*look)(struct player *player, const char *line),
                       struct cop_error *error)
{
    const char *line;

    while ((line = cop_external_hear(&player->external, error)) != NULL) {
        if (strcmp(line, word) == 0)
            return true;
        if (look != NULL)
            look(player, line);
    }
    return cop_fail_in(error, "no %s", word);
}

/* ---- Getting to know each other ---- */

static void learn(struct player *player, const char *line)
{
    const char *name = begins_with(line, "option") ? after(line, "name") : NULL;

    if (begins_with(line, "id name Coppice"))
        player->is_coppice = true;
    if (strncmp(line, "id name Fairy", strlen("id name Fairy")) == 0)
        player->is_fairy = true;
    if (name != NULL && begins_with(name, "Seed"))
        player->has_seed = true;
    if (name != NULL && begins_with(name, "UCI_Variant")) {
        free(player->listed);
        player->listed = cop_copy_string(line);
    }
}

/* Is it among the items of the combo? */
static bool lists(const struct player *player, const char *variant)
{
    for (const char *at = after(player->listed, "var"); at != NULL; at = after(at, "var"))
        if (begins_with(at, variant))
            return true;
    return false;
}

/* The program must know what we call the game, or what we are told that it calls it. */
static bool send_variant(struct player *player, struct cop_error *error)
{
    const struct cop_game *game = player->external.game;
    const char *variant = player->variant[0] != '\0' ? player->variant : game->name, *known;

    if (player->listed == NULL)
        return player->variant[0] == '\0' ||
               cop_fail(error,
                        "engine has no UCI_Variant, so that it plays one game only: leave "
                        "variant=\"%.60s\" out",
                        player->variant);
    known = after(player->listed, "var");
    if (!player->is_coppice && !lists(player, variant))
        return cop_fail(error,
                        "engine does not list the variant \"%.60s\"; choose one of its own with "
                        "variant=: %.*s",
                        variant, (int)SHOWN_MAX, known != NULL ? known : "it lists none");
    cop_text_clear(&player->to);
    cop_text_add(&player->to, "setoption name UCI_Variant value %s", variant);
    return say(player, error);
}

/* NAME=VALUE; NAME=VALUE */
static bool send_options(struct player *player, struct cop_error *error)
{
    char *copy = cop_copy_string(player->settings);
    bool is_done = true;

    for (char *rest = copy, *item; is_done && (item = strtok_r(rest, ";", &rest)) != NULL;) {
        char *value = strchr(item, '='), *name, *trimmed;

        if (value == NULL) {
            if (strspn(item, " ") < strlen(item))
                is_done = cop_fail(error,
                                   "options are written NAME=VALUE; NAME=VALUE, not "
                                   "\"%.60s\"",
                                   item);
            continue;
        }
        *value++ = '\0';
        name = cop_copy_trimmed(item);
        trimmed = cop_copy_trimmed(value);
        cop_text_clear(&player->to);
        cop_text_add(&player->to, "setoption name %s value %s", name, trimmed);
        is_done = say(player, error);
        free(name);
        free(trimmed);
    }
    free(copy);
    return is_done;
}

static bool is_ready(struct player *player, struct cop_error *error)
{
    return cop_external_say(&player->external, error, "isready") &&
           hear_until(player, "readyok", NULL, error);
}

/* A program that nothing is known of is told squares: they say what every move is. */
static void settle_dialect(struct player *player)
{
    if (player->moves >= MOVES_NAMED)
        player->dialect = (enum cop_dialect)(player->moves - MOVES_NAMED);
    else if (player->is_coppice)
        player->dialect = COP_DIALECT_OWN;
    else
        player->dialect = player->is_fairy ? COP_DIALECT_FAIRY : COP_DIALECT_SQUARES;
}

static bool greet(struct player *player, struct cop_error *error)
{
    struct cop_external *external = &player->external;

    cop_external_allow(external, 0, external->patience.stop);
    player->is_coppice = player->is_fairy = player->has_seed = false;
    free(player->listed);
    player->listed = NULL;
    if (!cop_external_say(external, error, "uci") || !hear_until(player, "uciok", learn, error))
        return false;
    settle_dialect(player);
    return send_variant(player, error) && send_options(player, error) && is_ready(player, error);
}

static bool sends_positions(const struct player *player)
{
    return player->fen == FEN_OWN || (player->fen == FEN_AUTO && player->is_coppice);
}

/* A move in the program's words: as we write to it, or if nobody said how it writes, in any way in
 * which a move can be written. */
static bool read_move(const struct player *player, const void *state, const char *word,
                      cop_move *move)
{
    const struct cop_game *game = player->external.game;

    if (cop_dialect_read(player->dialect, game, state, word, move, NULL))
        return true;
    for (int dialect = COP_DIALECT_OWN; player->moves == MOVES_AUTO && dialect <= COP_DIALECT_FAIRY;
         dialect++)
        if (cop_dialect_read((enum cop_dialect)dialect, game, state, word, move, NULL))
            return true;
    return false;
}

/* ---- The board ---- */

static bool begin_game(struct player *player, struct cop_error *error)
{
    struct cop_external *external = &player->external;

    if (!sends_positions(player) && !cop_is_usual_start(external->game, external->start))
        return cop_fail(error, "it can only play from the usual start; if it reads positions as we "
                               "write them, give fen=own");
    if (player->has_seed &&
        !cop_external_say(external, error, "setoption name Seed value %" PRIu64, player->seed))
        return false;
    if (!cop_external_say(external, error, "ucinewgame") || !is_ready(player, error))
        return false;
    external->is_new = false;
    return true;
}

static bool send_position(struct player *player, struct cop_error *error)
{
    const struct cop_external *external = &player->external;
    const struct cop_game *game = external->game;
    _Alignas(max_align_t) unsigned char state[COP_STATE_MAX];

    cop_text_clear(&player->to);
    cop_text_add(&player->to, "position ");
    if (cop_is_usual_start(game, external->start)) {
        cop_text_add(&player->to, "startpos");
    } else {
        cop_text_add(&player->to, "fen ");
        game->rules->write_position(game, external->start, &player->to);
    }
    memcpy(state, external->start, game->state_size);
    for (int i = 0; i < external->move_count; i++) {
        cop_text_add(&player->to, i > 0 ? " " : " moves ");
        cop_dialect_write(player->dialect, game, state, external->moves[i], &player->to);
        game->rules->play(game, state, external->moves[i]);
    }
    return say(player, error);
}

/* ---- Time ---- */

/* What our opponent has left is not known here; it is told as ours. */
static void write_go(struct player *player, const struct cop_limits *limits)
{
    struct cop_text *to = &player->to;
    double left = fmax(limits->clock - player->spent, 0.001);

    cop_text_clear(to);
    cop_text_add(to, "go");
    if (limits->clock > 0)
        cop_text_add(to, " wtime %.0f btime %.0f", ceil(1000 * left), ceil(1000 * left));
    else if (limits->time > 0)
        cop_text_add(to, " movetime %.0f", ceil(1000 * limits->time));
    if (limits->nodes > 0)
        cop_text_add(to, " nodes %" PRId64, limits->nodes);
    if (limits->depth > 0)
        cop_text_add(to, " depth %d", limits->depth);
}

static bool has_limits(const struct cop_settings *settings, const struct cop_limits *limits,
                       struct cop_error *error)
{
    (void)settings;
    if (limits->sims > 0)
        return cop_fail(error, "the protocol has no simulations to tell the program of; give it "
                               "nodes, a depth or a time");
    return limits->clock <= 0 || limits->time <= 0 ||
           cop_fail(error,
                    "the protocol tells a clock or a time for a move; leave one of them out");
}

/* ---- What the program thinks ---- */

static double number_after(const char *line, const char *name, double otherwise)
{
    const char *words = after(line, name);
    char *end;
    double number;

    if (words == NULL)
        return otherwise;
    number = strtod(words, &end);
    return end > words && isfinite(number) ? number : otherwise;
}

/* The share of the player to move; NaN if the line does not say. */
static double read_score(const char *line)
{
    const char *score = after(line, "score"), *shares = after(line, "wdl");
    double won, drawn, lost, centipawns;
    char *end;

    if (shares != NULL) {
        won = strtod(shares, &end);
        drawn = strtod(end, &end);
        lost = strtod(end, &end);
        if (won >= 0 && drawn >= 0 && lost >= 0 && won + drawn + lost > 0)
            return (won + drawn / 2) / (won + drawn + lost);
    }
    if (score == NULL)
        return NAN;
    if (begins_with(score, "mate"))
        return number_after(line, "mate", 0) > 0 ? 1 : 0;
    centipawns = number_after(line, "cp", NAN);
    return isfinite(centipawns) ? cop_chance_of_centipawns(centipawns) : NAN;
}

/* As far as its moves are legal. */
static void read_line(const struct player *player, const void *state, const char *words,
                      struct cop_report *report)
{
    const struct cop_game *game = player->external.game;
    _Alignas(max_align_t) unsigned char at[COP_STATE_MAX];
    char *copy = cop_copy_string(words), *rest = copy, *word;
    cop_move move;

    memcpy(at, state, game->state_size);
    report->line_length = 0;
    while ((word = strtok_r(rest, " ", &rest)) != NULL && report->line_length < COP_LINE_MAX &&
           game->rules->turn(game, at) != COP_OVER && read_move(player, at, word, &move)) {
        report->line[report->line_length++] = move;
        game->rules->play(game, at, move);
    }
    free(copy);
}

/* Bounds and lines of lesser moves are passed over. */
static void read_info(struct player *player, const void *state, const char *line,
                      struct cop_report *report)
{
    const char *words = after(line, "pv"), *remark = after(line, "string");
    double share = read_score(line);
    int turn = report->player;

    if (remark != NULL) {
        free(player->remark);
        player->remark = cop_copy_string(remark);
        return;
    }
    if (after(line, "lowerbound") != NULL || after(line, "upperbound") != NULL ||
        number_after(line, "multipv", 1) != 1)
        return;
    report->depth = (int)fmin(fmax(number_after(line, "depth", report->depth), 0), 1e6);
    report->nodes =
        (int64_t)fmin(fmax(number_after(line, "nodes", (double)report->nodes), 0), 1e15);
    if (isfinite(share)) {
        report->value[turn] = share;
        report->value[1 - turn] = 1 - share;
    }
    if (words != NULL)
        read_line(player, state, words, report);
}

/* Reads until `bestmove`, whose word the caller copies before the next line. */
static const char *hear_best(struct player *player, const void *state, struct cop_report *info,
                             struct cop_error *error)
{
    const char *line;

    while ((line = cop_external_hear(&player->external, error)) != NULL) {
        if (begins_with(line, "info"))
            read_info(player, state, line, info);
        else if (begins_with(line, "bestmove"))
            return line + strlen("bestmove") + strspn(line + strlen("bestmove"), " ");
    }
    return NULL;
}

/* ---- The agent ---- */

static bool fits(const struct cop_game *game, struct cop_error *error)
{
    return (game->players == 2 && !game->is_hidden) ||
           cop_fail(error,
                    "uci: the protocol is for two players who see the whole board, which %s is "
                    "not; gtp(command=...) plays every game",
                    game->name);
}

static void player_close(void *self)
{
    struct player *player = self;

    cop_external_close(&player->external);
    cop_text_free(&player->to);
    free(player->variant);
    free(player->settings);
    free(player->listed);
    free(player->remark);
    free(player);
}

/* Starting the program now shows a wrong command before a match has begun. */
static void *player_open(const struct cop_agent_kind *kind, const struct cop_game *game,
                         const struct cop_settings *settings, const struct cop_means *means,
                         struct cop_error *error)
{
    struct player *player = cop_allocate(sizeof *player);
    bool is_fresh;

    (void)kind;
    *player = (struct player){.to = COP_TEXT, .seed = means->seed};
    player->variant = cop_copy_trimmed(cop_words(settings, "variant"));
    player->settings = cop_copy_trimmed(cop_words(settings, "options"));
    player->moves = cop_choice(settings, "moves");
    player->fen = (enum fen_option)cop_choice(settings, "fen");
    if (cop_external_open(&player->external, game, settings, "quit\n", error) &&
        cop_external_run(&player->external, &is_fresh, error) && greet(player, error))
        return player;
    cop_fail_in(error, "uci");
    player_close(player);
    return NULL;
}

static void player_start(void *self, uint64_t seed)
{
    struct player *player = self;

    cop_external_forget(&player->external);
    player->seed = seed;
    player->spent = 0;
}

static bool prepare(struct player *player, const void *state, struct cop_error *error)
{
    struct cop_external *external = &player->external;
    bool is_fresh;

    if (!cop_external_run(external, &is_fresh, error) || (is_fresh && !greet(player, error)))
        return false;
    cop_external_meet(external, state);
    cop_external_allow(external, 0, external->patience.stop);
    return (!external->is_new || begin_game(player, error)) && send_position(player, error);
}

/* What the program said of its best move, if its line is about that. */
static void take_info(const struct cop_report *info, struct cop_report *report)
{
    memcpy(report->value, info->value, sizeof report->value);
    report->depth = info->depth;
    report->nodes = info->nodes;
    if (info->line_length == 0 || info->line[0] != report->best)
        return;
    report->line_length = info->line_length;
    memcpy(report->line, info->line, (size_t)info->line_length * sizeof *info->line);
}

/* The word is all up to the next blank: what it would ponder on is none of ours. */
static bool read_best(struct player *player, const void *state, const char *words, cop_move *move,
                      struct cop_error *error)
{
    char *word = cop_copy_bytes(words, strcspn(words, " "));
    bool is_legal = read_move(player, state, word, move);

    if (!is_legal)
        cop_fail(error, "engine answered \"bestmove %.40s\", which is not a legal move%s%.200s",
                 word, player->remark != NULL ? "; it said: " : "",
                 player->remark != NULL ? player->remark : "");
    free(word);
    return is_legal;
}

static bool choose(void *self, const void *state, const struct cop_limits *limits,
                   const atomic_bool *stop, struct cop_report *report, struct cop_error *error)
{
    struct player *player = self;
    struct cop_external *external = &player->external;
    struct cop_report info = {.player = external->game->rules->turn(external->game, state),
                              .value = {0.5, 0.5}};
    double start = cop_now();
    const char *words;
    cop_move move;

    external->patience.stop = stop;
    free(player->remark);
    player->remark = NULL;
    if (!prepare(player, state, error))
        return false;
    write_go(player, limits);
    cop_external_allow(
        external, limits->clock > 0 ? fmax(limits->clock - player->spent, 0) : limits->time, stop);
    words = say(player, error) ? hear_best(player, state, &info, error) : NULL;
    player->spent += cop_now() - start;
    if (words == NULL || !read_best(player, state, words, &move, error))
        return false;
    cop_external_report(external, move, cop_now() - start, report);
    take_info(&info, report);
    return true;
}

static bool player_think(void *self, const void *state, const struct cop_limits *limits,
                         const struct cop_watch *watch, struct cop_report *report,
                         struct cop_error *error)
{
    struct player *player = self;

    return cop_external_think(&player->external, choose, player, state, limits, watch, report,
                              error);
}

static void player_played(void *self, const void *before, cop_move move)
{
    struct player *player = self;

    cop_external_played(&player->external, before, move);
}

static const char *player_gave_up(void *self)
{
    const struct player *player = self;

    return cop_external_gave_up(&player->external);
}

const struct cop_agent_kind cop_uci_agent = {
    .name = "uci",
    .title = "Another program (UCI)",
    .summary = "plays through another program that speaks a protocol in the manner of UCI",
    .options = options,
    /* Simulations are refused by has_limits, which says why. */
    .ends = COP_ENDS_TIME | COP_ENDS_SIMS | COP_ENDS_NODES | COP_ENDS_DEPTH,
    .is_external = true,
    .fits = fits,
    .has_limits = has_limits,
    .open = player_open,
    .close = player_close,
    .start = player_start,
    .think = player_think,
    .played = player_played,
    .gave_up = player_gave_up,
};
