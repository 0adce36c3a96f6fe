#include "base/ranks.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/allocate.h"
#include "base/clock.h"
#include "base/ranks_private.h"

/* How long the leader waits for followers to end before it ends them, in seconds. */
static const double patience = 30.0;

static const struct timespec nap = {.tv_nsec = 2 * 1000 * 1000};

struct cop_ranks *cop_ranks_open(struct cop_wire *wire, const char *program)
{
    struct cop_ranks *ranks = cop_allocate(sizeof *ranks);

    ranks->wire = wire;
    ranks->program = cop_copy_string(program);
    ranks->partners = cop_allocate((size_t)wire->size * sizeof *ranks->partners);
    return ranks;
}

bool cop_ranks_leads(const struct cop_ranks *ranks)
{
    return ranks == NULL || ranks->wire->rank == 0;
}

int cop_ranks_count(const struct cop_ranks *ranks)
{
    return ranks != NULL ? ranks->wire->size : 1;
}

/* -- letters -- */

void cop_ranks_send(struct cop_ranks *ranks, int to, struct cop_letter letter, const char *words,
                    size_t length)
{
    struct cop_text bytes = COP_TEXT;

    cop_text_add_bytes(&bytes, (const char *)&letter, sizeof letter);
    if (length > 0)
        cop_text_add_bytes(&bytes, words, length);
    ranks->wire->send(ranks->wire, to, bytes.bytes, bytes.length);
    cop_text_free(&bytes);
}

void cop_ranks_host(struct cop_text *text)
{
    char host[64] = "";

    bool is_known = gethostname(host, sizeof host - 1) == 0 && host[0] != '\0';

    cop_text_add(text, "%s\n", is_known ? host : "an unknown machine");
}

void cop_ranks_name(const struct cop_ranks *ranks, int rank, struct cop_text *text)
{
    cop_text_add(text, "rank %d on %s", rank, ranks->partners[rank].host);
}

const char *cop_ranks_read_host(struct cop_ranks *ranks, int rank, const char *words)
{
    struct cop_partner *partner = &ranks->partners[rank];
    size_t length = strcspn(words, "\n");
    size_t kept = length < sizeof partner->host ? length : sizeof partner->host - 1;

    memcpy(partner->host, words, kept);
    partner->host[kept] = '\0';
    return words + length + (words[length] == '\n');
}

static void note_farewell(struct cop_ranks *ranks, const struct cop_mail *mail)
{
    struct cop_partner *partner = &ranks->partners[mail->from];
    const char *message = cop_ranks_read_host(ranks, mail->from, mail->words);

    partner->has_left = true;
    partner->status = mail->letter.number;
    cop_fail(&partner->why, "%s", message);
}

static void note_share(struct cop_ranks *ranks, const struct cop_mail *mail)
{
    struct cop_text share = COP_TEXT;

    cop_text_add_bytes(&share, mail->words, mail->length);
    ranks->shares =
        cop_reallocate(ranks->shares, (size_t)(ranks->share_count + 1) * sizeof *ranks->shares);
    ranks->shares[ranks->share_count++] = share;
}

/* Whether it was for all times, and is dealt with. */
static bool is_noted(struct cop_ranks *ranks, const struct cop_mail *mail)
{
    switch (mail->letter.kind) {
    case COP_LETTER_BYE:
        note_farewell(ranks, mail);
        return true;
    case COP_LETTER_SHARE:
        note_share(ranks, mail);
        return true;
    case COP_LETTER_LEAVE:
        ranks->is_dismissed = true;
        return true;
    default:
        return false;
    }
}

bool cop_ranks_receive(struct cop_ranks *ranks, struct cop_mail *mail)
{
    char *bytes;
    size_t length;

    while (ranks->wire->receive(ranks->wire, &mail->from, &bytes, &length)) {
        mail->bytes = cop_copy_bytes(bytes, length);
        free(bytes);
        if (length >= sizeof mail->letter) {
            memcpy(&mail->letter, mail->bytes, sizeof mail->letter);
            mail->words = mail->bytes + sizeof mail->letter;
            mail->length = length - sizeof mail->letter;
            if (!is_noted(ranks, mail))
                return true;
        }
        free(mail->bytes);
    }
    return false;
}

/* For whoever waits for what is noted on the way: letters about jobs come too late then. */
static void look(struct cop_ranks *ranks)
{
    struct cop_mail mail;

    while (cop_ranks_receive(ranks, &mail))
        free(mail.bytes);
}

/* -- sharing -- */

bool cop_ranks_share(struct cop_ranks *ranks, struct cop_text *bytes, struct cop_error *error)
{
    struct cop_letter letter = {.kind = COP_LETTER_SHARE};

    for (int rank = 1; cop_ranks_leads(ranks) && rank < cop_ranks_count(ranks); rank++)
        cop_ranks_send(ranks, rank, letter, bytes->bytes, bytes->length);
    if (cop_ranks_leads(ranks))
        return true;
    for (look(ranks); ranks->share_count == 0; look(ranks)) {
        if (ranks->is_dismissed)
            return cop_fail(error, "rank 0 has ended the command");
        nanosleep(&nap, NULL);
    }
    cop_text_free(bytes);
    *bytes = ranks->shares[0];
    memmove(ranks->shares, ranks->shares + 1, (size_t)--ranks->share_count * sizeof *ranks->shares);
    return true;
}

/* -- the end -- */

static int first_present(const struct cop_ranks *ranks)
{
    int rank = 1;

    while (rank < ranks->wire->size && ranks->partners[rank].has_left)
        rank++;
    return rank;
}

/* The first follower that has failed of itself, or 0. */
static int first_failed(const struct cop_ranks *ranks)
{
    for (int rank = 1; rank < ranks->wire->size; rank++)
        if (ranks->partners[rank].status != 0)
            return rank;
    return 0;
}

static int dismiss(struct cop_ranks *ranks, int status, struct cop_error *error)
{
    double begin = cop_now();
    struct cop_text name = COP_TEXT;
    int failed;

    for (int rank = 1; rank < ranks->wire->size; rank++)
        cop_ranks_send(ranks, rank, (struct cop_letter){.kind = COP_LETTER_LEAVE}, NULL, 0);
    for (look(ranks); first_present(ranks) < ranks->wire->size; look(ranks)) {
        if (cop_now() - begin > patience)
            ranks->wire->give_up(ranks->wire, status);
        nanosleep(&nap, NULL);
    }
    failed = first_failed(ranks);
    if (status != 0 || failed == 0)
        return status;
    cop_ranks_name(ranks, failed, &name);
    cop_fail(error, "%s: %s", name.bytes, ranks->partners[failed].why.message);
    cop_text_free(&name);
    return 1;
}

static void leave(struct cop_ranks *ranks, int status, const char *message)
{
    bool has_ended_itself = !ranks->has_failed_jobs && !ranks->is_dismissed;
    struct cop_letter letter = {COP_LETTER_BYE, ranks->run, has_ended_itself ? status : 0};
    struct cop_text words = COP_TEXT;

    cop_ranks_host(&words);
    cop_text_add(&words, "%s", message);
    cop_ranks_send(ranks, 0, letter, words.bytes, words.length);
    cop_text_free(&words);
    /* Here and not in the wire's end, where waiting keeps a core busy. */
    for (look(ranks); !ranks->is_dismissed; look(ranks))
        nanosleep(&nap, NULL);
}

int cop_ranks_close(struct cop_ranks *ranks, int status, const char *message,
                    struct cop_error *error)
{
    if (cop_ranks_leads(ranks)) {
        status = dismiss(ranks, status, error);
    } else {
        leave(ranks, status, message);
        status = 0;
    }
    while (!ranks->wire->is_sent(ranks->wire))
        nanosleep(&nap, NULL);
    ranks->wire->close(ranks->wire);
    for (int i = 0; i < ranks->share_count; i++)
        cop_text_free(&ranks->shares[i]);
    free(ranks->shares);
    free(ranks->partners);
    free(ranks->program);
    free(ranks);
    return status;
}
