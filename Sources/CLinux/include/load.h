#pragma once
/* TCP sockets of background traffic, in the calling thread's network namespace. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "relay.h"

/* Listens on a port of an address that the kernel chooses: a socket that does not block, or -errno. `port` is the port. */
int hw_load_listen(const struct hw_endpoint *address, uint16_t *port);

/* Connects to a listener: a socket whose calls wait at most 200 ms, and that drops what is under way when it is closed; -errno on
 * failure. */
int hw_load_connect(const struct hw_endpoint *address);

/* Sends as many of `length` zero bytes as it can within its time: how many, or -errno. */
ssize_t hw_load_send(int socket, size_t length);

/* Says that there is no more, and waits for the other end to have it all: true if it has. */
bool hw_load_finish(int socket);

/* Takes what has come, without looking at it: how many bytes, 0 at the end, or -errno. Does not wait. */
ssize_t hw_load_take(int socket);

/* Accepts a connection, which does not block: its descriptor, or -errno. */
int hw_load_accept(int listener);
