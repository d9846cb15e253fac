#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* A Retry's token holds as long as a client needs for its second flight. */
static const uint64_t token_lifetime = 30ull * 1000 * 1000 * 1000;

void hw_quic_random(uint8_t *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t more = getrandom(bytes + done, count - done, 0);
    if (more > 0) done += (size_t)more;
  }
}

void hw_quic_id_from(struct hw_quic_id *id, const uint8_t *bytes, size_t count) {
  id->length = (uint8_t)(count < HW_QUIC_MOST_ID ? count : HW_QUIC_MOST_ID);
  memset(id->bytes, 0, sizeof id->bytes);
  if (id->length) memcpy(id->bytes, bytes, id->length);
}

bool hw_quic_read_header(struct hw_quic_header *header, const uint8_t *bytes, size_t count) {
  ngtcp2_version_cid found;
  int result = hw_quic.ngtcp2_pkt_decode_version_cid(&found, bytes, count, HW_QUIC_ID_LENGTH);
  if (result != 0 && result != NGTCP2_ERR_VERSION_NEGOTIATION) return false;
  if (found.dcidlen > HW_QUIC_MOST_ID || found.scidlen > HW_QUIC_MOST_ID) return false;
  header->version = found.version;
  header->is_unknown_version = result == NGTCP2_ERR_VERSION_NEGOTIATION;
  hw_quic_id_from(&header->destination, found.dcid, found.dcidlen);
  hw_quic_id_from(&header->source, found.scid, found.scidlen);
  return true;
}

struct hw_quic_identity *hw_quic_identity_new(
    const uint8_t *certificate, size_t certificate_length, const uint8_t *key, size_t key_length, const char **trouble) {
  struct hw_quic_identity *identity = calloc(1, sizeof *identity);
  *trouble = "no memory";
  if (!identity) return NULL;
  int result = hw_quic.gnutls_certificate_allocate_credentials(&identity->credentials);
  if (result == 0) {
    /* The library reads only. */
    gnutls_datum_t shown = {(uint8_t *)certificate, (unsigned)certificate_length};
    gnutls_datum_t kept = {(uint8_t *)key, (unsigned)key_length};
    result = hw_quic.gnutls_certificate_set_x509_key_mem(identity->credentials, &shown, &kept, GNUTLS_X509_FMT_DER);
    if (result >= 0) return identity;
    hw_quic.gnutls_certificate_free_credentials(identity->credentials);
  }
  *trouble = hw_quic.gnutls_strerror(result);
  free(identity);
  return NULL;
}

void hw_quic_identity_free(struct hw_quic_identity *identity) {
  if (!identity) return;
  hw_quic.gnutls_certificate_free_credentials(identity->credentials);
  free(identity);
}

/* Whether the first flight of a session may be taken in 0-RTT. Called as if it were looked up whether it was taken before. */
static int may_take_early_data(void *server, time_t expires, const gnutls_datum_t *key, const gnutls_datum_t *data) {
  (void)expires, (void)key, (void)data;
  return ((struct hw_quic_server *)server)->takes_early_data ? 0 : GNUTLS_E_DB_ENTRY_EXISTS;
}

struct hw_quic_server *hw_quic_server_new(void) {
  struct hw_quic_server *server = calloc(1, sizeof *server);
  if (!server) return NULL;
  hw_quic_random(server->secret, sizeof server->secret);
  server->takes_early_data = true;
  if (hw_quic.gnutls_session_ticket_key_generate(&server->ticket_key) != 0) {
    free(server);
    return NULL;
  }
  if (hw_quic.gnutls_anti_replay_init(&server->anti_replay) != 0) {
    (*hw_quic.gnutls_free)(server->ticket_key.data);
    free(server);
    return NULL;
  }
  hw_quic.gnutls_anti_replay_set_add_function(server->anti_replay, may_take_early_data);
  hw_quic.gnutls_anti_replay_set_ptr(server->anti_replay, server);
  return server;
}

void hw_quic_server_free(struct hw_quic_server *server) {
  if (!server) return;
  hw_quic.gnutls_anti_replay_deinit(server->anti_replay);
  hw_quic.gnutls_memset(server->ticket_key.data, 0, server->ticket_key.size);
  (*hw_quic.gnutls_free)(server->ticket_key.data);
  free(server);
}

void hw_quic_server_take_early_data(struct hw_quic_server *server, bool takes) { server->takes_early_data = takes; }

/* For the library. */
static ngtcp2_cid cid(const struct hw_quic_id *id) {
  ngtcp2_cid made = {.datalen = id->length};
  memcpy(made.data, id->bytes, sizeof made.data);
  return made;
}

size_t hw_quic_write_retry(
    struct hw_quic_server *server, const struct hw_quic_header *header, const void *client, uint32_t client_length,
    uint64_t now, uint8_t *buffer, size_t capacity) {
  ngtcp2_cid theirs = cid(&header->source), original = cid(&header->destination), ours = {.datalen = HW_QUIC_ID_LENGTH};
  hw_quic_random(ours.data, ours.datalen);
  uint8_t token[NGTCP2_CRYPTO_MAX_RETRY_TOKENLEN];
  ngtcp2_ssize length = hw_quic.ngtcp2_crypto_generate_retry_token(
      token, server->secret, sizeof server->secret, header->version, client, client_length, &ours, &original, now);
  if (length < 0) return 0;
  ngtcp2_ssize written = hw_quic.ngtcp2_crypto_write_retry(
      buffer, capacity, header->version, &theirs, &ours, &original, token, (size_t)length);
  return written > 0 ? (size_t)written : 0;
}

size_t hw_quic_write_version_negotiation(
    const struct hw_quic_header *header, const uint32_t *versions, size_t count, uint8_t *buffer, size_t capacity) {
  uint8_t unused;
  hw_quic_random(&unused, 1);
  ngtcp2_ssize written = hw_quic.ngtcp2_pkt_write_version_negotiation(
      buffer, capacity, unused, header->source.bytes, header->source.length, header->destination.bytes,
      header->destination.length, versions, count);
  return written > 0 ? (size_t)written : 0;
}

size_t hw_quic_write_stateless_reset(
    struct hw_quic_server *server, const struct hw_quic_id *destination, size_t count, uint8_t *buffer, size_t capacity) {
  enum { least = NGTCP2_MIN_STATELESS_RESET_RANDLEN + NGTCP2_STATELESS_RESET_TOKENLEN, most = 42 };
  if (count <= least) return 0;
  uint8_t token[NGTCP2_STATELESS_RESET_TOKENLEN], random[most];
  ngtcp2_cid id = cid(destination);
  if (hw_quic.ngtcp2_crypto_generate_stateless_reset_token(token, server->secret, sizeof server->secret, &id) != 0) return 0;
  size_t length = count - 1 < most ? count - 1 : most;
  hw_quic_random(random, sizeof random);
  ngtcp2_ssize written =
      hw_quic.ngtcp2_pkt_write_stateless_reset(buffer, capacity, token, random, length - NGTCP2_STATELESS_RESET_TOKENLEN);
  return written > 0 ? (size_t)written : 0;
}

/* The ID that the client first made up, if an Initial's token is one of a Retry that holds. */
static bool original_of(
    struct hw_quic_server *server, const ngtcp2_pkt_hd *header, const struct sockaddr *client, socklen_t client_length,
    uint64_t now, ngtcp2_cid *original) {
  return header->token.len > 0 && header->token.base[0] == NGTCP2_CRYPTO_TOKEN_MAGIC_RETRY &&
         hw_quic.ngtcp2_crypto_verify_retry_token(
             original, header->token.base, header->token.len, server->secret, sizeof server->secret, header->version, client,
             client_length, &header->dcid, token_lifetime, now) == 0;
}

enum hw_quic_opening hw_quic_opening_of(
    struct hw_quic_server *server, const void *client, uint32_t client_length, const uint8_t *bytes, size_t count,
    uint64_t now) {
  ngtcp2_pkt_hd header;
  int result = hw_quic.ngtcp2_accept(&header, bytes, count);
  if (result != 0) return HW_QUIC_STRAY;
  ngtcp2_cid original;
  return original_of(server, &header, client, client_length, now, &original) ? HW_QUIC_RETURNS : HW_QUIC_BEGINS;
}
