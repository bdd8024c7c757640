#include "received_descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 64

ssize_t receive_with_descriptors(int socket, void *bytes, size_t count, int *descriptors, int limit, int *received) {
  struct iovec vector = {bytes, count};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(MOST * sizeof(int))];
  } control;
  struct msghdr message = {
      .msg_iov = &vector, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  *received = 0;
  ssize_t length;
  do {
#ifdef MSG_CMSG_CLOEXEC
    length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
#else
    length = recvmsg(socket, &message, 0);
#endif
  } while (length < 0 && errno == EINTR);
  if (length < 0) return length;
  int taken[MOST], total = 0;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    int found = (int)((part->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    for (int index = 0; index < found && total < MOST; index++) {
      memcpy(&taken[total], CMSG_DATA(part) + (size_t)index * sizeof(int), sizeof(int));
      fcntl(taken[total++], F_SETFD, FD_CLOEXEC);
    }
  }
  if (total > limit || (message.msg_flags & MSG_CTRUNC)) {
    while (total > 0) close(taken[--total]);
    return -2;
  }
  memcpy(descriptors, taken, (size_t)total * sizeof(int));
  *received = total;
  return length;
}
