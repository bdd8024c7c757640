#ifndef CDATABASES_VARIADIC_H
#define CDATABASES_VARIADIC_H

// Functions of libcurl that take arguments of any type, which Swift cannot call: by their addresses, since the library is opened while
// the program runs. How such arguments are handed over is not everywhere as those of other functions are.

/// curl_easy_setopt(3) with a long.
int curl_set_number(void *setopt, void *handle, int option, long value);
/// The same with a pointer: to a text, a list, data or a function.
int curl_set_pointer(void *setopt, void *handle, int option, const void *value);
/// curl_easy_getinfo(3) of a long.
int curl_get_number(void *getinfo, void *handle, int info, long *value);

#endif
