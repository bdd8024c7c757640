// Tells Thread Sanitizer of what Swift's Mutex does when threads wait for it.
//
// Where nobody waits, Mutex is an atomic operation in the code that uses it, which the sanitizer sees. Where somebody does, it
// is a system call in libswiftSynchronization, which was not compiled for the sanitizer: what the mutex guards would be called
// a race. So these two functions stand before the library's own, call them, and say what they have done. LD_PRELOAD has them
// found first. They take the word of the futex as a Swift method takes `self`.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef SWIFT void (*Lock)(uint32_t thread, SELF void *word);
typedef SWIFT void (*Unlock)(SELF void *word);

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *word) __asm__(LOCK);
SWIFT void unlock_slow(SELF void *word) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *word) {
  ((Lock)dlsym(RTLD_NEXT, LOCK))(thread, word);
  if (__tsan_acquire != NULL) __tsan_acquire(word);
}

SWIFT void unlock_slow(SELF void *word) {
  if (__tsan_release != NULL) __tsan_release(word);
  ((Unlock)dlsym(RTLD_NEXT, UNLOCK))(word);
}
