#pragma once
/* Namespaces and capabilities of the calling thread. Every call returns -1 and sets errno where it fails. */
#include <stdbool.h>

/* Whether the calling thread has the capability (CAP_* of linux/capability.h) in its own user namespace. */
bool hw_has_capability(int capability);

/* Moves the calling thread into a new network namespace and returns a descriptor of it. */
int hw_new_network_namespace(void);

/* A descriptor of the calling thread's network, or user, namespace. */
int hw_open_network_namespace(void);
int hw_open_user_namespace(void);

/* Moves the calling thread into the namespace. The caller of the second must be a process of one thread. */
int hw_enter_network_namespace(int descriptor);
int hw_enter_user_namespace(int descriptor);

/* A descriptor of the user namespace that owns another namespace. */
int hw_owning_user_namespace(int descriptor);

/* Moves the calling process, which must have one thread, into a new user namespace. */
int hw_new_user_namespace(void);

/* Whether two descriptors name the same file (for namespaces: the same namespace). */
bool hw_same_file(int a, int b);
