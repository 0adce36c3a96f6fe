/* sql.h - all the SQL of the program. docs/formats.md explains the tables.
 *
 * A change of the tables needs a new SQL_VERSION and a step from the old tables to the new ones. */
#ifndef COPPICE_STORE_SQL_H
#define COPPICE_STORE_SQL_H

#define SQL_APPLICATION 1129271376 /* "COPP" in ASCII */
#define SQL_VERSION     3

#define SQL_READ_APPLICATION "PRAGMA application_id"
#define SQL_READ_VERSION     "PRAGMA user_version"
#define SQL_COUNT_TABLES     "SELECT count(*) FROM sqlite_schema"
#define SQL_CHECK            "PRAGMA quick_check(1)"

/* WAL with synchronous=NORMAL: a killed program loses no finished game, because the system has the
 * written bytes. A power cut may take the last games with it but leaves a sound file, and a match
 * that is resumed plays them again; that is worth saving a disk flush for every game. */
#define SQL_SETTINGS             \
    "PRAGMA journal_mode=WAL;"   \
    "PRAGMA synchronous=NORMAL;" \
    "PRAGMA foreign_keys=ON;"

#define SQL_BEGIN         "BEGIN IMMEDIATE"
#define SQL_BEGIN_READING "BEGIN"
#define SQL_COMMIT        "COMMIT"
#define SQL_ROLLBACK      "ROLLBACK"

#define SQL_STRING_OF(number) #number
#define SQL_STRING(number)    SQL_STRING_OF(number)

/* What version 2 has and version 1 had not. */
#define SQL_SECOND_TABLES                               \
    "CREATE TABLE origins ("                            \
    "  id INTEGER PRIMARY KEY,"                         \
    "  words TEXT NOT NULL UNIQUE"                      \
    ");"                                                \
    "ALTER TABLE games ADD COLUMN origin INTEGER"       \
    "  REFERENCES origins (id);"                        \
    "CREATE TABLE searches ("                           \
    "  match INTEGER NOT NULL REFERENCES matches (id)," \
    "  number INTEGER NOT NULL,"                        \
    "  origin INTEGER REFERENCES origins (id),"         \
    "  found TEXT NOT NULL,"                            \
    "  PRIMARY KEY (match, number)"                     \
    ") WITHOUT ROWID;"

/* What version 3 has and version 2 had not. */
#define SQL_THIRD_TABLES                        \
    "ALTER TABLE games ADD COLUMN ending TEXT;" \
    "ALTER TABLE seats ADD COLUMN depth INTEGER;"

#define SQL_SET_VERSION "PRAGMA user_version=" SQL_STRING(SQL_VERSION) ";"
#define SQL_UPGRADE_1   SQL_SECOND_TABLES SQL_THIRD_TABLES SQL_SET_VERSION
#define SQL_UPGRADE_2   SQL_THIRD_TABLES SQL_SET_VERSION

#define SQL_SCHEMA                                        \
    "CREATE TABLE matches ("                              \
    "  id INTEGER PRIMARY KEY,"                           \
    "  identity TEXT NOT NULL UNIQUE,"                    \
    "  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP"      \
    ");"                                                  \
    "CREATE TABLE games ("                                \
    "  id INTEGER PRIMARY KEY,"                           \
    "  match INTEGER NOT NULL REFERENCES matches (id),"   \
    "  fixture INTEGER NOT NULL,"                         \
    "  number INTEGER NOT NULL,"                          \
    "  plies INTEGER NOT NULL,"                           \
    "  reason TEXT,"                                      \
    "  loser INTEGER,"                                    \
    "  sgf TEXT NOT NULL,"                                \
    "  UNIQUE (match, fixture, number)"                   \
    ");"                                                  \
    "CREATE TABLE seats ("                                \
    "  game INTEGER NOT NULL REFERENCES games (id),"      \
    "  seat INTEGER NOT NULL,"                            \
    "  agent INTEGER NOT NULL,"                           \
    "  payoff REAL NOT NULL,"                             \
    "  score REAL NOT NULL,"                              \
    "  sims INTEGER NOT NULL,"                            \
    "  nodes INTEGER NOT NULL,"                           \
    "  seconds REAL NOT NULL,"                            \
    "  searches INTEGER NOT NULL,"                        \
    "  early_stops INTEGER NOT NULL,"                     \
    "  PRIMARY KEY (game, seat)"                          \
    ") WITHOUT ROWID;" SQL_SECOND_TABLES SQL_THIRD_TABLES \
    "PRAGMA application_id=" SQL_STRING(SQL_APPLICATION) ";" SQL_SET_VERSION

#define SQL_FIND_MATCH "SELECT id FROM matches WHERE identity = ?1"
#define SQL_ADD_MATCH  "INSERT INTO matches (identity) VALUES (?1)"

#define SQL_ADD_GAME                                                        \
    "INSERT INTO games (match, fixture, number, plies, reason, loser, sgf," \
    " origin, ending) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
#define SQL_ADD_SEAT                                                             \
    "INSERT INTO seats (game, seat, agent, payoff, score, sims, nodes, seconds," \
    " searches, early_stops, depth)"                                             \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"

#define SQL_EACH_GAME                                                             \
    "SELECT games.id, fixture, number, plies, reason, loser, sgf,"                \
    " agent, payoff, score, sims, nodes, seconds, searches, early_stops, origin," \
    " ending, depth FROM games JOIN seats ON seats.game = games.id"               \
    " WHERE match = ?1 AND fixture BETWEEN ?2 AND ?3 AND number < ?4"             \
    " ORDER BY fixture, number, seat"

#define SQL_FIND_ORIGIN "SELECT id FROM origins WHERE words = ?1"
#define SQL_ADD_ORIGIN  "INSERT INTO origins (words) VALUES (?1)"
#define SQL_READ_ORIGIN "SELECT words FROM origins WHERE id = ?1"

#define SQL_ADD_SEARCH "INSERT INTO searches (match, number, origin, found) VALUES (?1, ?2, ?3, ?4)"
#define SQL_EACH_SEARCH \
    "SELECT number, origin, found FROM searches WHERE match = ?1 ORDER BY number"

/* Hunts: `hunts` says which identities of `matches` are one. */
#define SQL_HUNT_TABLES                                \
    "CREATE TABLE IF NOT EXISTS hunts ("               \
    "  id INTEGER PRIMARY KEY REFERENCES matches (id)" \
    ");"                                               \
    "CREATE TABLE IF NOT EXISTS boards ("              \
    "  hunt INTEGER NOT NULL REFERENCES hunts (id),"   \
    "  board INTEGER NOT NULL,"                        \
    "  begun INTEGER NOT NULL,"                        \
    "  PRIMARY KEY (hunt, board)"                      \
    ") WITHOUT ROWID;"                                 \
    "CREATE TABLE IF NOT EXISTS hunted ("              \
    "  id INTEGER PRIMARY KEY,"                        \
    "  hunt INTEGER NOT NULL REFERENCES hunts (id),"   \
    "  board INTEGER NOT NULL,"                        \
    "  number INTEGER NOT NULL,"                       \
    "  agent TEXT NOT NULL,"                           \
    "  \"limit\" TEXT NOT NULL,"                       \
    "  seed INTEGER NOT NULL,"                         \
    "  after INTEGER NOT NULL,"                        \
    "  origin INTEGER REFERENCES origins (id),"        \
    "  seconds REAL NOT NULL,"                         \
    "  points REAL,"                                   \
    "  plies INTEGER,"                                 \
    "  game TEXT,"                                     \
    "  gain REAL NOT NULL,"                            \
    "  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,"  \
    "  UNIQUE (hunt, board, number)"                   \
    ");"

#define SQL_COUNT_OTHER_HUNTS                            \
    "SELECT count(*) FROM hunts JOIN matches USING (id)" \
    " WHERE identity <> ?1"
#define SQL_ENTER_HUNT "INSERT OR IGNORE INTO hunts (id) VALUES (?1)"

#define SQL_BEGUN "SELECT board, begun FROM boards WHERE hunt = ?1"
#define SQL_BEGIN_SEARCH                                         \
    "INSERT INTO boards (hunt, board, begun) VALUES (?1, ?2, 1)" \
    " ON CONFLICT DO UPDATE SET begun = begun + 1"
/* Rows are numbered in the order in which searches ended. */
#define SQL_EFFORT                                                         \
    "SELECT board, count(*), sum(seconds),"                                \
    " sum(seconds) FILTER (WHERE id > coalesce(("                          \
    "  SELECT max(id) FROM hunted AS found WHERE found.hunt = hunted.hunt" \
    "  AND found.board = hunted.board AND found.game IS NOT NULL), 0))"    \
    " FROM hunted WHERE hunt = ?1 GROUP BY board"
#define SQL_BEST_GAMES                                                               \
    "SELECT board, points, plies, game, agent, \"limit\", seed, origin, made, after" \
    " FROM hunted WHERE hunt = ?1 AND game IS NOT NULL ORDER BY board, points DESC"
#define SQL_ADD_HUNTED                                                         \
    "INSERT INTO hunted (hunt, board, number, agent, \"limit\", seed, origin," \
    " seconds, points, plies, game, gain, after)"                              \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
#define SQL_EACH_HUNTER                                                      \
    "SELECT agent, count(*), count(game), sum(seconds), sum(gain) AS gained" \
    " FROM hunted WHERE hunt = ?1 GROUP BY agent ORDER BY gained DESC, agent"

/* Opening books have files of their own. */
#define SQL_BOOK_APPLICATION 1129271362 /* "COPB" in ASCII */
#define SQL_BOOK_VERSION     1

/* `book` has one row. A position is known by its text and how many moves lead to it; numbers are
 * given in the order in which positions came in, from 0 for the root. */
#define SQL_BOOK_SCHEMA                                                                          \
    "CREATE TABLE book ("                                                                        \
    "  id INTEGER PRIMARY KEY CHECK (id = 1),"                                                   \
    "  game TEXT NOT NULL,"                                                                      \
    "  builder TEXT NOT NULL,"                                                                   \
    "  judge TEXT NOT NULL,"                                                                     \
    "  \"limit\" TEXT NOT NULL,"                                                                 \
    "  seed INTEGER NOT NULL,"                                                                   \
    "  iterations INTEGER NOT NULL,"                                                             \
    "  seconds REAL NOT NULL,"                                                                   \
    "  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP"                                             \
    ");"                                                                                         \
    "CREATE TABLE makers ("                                                                      \
    "  id INTEGER PRIMARY KEY,"                                                                  \
    "  words TEXT NOT NULL UNIQUE,"                                                              \
    "  made TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP"                                             \
    ");"                                                                                         \
    "CREATE TABLE nodes ("                                                                       \
    "  id INTEGER PRIMARY KEY,"                                                                  \
    "  depth INTEGER NOT NULL,"                                                                  \
    "  position TEXT NOT NULL,"                                                                  \
    "  visits INTEGER NOT NULL,"                                                                 \
    "  sum REAL,"                                                                                \
    "  early REAL,"                                                                              \
    "  value REAL,"                                                                              \
    "  permanent INTEGER NOT NULL,"                                                              \
    "  UNIQUE (depth, position)"                                                                 \
    ");"                                                                                         \
    "CREATE TABLE moves ("                                                                       \
    "  parent INTEGER NOT NULL REFERENCES nodes (id),"                                           \
    "  number INTEGER NOT NULL,"                                                                 \
    "  move TEXT NOT NULL,"                                                                      \
    "  child INTEGER NOT NULL REFERENCES nodes (id),"                                            \
    "  PRIMARY KEY (parent, number),"                                                            \
    "  UNIQUE (parent, child)"                                                                   \
    ") WITHOUT ROWID;"                                                                           \
    "PRAGMA application_id=" SQL_STRING(SQL_BOOK_APPLICATION) ";"                                \
                                                              "PRAGMA user_version=" SQL_STRING( \
                                                                  SQL_BOOK_VERSION) ";"

#define SQL_READ_BOOK                                                          \
    "SELECT game, builder, judge, \"limit\", seed, iterations, seconds, made," \
    " (SELECT group_concat(words, char(10)) FROM makers) FROM book"
#define SQL_ADD_BOOK                                                                    \
    "INSERT INTO book (id, game, builder, judge, \"limit\", seed, iterations, seconds)" \
    " VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7)"
#define SQL_COUNT_BOOK "UPDATE book SET iterations = ?1, seconds = ?2"
#define SQL_ADD_MAKER  "INSERT OR IGNORE INTO makers (words) VALUES (?1)"
#define SQL_EACH_NODE                                                  \
    "SELECT id, depth, position, visits, sum, early, value, permanent" \
    " FROM nodes ORDER BY id"
#define SQL_EACH_MOVE "SELECT parent, move, child FROM moves ORDER BY parent, number"
#define SQL_PUT_NODE                                                                \
    "INSERT INTO nodes (id, depth, position, visits, sum, early, value, permanent)" \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO UPDATE SET"       \
    " visits = ?4, sum = ?5, early = ?6, value = ?7, permanent = ?8"
#define SQL_PUT_MOVE \
    "INSERT OR IGNORE INTO moves (parent, number, move, child) VALUES (?1, ?2, ?3, ?4)"

/* One file is left when a book is closed, so that it can be copied and read from anywhere. */
#define SQL_ONE_FILE "PRAGMA journal_mode=DELETE"
/* Finished games of a match's store in the order in which they were added, from a number on; only
 * columns that every version has. */
#define SQL_COUNT_ADDED                                             \
    "SELECT count(*) FROM games JOIN matches ON matches.id = match" \
    " WHERE games.id > ?1 AND substr(identity, 1, length(?2)) = ?2"
#define SQL_EACH_ADDED                                               \
    "SELECT games.id, sgf, made, agent, payoff, score"               \
    " FROM (SELECT games.id, sgf, made FROM games"                   \
    "  JOIN matches ON matches.id = match"                           \
    "  WHERE games.id > ?1 AND substr(identity, 1, length(?2)) = ?2" \
    "  ORDER BY games.id LIMIT ?3) AS games"                         \
    " JOIN seats ON seats.game = games.id ORDER BY games.id, seat"
#define SQL_ONE_SGF "SELECT sgf FROM games WHERE id = ?1"

/* The index of positions (store/explored.h). Visits of games that are no more are not looked at and
 * swept away now and then, so a game's number is never given to another one. */
#define SQL_EXPLORED_APPLICATION 1129271384 /* "COPX" in ASCII */
#define SQL_EXPLORED_VERSION     1
#define SQL_EXPLORED_SCHEMA                                           \
    "CREATE TABLE explored_sources ("                                 \
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"                         \
    "  path TEXT NOT NULL,"                                           \
    "  game TEXT NOT NULL,"                                           \
    "  seen INTEGER NOT NULL DEFAULT 0,"                              \
    "  mark INTEGER NOT NULL DEFAULT 0,"                              \
    "  UNIQUE (path, game)"                                           \
    ");"                                                              \
    "CREATE TABLE explored_files ("                                   \
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"                         \
    "  source INTEGER NOT NULL,"                                      \
    "  name TEXT NOT NULL,"                                           \
    "  stamp INTEGER NOT NULL,"                                       \
    "  UNIQUE (source, name)"                                         \
    ");"                                                              \
    "CREATE TABLE explored_names ("                                   \
    "  id INTEGER PRIMARY KEY,"                                       \
    "  words TEXT NOT NULL UNIQUE"                                    \
    ");"                                                              \
    "CREATE TABLE explored_games ("                                   \
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"                         \
    "  source INTEGER NOT NULL,"                                      \
    "  file INTEGER,"                                                 \
    "  number INTEGER NOT NULL,"                                      \
    "  date TEXT NOT NULL,"                                           \
    "  plies INTEGER NOT NULL,"                                       \
    "  result TEXT NOT NULL"                                          \
    ");"                                                              \
    "CREATE INDEX explored_by_file ON explored_games (source, file);" \
    "CREATE TABLE explored_seats ("                                   \
    "  game INTEGER NOT NULL,"                                        \
    "  seat INTEGER NOT NULL,"                                        \
    "  name INTEGER NOT NULL,"                                        \
    "  payoff REAL NOT NULL,"                                         \
    "  score REAL NOT NULL,"                                          \
    "  PRIMARY KEY (game, seat)"                                      \
    ") WITHOUT ROWID;"                                                \
    "CREATE TABLE explored_visits ("                                  \
    "  key INTEGER NOT NULL,"                                         \
    "  proof INTEGER NOT NULL,"                                       \
    "  source INTEGER NOT NULL,"                                      \
    "  move INTEGER NOT NULL,"                                        \
    "  game INTEGER NOT NULL,"                                        \
    "  ply INTEGER NOT NULL,"                                         \
    "  name INTEGER NOT NULL,"                                        \
    "  PRIMARY KEY (key, proof, source, move, game)"                  \
    ") WITHOUT ROWID;"                                                \
    "PRAGMA application_id=" SQL_STRING(                              \
        SQL_EXPLORED_APPLICATION) ";"                                 \
                                  "PRAGMA user_version=" SQL_STRING(SQL_EXPLORED_VERSION) ";"

#define SQL_EXPLORED_WANTED "CREATE TEMP TABLE wanted (id INTEGER PRIMARY KEY);"
#define SQL_WANT_NONE       "DELETE FROM wanted"
#define SQL_WANT            "INSERT OR IGNORE INTO wanted (id) VALUES (?1)"

#define SQL_ADD_SOURCE  "INSERT OR IGNORE INTO explored_sources (path, game) VALUES (?1, ?2)"
#define SQL_FIND_SOURCE "SELECT id, seen, mark FROM explored_sources WHERE path = ?1 AND game = ?2"
#define SQL_EACH_SOURCE "SELECT id, path FROM explored_sources"
#define SQL_DROP_SOURCE "DELETE FROM explored_sources WHERE id = ?1"
#define SQL_SEEN        "UPDATE explored_sources SET seen = ?2, mark = ?3 WHERE id = ?1"
#define SQL_FORGET_SEATS                                                      \
    "DELETE FROM explored_seats WHERE game IN (SELECT id FROM explored_games" \
    " WHERE source = ?1 AND (?2 IS NULL OR file = ?2))"
#define SQL_FORGET_GAMES \
    "DELETE FROM explored_games WHERE source = ?1 AND (?2 IS NULL OR file = ?2)"
#define SQL_FORGET_FILES "DELETE FROM explored_files WHERE source = ?1 AND (?2 IS NULL OR id = ?2)"
#define SQL_SWEEP        "DELETE FROM explored_visits WHERE game NOT IN (SELECT id FROM explored_games)"

#define SQL_EACH_FILE "SELECT id, name, stamp FROM explored_files WHERE source = ?1 ORDER BY name"
#define SQL_ADD_FILE  "INSERT INTO explored_files (source, name, stamp) VALUES (?1, ?2, ?3)"
#define SQL_FIND_NAME "SELECT id FROM explored_names WHERE words = ?1"
#define SQL_ADD_NAME  "INSERT INTO explored_names (words) VALUES (?1)"

#define SQL_ADD_EXPLORED                                                     \
    "INSERT INTO explored_games (source, file, number, date, plies, result)" \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
#define SQL_ADD_EXPLORED_SEAT                                      \
    "INSERT INTO explored_seats (game, seat, name, payoff, score)" \
    " VALUES (?1, ?2, ?3, ?4, ?5)"
#define SQL_ADD_VISIT                                                                   \
    "INSERT OR IGNORE INTO explored_visits (key, proof, source, move, game, ply, name)" \
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"

#define SQL_EXPLORED_MOVES                                                      \
    "SELECT move, seat, count(*), sum(payoff), sum(payoff * payoff),"           \
    " sum(payoff >= 1), sum(score), sum(score * score), max(score)"             \
    " FROM explored_visits AS visits JOIN explored_seats AS seats USING (game)" \
    " WHERE key = ?1 AND proof = ?2 AND source IN (SELECT id FROM wanted)"      \
    " GROUP BY move, seat"
#define SQL_EXPLORED_NAMES                                                            \
    "SELECT move, words, count(*), max(date)"                                         \
    " FROM explored_visits AS visits JOIN explored_games AS games ON games.id = game" \
    " LEFT JOIN explored_names AS names ON names.id = visits.name"                    \
    " WHERE key = ?1 AND proof = ?2 AND visits.source IN (SELECT id FROM wanted)"     \
    " GROUP BY move, visits.name ORDER BY move, count(*) DESC, words"
#define SQL_EXPLORED_GAMES                                                            \
    "SELECT games.id, ply, date, plies, result"                                       \
    " FROM explored_visits AS visits JOIN explored_games AS games ON games.id = game" \
    " WHERE key = ?1 AND proof = ?2 AND move = ?3"                                    \
    " AND visits.source IN (SELECT id FROM wanted)"                                   \
    " ORDER BY date DESC, games.id DESC LIMIT ?5 OFFSET ?4"
#define SQL_EXPLORED_SEATS                           \
    "SELECT seat, words, payoff FROM explored_seats" \
    " LEFT JOIN explored_names ON id = name WHERE game = ?1 ORDER BY seat"
#define SQL_EXPLORED_WHERE                                                 \
    "SELECT path, name, number, sources.game FROM explored_games AS games" \
    " JOIN explored_sources AS sources ON sources.id = games.source"       \
    " LEFT JOIN explored_files AS files ON files.id = file"                \
    " WHERE games.id = ?1 AND games.source IN (SELECT id FROM wanted)"
#define SQL_EXPLORED_COUNT \
    "SELECT count(*) FROM explored_games WHERE source IN (SELECT id FROM wanted)"

#endif
