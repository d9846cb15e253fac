#pragma once
/* Sockets of the relay of a connected link: Swift cannot import sockaddr unions, control messages and socket filters. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* An address of 4 or 16 octets, and a port in host order. */
struct hw_endpoint {
  int family; /* AF_INET or AF_INET6 */
  uint8_t address[16];
  uint16_t port;
};

/* A packet socket, with offload headers, on an interface of the calling thread's network namespace. It receives TCP segments
 * with SYN but not ACK, TCP resets, and echo requests, unless they come from `own_mac`; -errno on failure. */
int hw_relay_tap(const char *interface, const uint8_t own_mac[6]);

/* A packet socket, with offload headers, that only sends, past the queueing discipline of an interface; -errno on failure. */
int hw_relay_injector(const char *interface);

/* A packet socket on the loopback interface of the calling thread's network namespace that keeps what closed TCP ports answer;
 * -errno on failure. */
int hw_refusal_tap(void);

/* The next port that refused a connection, or -1. */
int hw_next_refused_port(int tap);

/* Receives one frame behind a virtio_net_hdr: its length with the header, or -errno. */
ssize_t hw_relay_tap_receive(int tap, void *bytes, size_t length);

/* Sockets of the calling thread's network namespace that take what the tproxy rule passes to a port, whatever its destination.
 * They do not block. The first takes connections of both families; -errno on failure. */
int hw_transparent_listener(uint16_t port);
int hw_transparent_datagrams(int family, uint16_t port);

/* A UDP socket that speaks for `local`, which need not be an address of this namespace, with `remote`; -errno on failure. */
int hw_transparent_datagram_pair(const struct hw_endpoint *local, const struct hw_endpoint *remote);

/* How datagrams travel. */
struct hw_datagram_way {
  uint8_t traffic_class; /* The octet of DSCP and ECN (RFC 2474, RFC 3168). */
  uint16_t segment;      /* The payload of each of several datagrams in one buffer, of which the last may be shorter; 0 for one. */
};

/* Has a UDP socket tell the traffic class of what it receives, and receive datagrams of one sender in one buffer (UDP_GRO). Kernels
 * that cannot do the latter give them one by one. */
void hw_describe_datagrams(int socket);

/* Receives datagrams that the tproxy rule passed on, their source, and the destination that they were sent to: their length, or -errno. */
ssize_t hw_receive_redirected(int socket, void *bytes, size_t length, struct hw_endpoint *source, struct hw_endpoint *destination,
                              struct hw_datagram_way *way);

/* Receives datagrams of a connected socket, without waiting: their length, or -errno. */
ssize_t hw_receive_datagrams(int socket, void *bytes, size_t length, struct hw_datagram_way *way);

/* Sends datagrams on a connected socket of the given family, in one call where the kernel and the route can (UDP_SEGMENT), otherwise one by
 * one: 0, or -errno of the first that was refused. */
int hw_send_datagrams(int socket, int family, const void *bytes, size_t length, struct hw_datagram_way way);

/* Accepts a connection, which does not block: its descriptor, or -errno. `local` is the destination that the client asked for. */
int hw_accept_redirected(int listener, struct hw_endpoint *local, struct hw_endpoint *remote);

/* A TCP socket that listens at an address of the calling thread's network namespace, and does not block; -errno on failure. */
int hw_listen(const struct hw_endpoint *local);

/* Starts to connect a new socket of the calling thread's network namespace, which does not block: its descriptor, or -errno. A
 * connection that is not there yet is no failure. A datagram socket keeps the ICMP errors that come back. The socket sends by an
 * interface if one is named, otherwise where the routes lead. */
int hw_dial(const struct hw_endpoint *destination, int type, int protocol, const char *interface);

/* AF_INET or AF_INET6, or -errno. */
int hw_socket_family(int socket);

/* The error of a socket (SO_ERROR), which is cleared. */
int hw_take_socket_error(int socket);

/* The last ICMP error that a datagram socket has kept (IP_RECVERR), as a value of errno, or 0. All of them are removed. */
int hw_take_kept_error(int socket);

/* Has close(2) send a reset and drop what has not been sent. */
void hw_close_with_reset(int socket);

/* Has a TCP socket send small segments at once. */
void hw_send_at_once(int socket);

/* Keeps signals from the calling thread. */
void hw_block_signals(void);
