#include "include/variadic.h"

typedef int (*easy_function)(void *, int, ...);

int curl_set_number(void *setopt, void *handle, int option, long value) {
  return ((easy_function)setopt)(handle, option, value);
}

int curl_set_pointer(void *setopt, void *handle, int option, const void *value) {
  return ((easy_function)setopt)(handle, option, value);
}

int curl_get_number(void *getinfo, void *handle, int info, long *value) {
  return ((easy_function)getinfo)(handle, info, value);
}
