#ifndef COLLET_COUNTERS_H
#define COLLET_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

/// What one thread did with the heap between `allocations_start` and `allocations_stop`.
struct allocations {
    /// Calls of `malloc` and its kin.
    int64_t count;
    /// Bytes that these calls asked for.
    int64_t bytes;
    /// Bytes by which the heap grew, in usable sizes of blocks: what was not freed again.
    int64_t held;
};

/// Whether this platform's `malloc` can be counted: with glibc it can.
bool allocations_are_counted(void);

/// Begins to count the allocations of the calling thread, from zero.
void allocations_start(void);

/// Ends counting and returns what the calling thread allocated.
struct allocations allocations_stop(void);

/// Whether the process runs under valgrind and was compiled where its headers were found.
bool callgrind_is_running(void);

/// Writes the instructions counted since the last dump to a file of their own, under a label.
void callgrind_dump(const char *label);

#endif
