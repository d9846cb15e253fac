#pragma once
/* What Swift cannot import of sockets: the messages of the kernel's socket diagnosis (sock_diag(7)), which tells which process has a
 * socket, and the addresses of netinet/in.h, which several C modules claim. */
#include <stdint.h>

/* A TCP or UDP socket by its ends, addresses as 4 or 16 octets, ports in host order. */
struct hw_socket_ends {
  int family;   /* AF_INET or AF_INET6 */
  int protocol; /* IPPROTO_TCP or IPPROTO_UDP */
  uint8_t local[16];
  uint8_t remote[16];
  uint16_t local_port;
  uint16_t remote_port;
};

/* Opens the diagnosis of the calling thread's network namespace, whichever thread uses it later; -errno on failure. */
int hw_diagnosis_open(void);

/* The inode of the socket that takes what comes from `remote` for `local`: 0 if there is none, or it is nobody's any
 * more; -errno if the kernel cannot tell. */
int64_t hw_diagnosis_inode(int diagnosis, const struct hw_socket_ends *ends);
/* Binds a socket to a port of the loopback address, or of any address, of its family (AF_INET or AF_INET6); -1 with errno on failure. */
int hw_bind_port(int socket, int family, uint16_t port, int loopback_only);

/* The port that a socket of AF_INET or AF_INET6 is bound to; 0 if there is none. */
uint16_t hw_bound_port(int socket);

