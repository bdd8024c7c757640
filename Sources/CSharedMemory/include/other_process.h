// The memory of other processes, and who is at the other end of a connection: both are asked of each system in its own way.

#ifndef OTHER_PROCESS_H
#define OTHER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Whether this system can copy out of another process without its help.
bool process_memory_can_be_copied(void);

/// Copies bytes out of the memory of another process (process_vm_readv(2)), as far as the system lets this one see it.
///
/// Returns 0, or a number of errno(3).
int copy_process_memory(pid_t process, uint64_t address, void *target, size_t count);

/// The process that has connected to a Unix socket, as the system tells; 0 if it does not.
pid_t connected_process(int socket);

/// Whether that process has ended, so that its number may be another's by now; false where the system does not tell.
bool connected_process_has_ended(int socket);

#endif
