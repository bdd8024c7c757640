// What comes over a Unix socket besides bytes: the macros for that are no functions, and so C's alone.

#ifndef RECEIVED_DESCRIPTORS_H
#define RECEIVED_DESCRIPTORS_H

#include <stddef.h>
#include <sys/types.h>

/// Reads what is there, with the descriptors that came along, which are closed on exec.
///
/// Of more than `limit` descriptors none is taken, and -2 returned. Else what recvmsg(2) returns.
ssize_t receive_with_descriptors(int socket, void *bytes, size_t count, int *descriptors, int limit, int *received);

#endif
