// What Swift cannot take from <zmq.h> directly, or what the systems spell differently. Everything is `static inline`,
// so that the module needs no compiled C.

#ifndef CZEROMQ_SHIM_H
#define CZEROMQ_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <zmq.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#if defined(__linux__)
#include <sys/eventfd.h>
#include <sys/prctl.h>
#endif

// MARK: Error numbers
// libzmq's own are sums of macros, which the importer may leave out; the system's differ in value between systems and
// may be replaced by zmq.h where the system has none. One place for both.

#define CZEROMQ_ERROR_NUMBER(name)                                                                                     \
  static inline int czeromq_##name(void) { return name; }

CZEROMQ_ERROR_NUMBER(EACCES)
CZEROMQ_ERROR_NUMBER(EADDRINUSE)
CZEROMQ_ERROR_NUMBER(EADDRNOTAVAIL)
CZEROMQ_ERROR_NUMBER(EAGAIN)
CZEROMQ_ERROR_NUMBER(EFAULT)
CZEROMQ_ERROR_NUMBER(EFSM)
CZEROMQ_ERROR_NUMBER(EHOSTUNREACH)
CZEROMQ_ERROR_NUMBER(EINTR)
CZEROMQ_ERROR_NUMBER(EINVAL)
CZEROMQ_ERROR_NUMBER(EMFILE)
CZEROMQ_ERROR_NUMBER(EMSGSIZE)
CZEROMQ_ERROR_NUMBER(EMTHREAD)
CZEROMQ_ERROR_NUMBER(ENAMETOOLONG)
CZEROMQ_ERROR_NUMBER(ENOCOMPATPROTO)
CZEROMQ_ERROR_NUMBER(ENODEV)
CZEROMQ_ERROR_NUMBER(ENOENT)
CZEROMQ_ERROR_NUMBER(ENOMEM)
CZEROMQ_ERROR_NUMBER(ENOTSOCK)
CZEROMQ_ERROR_NUMBER(ENOTSUP)
CZEROMQ_ERROR_NUMBER(EPROTONOSUPPORT)
CZEROMQ_ERROR_NUMBER(ETERM)

#undef CZEROMQ_ERROR_NUMBER

// MARK: A wake-up that can be polled
// An eventfd on Linux (both descriptors are the same), a pipe elsewhere. Neither end ever blocks.

static inline int czeromq_wake_open(int *_Nonnull reading, int *_Nonnull writing) {
#if defined(__linux__)
  int descriptor = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (descriptor < 0) return -1;
  *reading = *writing = descriptor;
#else
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFL, fcntl(ends[i], F_GETFL) | O_NONBLOCK);
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  }
  *reading = ends[0];
  *writing = ends[1];
#endif
  return 0;
}

static inline void czeromq_wake_ring(int writing) {
  uint64_t one = 1;
#if defined(__linux__)
  size_t size = sizeof one;
#else
  size_t size = 1;
#endif
  // EAGAIN means that it is ringing already.
  while (write(writing, &one, size) < 0 && errno == EINTR) {}
}

static inline void czeromq_wake_clear(int reading) {
  unsigned char rung[64];
#if defined(__linux__)
  // One read takes an eventfd's whole count.
  while (read(reading, rung, sizeof(uint64_t)) < 0 && errno == EINTR) {}
#else
  ssize_t count;
  do { count = read(reading, rung, sizeof rung); } while (count > 0 || (count < 0 && errno == EINTR));
#endif
}

static inline void czeromq_wake_close(int reading, int writing) {
  close(reading);
  if (writing != reading) close(writing);
}

// MARK: Random numbers

/// Has rand() begin elsewhere, from which libzmq takes its names; see `Context`.
static inline void czeromq_seed_random(unsigned int seed) { srand(seed); }

// MARK: Connections

/// By which a socket is told from a later one with its descriptor; 0 if there is none. (POSIX has `st_ino` tell open files apart.)
static inline uint64_t czeromq_socket_number(int descriptor) {
  struct stat status;
  return fstat(descriptor, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

#if defined(__linux__)
/// A count in what the system tells of a TCP connection; -1 where it tells none. `tcpi_bytes_acked` and `tcpi_bytes_received`
/// (tcp(7), Linux 4.1) have no names in the C library's own struct tcp_info.
static inline int64_t czeromq_tcp_count(int descriptor, size_t offset) {
  unsigned char info[136];
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, info, &size) != 0 || size < sizeof info) return -1;
  uint64_t count;
  __builtin_memcpy(&count, info + offset, sizeof count);
  return (int64_t)count;
}
#endif

/// How many bytes the other side of a TCP connection has taken since it began; -1 where the system does not tell, as of all other
/// connections.
static inline int64_t czeromq_bytes_acknowledged(int descriptor) {
#if defined(__linux__)
  return czeromq_tcp_count(descriptor, 120);
#else
  return -1;
#endif
}

/// How many bytes a TCP connection has received since it began, read or not; -1 where the system does not tell, as of all other
/// connections.
static inline int64_t czeromq_bytes_received(int descriptor) {
#if defined(__linux__)
  return czeromq_tcp_count(descriptor, 128);
#elif defined(__APPLE__)
  struct tcp_connection_info info;
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_CONNECTION_INFO, &info, &size) != 0) return -1;
  return (int64_t)info.tcpi_rxbytes;
#else
  return -1;
#endif
}

/// Bytes that a connection has received and that nobody has read; 0 where there are none, or the system does not tell.
static inline int czeromq_bytes_unread(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

/// Ends a connection whose descriptor belongs to libzmq, which finds that the other side has gone.
static inline void czeromq_end_connection(int descriptor) { shutdown(descriptor, SHUT_RDWR); }

// MARK: Threads
// `pthread_t` is an integer on one system and a pointer on the other, and so are the signatures made of it.

/// Starts a joinable thread on which every signal is blocked except those a fault raises: signals are the business of
/// the thread the program chose for them. Returns 0 or an error number.
static inline int czeromq_thread_start(
    uintptr_t *_Nonnull thread, void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable argument) {
  sigset_t blocked, before;
  sigfillset(&blocked);
  sigdelset(&blocked, SIGBUS);
  sigdelset(&blocked, SIGFPE);
  sigdelset(&blocked, SIGILL);
  sigdelset(&blocked, SIGSEGV);
  sigdelset(&blocked, SIGTRAP);
  sigdelset(&blocked, SIGABRT);
  // A new thread inherits the mask, so that no signal can slip in before it runs.
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t started;
  int error = pthread_create(&started, NULL, body, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error == 0) *thread = (uintptr_t)started;
  return error;
}

static inline uintptr_t czeromq_thread_current(void) { return (uintptr_t)pthread_self(); }

static inline int czeromq_thread_join(uintptr_t thread) { return pthread_join((pthread_t)thread, NULL); }

static inline int czeromq_thread_detach(uintptr_t thread) { return pthread_detach((pthread_t)thread); }

/// Names the calling thread, for debuggers and `top`. Linux keeps 15 bytes of it.
static inline void czeromq_thread_name(const char *_Nonnull name) {
#if defined(__linux__)
  prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
#elif defined(__APPLE__)
  pthread_setname_np(name);
#endif
}

#endif
