#include "Counters.h"

#if __has_include(<valgrind/callgrind.h>)

#include <valgrind/callgrind.h>

bool callgrind_is_running(void) { return RUNNING_ON_VALGRIND != 0; }

void callgrind_dump(const char *label) { CALLGRIND_DUMP_STATS_AT(label); }

#else

bool callgrind_is_running(void) { return false; }

void callgrind_dump(const char *label) { (void)label; }

#endif
