#pragma once
#include <linux/virtio_net.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

/* AF_PACKET with offload headers: Swift cannot import the message, control-message and sockaddr_ll machinery. */

enum { HW_PACKET_BATCH = 32 };

/* VIRTIO_NET_HDR_GSO_UDP_L4, which the headers of Linux before 6.2 do not have. */
enum { HW_GSO_UDP_L4 = 5 };

/* One message of a batch: a virtio_net_hdr and the frame behind it. */
struct hw_packet {
  uint8_t *bytes;      /* where the virtio_net_hdr starts */
  uint32_t capacity;   /* receive: the room there */
  uint32_t length;     /* header and frame; 0 if the frame did not fit */
  const uint8_t *rest; /* send: what comes behind `bytes`, from another place */
  uint32_t rest_length;
  int64_t wall_clock;  /* receive: when it reached the interface, nanoseconds since 1970, or 0 if unknown */
  uint32_t vlan_tag;   /* receive: TPID << 16 | TCI of a tag that the kernel took out of the frame, or 0 */
};

/* Opens a non-blocking socket on an interface of the calling thread's network namespace; -errno on failure. */
int hw_packet_open(const char *interface, int buffer_bytes);

/* Has the interface take frames to any hardware address, as long as the socket is open; -errno on failure. */
int hw_packet_take_all(int socket, const char *interface);

/* Sends through the interface's queueing discipline from now on, where captures see it. */
void hw_packet_show_sent(int socket);

/* Whether an interface of the calling thread's network namespace is Ethernet and up: 1, or 0, or -errno. */
int hw_packet_is_ready(const char *interface);

/* Closes a socket without waiting: closing a packet socket takes the kernel a grace period of RCU, 10 to 20 ms. */
void hw_close_later(int socket);

/* Up to `count` (at most HW_PACKET_BATCH) messages in one call: how many, or -errno. */
int hw_packet_receive(int socket, struct hw_packet *packets, unsigned count);
int hw_packet_send(int socket, const struct hw_packet *packets, unsigned count);

/* How many frames the kernel dropped because the socket's buffer was full, since the last call. */
uint32_t hw_packet_overruns(int socket);

/* Whether the interface that the socket was opened on still exists. */
bool hw_packet_interface_exists(int socket);

/* Whether the kernel can describe a large send of UDP in a virtio_net_hdr, in which case a packet socket gets it; Linux before 6.2 discards
 * it instead. */
bool hw_packet_takes_large_datagrams(void);

/* Turns a feature of an interface of the calling thread's network namespace off, by ethtool's name of it; 0 if the interface has no
 * such feature; -errno on failure. */
int hw_turn_feature_off(const char *interface, const char *feature);

/* Brings an interface of the socket's network namespace up, or takes it down; -errno on failure. */
int hw_packet_set_up(int socket, const char *interface, bool up);

/* Names the calling thread and lets its timers fire as exactly as the kernel can: prctl is variadic. */
void hw_prepare_thread(const char *name);

/* Gives the calling thread real-time scheduling (SCHED_FIFO at the lowest priority, not inherited); false if it may not have it. */
bool hw_enter_realtime(void);

/* Gives the calling thread ordinary scheduling again, with short turns where the kernel has them (sched_setattr, Linux 6.12). */
void hw_leave_realtime(void);
