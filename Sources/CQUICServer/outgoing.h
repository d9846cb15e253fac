#pragma once
/* What is sent on a stream. Bytes stay until the client has acknowledged them, since ngtcp2 sends them again from here. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that were written at once. */
struct hw_quic_piece {
  struct hw_quic_piece *next;
  size_t count;
  uint8_t bytes[];
};

struct hw_quic_outgoing {
  struct hw_quic_outgoing *next;
  int64_t stream;
  /* The pieces that are not acknowledged, in order; the first begins at `base` in the stream. */
  struct hw_quic_piece *first, *last;
  uint64_t base;
  /* How much of the stream is in packets, and how much was written. */
  uint64_t sent, written;
  bool ends, has_sent_end, is_blocked;
};

/* Returns false without memory. */
bool hw_quic_outgoing_add(struct hw_quic_outgoing *outgoing, const uint8_t *bytes, size_t count);
/* Bytes that lie together and are not in packets yet, at `*bytes`; 0 if all are. */
size_t hw_quic_outgoing_rest(const struct hw_quic_outgoing *outgoing, const uint8_t **bytes);
/* Frees the pieces before `offset` in the stream. */
void hw_quic_outgoing_acknowledge(struct hw_quic_outgoing *outgoing, uint64_t offset);
void hw_quic_outgoing_clear(struct hw_quic_outgoing *outgoing);
