#include "process.h"

#include <stdbool.h>
#include <stddef.h>

static int argument_count;
static char **arguments;

/* The C library hands constructors what it will hand to `main` (glibc; musl does not, and leaves the count at 0). */
__attribute__((constructor)) static void keep_arguments(int count, char **words, char **environment) {
  (void)environment;
#ifdef __GLIBC__
  argument_count = count;
  arguments = words;
#endif
}

int hw_argument_count(void) { return argument_count; }

const char *hw_argument(int index) { return index < argument_count ? arguments[index] : NULL; }

static rlim_t inherited;
static bool is_raised;

rlim_t hw_descriptor_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

void hw_raise_descriptor_limit(rlim_t wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t soft = wanted < limit.rlim_max ? wanted : limit.rlim_max;
  if (soft <= limit.rlim_cur) return;
  hw_inherit_descriptor_limit(limit.rlim_cur);
  limit.rlim_cur = soft;
  setrlimit(RLIMIT_NOFILE, &limit);
}

rlim_t hw_inherited_descriptor_limit(void) { return is_raised ? inherited : hw_descriptor_limit(); }

void hw_inherit_descriptor_limit(rlim_t soft) {
  if (is_raised) return;
  inherited = soft;
  is_raised = true;
}

void hw_restore_descriptor_limit(void) {
  struct rlimit limit;
  if (!is_raised || getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = inherited;
  setrlimit(RLIMIT_NOFILE, &limit);
}
