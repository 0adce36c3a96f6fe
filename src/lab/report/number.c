#include "lab/report/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_thousands(struct cop_text *text, double number)
{
    char digits[64];
    int length = snprintf(digits, sizeof digits, "%.0f", fabs(number));

    if (number < 0)
        cop_text_add(text, "-");
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            cop_text_add(text, ",");
        cop_text_add_bytes(text, &digits[i], 1);
    }
}

void cop_text_add_number(struct cop_text *text, double number)
{
    double size = fabs(number);

    if (isnan(number))
        cop_text_add(text, "unknown");
    else if (isinf(number))
        cop_text_add(text, number < 0 ? "-inf" : "inf");
    else if (size >= 1e15)
        cop_text_add(text, "%.3g", number);
    else if (size >= 999.5)
        add_thousands(text, number);
    else if (size >= 99.95)
        cop_text_add(text, "%.0f", number);
    else if (size >= 9.995)
        cop_text_add(text, "%.1f", number);
    else if (size >= 0.01 || size == 0)
        cop_text_add(text, "%.3f", number);
    else
        cop_text_add(text, "%.2g", number);
}

void cop_text_add_interval(struct cop_text *text, struct cop_interval interval)
{
    bool is_least = interval.low == interval.value && isinf(interval.high);

    cop_text_add(text, is_least ? "at least " : "");
    cop_text_add_number(text, interval.value);
    if (interval.low == interval.high || is_least)
        return;
    cop_text_add(text, " (");
    cop_text_add_number(text, interval.low);
    cop_text_add(text, " to ");
    cop_text_add_number(text, interval.high);
    cop_text_add(text, ")");
}
