// The entrance of libFuzzer (compiler-rt) for programs that have a main function of their own, as Swift's have.
#ifndef CHART_KERNEL_LIBFUZZER_H
#define CHART_KERNEL_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
