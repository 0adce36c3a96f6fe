/* slow_build.h - is this a build with a sanitizer? There everything is ten times slower, so that a
 * test may do less. */
#ifndef COPPICE_TESTS_SLOW_BUILD_H
#define COPPICE_TESTS_SLOW_BUILD_H

#include <stdbool.h>

static inline bool is_slow_build(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#elif defined(__has_feature)
    return __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
    return false;
#endif
}

#endif
