#define _GNU_SOURCE
#include "packets.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/ethtool.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static int set(int socket, int level, int option, int value) {
  return setsockopt(socket, level, option, &value, sizeof value);
}

static void set_buffer(int socket, int forced, int ordinary, int bytes) {
  /* The first needs CAP_NET_ADMIN over the namespace; the second is cut down to net.core.[rw]mem_max. */
  if (set(socket, SOL_SOCKET, forced, bytes) != 0) set(socket, SOL_SOCKET, ordinary, bytes);
}

int hw_packet_open(const char *interface, int buffer_bytes) {
  unsigned index = if_nametoindex(interface);
  if (index == 0) return -errno;
  /* Protocol 0: nothing is received before the socket is bound to its one interface. */
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  set_buffer(fd, SO_RCVBUFFORCE, SO_RCVBUF, buffer_bytes);
  set_buffer(fd, SO_SNDBUFFORCE, SO_SNDBUF, buffer_bytes);
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = (int)index};
  /* Past the queueing discipline: until the kernel gets round to activating it, a new interface's discards silently. */
  if (set(fd, SOL_PACKET, PACKET_QDISC_BYPASS, 1) != 0 || set(fd, SOL_PACKET, PACKET_VNET_HDR, 1) != 0 || set(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1) != 0 ||
      set(fd, SOL_PACKET, PACKET_AUXDATA, 1) != 0 || set(fd, SOL_SOCKET, SO_TIMESTAMPNS, 1) != 0 ||
      bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int error = errno;
    close(fd);
    return -error;
  }
  return fd;
}

bool hw_packet_takes_large_datagrams(void) {
  struct utsname system;
  int major = 0, minor = 0;
  if (uname(&system) != 0 || sscanf(system.release, "%d.%d", &major, &minor) != 2) return false;
  return major > 6 || (major == 6 && minor >= 2);
}

static int ethtool(int socket, const char *interface, void *command) {
  struct ifreq request = {.ifr_data = command};
  strncpy(request.ifr_name, interface, sizeof request.ifr_name - 1);
  return ioctl(socket, SIOCETHTOOL, &request) != 0 ? -errno : 0;
}

/* The features' names, in the order of their bits; free it. NULL with errno set on failure. */
static struct ethtool_gstrings *feature_names(int socket, const char *interface) {
  union {
    struct ethtool_sset_info info;
    uint8_t bytes[sizeof(struct ethtool_sset_info) + sizeof(uint32_t)];
  } sets = {.info = {.cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1ULL << ETH_SS_FEATURES}};
  int error = ethtool(socket, interface, &sets);
  uint32_t count = error == 0 && sets.info.sset_mask != 0 ? sets.info.data[0] : 0;
  struct ethtool_gstrings *names = calloc(1, sizeof *names + (size_t)count * ETH_GSTRING_LEN);
  if (names == NULL) return NULL;
  *names = (struct ethtool_gstrings){.cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_FEATURES, .len = count};
  if (error == 0) error = ethtool(socket, interface, names);
  if (error == 0) return names;
  free(names);
  errno = -error;
  return NULL;
}

static int turn_bit_off(int socket, const char *interface, uint32_t bit, uint32_t count) {
  uint32_t blocks = (count + 31) / 32;
  struct ethtool_sfeatures *change = calloc(1, sizeof *change + blocks * sizeof change->features[0]);
  if (change == NULL) return -errno;
  change->cmd = ETHTOOL_SFEATURES;
  change->size = blocks;
  change->features[bit / 32].valid = 1U << bit % 32;
  int result = ethtool(socket, interface, change);
  free(change);
  return result;
}

int hw_turn_feature_off(const char *interface, const char *feature) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  int result = 0;
  struct ethtool_gstrings *names = feature_names(fd, interface);
  if (names == NULL) result = -errno;
  for (uint32_t bit = 0; names != NULL && bit < names->len; bit++) {
    if (strncmp((const char *)names->data + (size_t)bit * ETH_GSTRING_LEN, feature, ETH_GSTRING_LEN) == 0)
      result = turn_bit_off(fd, interface, bit, names->len);
  }
  free(names);
  close(fd);
  return result;
}

int hw_packet_take_all(int socket, const char *interface) {
  struct packet_mreq request = {.mr_ifindex = (int)if_nametoindex(interface), .mr_type = PACKET_MR_PROMISC};
  return setsockopt(socket, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &request, sizeof request) != 0 ? -errno : 0;
}

void hw_packet_show_sent(int socket) { set(socket, SOL_PACKET, PACKET_QDISC_BYPASS, 0); }

int hw_packet_is_ready(const char *interface) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  struct ifreq flags = {0}, address = {0};
  strncpy(flags.ifr_name, interface, sizeof flags.ifr_name - 1);
  strncpy(address.ifr_name, interface, sizeof address.ifr_name - 1);
  int result = -1;
  if (ioctl(fd, SIOCGIFFLAGS, &flags) != 0 || ioctl(fd, SIOCGIFHWADDR, &address) != 0) result = -errno;
  else result = (flags.ifr_flags & IFF_UP) && address.ifr_hwaddr.sa_family == ARPHRD_ETHER;
  close(fd);
  return result;
}

void hw_close_later(int socket) {
  /* A descriptor on its way through a Unix socket is closed with the message it is in. This message waits in the very socket
   * that it carries, which nobody else holds: the kernel's collector of such cycles (unix_gc) frees it, on a thread of its
   * own. Where that fails, closing takes its time. */
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends) == 0) {
    int passed[2] = {ends[1], socket};
    union {
      struct cmsghdr header;
      char bytes[CMSG_SPACE(sizeof passed)];
    } control = {.header = {.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof passed)}};
    memcpy(CMSG_DATA(&control.header), passed, sizeof passed);
    char byte = 0;
    struct iovec content = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &content, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    sendmsg(ends[0], &message, MSG_DONTWAIT);
    close(socket);
    close(ends[1]);
    /* The last to go: it is what calls the collector. */
    close(ends[0]);
  } else {
    close(socket);
  }
}

static void read_control(struct msghdr *message, struct hw_packet *packet) {
  packet->wall_clock = 0;
  packet->vlan_tag = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c != NULL; c = CMSG_NXTHDR(message, c)) {
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SO_TIMESTAMPNS) {
      struct timespec stamp;
      memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
      packet->wall_clock = (int64_t)stamp.tv_sec * 1000000000 + stamp.tv_nsec;
    } else if (c->cmsg_level == SOL_PACKET && c->cmsg_type == PACKET_AUXDATA) {
      struct tpacket_auxdata auxiliary;
      memcpy(&auxiliary, CMSG_DATA(c), sizeof auxiliary);
      if (auxiliary.tp_status & TP_STATUS_VLAN_VALID) {
        uint32_t tpid = auxiliary.tp_status & TP_STATUS_VLAN_TPID_VALID ? auxiliary.tp_vlan_tpid : ETH_P_8021Q;
        packet->vlan_tag = tpid << 16 | auxiliary.tp_vlan_tci;
      }
    }
  }
}

int hw_packet_receive(int socket, struct hw_packet *packets, unsigned count) {
  struct mmsghdr messages[HW_PACKET_BATCH];
  struct iovec rooms[HW_PACKET_BATCH];
  union {
    struct cmsghdr alignment;
    char bytes[CMSG_SPACE(sizeof(struct timespec)) + CMSG_SPACE(sizeof(struct tpacket_auxdata))];
  } controls[HW_PACKET_BATCH];
  if (count > HW_PACKET_BATCH) count = HW_PACKET_BATCH;
  for (unsigned i = 0; i < count; i++) {
    rooms[i] = (struct iovec){packets[i].bytes, packets[i].capacity};
    messages[i].msg_hdr = (struct msghdr){.msg_iov = &rooms[i],
                                          .msg_iovlen = 1,
                                          .msg_control = controls[i].bytes,
                                          .msg_controllen = sizeof controls[i].bytes};
  }
  int received = recvmmsg(socket, messages, count, MSG_DONTWAIT, NULL);
  if (received < 0) return -errno;
  for (int i = 0; i < received; i++) {
    bool truncated = messages[i].msg_hdr.msg_flags & MSG_TRUNC;
    packets[i].length = truncated ? 0 : messages[i].msg_len;
    read_control(&messages[i].msg_hdr, &packets[i]);
  }
  return received;
}

int hw_packet_send(int socket, const struct hw_packet *packets, unsigned count) {
  struct mmsghdr messages[HW_PACKET_BATCH];
  struct iovec parts[HW_PACKET_BATCH][2];
  if (count > HW_PACKET_BATCH) count = HW_PACKET_BATCH;
  for (unsigned i = 0; i < count; i++) {
    parts[i][0] = (struct iovec){packets[i].bytes, packets[i].length};
    parts[i][1] = (struct iovec){(void *)packets[i].rest, packets[i].rest_length};
    messages[i].msg_hdr = (struct msghdr){.msg_iov = parts[i], .msg_iovlen = packets[i].rest_length > 0 ? 2 : 1};
  }
  int sent = sendmmsg(socket, messages, count, MSG_DONTWAIT);
  return sent < 0 ? -errno : sent;
}

uint32_t hw_packet_overruns(int socket) {
  struct tpacket_stats statistics = {0};
  socklen_t length = sizeof statistics;
  getsockopt(socket, SOL_PACKET, PACKET_STATISTICS, &statistics, &length);
  return statistics.tp_drops;
}

bool hw_packet_interface_exists(int socket) {
  struct sockaddr_ll address = {0};
  socklen_t length = sizeof address;
  /* The kernel sets the index to -1 when the interface is unregistered. */
  return getsockname(socket, (struct sockaddr *)&address, &length) == 0 && address.sll_ifindex > 0;
}

int hw_packet_set_up(int socket, const char *interface, bool up) {
  struct ifreq request = {0};
  strncpy(request.ifr_name, interface, sizeof request.ifr_name - 1);
  if (ioctl(socket, SIOCGIFFLAGS, &request) != 0) return -errno;
  short flags = up ? request.ifr_flags | IFF_UP : request.ifr_flags & ~IFF_UP;
  if (flags == request.ifr_flags) return 0;
  request.ifr_flags = flags;
  return ioctl(socket, SIOCSIFFLAGS, &request) != 0 ? -errno : 0;
}

void hw_prepare_thread(const char *name) {
  prctl(PR_SET_NAME, name, 0, 0, 0);
  prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
}

bool hw_enter_realtime(void) {
  struct sched_param parameters = {.sched_priority = 1};
  return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) == 0;
}

void hw_leave_realtime(void) {
  /* struct sched_attr of <linux/sched/types.h>, which does not go together with <sched.h>. */
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } attributes = {.size = sizeof attributes, .policy = SCHED_OTHER, .runtime = 100000};
  if (syscall(SYS_sched_setattr, 0, &attributes, 0) == 0) return;
  struct sched_param parameters = {0};
  sched_setscheduler(0, SCHED_OTHER, &parameters);
}
