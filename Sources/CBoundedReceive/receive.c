#include "CBoundedReceive.h"

#if defined(__linux__)

#include <sys/socket.h>

// The program's own symbols come before those of the libraries that it loads, so that libzmq calls this function. (Apple's
// systems bind a library's symbols to the library that they were linked with.)
ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
  // Who says how it is to be read (whole, without taking it) gets just that.
  if (flags == 0 && count > CBOUNDED_RECEIVE_LIMIT) count = CBOUNDED_RECEIVE_LIMIT;
  return recvfrom(descriptor, bytes, count, flags, 0, 0);
}

#endif
