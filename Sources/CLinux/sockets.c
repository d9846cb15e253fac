#define _GNU_SOURCE
#include "sockets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

int hw_diagnosis_open(void) {
  int fd = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (fd < 0) return -errno;
  /* The kernel answers before it returns from send; the limit is for a kernel that does not. */
  struct timeval patience = {.tv_sec = 1};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return fd;
}

static void fill(struct inet_diag_sockid *id, const struct hw_socket_ends *ends) {
  size_t length = ends->family == AF_INET ? 4 : 16;
  /* For UDP the kernel takes the two ends the other way round, "for historical reasons" (net/ipv4/udp_diag.c). */
  int swapped = ends->protocol == IPPROTO_UDP;
  memcpy(id->idiag_src, swapped ? ends->remote : ends->local, length);
  memcpy(id->idiag_dst, swapped ? ends->local : ends->remote, length);
  id->idiag_sport = htons(swapped ? ends->remote_port : ends->local_port);
  id->idiag_dport = htons(swapped ? ends->local_port : ends->remote_port);
  id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
}

int64_t hw_diagnosis_inode(int diagnosis, const struct hw_socket_ends *ends) {
  static uint32_t sequence;
  struct {
    struct nlmsghdr header;
    struct inet_diag_req_v2 request;
  } question = {
      .header = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
      .request = {.sdiag_family = (uint8_t)ends->family, .sdiag_protocol = (uint8_t)ends->protocol, .idiag_states = -1},
  };
  question.header.nlmsg_seq = __atomic_add_fetch(&sequence, 1, __ATOMIC_RELAXED);
  fill(&question.request.id, ends);
  struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
  if (sendto(diagnosis, &question, sizeof question, 0, (struct sockaddr *)&kernel, sizeof kernel) < 0) return -errno;
  for (;;) {
    union {
      struct nlmsghdr header;
      char bytes[8192];
    } answer;
    ssize_t length = recv(diagnosis, &answer, sizeof answer, 0);
    if (length < 0) return -errno;
    if (!NLMSG_OK(&answer.header, (size_t)length)) return -EPROTO;
    /* An answer to an earlier question, which came late. */
    if (answer.header.nlmsg_seq != question.header.nlmsg_seq) continue;
    if (answer.header.nlmsg_type == NLMSG_ERROR) {
      const struct nlmsgerr *error = NLMSG_DATA(&answer.header);
      return error->error == -ENOENT ? 0 : error->error;
    }
    if (answer.header.nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return -EPROTO;
    const struct inet_diag_msg *found = NLMSG_DATA(&answer.header);
    return found->idiag_inode;
  }
}

int hw_bind_port(int socket, int family, uint16_t port, int loopback_only) {
  if (family == AF_INET6) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    address.sin6_addr = loopback_only ? in6addr_loopback : in6addr_any;
    return bind(socket, (struct sockaddr *)&address, sizeof address);
  }
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(loopback_only ? INADDR_LOOPBACK : INADDR_ANY);
  return bind(socket, (struct sockaddr *)&address, sizeof address);
}

uint16_t hw_bound_port(int socket) {
  /* The port is at the same place in both. */
  struct sockaddr_in6 address = {0};
  socklen_t length = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &length) != 0) return 0;
  return ntohs(address.sin6_port);
}
