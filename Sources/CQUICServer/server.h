#pragma once
/* What the files of this room share. */
#include "CQUICServer.h"
#include "library.h"

enum { HW_SECRET_LENGTH = 32 };

struct hw_quic_identity {
  gnutls_certificate_credentials_t credentials;
};

struct hw_quic_server {
  /* Of stateless resets and of tokens. */
  uint8_t secret[HW_SECRET_LENGTH];
  gnutls_datum_t ticket_key;
  gnutls_anti_replay_t anti_replay;
  bool takes_early_data;
};

/* Random bytes of the system. */
void hw_quic_random(uint8_t *bytes, size_t count);
void hw_quic_id_from(struct hw_quic_id *id, const uint8_t *bytes, size_t count);
