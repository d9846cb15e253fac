#pragma once
/* The server's end of QUIC (RFC 9000), by ngtcp2 and GnuTLS. It knows no socket and no clock: it takes datagrams and times, and gives
 * datagrams, the time at which it wants to be called again, and what happens on streams.
 *
 * The libraries are loaded when they are first needed, so that a program runs without them. Everything but hw_quic_load may be called
 * only once that has returned NULL. A server, its connections and its identities belong to one thread. Times are nanoseconds on a
 * clock that never goes back. Addresses are those of <sys/socket.h>, which is not included here: the Swift importer would take its types
 * for this module's, and other files would no longer see them. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loads the libraries. Returns NULL, or what the loader says of the one that is missing; `library` is set to its name then. */
const char *hw_quic_load(const char **library);

/* The length of the connection IDs that a server issues, and the greatest that there is (RFC 9000 section 17.2). */
enum { HW_QUIC_ID_LENGTH = 8, HW_QUIC_MOST_ID = 20 };

/* A connection ID. */
struct hw_quic_id {
  uint8_t length;
  uint8_t bytes[HW_QUIC_MOST_ID];
};

/* What the beginning of a datagram says. */
struct hw_quic_header {
  /* 0 for a short header. */
  uint32_t version;
  /* Whether the version is one that is not spoken. */
  bool is_unknown_version;
  struct hw_quic_id destination;
  struct hw_quic_id source;
};

/* Reads the beginning of a datagram. Returns false if it is none of QUIC. */
bool hw_quic_read_header(struct hw_quic_header *header, const uint8_t *bytes, size_t count);

/* A certificate and its key. */
struct hw_quic_identity;

/* Reads a certificate (X.509) and its key (PKCS #8), both in DER. Returns NULL, and what is wrong in `trouble`, if they cannot be used. */
struct hw_quic_identity *hw_quic_identity_new(
    const uint8_t *certificate, size_t certificate_length, const uint8_t *key, size_t key_length, const char **trouble);
void hw_quic_identity_free(struct hw_quic_identity *identity);

/* What connections have in common: secrets, and the tickets of earlier sessions. */
struct hw_quic_server;

struct hw_quic_server *hw_quic_server_new(void);
/* Only when it has no connections any more. */
void hw_quic_server_free(struct hw_quic_server *server);
/* Whether 0-RTT of later sessions is taken (RFC 9001 section 4.6.2). */
void hw_quic_server_take_early_data(struct hw_quic_server *server, bool takes);

/* Packets for no connection. They return the length, or 0 if there can be none. */
size_t hw_quic_write_retry(
    struct hw_quic_server *server, const struct hw_quic_header *header, const void *client, uint32_t client_length,
    uint64_t now, uint8_t *buffer, size_t capacity);
size_t hw_quic_write_version_negotiation(
    const struct hw_quic_header *header, const uint32_t *versions, size_t count, uint8_t *buffer, size_t capacity);
/* `count` is the length of the datagram to which it answers, since a reset must be shorter (RFC 9000 section 10.3.3). */
size_t hw_quic_write_stateless_reset(
    struct hw_quic_server *server, const struct hw_quic_id *destination, size_t count, uint8_t *buffer, size_t capacity);

/* What a connection tells, with its context. They are called within hw_quic_accept, hw_quic_read, hw_quic_write and hw_quic_expire,
 * and must call nothing of this room but what adds to streams. */
struct hw_quic_calls {
  /* The certificate for a name; NULL is for none. The name is NULL if the client says none. */
  struct hw_quic_identity *(*identity)(void *context, const char *name);
  /* A line of an NSS key log, without its end. */
  void (*secret)(void *context, const char *line);
  void (*handshaken)(void *context);
  /* `is_early` if it came in 0-RTT. */
  void (*received)(void *context, int64_t stream, const uint8_t *bytes, size_t count, bool is_end, bool is_early);
  void (*reset)(void *context, int64_t stream, uint64_t code);
  void (*stopped)(void *context, int64_t stream, uint64_t code);
  /* What was written on a stream has all been put into packets. */
  void (*drained)(void *context, int64_t stream);
  /* The connection can be reached by another ID, and no longer by one. */
  void (*issued)(void *context, const struct hw_quic_id *id);
  void (*retired)(void *context, const struct hw_quic_id *id);
};

/* How a connection behaves. */
struct hw_quic_settings {
  /* 0 for none. */
  uint64_t idle_timeout;
  uint64_t most_streams;
  /* How many bytes each stream may send beyond what was taken, and all together. */
  uint64_t stream_window;
  uint64_t connection_window;
  /* The greatest datagram that it sends, and whether it looks for how great they may be (RFC 9000 section 14.3). */
  size_t most_payload;
  bool probes_path;
};

enum hw_quic_state {
  HW_QUIC_OPEN,
  /* The server has ended it, and says so to whoever sends more. */
  HW_QUIC_CLOSING,
  /* The client has ended it, or nothing came for too long. */
  HW_QUIC_OVER,
};

/* Whether an Initial may begin a connection. */
enum hw_quic_opening {
  HW_QUIC_BEGINS,
  /* It has a token of a Retry that holds. */
  HW_QUIC_RETURNS,
  /* It is nothing that begins a connection. */
  HW_QUIC_STRAY,
};

struct hw_quic_connection;

enum hw_quic_opening hw_quic_opening_of(
    struct hw_quic_server *server, const void *client, uint32_t client_length, const uint8_t *bytes, size_t count,
    uint64_t now);

/* Begins a connection with the datagram that hw_quic_opening_of has looked at; hw_quic_read takes that next. Its own ID, and the one
 * that the client made up, are issued at once. Returns NULL if there can be none. */
struct hw_quic_connection *hw_quic_accept(
    struct hw_quic_server *server, const void *local, uint32_t local_length, const void *client, uint32_t client_length,
    const uint8_t *bytes, size_t count, const struct hw_quic_settings *settings, uint64_t now,
    const struct hw_quic_calls *calls, void *context);
/* Frees it, and sends nothing. */
void hw_quic_connection_free(struct hw_quic_connection *connection);

void hw_quic_read(
    struct hw_quic_connection *connection, const void *client, uint32_t client_length, const uint8_t *bytes,
    size_t count, uint64_t now);
/* Writes the next datagram, and where it goes, in a `struct sockaddr_storage`. Returns 0 if there is none now. */
size_t hw_quic_write(
    struct hw_quic_connection *connection, uint8_t *buffer, size_t capacity, void *client, uint32_t *client_length, uint64_t now);
/* When hw_quic_expire is to be called; UINT64_MAX for never. */
uint64_t hw_quic_expiry(struct hw_quic_connection *connection);
void hw_quic_expire(struct hw_quic_connection *connection, uint64_t now);

enum hw_quic_state hw_quic_state(const struct hw_quic_connection *connection);
/* The words for what the connection failed of; NULL if it did not. */
const char *hw_quic_trouble(const struct hw_quic_connection *connection);

/* Opens a stream that only the server writes. Returns its number, or -1 if the client allows no more. */
int64_t hw_quic_open_stream(struct hw_quic_connection *connection);
/* Adds bytes to what is sent on a stream, and its end. */
void hw_quic_send(struct hw_quic_connection *connection, int64_t stream, const uint8_t *bytes, size_t count, bool is_end);
/* Lets the client send more on a stream, and on the connection. */
void hw_quic_open_window(struct hw_quic_connection *connection, int64_t stream, uint64_t bytes);
/* Resets what is sent on a stream, and asks the client to send no more. */
void hw_quic_reset_stream(struct hw_quic_connection *connection, int64_t stream, uint64_t code);
/* Ends the connection with a code of the application. hw_quic_write gives the packet that says so. */
void hw_quic_close(struct hw_quic_connection *connection, uint64_t code);
