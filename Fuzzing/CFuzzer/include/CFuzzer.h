#pragma once
/* libFuzzer's own loop, called instead of its main (llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library"). */
#include <stddef.h>
#include <stdint.h>

typedef int (*hw_fuzz_callback)(const uint8_t *bytes, size_t count);

/* Runs until a limit among the arguments, or until an input crashes, which ends the process. */
int hw_fuzz_run(int *count, char ***arguments, hw_fuzz_callback callback);
