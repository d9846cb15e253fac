#pragma once
/* Abstract Unix sockets (unix(7)): they have no file, and go with the process that holds them. A name is the bytes
 * after the leading zero. Every call returns -1 and sets errno where it fails. */
#include <stddef.h>
#include <sys/types.h>

/* A socket that listens, or is connected, under a name, in the calling thread's network namespace. */
int hw_abstract_listen(const char *name, size_t length);
int hw_abstract_connect(const char *name, size_t length);

/* The next connection. Waits. */
int hw_accept(int listener);

/* Both ends of a connection, closed at exec. */
int hw_socket_pair(int ends[2]);

/* The user on the other end of a connection, as seen in our user namespace. */
int hw_peer_user(int connection, uid_t *user);

/* Sends bytes, and along with the first of them descriptors; returns how many bytes went. Never raises SIGPIPE. */
ssize_t hw_send_with(int connection, const void *bytes, size_t length, const int *descriptors, size_t count);

/* Receives bytes, and descriptors if some come along: at most *count, which becomes how many came. */
ssize_t hw_receive_with(int connection, void *bytes, size_t length, int *descriptors, size_t *count);

/* A file in memory, without a name in any directory. */
int hw_memory_file(const char *label);
