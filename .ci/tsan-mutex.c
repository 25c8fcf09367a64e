// Tells the thread sanitizer what it cannot see of Synchronization.Mutex on Linux.
//
// The fast path of a mutex is inlined into the client and instrumented. Its contended path is
// not: it lives in libswiftSynchronization.so, so the sanitizer does not learn that the lock was
// taken, and reports races that are none. A suppression file would hide true races too, because
// one side of most of them has `withLock` on its stack.
//
// Preloaded, this library stands in front of the three functions of the contended path, calls
// the real one, and tells the sanitizer about the lock. `self` is the address of the lock's
// word, which is also the address that the inlined fast path uses. `.ci/run` checks both
// directions: no report without a race, a report with one.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Weak: without the sanitizer in the process, the library only passes the calls on.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static void acquired(void *lock) {
    if (__tsan_acquire) __tsan_acquire(lock);
}

static void releasing(void *lock) {
    if (__tsan_release) __tsan_release(lock);
}

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK_SLOW "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t word, SELF) __asm__(LOCK_SLOW);
SWIFT bool tryLockSlow(SELF) __asm__(TRY_LOCK_SLOW);
SWIFT void unlockSlow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void lockSlow(uint32_t word, SELF) {
    SWIFT void (*real)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK_SLOW);
    real(word, self);
    acquired(self);
}

SWIFT bool tryLockSlow(SELF) {
    SWIFT bool (*real)(SELF) = dlsym(RTLD_NEXT, TRY_LOCK_SLOW);
    bool locked = real(self);
    if (locked) acquired(self);
    return locked;
}

SWIFT void unlockSlow(SELF) {
    SWIFT void (*real)(SELF) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
    releasing(self);
    real(self);
}
