/* registry.h - what the registry keeps for its neighbours; the rest of it is in coppice/game.h. */
#ifndef COPPICE_GAMES_REGISTRY_H
#define COPPICE_GAMES_REGISTRY_H

#include "coppice/game.h"

/* cop_rules_add for several games at once, up to a NULL: all or none. Nobody ever finds one of them
 * where another is refused, so that a file that brought them can be let go then. */
bool cop_rules_add_all(const struct cop_rules *const *rules, struct cop_error *error);

#endif
