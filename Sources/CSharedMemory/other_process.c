#define _GNU_SOURCE

#include "other_process.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __linux__

bool process_memory_can_be_copied(void) { return true; }

int copy_process_memory(pid_t process, uint64_t address, void *target, size_t count) {
  size_t copied = 0;
  while (copied < count) {
    struct iovec local = {(char *)target + copied, count - copied};
    struct iovec remote = {(void *)(uintptr_t)(address + copied), count - copied};
    ssize_t length = process_vm_readv(process, &local, 1, &remote, 1, 0);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return errno;
    // Where the other one's memory ends there is nothing more to be had.
    if (length == 0) return EFAULT;
    copied += (size_t)length;
  }
  return 0;
}

pid_t connected_process(int socket) {
  struct ucred credentials = {0};
  socklen_t length = sizeof credentials;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 ? credentials.pid : 0;
}

// Since Linux 6.5; the C library's headers may be older.
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

bool connected_process_has_ended(int socket) {
  int process = -1;
  socklen_t length = sizeof process;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &process, &length) != 0) return errno != ENOPROTOOPT;
  struct pollfd ending = {process, POLLIN, 0};
  bool has_ended = poll(&ending, 1, 0) != 0;
  close(process);
  return has_ended;
}

#else

bool process_memory_can_be_copied(void) { return false; }

int copy_process_memory(pid_t process, uint64_t address, void *target, size_t count) {
  (void)process, (void)address, (void)target, (void)count;
  return ENOTSUP;
}

bool connected_process_has_ended(int socket) {
  (void)socket;
  return false;
}

pid_t connected_process(int socket) {
#ifdef LOCAL_PEERPID
  pid_t process = 0;
  socklen_t length = sizeof process;
  return getsockopt(socket, SOL_LOCAL, LOCAL_PEERPID, &process, &length) == 0 ? process : 0;
#else
  (void)socket;
  return 0;
#endif
}

#endif
