/* The least that carries packets between two interfaces: what Headwind's engine is measured against.
 *
 *     forwarder m0 m1
 *
 * One thread, two AF_PACKET sockets with the options that the engine's have, batches of the same size. It knows no
 * conditions, counts nothing, and drops what the kernel does not take. It has
 * real-time scheduling where that is allowed, and a session of its own where not, as the engine has. It says "ready" and runs until its input ends. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BATCH = 32, ROOM = 17 * 4096, BUFFER = 16 << 20 };

static char rooms[BATCH][ROOM];
static struct iovec places[BATCH];
static struct mmsghdr messages[BATCH];

static void set(int fd, int level, int option, int value) { setsockopt(fd, level, option, &value, sizeof value); }

static int open_on(const char *interface) {
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  struct sockaddr_ll address = {.sll_family = AF_PACKET,
                                .sll_protocol = htons(ETH_P_ALL),
                                .sll_ifindex = (int)if_nametoindex(interface)};
  set(fd, SOL_SOCKET, SO_RCVBUFFORCE, BUFFER);
  set(fd, SOL_SOCKET, SO_SNDBUFFORCE, BUFFER);
  set(fd, SOL_PACKET, PACKET_QDISC_BYPASS, 1);
  set(fd, SOL_PACKET, PACKET_VNET_HDR, 1);
  set(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, 1);
  if (fd < 0 || address.sll_ifindex == 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    perror(interface);
    exit(1);
  }
  return fd;
}

static void carry(int from, int to) {
  for (int i = 0; i < BATCH; i++) places[i].iov_len = ROOM;
  int received = recvmmsg(from, messages, BATCH, MSG_DONTWAIT, NULL);
  for (int i = 0; i < received; i++) places[i].iov_len = messages[i].msg_len;
  for (int done = 0; done < received;) {
    int sent = sendmmsg(to, messages + done, received - done, MSG_DONTWAIT);
    if (sent > 0) {
      done += sent;
    } else if (errno == EAGAIN) {
      struct pollfd room = {.fd = to, .events = POLLOUT};
      poll(&room, 1, -1);
    } else {
      done++;
    }
  }
}

int main(int count, char **words) {
  if (count != 3) return 2;
  struct pollfd ends[3] = {{.fd = open_on(words[1]), .events = POLLIN},
                           {.fd = open_on(words[2]), .events = POLLIN},
                           {.fd = STDIN_FILENO, .events = POLLIN}};
  for (int i = 0; i < BATCH; i++) {
    places[i].iov_base = rooms[i];
    messages[i].msg_hdr = (struct msghdr){.msg_iov = &places[i], .msg_iovlen = 1};
  }
  struct sched_param lowest = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO, &lowest) != 0) setsid();
  puts("ready");
  fflush(stdout);
  while ((poll(ends, 3, -1) >= 0 || errno == EINTR) && !ends[2].revents) {
    if (ends[0].revents) carry(ends[0].fd, ends[1].fd);
    if (ends[1].revents) carry(ends[1].fd, ends[0].fd);
  }
  return 0;
}
