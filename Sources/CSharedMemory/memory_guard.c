#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // memfd_create
#endif

#include "memory_guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// What a signal handler reads: no locks, and nothing that is ever given back.
struct range {
  _Atomic(uintptr_t) start;  // 0: free
  _Atomic(size_t) length;    // 0 while it is being set
  atomic_bool torn;
  atomic_int pieces;
};

static struct range ranges[MEMORY_GUARD_LIMIT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction previous;
static uintptr_t page_size;

// Memory that holds nothing but doubles that are no numbers, of which a page can stand for any number of missing ones: a
// file of 16 GB that becomes empty must not become 16 GB of memory. -1 where the system has no such memory.
#define PIECE ((size_t)16 << 20)
static int nothing = -1;
static atomic_bool is_written;
// Each piece that stands for something missing is a map, of which the system gives a process 65,530.
#define PIECE_LIMIT 16384
static atomic_int pieces;

static void fill(uint64_t *words, size_t count) {
  for (size_t index = 0; index < count; index++) words[index] = 0x7FF8000000000000;
}

// Another thread may do so meanwhile, which harms nobody.
static bool write_nothing(void) {
  if (atomic_load(&is_written)) return true;
  uint64_t words[512];
  fill(words, sizeof words / sizeof *words);
  for (size_t place = 0; place < PIECE; place += sizeof words) {
    if (pwrite(nothing, words, sizeof words, (off_t)place) != (ssize_t)sizeof words) return false;
  }
  atomic_store(&is_written, true);
  return true;
}

// Replaces all from a page on, as far as can be: where a file has ended it has nothing behind that either.
// Returns whether the page itself is replaced.
static bool replace(struct range *range, uintptr_t page, uintptr_t end) {
  if (nothing < 0 || !write_nothing()) return false;
  bool is_replaced = false;
  while (page < end && atomic_load(&pieces) < PIECE_LIMIT) {
    size_t length = end - page < PIECE ? end - page : PIECE;
    if (mmap((void *)page, length, PROT_READ, MAP_SHARED | MAP_FIXED, nothing, 0) == MAP_FAILED) break;
    atomic_fetch_add(&pieces, 1);
    atomic_fetch_add(&range->pieces, 1);
    is_replaced = true;
    page += length;
  }
  return is_replaced;
}

// The same of a single page, which takes memory; pages side by side are one map.
static bool replace_one(uintptr_t page) {
  void *mapped = mmap((void *)page, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (mapped == MAP_FAILED) return false;
  fill(mapped, page_size / sizeof(uint64_t));
  return true;
}

static void handle(int number, siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  int error = errno;
  for (int index = 0; index < MEMORY_GUARD_LIMIT; index++) {
    uintptr_t start = atomic_load(&ranges[index].start);
    size_t length = atomic_load(&ranges[index].length);
    if (start == 0 || address < start || address - start >= length) continue;
    uintptr_t page = address & ~(page_size - 1);
    // Another thread may have done so already; to do it again harms nobody.
    if (!replace(&ranges[index], page, start + length) && !replace_one(page)) break;
    atomic_store(&ranges[index].torn, true);
    errno = error;
    return;
  }
  // None of ours: what would have happened happens, when the instruction is tried again.
  sigaction(number, &previous, NULL);
  (void)context;
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
#ifdef MFD_CLOEXEC
  nothing = memfd_create("no numbers", MFD_CLOEXEC);
  if (nothing >= 0 && ftruncate(nothing, (off_t)PIECE) != 0) {
    close(nothing);
    nothing = -1;
  }
#endif
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &previous);
}

int memory_guard_add(const void *start, size_t length) {
  pthread_once(&once, install);
  int found = -1;
  pthread_mutex_lock(&lock);
  for (int index = 0; index < MEMORY_GUARD_LIMIT && found < 0; index++) {
    if (atomic_load(&ranges[index].start) != 0) continue;
    found = index;
    atomic_store(&ranges[index].torn, false);
    atomic_store(&ranges[index].pieces, 0);
    atomic_store(&ranges[index].length, length);
    atomic_store(&ranges[index].start, (uintptr_t)start);
  }
  pthread_mutex_unlock(&lock);
  return found;
}

bool memory_guard_was_torn(int number) {
  return number >= 0 && number < MEMORY_GUARD_LIMIT && atomic_load(&ranges[number].torn);
}

void memory_guard_remove(int number) {
  if (number < 0 || number >= MEMORY_GUARD_LIMIT) return;
  pthread_mutex_lock(&lock);
  atomic_fetch_sub(&pieces, atomic_load(&ranges[number].pieces));
  atomic_store(&ranges[number].start, 0);
  atomic_store(&ranges[number].length, 0);
  pthread_mutex_unlock(&lock);
}
