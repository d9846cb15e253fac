#include "CFuzzer.h"

extern int LLVMFuzzerRunDriver(int *count, char ***arguments, hw_fuzz_callback callback);

int hw_fuzz_run(int *count, char ***arguments, hw_fuzz_callback callback) {
  return LLVMFuzzerRunDriver(count, arguments, callback);
}
