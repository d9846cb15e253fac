#define _GNU_SOURCE
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static socklen_t address_of(const struct hw_endpoint *endpoint, struct sockaddr_storage *address) {
  memset(address, 0, sizeof *address);
  if (endpoint->family == AF_INET6) {
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)address;
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(endpoint->port);
    memcpy(&six->sin6_addr, endpoint->address, 16);
    return sizeof *six;
  }
  struct sockaddr_in *four = (struct sockaddr_in *)address;
  four->sin_family = AF_INET;
  four->sin_port = htons(endpoint->port);
  memcpy(&four->sin_addr, endpoint->address, 4);
  return sizeof *four;
}

static int failed(int socket) {
  int error = errno;
  close(socket);
  return -error;
}

int hw_load_listen(const struct hw_endpoint *endpoint, uint16_t *port) {
  struct sockaddr_storage address;
  socklen_t length = address_of(endpoint, &address);
  int made = socket(endpoint->family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (made < 0) return -errno;
  if (bind(made, (struct sockaddr *)&address, length) != 0 || listen(made, 64) != 0) return failed(made);
  if (getsockname(made, (struct sockaddr *)&address, &length) != 0) return failed(made);
  // The port is at the same place in both families.
  *port = ntohs(((struct sockaddr_in *)&address)->sin_port);
  return made;
}

int hw_load_connect(const struct hw_endpoint *endpoint) {
  struct sockaddr_storage address;
  socklen_t length = address_of(endpoint, &address);
  int made = socket(endpoint->family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made < 0) return -errno;
  struct timeval patience = {.tv_usec = 200000};
  // A closed socket with data under way would keep its namespace alive until TCP gives up.
  struct linger none = {.l_onoff = 1};
  setsockopt(made, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  setsockopt(made, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  struct timeval long_patience = {.tv_sec = 3};
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &long_patience, sizeof long_patience);
  if (connect(made, (struct sockaddr *)&address, length) != 0) return failed(made);
  setsockopt(made, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  return made;
}

ssize_t hw_load_send(int socket, size_t length) {
  static const char zeros[16384];
  ssize_t sent = send(socket, zeros, length < sizeof zeros ? length : sizeof zeros, MSG_NOSIGNAL);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  return sent < 0 ? -errno : sent;
}

bool hw_load_finish(int socket) {
  shutdown(socket, SHUT_WR);
  char byte;
  return recv(socket, &byte, 1, 0) == 0;
}

ssize_t hw_load_take(int socket) {
  // MSG_TRUNC drops the bytes within the kernel (tcp(7)).
  ssize_t taken = recv(socket, NULL, 1 << 20, MSG_TRUNC | MSG_DONTWAIT);
  return taken < 0 ? -errno : taken;
}

int hw_load_accept(int listener) {
  int made = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  return made < 0 ? -errno : made;
}
