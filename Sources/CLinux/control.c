#define _GNU_SOURCE
#include "control.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* As many descriptors as one message carries here. */
#define MOST_DESCRIPTORS 8

static int abstract_socket(const char *name, size_t length, struct sockaddr_un *address, socklen_t *size) {
  if (length > sizeof address->sun_path - 1) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path + 1, name, length);
  *size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

static int close_keeping_errno(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int hw_abstract_listen(const char *name, size_t length) {
  struct sockaddr_un address;
  socklen_t size;
  int listener = abstract_socket(name, length, &address, &size);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, size) != 0) return close_keeping_errno(listener);
  if (listen(listener, 64) != 0) return close_keeping_errno(listener);
  return listener;
}

int hw_abstract_connect(const char *name, size_t length) {
  struct sockaddr_un address;
  socklen_t size;
  int connection = abstract_socket(name, length, &address, &size);
  if (connection < 0) return -1;
  if (connect(connection, (struct sockaddr *)&address, size) != 0) return close_keeping_errno(connection);
  return connection;
}

static int path_socket(const char *path, int flags, struct sockaddr_un *address) {
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  strcpy(address->sun_path, path);
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
}

int hw_path_listen(const char *path) {
  struct sockaddr_un address;
  int listener = path_socket(path, 0, &address);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0) return close_keeping_errno(listener);
  if (listen(listener, 64) != 0) return close_keeping_errno(listener);
  return listener;
}

int hw_path_connect(const char *path) {
  struct sockaddr_un address;
  int connection = path_socket(path, 0, &address);
  if (connection < 0) return -1;
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) return close_keeping_errno(connection);
  return connection;
}

int hw_path_probe(const char *path) {
  struct sockaddr_un address;
  int connection = path_socket(path, SOCK_NONBLOCK, &address);
  if (connection < 0) return errno;
  int error = connect(connection, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
  close(connection);
  // Somebody who has not accepted yet those who came before listens, too.
  return error == EAGAIN ? 0 : error;
}

bool hw_lock(int descriptor) {
  const struct timespec pause = {.tv_nsec = 10000000};
  for (int attempts = 0; attempts < 100; attempts++) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    nanosleep(&pause, NULL);
  }
  errno = EWOULDBLOCK;
  return false;
}

void hw_remove_socket_file(const struct hw_socket_file *file) {
  int directory = open(file->directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (directory < 0) return;
  struct stat found;
  // Whoever finds that nobody listens there may put a socket of his own in its place: the lock keeps him until it is gone. A file that
  // stays because somebody holds the lock is removed by whoever comes next. Names in a shared directory are never used again.
  if (file->is_shared || hw_lock(directory)) {
    if (fstatat(directory, file->name, &found, AT_SYMLINK_NOFOLLOW) == 0 && found.st_dev == file->device
        && found.st_ino == file->number)
      unlinkat(directory, file->name, 0);
    if (!file->is_shared) rmdir(file->directory);
  }
  close(directory);
}

int hw_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

int hw_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

int hw_peer_user(int connection, uid_t *user) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *user = peer.uid;
  return 0;
}

pid_t hw_peer_process(int connection) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 ? peer.pid : 0;
}

ssize_t hw_send_with(int connection, const void *bytes, size_t length, const int *descriptors, size_t count) {
  union {
    char space[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
    struct cmsghdr aligned;
  } control;
  memset(&control, 0, sizeof control);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > MOST_DESCRIPTORS) {
    errno = EINVAL;
    return -1;
  }
  if (count > 0) {
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * count);
  }
  ssize_t sent;
  do sent = sendmsg(connection, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent;
}

ssize_t hw_receive_with(int connection, void *bytes, size_t length, int *descriptors, size_t *count) {
  union {
    char space[CMSG_SPACE(sizeof(int) * MOST_DESCRIPTORS)];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = length};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t received;
  do received = recvmsg(connection, &message, MSG_CMSG_CLOEXEC);
  while (received < 0 && errno == EINTR);
  size_t room = *count;
  *count = 0;
  if (received < 0) return received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t came = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < came; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof descriptor);
      if (*count < room) descriptors[(*count)++] = descriptor;
      else close(descriptor);
    }
  }
  return received;
}

int hw_memory_file(const char *label) { return memfd_create(label, MFD_CLOEXEC); }
