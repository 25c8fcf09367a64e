// Counts allocations by standing in front of malloc, where objects, closures and arrays come from:
// a definition in the executable wins over libc's for every library in the process. The C library
// itself counts bytes, but not calls, and Swift reserves the name `malloc`, so this is C.

#include "Allocations.h"

#ifndef __GLIBC__
#error "Allocations are counted where the C library is glibc."
#endif

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

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

static void *allocated(void *block) {
    if (counting) {
        counted.count += 1;
        counted.held += (int64_t)malloc_usable_size(block);
    }
    return block;
}

void *malloc(size_t size) { return allocated(__libc_malloc(size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    *block = allocated(__libc_memalign(alignment, size));
    return *block ? 0 : ENOMEM;
}

void free(void *block) {
    if (counting) counted.held -= (int64_t)malloc_usable_size(block);
    __libc_free(block);
}
