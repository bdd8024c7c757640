// Keeps a process alive whose mapped files become shorter.
//
// Whoever reads where a mapped file has ended since gets the signal SIGBUS, which ends the process. For ranges that are
// guarded the handler puts memory of the process's own there instead, filled with doubles that are no numbers, and notes that
// something was missing. Signals elsewhere do what they did before.

#ifndef MEMORY_GUARD_H
#define MEMORY_GUARD_H

#include <stdbool.h>
#include <stddef.h>

/// How many ranges can be guarded at once.
#define MEMORY_GUARD_LIMIT 4096

/// Guards a range of whole pages that is mapped for reading.
///
/// Returns a number for the other functions, or -1 if there are too many ranges.
int memory_guard_add(const void *start, size_t length);

/// Whether something of a range was missing when it was read.
bool memory_guard_was_torn(int number);

/// Ends what `memory_guard_add` began, before the range is unmapped.
void memory_guard_remove(int number);

#endif
