// Counts allocations by standing in front of malloc: a definition in the executable wins over
// libc's for every library in the process. Nothing is sampled and nothing is estimated.

#include "Counters.h"

#include <stddef.h>

static _Thread_local bool counting;
static _Thread_local struct allocations counted;

void allocations_start(void) {
    counted = (struct allocations){0};
    counting = true;
}

struct allocations allocations_stop(void) {
    counting = false;
    return counted;
}

#ifdef __GLIBC__

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

bool allocations_are_counted(void) { return true; }

static inline void *allocated(void *block, size_t size) {
    if (__builtin_expect(counting, false) && block) {
        counted.count += 1;
        counted.bytes += (int64_t)size;
        counted.held += (int64_t)malloc_usable_size(block);
    }
    return block;
}

void *malloc(size_t size) { return allocated(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
    return allocated(__libc_calloc(count, size), count * size);
}

void *realloc(void *block, size_t size) {
    if (counting) counted.held -= (int64_t)malloc_usable_size(block);
    return allocated(__libc_realloc(block, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return allocated(__libc_memalign(alignment, size), size);
}

void *memalign(size_t alignment, size_t size) {
    return allocated(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *aligned = allocated(__libc_memalign(alignment, size), size);
    if (!aligned) return ENOMEM;
    *block = aligned;
    return 0;
}

void free(void *block) {
    if (__builtin_expect(counting, false)) counted.held -= (int64_t)malloc_usable_size(block);
    __libc_free(block);
}

#else

bool allocations_are_counted(void) { return false; }

#endif
