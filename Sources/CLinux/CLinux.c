#define _GNU_SOURCE
#include "CLinux.h"

#include <sched.h>

int hw_usable_cores(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return CPU_COUNT(&set);
}
