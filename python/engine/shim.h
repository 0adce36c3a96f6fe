/* shim.h - the engine as the Python module sees it.
 *
 * These declarations are the only ones that cffi reads (describe.py), so that Python knows no
 * struct of include/coppice/ and none of them is written down twice. Lines that begin with a number
 * sign are for the C compiler alone; all others must be plain enough for cffi.
 *
 * Texts that are `char *` are the caller's, for shim_free; `const char *` are not. A function with
 * a last argument `message` leaves a sentence there when it fails: SHIM_MESSAGE bytes. A `viewer`
 * or `player` of -1 sees everything. */
#ifndef COPPICE_PYTHON_SHIM_H
#define COPPICE_PYTHON_SHIM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define PYTHON_ANSWERS extern
// clang-format off

enum { SHIM_MESSAGE = 512, SHIM_PLAYERS = 8, SHIM_LINE = 256, SHIM_NAME = 8, SHIM_LABEL = 40,
       SHIM_STATE = 4096, SHIM_MOVE_TEXT = 64, SHIM_ROWS = 4096 };

void shim_free(void *memory);
const char *shim_version(void);

/* ---- What there is ---- */

enum shim_word { SHIM_WORD_NAME, SHIM_WORD_TITLE, SHIM_WORD_SUMMARY, SHIM_WORD_LESSON,
                 SHIM_WORD_NOTATION };
const char *shim_rules_word(int number, enum shim_word which); /* NULL behind the last */
const char *shim_agent_word(int number, enum shim_word which);
/* The options of a game, of an agent, or with "limit" those of limits, one on a line. */
char *shim_options(const char *name, char *message);

/* ---- Games ---- */

struct cop_game;
struct shim_about {
    int players, max_moves, max_plies;
    size_t state_size;
    bool has_chance, is_hidden, is_constant_sum, is_endless, has_score;
};

struct cop_game *shim_game_open(const char *spec, char *message);
void shim_game_close(struct cop_game *game);
struct shim_about shim_game_about(const struct cop_game *game);
const char *shim_game_spec(const struct cop_game *game);
const char *shim_game_word(const struct cop_game *game, enum shim_word which);
const char *shim_player_name(const struct cop_game *game, int player);

/* ---- States: blocks of about.state_size bytes ---- */

void *shim_state_new(const struct cop_game *game);
void shim_state_copy(const struct cop_game *game, void *to, const void *from);
bool shim_state_start(const struct cop_game *game, void *state, uint64_t seed, char *message);
int shim_turn(const struct cop_game *game, const void *state);
int shim_moves(const struct cop_game *game, const void *state, uint32_t *out);
void shim_play(const struct cop_game *game, void *state, uint32_t move);
void shim_chances(const struct cop_game *game, const void *state, double *probability);
void shim_payoffs(const struct cop_game *game, const void *state, double *of_player);
double shim_score(const struct cop_game *game, const void *state, int player);
uint64_t shim_key(const struct cop_game *game, const void *state);
const char *shim_ending(const struct cop_game *game, const void *state);
void shim_view(const struct cop_game *game, const void *state, int player, void *seen);
void shim_sample(const struct cop_game *game, const void *seen, int player, uint64_t seed,
                 void *state);
bool shim_is_legal(const struct cop_game *game, const void *state, uint32_t move);
uint32_t shim_random_move(const struct cop_game *game, const void *state, uint64_t seed);
int64_t shim_perft(const struct cop_game *game, const void *state, int depth);

/* A line of moves as words with a blank between, each as it is written where it is made. */
char *shim_line(const struct cop_game *game, const void *state, const uint32_t *moves, int count);
/* All legal moves in the same way. */
char *shim_moves_words(const struct cop_game *game, const void *state);
/* Plays words, as many as there are; the moves are the caller's. NULL, and the state is anything. */
uint32_t *shim_play_words(const struct cop_game *game, void *state, const char *words, int *count,
                          char *message);
bool shim_read_move(const struct cop_game *game, const void *state, const char *word,
                    uint32_t *move, char *message);
char *shim_position(const struct cop_game *game, const void *state);
bool shim_read_position(const struct cop_game *game, const char *words, void *state,
                        char *message);

/* Random games from the state: those with the numbers first .. first + count - 1, each with random
 * numbers of its own. A game that is cut off after `limit` plies has no payoffs (NaN). `scores` may
 * be NULL. */
void shim_playouts(const struct cop_game *game, const void *state, uint64_t seed, int64_t first,
                   int64_t count, int limit, double *payoffs, double *scores, int32_t *plies);

/* ---- Pictures ---- */

struct shim_cell { float x, y; int shape, shade, home; char name[8]; };
struct shim_piece { int cell, owner, height, with, kind; char label[8]; };
struct shim_link { int from, to, owner; };
struct shim_label { float x, y; char text[40]; };
struct shim_scene {
    int cell_count, piece_count, link_count, label_count;
    struct shim_cell *cells;
    struct shim_piece *pieces;
    struct shim_link *links;
    struct shim_label *labels;
};

struct shim_scene *shim_scene(const struct cop_game *game, const void *state, int viewer);
void shim_scene_free(struct shim_scene *scene);
/* The different x and y, in hundredths and in order, of all cells that a few random games show: some
 * cells, as that of a die, come and go. */
struct shim_places { int column_count, row_count; int columns[512], rows[512]; };
void shim_places(const struct cop_game *game, struct shim_places *places);
char *shim_svg(const struct cop_game *game, const void *state, int viewer);
char *shim_drawing(const struct cop_game *game, const void *state, int viewer, bool ascii);

/* ---- Records ---- */

struct cop_record;
struct cop_record *shim_record_new(const char *position, uint64_t seed);
void shim_record_free(struct cop_record *record);
void shim_record_add(struct cop_record *record, uint32_t move, const char *note);
/* `which`: "event", "date", "result", "comment", "position" or a player's number. */
void shim_record_set(struct cop_record *record, const char *which, const char *words);
const char *shim_record_get(const struct cop_record *record, const char *which);
uint64_t shim_record_seed(const struct cop_record *record);
int shim_record_moves(const struct cop_record *record, const uint32_t **moves);
const char *shim_record_note(const struct cop_record *record, int number);
/* How the game ended, as SGF says it ("B+4"); "" if it did not. */
char *shim_record_result(const struct cop_record *record, const struct cop_game *game,
                         char *message);
char *shim_record_sgf(const struct cop_record *record, const struct cop_game *game, char *message);
/* With a game it must be the file's; without, *opened is the file's and the caller's. */
struct cop_record *shim_record_read(const char *bytes, size_t length, const struct cop_game *game,
                                    struct cop_game **opened, char *message);

/* ---- Agents ---- */

struct shim_agent;
struct shim_limits {
    double time, clock;
    int64_t sims, nodes;
    int depth, threads;
    size_t memory;
    uint64_t seed;
    bool processor;
    bool gives_means; /* threads, memory or a seed are among the words */
    bool gives_clock;
};
bool shim_limits_read(const char *words, struct shim_limits *limits, char *message);
struct shim_agent *shim_agent_open(const struct cop_game *game, const char *spec,
                                   const struct shim_limits *means, char *message);
void shim_agent_close(struct shim_agent *agent);
const char *shim_agent_name(const struct shim_agent *agent);
bool shim_agent_check(const struct cop_game *game, const char *spec,
                      const struct shim_limits *limits, char *message);

/* One at a time uses an agent, and whose turn it is, is settled here: Python may be interrupted
 * between any two of its steps, and what it had taken then would stay so. False and a message where
 * somebody else has it. */
bool shim_agent_start(struct shim_agent *agent, uint64_t seed, char *message);
bool shim_agent_played(struct shim_agent *agent, const void *before, uint32_t move, char *message);
/* Frees its tree and tables; nobody can use it from now on. A second time it is true, too. */
bool shim_agent_end(struct shim_agent *agent, char *message);
bool shim_agent_is_over(const struct shim_agent *agent);

struct shim_candidate {
    uint32_t move;
    int64_t visits;
    double value, chance, low, high, prior, total;
    int kind, proof, distance, line_length;
    bool is_pruned, has_total;
    uint32_t *line;
    char *words;
};
struct shim_report {
    uint32_t best;
    int player, proof, distance, depth, line_length, turn_length, candidate_count;
    double values[8], chances[8];
    double lower, upper, seconds, total;
    int64_t sims, nodes;
    int opening_games;
    bool has_total, is_from_book, is_from_openings, stopped_early, memory_is_full;
    uint32_t line[256];
    char *words, *points; /* what is certain, what points are expected; "" for nothing */
    struct shim_candidate *candidates;
};
void shim_report_free(struct shim_report *report);

/* ---- Work: what takes long, in a thread of its own ---- */

struct shim_work;
enum shim_news { SHIM_NOTHING_NEW, SHIM_NEWS, SHIM_OVER };

struct shim_solution {
    double lower, upper, seconds;
    uint32_t best;
    int64_t positions;
    bool memory_is_full;
};
struct shim_game_result {
    int meeting, number, plies, loser;
    int agents[8];
    double payoffs[8], scores[8];
    char *sgf, *ending, *reason; /* "" for none */
};

/* Where work is found: begins as zeros, and is filled before the call that begins something comes
 * back, so that whoever is interrupted just then has it. */
struct shim_place { struct shim_work *work; int process; bool is_held; };

/* False and a message if there is no thread for it, or if the agent is in use. The game, the agent
 * and the state must stay until shim_work_close, which gives the agent's turn back. */
bool shim_think(struct shim_place *place, const struct cop_game *game, struct shim_agent *agent,
                const void *state, const struct shim_limits *limits, double period, char *message);
bool shim_solve(struct shim_place *place, const struct cop_game *game, const void *state,
                bool of_score, const struct shim_limits *limits, double period, char *message);
bool shim_contest(struct shim_place *place, const struct cop_game *game, int agent_count,
                  const char *const *agents, const struct shim_limits *limits, int games,
                  int opening_plies, int threads, uint64_t seed, double elo0, double elo1,
                  const char *results, char *message);
/* Waits until there is news, it is over, or so many seconds have passed. */
enum shim_news shim_work_wait(struct shim_work *work, double seconds);
void shim_work_stop(struct shim_work *work);
/* The newest that it has told, each once: the report is the caller's, NULL if there is none. */
struct shim_report *shim_work_report(struct shim_work *work);
struct shim_solution shim_work_solution(struct shim_work *work);
void shim_work_count(struct shim_work *work, int *done, int *total);
/* After SHIM_OVER. */
bool shim_work_failed(struct shim_work *work, char *message);
const char *shim_work_json(struct shim_work *work);
const struct shim_game_result *shim_work_games(struct shim_work *work, int *count);
/* Stops it, waits for its end and frees it: the place is empty then, and an empty one is left so. A
 * process that was forked meanwhile has the work's memory and not its thread, so that it can
 * neither wait for it nor give that memory back: there nothing happens. */
void shim_work_close(struct shim_place *place);
/* The same without giving memory back, where another thread may just be waiting for news. */
void shim_work_end(struct shim_place *place);

/* ---- What is known beforehand: opening books, databases of endings, plug-ins ---- */

struct cop_book;
struct cop_database;
struct shim_book_move { uint32_t move; int64_t visits; double value, chance; };
struct cop_book *shim_book_open(const char *path, const struct cop_game *game, char *message);
void shim_book_close(struct cop_book *book);
int shim_book_size(const struct cop_book *book);
/* As many as were written, at most `room`; the game must not be over. */
int shim_book_moves(const struct cop_game *game, const struct cop_book *book, const void *state,
                    struct shim_book_move *out, int room);

struct shim_bounds { bool is_known; double low, high; int distance; };
/* *faults are lines about files that are left out, for shim_free; NULL and a message where the game
 * can have no database. `folder` "": where all searches look. */
struct cop_database *shim_database_open(const struct cop_game *game, const char *folder,
                                        char **faults, char *message);
void shim_database_close(struct cop_database *database);
bool shim_database_is_empty(const struct cop_database *database);
/* For the player to move: of the position, and of each legal move in the order of shim_moves. */
struct shim_bounds shim_database_probe(const struct cop_game *game,
                                       const struct cop_database *database, const void *state);
void shim_database_moves(const struct cop_game *game, const struct cop_database *database,
                         const void *state, struct shim_bounds *of_move);

bool shim_plugin_load(const char *path, char *message);

/* ---- The page ---- */

struct cop_server;
/* Where a server is found, as work is. */
struct shim_server { struct cop_server *running; int process; };
/* Texts that are "" are as if nothing were said. */
bool shim_server_open(struct shim_server *place, const char *address, int port, const char *games,
                      int searches, size_t memory, char *message);
int shim_server_port(const struct shim_server *place);
/* Once; in a process that was forked meanwhile, which has none of its threads, nothing happens. */
void shim_server_close(struct shim_server *place);
/* The rules of an opened game, for the page to find by their name; taken back by the second. */
bool shim_rules_add(const struct cop_game *game, char *message);
bool shim_rules_remove(const struct cop_game *game);

/* ---- Games written in Python ---- */

struct shim_guest_about {
    const char *name, *title, *summary, *lesson;
    const char *player_names[8];
    const char *pieces; /* the letters of a board that are players' pieces, the first player's first */
    int players, max_moves, max_plies, state_size;
    bool has_chance, has_score, has_evaluation, has_board, is_constant_sum;
    double score_low, score_high;
};
struct cop_game *shim_guest_open(void *self, const struct shim_guest_about *about, char *message);
void shim_guest_close(struct cop_game *game);
int shim_guest_is_there(void *self);

/* A state is bytes that Python has made. A number below 0 is a failure: the exception is kept there,
 * and every move from then on ends the game, until Python says that it has been told. */
PYTHON_ANSWERS int guest_start(void *self, uint64_t seed, char *out, int room);
PYTHON_ANSWERS int guest_turn(void *self, const char *state, int length);
PYTHON_ANSWERS int guest_moves(void *self, const char *state, int length, uint32_t *out, int room);
PYTHON_ANSWERS int guest_play(void *self, const char *state, int length, uint32_t move, char *out,
                              int room);
PYTHON_ANSWERS int guest_is_too_long(void *self); /* than max_plies: always a failure */
PYTHON_ANSWERS int guest_payoffs(void *self, const char *state, int length, double *of_player);
PYTHON_ANSWERS int guest_chances(void *self, const char *state, int length, double *probability,
                                 int room);
PYTHON_ANSWERS int guest_score(void *self, const char *state, int length, int player,
                               double *score);
PYTHON_ANSWERS int guest_evaluate(void *self, const char *state, int length, double *of_player);
PYTHON_ANSWERS int guest_move_text(void *self, uint32_t move, char *out, int room);
PYTHON_ANSWERS int guest_position(void *self, const char *state, int length, char *out, int room);
PYTHON_ANSWERS int guest_read_position(void *self, const char *words, char *out, int room,
                                       char *message);
PYTHON_ANSWERS int guest_board(void *self, const char *state, int length, char *out, int room);
PYTHON_ANSWERS int guest_has_failed(void *self);
PYTHON_ANSWERS int guest_is_there(void *self); /* 1, or nobody answers here */

// clang-format on
#endif
