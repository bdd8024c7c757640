// What the wheel's program is linked with instead of other libraries. linking.py compiles it on Linux.
//
// Debian's libzmq.a can do more than the program asks of it: PGM and NORM, which send to many at once, and Kerberos.
// They bring libraries along, a dozen in all. No way leads there. Kernels open sockets at tcp and ipc only; what a user
// names is opened as a ROUTER or a DEALER, for which libzmq has neither transport; and Kerberos a socket has to choose.
// A libzmq.a that is built without them takes nothing from here.

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program with a sentence, should there be a way after all.
void chart_kernel_absent(void) {
  fputs("chart-kernel: this program's libzmq has neither PGM, NORM nor Kerberos\n", stderr);
  abort();
}

#define ABSENT(name) void name(void) __attribute__((alias("chart_kernel_absent")));
#define ABSENT_VALUE(name) const void *const name = NULL;

// MARK: PGM

// Each context begins and ends with these two, whatever it is for; both have nothing to do, and say that it is done.
int pgm_init(void **error) {
  (void)error;
  return 1;
}

int pgm_shutdown(void) { return 1; }

ABSENT(pgm_bind3)
ABSENT(pgm_close)
ABSENT(pgm_connect)
ABSENT(pgm_error_free)
ABSENT(pgm_free)
ABSENT(pgm_freeaddrinfo)
ABSENT(pgm_getaddrinfo)
ABSENT(pgm_getsockopt)
ABSENT(pgm_gsi_create_from_data)
ABSENT(pgm_recvmsgv)
ABSENT(pgm_send)
ABSENT(pgm_setsockopt)
ABSENT(pgm_socket)

// MARK: NORM

ABSENT_VALUE(NORM_INSTANCE_INVALID)
ABSENT_VALUE(NORM_NODE_ANY)
ABSENT_VALUE(NORM_OBJECT_INVALID)
ABSENT_VALUE(NORM_SESSION_INVALID)
ABSENT(NormCreateInstance)
ABSENT(NormCreateSession)
ABSENT(NormDestroyInstance)
ABSENT(NormDestroySession)
ABSENT(NormGetDescriptor)
ABSENT(NormGetNextEvent)
ABSENT(NormGetRandomSessionId)
ABSENT(NormIsUnicastAddress)
ABSENT(NormNodeDelete)
ABSENT(NormObjectGetType)
ABSENT(NormObjectGetUserData)
ABSENT(NormObjectSetUserData)
ABSENT(NormSetCongestionControl)
ABSENT(NormSetDefaultSyncPolicy)
ABSENT(NormSetDefaultUnicastNack)
ABSENT(NormSetLoopback)
ABSENT(NormSetMulticastInterface)
ABSENT(NormSetRxPortReuse)
ABSENT(NormSetTTL)
ABSENT(NormStartReceiver)
ABSENT(NormStartSender)
ABSENT(NormStopInstance)
ABSENT(NormStopReceiver)
ABSENT(NormStopSender)
ABSENT(NormStreamFlush)
ABSENT(NormStreamOpen)
ABSENT(NormStreamRead)
ABSENT(NormStreamSeekMsgStart)
ABSENT(NormStreamWrite)

// MARK: Kerberos

ABSENT_VALUE(GSS_C_NT_HOSTBASED_SERVICE)
ABSENT_VALUE(GSS_C_NT_USER_NAME)
ABSENT(gss_accept_sec_context)
ABSENT(gss_acquire_cred)
ABSENT(gss_delete_sec_context)
ABSENT(gss_display_name)
ABSENT(gss_import_name)
ABSENT(gss_init_sec_context)
ABSENT(gss_release_buffer)
ABSENT(gss_release_cred)
ABSENT(gss_release_name)
ABSENT(gss_unwrap)
ABSENT(gss_wrap)

// MARK: The C library's younger functions

// Of libbsd until glibc 2.38. `size` counts the zero; what doesn't fit is cut off.
size_t strlcpy(char *restrict target, const char *restrict source, size_t size) {
  size_t length = 0;
  for (; source[length] != 0; length++)
    if (length + 1 < size) target[length] = source[length];
  if (size > 0) target[length < size ? length : size - 1] = 0;
  return length;
}

// glibc 2.35 has it anew, which Swift's library then asks for. Squares of a Float's range fit into a Double.
float hypotf(float x, float y) {
  if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
  return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
