/* support.h - what the shim's files share. */
#ifndef COPPICE_PYTHON_SUPPORT_H
#define COPPICE_PYTHON_SUPPORT_H

#include "coppice/agent.h"
#include "shim.h"

/* Zeros; running out of memory ends the program, as in all of the library. */
void *shim_allocate(size_t size);
char *shim_copy(const char *string);    /* NULL is copied as "" */
char *shim_keep(struct cop_text *text); /* its string, and the text is freed */

/* An agent for one user, until it is given back; NULL and a message where somebody else has it. */
struct cop_agent *shim_agent_take(struct shim_agent *agent, char *message);
void shim_agent_give_back(struct shim_agent *agent);

struct cop_limits shim_limits_of(const struct shim_limits *limits);
struct shim_report *shim_report_copy(const struct cop_game *game, const struct cop_report *report);

#endif
