// libsodium, for HMAC-SHA256. libzmq needs it for CURVE, so it is there wherever libzmq is.

#ifndef CSODIUM_SHIM_H
#define CSODIUM_SHIM_H

#include <sodium.h>

#endif
