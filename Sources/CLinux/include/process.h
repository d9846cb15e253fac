#pragma once
/* What this process was started with. */
#include <sys/resource.h>

/* The words of the command line, `hw_argument_count` of them, the program's own name first.
 *
 * They are the ones that `main` is given. Swift's CommandLine reads /proc/self/cmdline, and is empty where there is no /proc. */
int hw_argument_count(void);
const char *hw_argument(int index);

/* How many descriptors this process may have now. */
rlim_t hw_descriptor_limit(void);

/* Raises the limit of descriptors to `wanted`, or as far as it may be. What it was before is kept, as what programs that we
 * start are given: some of them close every number that can be open, and select(2) cannot take more than 1,024. */
void hw_raise_descriptor_limit(rlim_t wanted);

/* What the limit was before it was raised. */
rlim_t hw_inherited_descriptor_limit(void);

/* Says what the limit is that programs we start are given. */
void hw_inherit_descriptor_limit(rlim_t soft);

/* In a child that is about to become another program: gives it the limit that we had. Async-signal-safe. */
void hw_restore_descriptor_limit(void);
