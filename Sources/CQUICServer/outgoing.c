#include "outgoing.h"

#include <stdlib.h>
#include <string.h>

bool hw_quic_outgoing_add(struct hw_quic_outgoing *outgoing, const uint8_t *bytes, size_t count) {
  if (count == 0) return true;
  struct hw_quic_piece *piece = malloc(sizeof *piece + count);
  if (!piece) return false;
  piece->next = NULL;
  piece->count = count;
  memcpy(piece->bytes, bytes, count);
  if (outgoing->last) {
    outgoing->last->next = piece;
  } else {
    outgoing->first = piece;
  }
  outgoing->last = piece;
  outgoing->written += count;
  return true;
}

size_t hw_quic_outgoing_rest(const struct hw_quic_outgoing *outgoing, const uint8_t **bytes) {
  uint64_t offset = outgoing->sent - outgoing->base;
  for (const struct hw_quic_piece *piece = outgoing->first; piece; piece = piece->next) {
    if (offset < piece->count) {
      *bytes = piece->bytes + offset;
      return piece->count - offset;
    }
    offset -= piece->count;
  }
  *bytes = NULL;
  return 0;
}

void hw_quic_outgoing_acknowledge(struct hw_quic_outgoing *outgoing, uint64_t offset) {
  while (outgoing->first && outgoing->base + outgoing->first->count <= offset) {
    struct hw_quic_piece *piece = outgoing->first;
    outgoing->base += piece->count;
    outgoing->first = piece->next;
    if (!outgoing->first) outgoing->last = NULL;
    free(piece);
  }
}

void hw_quic_outgoing_clear(struct hw_quic_outgoing *outgoing) { hw_quic_outgoing_acknowledge(outgoing, UINT64_MAX); }
