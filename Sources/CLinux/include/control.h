#pragma once
/* Unix sockets (unix(7)). Every call returns -1 and sets errno where it fails. */
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* An abstract socket that listens, or is connected, in the calling thread's network namespace. It has no file, and goes with the
 * process that holds it. A name is the bytes after the leading zero. */
int hw_abstract_listen(const char *name, size_t length);
int hw_abstract_connect(const char *name, size_t length);

/* A socket that listens, or is connected, at a path. Its file stays when the process goes, and refuses connections then. */
int hw_path_listen(const char *path);
int hw_path_connect(const char *path);

/* 0 if somebody listens at a path, in whichever network namespace; ECONNREFUSED if the socket's process is gone; ENOENT if there is no
 * file; another error if that cannot be told. Does not wait for anybody to accept. */
int hw_path_probe(const char *path);

/* Locks an open file for this process (flock(2)). Whoever holds the lock is waited for, but for a second at most, so that nobody can
 * keep us for ever; false, with errno, if the lock was not to be had. Makes nothing but system calls. */
bool hw_lock(int descriptor);

/* A file of ours in a directory: a socket's, or one that programs on a link read or write. */
struct hw_socket_file {
  const char *directory;
  const char *name;
  dev_t device;
  ino_t number;
  bool is_shared; /* whether the directory is not ours alone, and stays */
};

/* Removes the file if it is still this one, and the directory if it is ours and empty then. Leaves both if somebody keeps the directory
 * locked. Makes nothing but system calls. */
void hw_remove_socket_file(const struct hw_socket_file *file);

/* The next connection. Waits. */
int hw_accept(int listener);

/* Both ends of a connection, closed at exec. */
int hw_socket_pair(int ends[2]);

/* The user on the other end of a connection, as seen in our user namespace. */
int hw_peer_user(int connection, uid_t *user);

/* The process on the other end of a connection, as seen in our PID namespace; of a client, the one that listens. 0 if it
 * cannot be seen. */
pid_t hw_peer_process(int connection);

/* Sends bytes, and along with the first of them descriptors; returns how many bytes went. Never raises SIGPIPE. */
ssize_t hw_send_with(int connection, const void *bytes, size_t length, const int *descriptors, size_t count);

/* Receives bytes, and descriptors if some come along: at most *count, which becomes how many came. */
ssize_t hw_receive_with(int connection, void *bytes, size_t length, int *descriptors, size_t *count);

/* A file in memory, without a name in any directory. */
int hw_memory_file(const char *label);
