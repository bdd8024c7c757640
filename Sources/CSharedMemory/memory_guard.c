#include "memory_guard.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <pthread.h>
#include <unistd.h>

// What a signal handler reads: no locks, and nothing that is ever given back.
struct range {
  _Atomic(uintptr_t) start;  // 0: free
  _Atomic(size_t) length;    // 0 while it is being set
  atomic_bool torn;
};

static struct range ranges[MEMORY_GUARD_LIMIT];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct sigaction previous;
static uintptr_t page_size;

static void fill(uintptr_t page) {
  static const uint64_t not_a_number = 0x7FF8000000000000;
  uint64_t *words = (uint64_t *)page;
  for (size_t index = 0; index < page_size / sizeof *words; index++) words[index] = not_a_number;
}

static void handle(int number, siginfo_t *info, void *context) {
  uintptr_t address = (uintptr_t)info->si_addr;
  for (int index = 0; index < MEMORY_GUARD_LIMIT; index++) {
    uintptr_t start = atomic_load(&ranges[index].start);
    if (start == 0 || address < start || address - start >= atomic_load(&ranges[index].length)) continue;
    uintptr_t page = address & ~(page_size - 1);
    // Another thread may have done so already; to do it again harms nobody.
    void *mapped = mmap((void *)page, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (mapped == MAP_FAILED) break;
    fill(page);
    atomic_store(&ranges[index].torn, true);
    return;
  }
  // None of ours: what would have happened happens, when the instruction is tried again.
  sigaction(number, &previous, NULL);
  (void)context;
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
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
  atomic_store(&ranges[number].start, 0);
  atomic_store(&ranges[number].length, 0);
  pthread_mutex_unlock(&lock);
}
