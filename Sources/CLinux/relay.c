#define _GNU_SOURCE
#include "relay.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/errqueue.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of linux/in6.h, which does not go together with <netinet/in.h>. */
#ifndef IPV6_TRANSPARENT
#define IPV6_TRANSPARENT 75
#endif
#ifndef IPV6_RECVORIGDSTADDR
#define IPV6_RECVORIGDSTADDR 74
#endif

static int set(int socket, int level, int option, int value) {
  return setsockopt(socket, level, option, &value, sizeof value);
}

static int give_up(int socket) {
  int error = errno;
  close(socket);
  return -error;
}

// MARK: - Addresses

union address {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
};

static socklen_t system_address(const struct hw_endpoint *endpoint, union address *address) {
  memset(address, 0, sizeof *address);
  if (endpoint->family == AF_INET) {
    address->v4.sin_family = AF_INET;
    address->v4.sin_port = htons(endpoint->port);
    memcpy(&address->v4.sin_addr, endpoint->address, 4);
    return sizeof address->v4;
  }
  address->v6.sin6_family = AF_INET6;
  address->v6.sin6_port = htons(endpoint->port);
  memcpy(&address->v6.sin6_addr, endpoint->address, 16);
  return sizeof address->v6;
}

/* A socket of IPv6 that takes both families says ::ffff:a.b.c.d for a.b.c.d. */
static void read_address(const union address *address, struct hw_endpoint *endpoint) {
  memset(endpoint, 0, sizeof *endpoint);
  endpoint->family = address->any.sa_family;
  if (endpoint->family == AF_INET) {
    endpoint->port = ntohs(address->v4.sin_port);
    memcpy(endpoint->address, &address->v4.sin_addr, 4);
    return;
  }
  endpoint->port = ntohs(address->v6.sin6_port);
  const uint8_t *octets = address->v6.sin6_addr.s6_addr;
  if (IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr)) {
    endpoint->family = AF_INET;
    memcpy(endpoint->address, octets + 12, 4);
  } else {
    memcpy(endpoint->address, octets, 16);
  }
}

// MARK: - The tap

/* The filter's instructions, by number: where the two ends of a check are, and where it goes on. */
enum { FILTER_IPV4 = 6, FILTER_IPV6 = 16, FILTER_FLAGS = 24, FILTER_DROP = 27, FILTER_ACCEPT = 28 };
#define LOAD(size, mode, offset) BPF_STMT(BPF_LD | (size) | (mode), offset)
/* From instruction `at`, to one of two others. */
#define IF(at, test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, value, (yes) - (at) - 1, (no) - (at) - 1)
#define GO(at, target) BPF_STMT(BPF_JMP | BPF_JA, (target) - (at) - 1)

static int attach_filter(int socket, const uint8_t own_mac[6]) {
  uint32_t mac_start = (uint32_t)own_mac[0] << 8 | own_mac[1];
  uint32_t mac_end = (uint32_t)own_mac[2] << 24 | (uint32_t)own_mac[3] << 16 | (uint32_t)own_mac[4] << 8 | own_mac[5];
  struct sock_filter program[] = {
      /* The sender's hardware address. */
      /*  0 */ LOAD(BPF_W, BPF_ABS, 8),
      /*  1 */ IF(1, BPF_JEQ, mac_end, 2, 4),
      /*  2 */ LOAD(BPF_H, BPF_ABS, 6),
      /*  3 */ IF(3, BPF_JEQ, mac_start, FILTER_DROP, 4),
      /*  4 */ LOAD(BPF_H, BPF_ABS, 12),
      /*  5 */ IF(5, BPF_JEQ, ETH_P_IP, FILTER_IPV4, FILTER_IPV6),
      /* IPv4: no fragment. X becomes the length of the header. */
      /*  6 */ LOAD(BPF_H, BPF_ABS, 14 + 6),
      /*  7 */ IF(7, BPF_JSET, 0x3fff, FILTER_DROP, 8),
      /*  8 */ BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 14),
      /*  9 */ LOAD(BPF_B, BPF_ABS, 14 + 9),
      /* 10 */ IF(10, BPF_JEQ, IPPROTO_TCP, 11, 13),
      /* 11 */ LOAD(BPF_B, BPF_IND, 14 + 13),
      /* 12 */ GO(12, FILTER_FLAGS),
      /* 13 */ IF(13, BPF_JEQ, IPPROTO_ICMP, 14, FILTER_DROP),
      /* 14 */ LOAD(BPF_B, BPF_IND, 14),
      /* 15 */ IF(15, BPF_JEQ, 8, FILTER_ACCEPT, FILTER_DROP),
      /* IPv6 without extension headers. */
      /* 16 */ IF(16, BPF_JEQ, ETH_P_IPV6, 17, FILTER_DROP),
      /* 17 */ LOAD(BPF_B, BPF_ABS, 14 + 6),
      /* 18 */ IF(18, BPF_JEQ, IPPROTO_TCP, 19, 21),
      /* 19 */ LOAD(BPF_B, BPF_ABS, 14 + 40 + 13),
      /* 20 */ GO(20, FILTER_FLAGS),
      /* 21 */ IF(21, BPF_JEQ, IPPROTO_ICMPV6, 22, FILTER_DROP),
      /* 22 */ LOAD(BPF_B, BPF_ABS, 14 + 40),
      /* 23 */ IF(23, BPF_JEQ, 128, FILTER_ACCEPT, FILTER_DROP),
      /* Of SYN, RST and ACK: SYN alone, or RST whatever else. */
      /* 24 */ BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x16),
      /* 25 */ IF(25, BPF_JEQ, 0x02, FILTER_ACCEPT, 26),
      /* 26 */ IF(26, BPF_JSET, 0x04, FILTER_ACCEPT, FILTER_DROP),
      /* 27 */ BPF_STMT(BPF_RET | BPF_K, 0),
      /* 28 */ BPF_STMT(BPF_RET | BPF_K, 0x40000),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

int hw_relay_tap(const char *interface, const uint8_t own_mac[6]) {
  unsigned index = if_nametoindex(interface);
  if (index == 0) return -errno;
  /* Protocol 0: nothing is received before the filter is attached and the socket bound. */
  int tap = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (tap < 0) return -errno;
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)index};
  /* Room for a few thousand requests at once. The first needs privileges; the second is cut down to net.core.rmem_max. */
  if (set(tap, SOL_SOCKET, SO_RCVBUFFORCE, 4 << 20) != 0) set(tap, SOL_SOCKET, SO_RCVBUF, 4 << 20);
  if (attach_filter(tap, own_mac) != 0 || set(tap, SOL_PACKET, PACKET_VNET_HDR, 1) != 0 ||
      set(tap, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1) != 0 ||
      bind(tap, (struct sockaddr *)&address, sizeof address) != 0)
    return give_up(tap);
  return tap;
}

int hw_relay_injector(const char *interface) {
  unsigned index = if_nametoindex(interface);
  if (index == 0) return -errno;
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_ifindex = (int)index};
  if (set(fd, SOL_PACKET, PACKET_QDISC_BYPASS, 1) != 0 || set(fd, SOL_PACKET, PACKET_VNET_HDR, 1) != 0 ||
      bind(fd, (struct sockaddr *)&address, sizeof address) != 0)
    return give_up(fd);
  return fd;
}

int hw_refusal_tap(void) {
  unsigned index = if_nametoindex("lo");
  if (index == 0) return -errno;
  int tap = socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (tap < 0) return -errno;
  /* RST and ACK with the sequence number 0, as a closed port answers (RFC 9293 section 3.5.2). A socket of this type begins with
   * the IP header. */
  struct sock_filter program[] = {
      /* 0 */ LOAD(BPF_B, BPF_ABS, 0),
      /* 1 */ BPF_STMT(BPF_ALU | BPF_RSH | BPF_K, 4),
      /* 2 */ IF(2, BPF_JEQ, 4, 3, 7),
      /* 3 */ BPF_STMT(BPF_LDX | BPF_B | BPF_MSH, 0),
      /* 4 */ LOAD(BPF_B, BPF_ABS, 9),
      /* 5 */ IF(5, BPF_JEQ, IPPROTO_TCP, 6, 15),
      /* 6 */ GO(6, 10),
      /* 7 */ BPF_STMT(BPF_LDX | BPF_IMM, 40),
      /* 8 */ LOAD(BPF_B, BPF_ABS, 6),
      /* 9 */ IF(9, BPF_JEQ, IPPROTO_TCP, 10, 15),
      /* 10 */ LOAD(BPF_B, BPF_IND, 13),
      /* 11 */ IF(11, BPF_JEQ, 0x14, 12, 15),
      /* 12 */ LOAD(BPF_W, BPF_IND, 4),
      /* 13 */ IF(13, BPF_JEQ, 0, 14, 15),
      /* 14 */ BPF_STMT(BPF_RET | BPF_K, 100),
      /* 15 */ BPF_STMT(BPF_RET | BPF_K, 0),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)index};
  if (setsockopt(tap, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) != 0 ||
      set(tap, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1) != 0 ||
      bind(tap, (struct sockaddr *)&address, sizeof address) != 0)
    return give_up(tap);
  return tap;
}

int hw_next_refused_port(int tap) {
  uint8_t packet[100];
  ssize_t length = recv(tap, packet, sizeof packet, MSG_DONTWAIT);
  if (length < 1) return -1;
  size_t header = packet[0] >> 4 == 4 ? (packet[0] & 0x0fu) * 4 : 40;
  if ((size_t)length < header + 2) return -1;
  return packet[header] << 8 | packet[header + 1];
}

ssize_t hw_relay_tap_receive(int tap, void *bytes, size_t length) {
  ssize_t received = recv(tap, bytes, length, MSG_DONTWAIT | MSG_TRUNC);
  if (received < 0) return -errno;
  /* A frame that does not fit is no SYN, and no echo request that could be answered. */
  return (size_t)received > length ? 0 : received;
}

// MARK: - Transparent sockets

static int transparent(int family, int type) {
  int fd = socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  /* A socket of IPv6 that takes both families needs both options. */
  if (set(fd, SOL_SOCKET, SO_REUSEADDR, 1) != 0 || set(fd, SOL_IP, IP_TRANSPARENT, 1) != 0 ||
      (family == AF_INET6 && set(fd, SOL_IPV6, IPV6_TRANSPARENT, 1) != 0))
    return give_up(fd);
  return fd;
}

int hw_transparent_listener(uint16_t port) {
  int fd = transparent(AF_INET6, SOCK_STREAM);
  if (fd < 0) return fd;
  union address any = {.v6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)}};
  if (set(fd, SOL_IPV6, IPV6_V6ONLY, 0) != 0 || bind(fd, &any.any, sizeof any.v6) != 0 || listen(fd, 4096) != 0)
    return give_up(fd);
  return fd;
}

int hw_transparent_datagrams(int family, uint16_t port) {
  int fd = transparent(family, SOCK_DGRAM);
  if (fd < 0) return fd;
  struct hw_endpoint any = {.family = family, .port = port};
  union address address;
  socklen_t length = system_address(&any, &address);
  if ((family == AF_INET6 && set(fd, SOL_IPV6, IPV6_V6ONLY, 1) != 0) ||
      (family == AF_INET ? set(fd, SOL_IP, IP_RECVORIGDSTADDR, 1) : set(fd, SOL_IPV6, IPV6_RECVORIGDSTADDR, 1)) != 0 ||
      bind(fd, &address.any, length) != 0)
    return give_up(fd);
  hw_describe_datagrams(fd);
  return fd;
}

int hw_transparent_datagram_pair(const struct hw_endpoint *local, const struct hw_endpoint *remote) {
  int fd = transparent(local->family, SOCK_DGRAM);
  if (fd < 0) return fd;
  union address here, there;
  socklen_t here_length = system_address(local, &here), there_length = system_address(remote, &there);
  if (bind(fd, &here.any, here_length) != 0 || connect(fd, &there.any, there_length) != 0) return give_up(fd);
  hw_describe_datagrams(fd);
  return fd;
}

void hw_describe_datagrams(int socket) {
  /* Each fails for sockets of the other family. */
  set(socket, SOL_IP, IP_RECVTOS, 1);
  set(socket, SOL_IPV6, IPV6_RECVTCLASS, 1);
  set(socket, SOL_UDP, UDP_GRO, 1);
}

static ssize_t receive_datagrams(int socket, void *bytes, size_t length, union address *from, union address *to,
                                 struct hw_datagram_way *way) {
  union {
    struct cmsghdr aligned;
    char space[CMSG_SPACE(sizeof(struct sockaddr_in6)) + 2 * CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = length};
  struct msghdr message = {.msg_name = from,
                           .msg_namelen = from ? sizeof *from : 0,
                           .msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  ssize_t received = recvmsg(socket, &message, MSG_DONTWAIT);
  if (received < 0) return -errno;
  *way = (struct hw_datagram_way){0};
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c != NULL; c = CMSG_NXTHDR(&message, c)) {
    int value = 0;
    if (c->cmsg_len >= CMSG_LEN(sizeof value)) memcpy(&value, CMSG_DATA(c), sizeof value);
    if (c->cmsg_level == SOL_IP && c->cmsg_type == IP_RECVORIGDSTADDR && to) memcpy(to, CMSG_DATA(c), sizeof to->v4);
    if (c->cmsg_level == SOL_IPV6 && c->cmsg_type == IPV6_RECVORIGDSTADDR && to) memcpy(to, CMSG_DATA(c), sizeof to->v6);
    /* One octet with IPv4, an int with IPv6. */
    if (c->cmsg_level == SOL_IP && c->cmsg_type == IP_TOS) way->traffic_class = *CMSG_DATA(c);
    if (c->cmsg_level == SOL_IPV6 && c->cmsg_type == IPV6_TCLASS) way->traffic_class = (uint8_t)value;
    if (c->cmsg_level == SOL_UDP && c->cmsg_type == UDP_GRO && value < received) way->segment = (uint16_t)value;
  }
  return received;
}

ssize_t hw_receive_redirected(int socket, void *bytes, size_t length, struct hw_endpoint *source,
                              struct hw_endpoint *destination, struct hw_datagram_way *way) {
  union address from, to;
  memset(&to, 0, sizeof to);
  ssize_t received = receive_datagrams(socket, bytes, length, &from, &to, way);
  if (received < 0) return received;
  read_address(&from, source);
  read_address(&to, destination);
  return received;
}

ssize_t hw_receive_datagrams(int socket, void *bytes, size_t length, struct hw_datagram_way *way) {
  return receive_datagrams(socket, bytes, length, NULL, NULL, way);
}

static int send_datagrams(int socket, int family, const void *bytes, size_t length, struct hw_datagram_way way) {
  union {
    struct cmsghdr aligned;
    char space[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof way.segment)];
  } control = {0};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = CMSG_SPACE(sizeof(int)) + (way.segment ? CMSG_SPACE(sizeof way.segment) : 0)};
  int class = way.traffic_class;
  struct cmsghdr *c = CMSG_FIRSTHDR(&message);
  c->cmsg_level = family == AF_INET ? SOL_IP : SOL_IPV6;
  c->cmsg_type = family == AF_INET ? IP_TOS : IPV6_TCLASS;
  c->cmsg_len = CMSG_LEN(sizeof class);
  memcpy(CMSG_DATA(c), &class, sizeof class);
  if (way.segment) {
    c = (struct cmsghdr *)(control.space + CMSG_SPACE(sizeof class));
    c->cmsg_level = SOL_UDP;
    c->cmsg_type = UDP_SEGMENT;
    c->cmsg_len = CMSG_LEN(sizeof way.segment);
    memcpy(CMSG_DATA(c), &way.segment, sizeof way.segment);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

int hw_send_datagrams(int socket, int family, const void *bytes, size_t length, struct hw_datagram_way way) {
  int result = send_datagrams(socket, family, bytes, length, way);
  /* Too long for the route's MTU, more segments than the kernel takes, or a device that computes no checksums (udp_send_skb). */
  if (way.segment == 0 || (result != -EMSGSIZE && result != -EINVAL && result != -EIO)) return result;
  struct hw_datagram_way alone = {.traffic_class = way.traffic_class};
  result = 0;
  for (size_t place = 0; place < length; place += way.segment) {
    size_t rest = length - place;
    int one = send_datagrams(socket, family, (const uint8_t *)bytes + place, rest < way.segment ? rest : way.segment, alone);
    if (result == 0) result = one;
  }
  return result;
}

int hw_accept_redirected(int listener, struct hw_endpoint *local, struct hw_endpoint *remote) {
  union address here, there;
  socklen_t here_length = sizeof here, there_length = sizeof there;
  int fd = accept4(listener, &there.any, &there_length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd < 0) return -errno;
  if (getsockname(fd, &here.any, &here_length) != 0) return give_up(fd);
  read_address(&here, local);
  read_address(&there, remote);
  return fd;
}

// MARK: - Sockets to the host's networks

int hw_listen(const struct hw_endpoint *local) {
  int fd = socket(local->family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  union address address;
  socklen_t length = system_address(local, &address);
  if (set(fd, SOL_SOCKET, SO_REUSEADDR, 1) != 0 ||
      (local->family == AF_INET6 && set(fd, SOL_IPV6, IPV6_V6ONLY, 1) != 0) || bind(fd, &address.any, length) != 0 ||
      listen(fd, 4096) != 0)
    return give_up(fd);
  return fd;
}

int hw_dial(const struct hw_endpoint *destination, int type, int protocol, const char *interface) {
  int fd = socket(destination->family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
  if (fd < 0) return -errno;
  if (interface && setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, interface, (socklen_t)strlen(interface)) != 0) return give_up(fd);
  /* Without it, the kernel tells a datagram socket of a closed port only, not of a host that cannot be reached. */
  if (type != SOCK_STREAM)
    set(fd, destination->family == AF_INET ? SOL_IP : SOL_IPV6, destination->family == AF_INET ? IP_RECVERR : IPV6_RECVERR, 1);
  union address address;
  socklen_t length = system_address(destination, &address);
  if (connect(fd, &address.any, length) != 0 && errno != EINPROGRESS) return give_up(fd);
  return fd;
}

int hw_socket_family(int socket) {
  int family = 0;
  socklen_t length = sizeof family;
  return getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &length) == 0 ? family : -errno;
}

int hw_take_socket_error(int socket) {
  int error = 0;
  socklen_t length = sizeof error;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

int hw_take_kept_error(int socket) {
  int error = 0;
  for (int i = 0; i < 64; i++) {
    union {
      struct cmsghdr aligned;
      char space[512];
    } control;
    struct msghdr message = {.msg_control = &control, .msg_controllen = sizeof control};
    if (recvmsg(socket, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) break;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c != NULL; c = CMSG_NXTHDR(&message, c)) {
      if (!((c->cmsg_level == SOL_IP && c->cmsg_type == IP_RECVERR) ||
            (c->cmsg_level == SOL_IPV6 && c->cmsg_type == IPV6_RECVERR)))
        continue;
      struct sock_extended_err extended;
      memcpy(&extended, CMSG_DATA(c), sizeof extended);
      error = (int)extended.ee_errno;
    }
  }
  /* The same error is the socket's own, for the next call. */
  hw_take_socket_error(socket);
  return error;
}

void hw_close_with_reset(int socket) {
  struct linger none = {.l_onoff = 1, .l_linger = 0};
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

void hw_send_at_once(int socket) { set(socket, IPPROTO_TCP, TCP_NODELAY, 1); }

void hw_block_signals(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
}
