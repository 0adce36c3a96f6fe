/* check.c - whether a book is what it should be. */
#include "book/check.h"

#include <string.h>

#include "book/grow.h"

/* Of what was imported it is only known that visits came through. What several moves lead to may
 * have its visits from any of them, and a position without a line has none of its own. */
static bool check_visits(const struct cop_book *book, struct cop_error *error)
{
    for (int i = 0; i < book->count; i++) {
        const struct cop_book_node *node = &book->nodes[i];
        int64_t below = 0;

        for (int k = 0; k < node->edge_count; k++) {
            const struct cop_book_node *child = &book->nodes[node->edges[k].child];

            below += child->parent_count == 1 ? child->visits : 0;
        }
        if (node->is_permanent && below > node->visits)
            return cop_fail(error, "position %d has %lld visits, and its moves %lld", i,
                            (long long)node->visits, (long long)below);
    }
    return true;
}

static bool check_growth(struct cop_book *book, struct cop_error *error)
{
    struct cop_growth *growth = cop_growth_open(book, book->about.builder, error);
    bool is_good = growth != NULL && cop_growth_is_sound(growth, error);

    cop_growth_close(growth);
    return is_good;
}

bool cop_book_check(struct cop_book *book, struct cop_error *error)
{
    if (book->count == 0)
        return true;
    if (!cop_book_make_states(book, error))
        return false;
    return strcmp(book->about.builder, "import") == 0 ? check_visits(book, error)
                                                      : check_growth(book, error);
}
