#include <stdint.h>

/// What one thread did with the heap between `allocations_start` and `allocations_stop`.
struct allocations {
    /// Blocks that it allocated.
    int64_t count;
    /// Bytes by which the heap grew, in usable sizes of blocks: what was not freed again.
    int64_t held;
};

void allocations_start(void);
struct allocations allocations_stop(void);
