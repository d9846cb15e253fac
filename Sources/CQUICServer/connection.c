#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "outgoing.h"
#include "server.h"

static const char priorities[] =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:-CIPHER-ALL:+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:%DISABLE_TLS13_COMPAT_MODE";
static const char protocol[] = "h3";

enum { most_close = 256, greatest_payload = 1472 };

struct hw_quic_connection {
  /* First, since GnuTLS's session points at it. */
  ngtcp2_crypto_conn_ref reference;
  struct hw_quic_server *server;
  ngtcp2_conn *conn;
  gnutls_session_t session;
  struct hw_quic_calls calls;
  void *context;
  struct sockaddr_storage local;
  socklen_t local_length;
  /* Who sent last: to him goes what ends the connection. */
  struct sockaddr_storage client;
  socklen_t client_length;
  /* The streams with bytes to send. The one that was served last is at the end. */
  struct hw_quic_outgoing *outgoing;
  enum hw_quic_state state;
  const char *trouble;
  bool ends_now, is_close_due;
  ngtcp2_connection_close_error close_error;
  /* The packet that says that the connection is over, for whoever sends more. */
  uint8_t close[most_close];
  size_t close_length;
};

static ngtcp2_conn *conn_of(ngtcp2_crypto_conn_ref *reference) { return ((struct hw_quic_connection *)reference)->conn; }

static struct hw_quic_id id_of(const ngtcp2_cid *cid) {
  struct hw_quic_id id;
  hw_quic_id_from(&id, cid->data, cid->datalen);
  return id;
}

static ngtcp2_path path_of(struct hw_quic_connection *connection) {
  ngtcp2_path path = {
      {(struct sockaddr *)&connection->local, connection->local_length},
      {(struct sockaddr *)&connection->client, connection->client_length},
      NULL,
  };
  return path;
}

static void note_client(struct hw_quic_connection *connection, const struct sockaddr *client, socklen_t length) {
  if (length > sizeof connection->client) length = sizeof connection->client;
  memcpy(&connection->client, client, length);
  connection->client_length = length;
}

/* MARK: TLS */

static int choose_identity(gnutls_session_t session) {
  struct hw_quic_connection *connection = hw_quic.gnutls_session_get_ptr(session);
  char name[256];
  size_t length = sizeof name - 1;
  unsigned type = 0;
  bool is_named = hw_quic.gnutls_server_name_get(session, name, &length, &type, 0) == 0 && type == GNUTLS_NAME_DNS;
  name[is_named ? length : 0] = 0;
  struct hw_quic_identity *identity = connection->calls.identity(connection->context, is_named ? name : NULL);
  if (!identity) return GNUTLS_E_NO_CERTIFICATE_FOUND;
  return hw_quic.gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, identity->credentials);
}

static char *append_hex(char *to, const gnutls_datum_t *bytes) {
  static const char digits[] = "0123456789abcdef";
  for (unsigned i = 0; i < bytes->size; i++) {
    *to++ = digits[bytes->data[i] >> 4];
    *to++ = digits[bytes->data[i] & 15];
  }
  return to;
}

/* A line of an NSS key log: the label, the client's random bytes and the secret. */
static int note_secret(gnutls_session_t session, const char *label, const gnutls_datum_t *secret) {
  struct hw_quic_connection *connection = hw_quic.gnutls_session_get_ptr(session);
  gnutls_datum_t client = {NULL, 0}, server = {NULL, 0};
  hw_quic.gnutls_session_get_random(session, &client, &server);
  char line[64 + 2 * 32 + 2 * 64 + 3];
  if (strlen(label) > 64 || client.size > 32 || secret->size > 64) return 0;
  char *end = line + sprintf(line, "%s ", label);
  end = append_hex(end, &client);
  *end++ = ' ';
  *append_hex(end, secret) = 0;
  connection->calls.secret(connection->context, line);
  return 0;
}

static bool begin_tls(struct hw_quic_connection *connection) {
  gnutls_session_t session;
  unsigned flags =
      GNUTLS_SERVER | GNUTLS_ENABLE_EARLY_DATA | GNUTLS_NO_AUTO_SEND_TICKET | GNUTLS_NO_END_OF_EARLY_DATA | GNUTLS_NO_SIGNAL;
  if (hw_quic.gnutls_init(&session, flags) != 0) return false;
  connection->session = session;
  gnutls_datum_t protocols[] = {{(uint8_t *)protocol, sizeof protocol - 1}};
  hw_quic.gnutls_session_set_ptr(session, connection);
  hw_quic.gnutls_session_set_keylog_function(session, note_secret);
  hw_quic.gnutls_handshake_set_post_client_hello_function(session, choose_identity);
  hw_quic.gnutls_anti_replay_enable(session, connection->server->anti_replay);
  return hw_quic.gnutls_priority_set_direct(session, priorities, NULL) == 0 &&
         hw_quic.gnutls_session_ticket_enable_server(session, &connection->server->ticket_key) == 0 &&
         hw_quic.ngtcp2_crypto_gnutls_configure_server_session(session) == 0 &&
         hw_quic.gnutls_record_set_max_early_data_size(session, UINT32_MAX) == 0 &&
         hw_quic.gnutls_alpn_set_protocols(session, protocols, 1, GNUTLS_ALPN_MANDATORY) == 0;
}

/* MARK: What ngtcp2 tells */

static void on_random(uint8_t *bytes, size_t count, const ngtcp2_rand_ctx *context) {
  (void)context;
  hw_quic_random(bytes, count);
}

static int on_new_id(ngtcp2_conn *conn, ngtcp2_cid *cid, uint8_t *token, size_t length, void *user) {
  (void)conn;
  struct hw_quic_connection *connection = user;
  cid->datalen = length;
  hw_quic_random(cid->data, length);
  struct hw_quic_server *server = connection->server;
  if (hw_quic.ngtcp2_crypto_generate_stateless_reset_token(token, server->secret, sizeof server->secret, cid) != 0) {
    return NGTCP2_ERR_CALLBACK_FAILURE;
  }
  struct hw_quic_id id = id_of(cid);
  connection->calls.issued(connection->context, &id);
  return 0;
}

static int on_retired_id(ngtcp2_conn *conn, const ngtcp2_cid *cid, void *user) {
  (void)conn;
  struct hw_quic_connection *connection = user;
  struct hw_quic_id id = id_of(cid);
  connection->calls.retired(connection->context, &id);
  return 0;
}

static int on_handshake(ngtcp2_conn *conn, void *user) {
  (void)conn;
  struct hw_quic_connection *connection = user;
  /* For 0-RTT in a later session. A client can do without. */
  hw_quic.gnutls_session_ticket_send(connection->session, 1, 0);
  connection->calls.handshaken(connection->context);
  return 0;
}

static int on_data(
    ngtcp2_conn *conn, uint32_t flags, int64_t stream, uint64_t offset, const uint8_t *bytes, size_t count, void *user,
    void *stream_user) {
  (void)conn, (void)offset, (void)stream_user;
  struct hw_quic_connection *connection = user;
  connection->calls.received(
      connection->context, stream, bytes, count, flags & NGTCP2_STREAM_DATA_FLAG_FIN, flags & NGTCP2_STREAM_DATA_FLAG_EARLY);
  return 0;
}

static struct hw_quic_outgoing *outgoing_of(struct hw_quic_connection *connection, int64_t stream) {
  struct hw_quic_outgoing *outgoing = connection->outgoing;
  while (outgoing && outgoing->stream != stream) outgoing = outgoing->next;
  return outgoing;
}

static void drop_outgoing(struct hw_quic_connection *connection, int64_t stream) {
  for (struct hw_quic_outgoing **place = &connection->outgoing; *place; place = &(*place)->next) {
    struct hw_quic_outgoing *outgoing = *place;
    if (outgoing->stream != stream) continue;
    *place = outgoing->next;
    hw_quic_outgoing_clear(outgoing);
    free(outgoing);
    return;
  }
}

static int on_acknowledgment(
    ngtcp2_conn *conn, int64_t stream, uint64_t offset, uint64_t count, void *user, void *stream_user) {
  (void)conn, (void)stream_user;
  struct hw_quic_outgoing *outgoing = outgoing_of(user, stream);
  if (outgoing) hw_quic_outgoing_acknowledge(outgoing, offset + count);
  return 0;
}

static int on_stream_close(
    ngtcp2_conn *conn, uint32_t flags, int64_t stream, uint64_t code, void *user, void *stream_user) {
  (void)flags, (void)code, (void)stream_user;
  drop_outgoing(user, stream);
  /* Bit 0: who opened it; bit 1: whether it goes one way (RFC 9000 section 2.1). */
  if ((stream & 3) == 0) hw_quic.ngtcp2_conn_extend_max_streams_bidi(conn, 1);
  return 0;
}

static int on_reset(
    ngtcp2_conn *conn, int64_t stream, uint64_t size, uint64_t code, void *user, void *stream_user) {
  (void)conn, (void)size, (void)stream_user;
  struct hw_quic_connection *connection = user;
  connection->calls.reset(connection->context, stream, code);
  return 0;
}

static int on_stop(ngtcp2_conn *conn, int64_t stream, uint64_t code, void *user, void *stream_user) {
  (void)conn, (void)stream_user;
  struct hw_quic_connection *connection = user;
  connection->calls.stopped(connection->context, stream, code);
  return 0;
}

static int on_window(ngtcp2_conn *conn, int64_t stream, uint64_t most, void *user, void *stream_user) {
  (void)conn, (void)most, (void)stream_user;
  struct hw_quic_outgoing *outgoing = outgoing_of(user, stream);
  if (outgoing) outgoing->is_blocked = false;
  return 0;
}

/* MARK: Connections */

static ngtcp2_callbacks callbacks_of(void) {
  ngtcp2_callbacks callbacks = {
      .recv_client_initial = hw_quic.ngtcp2_crypto_recv_client_initial_cb,
      .recv_crypto_data = hw_quic.ngtcp2_crypto_recv_crypto_data_cb,
      .handshake_completed = on_handshake,
      .encrypt = hw_quic.ngtcp2_crypto_encrypt_cb,
      .decrypt = hw_quic.ngtcp2_crypto_decrypt_cb,
      .hp_mask = hw_quic.ngtcp2_crypto_hp_mask_cb,
      .recv_stream_data = on_data,
      .acked_stream_data_offset = on_acknowledgment,
      .stream_close = on_stream_close,
      .rand = on_random,
      .get_new_connection_id = on_new_id,
      .remove_connection_id = on_retired_id,
      .update_key = hw_quic.ngtcp2_crypto_update_key_cb,
      .stream_reset = on_reset,
      .extend_max_stream_data = on_window,
      .delete_crypto_aead_ctx = hw_quic.ngtcp2_crypto_delete_crypto_aead_ctx_cb,
      .delete_crypto_cipher_ctx = hw_quic.ngtcp2_crypto_delete_crypto_cipher_ctx_cb,
      .get_path_challenge_data = hw_quic.ngtcp2_crypto_get_path_challenge_data_cb,
      .stream_stop_sending = on_stop,
      .version_negotiation = hw_quic.ngtcp2_crypto_version_negotiation_cb,
  };
  return callbacks;
}

static bool begin_quic(
    struct hw_quic_connection *connection, const ngtcp2_pkt_hd *header, const struct hw_quic_settings *settings, uint64_t now) {
  struct hw_quic_server *server = connection->server;
  ngtcp2_settings conduct;
  hw_quic.ngtcp2_settings_default_versioned(NGTCP2_SETTINGS_VERSION, &conduct);
  conduct.initial_ts = now;
  conduct.token = header->token;
  conduct.max_tx_udp_payload_size = settings->most_payload ? settings->most_payload : greatest_payload;
  conduct.no_pmtud = !settings->probes_path;

  ngtcp2_transport_params parameters;
  hw_quic.ngtcp2_transport_params_default_versioned(NGTCP2_TRANSPORT_PARAMS_VERSION, &parameters);
  parameters.initial_max_stream_data_bidi_remote = settings->stream_window;
  parameters.initial_max_stream_data_uni = settings->stream_window;
  parameters.initial_max_data = settings->connection_window;
  parameters.initial_max_streams_bidi = settings->most_streams;
  parameters.initial_max_streams_uni = 16;
  parameters.max_idle_timeout = settings->idle_timeout;
  parameters.active_connection_id_limit = 7;
  parameters.original_dcid = header->dcid;
  ngtcp2_cid original;
  if (header->token.len > 0 && header->token.base[0] == NGTCP2_CRYPTO_TOKEN_MAGIC_RETRY &&
      hw_quic.ngtcp2_crypto_verify_retry_token(
          &original, header->token.base, header->token.len, server->secret, sizeof server->secret, header->version,
          (struct sockaddr *)&connection->client, connection->client_length, &header->dcid, UINT64_MAX / 2, now) == 0) {
    parameters.original_dcid = original;
    parameters.retry_scid = header->dcid;
    parameters.retry_scid_present = 1;
  }
  ngtcp2_cid ours = {.datalen = HW_QUIC_ID_LENGTH};
  hw_quic_random(ours.data, ours.datalen);
  parameters.stateless_reset_token_present = 1;
  if (hw_quic.ngtcp2_crypto_generate_stateless_reset_token(
          parameters.stateless_reset_token, server->secret, sizeof server->secret, &ours) != 0) {
    return false;
  }
  ngtcp2_callbacks callbacks = callbacks_of();
  ngtcp2_path path = path_of(connection);
  if (hw_quic.ngtcp2_conn_server_new_versioned(
          &connection->conn, &header->scid, &ours, &path, header->version, NGTCP2_CALLBACKS_VERSION, &callbacks,
          NGTCP2_SETTINGS_VERSION, &conduct, NGTCP2_TRANSPORT_PARAMS_VERSION, &parameters, NULL, connection) != 0) {
    return false;
  }
  hw_quic.ngtcp2_conn_set_tls_native_handle(connection->conn, connection->session);
  struct hw_quic_id own = id_of(&ours), made_up = id_of(&header->dcid);
  connection->calls.issued(connection->context, &own);
  connection->calls.issued(connection->context, &made_up);
  return true;
}

struct hw_quic_connection *hw_quic_accept(
    struct hw_quic_server *server, const void *local, uint32_t local_length, const void *client,
    uint32_t client_length, const uint8_t *bytes, size_t count, const struct hw_quic_settings *settings, uint64_t now,
    const struct hw_quic_calls *calls, void *context) {
  ngtcp2_pkt_hd header;
  struct hw_quic_connection *connection = calloc(1, sizeof *connection);
  if (!connection || hw_quic.ngtcp2_accept(&header, bytes, count) != 0 || local_length > sizeof connection->local) {
    free(connection);
    return NULL;
  }
  connection->reference.get_conn = conn_of;
  connection->server = server;
  connection->calls = *calls;
  connection->context = context;
  memcpy(&connection->local, local, local_length);
  connection->local_length = local_length;
  note_client(connection, client, client_length);
  hw_quic.ngtcp2_connection_close_error_default(&connection->close_error);
  if (begin_tls(connection) && begin_quic(connection, &header, settings, now)) return connection;
  hw_quic_connection_free(connection);
  return NULL;
}

void hw_quic_connection_free(struct hw_quic_connection *connection) {
  if (!connection) return;
  if (connection->conn) hw_quic.ngtcp2_conn_del(connection->conn);
  if (connection->session) hw_quic.gnutls_deinit(connection->session);
  while (connection->outgoing) drop_outgoing(connection, connection->outgoing->stream);
  free(connection);
}

/* Ends a connection of what a call has returned. */
static void fail(struct hw_quic_connection *connection, int result) {
  if (connection->state != HW_QUIC_OPEN) return;
  connection->trouble = hw_quic.ngtcp2_strerror(result);
  switch (result) {
    case NGTCP2_ERR_DRAINING:
    case NGTCP2_ERR_DROP_CONN:
    case NGTCP2_ERR_IDLE_CLOSE:
    case NGTCP2_ERR_HANDSHAKE_TIMEOUT:
    case NGTCP2_ERR_RETRY:
    case NGTCP2_ERR_NOMEM:
      connection->state = HW_QUIC_OVER;
      return;
    case NGTCP2_ERR_CRYPTO:
      hw_quic.ngtcp2_connection_close_error_set_transport_error_tls_alert(
          &connection->close_error, hw_quic.ngtcp2_conn_get_tls_alert(connection->conn), NULL, 0);
      break;
    default:
      hw_quic.ngtcp2_connection_close_error_set_transport_error_liberr(&connection->close_error, result, NULL, 0);
  }
  connection->ends_now = true;
}

void hw_quic_read(
    struct hw_quic_connection *connection, const void *client, uint32_t client_length, const uint8_t *bytes,
    size_t count, uint64_t now) {
  if (connection->state == HW_QUIC_CLOSING) {
    connection->is_close_due = true;
    return note_client(connection, client, client_length);
  }
  if (connection->state == HW_QUIC_OVER || connection->ends_now) return;
  note_client(connection, client, client_length);
  ngtcp2_path path = path_of(connection);
  ngtcp2_pkt_info info = {0};
  int result =
      hw_quic.ngtcp2_conn_read_pkt_versioned(connection->conn, &path, NGTCP2_PKT_INFO_VERSION, &info, bytes, count, now);
  if (result != 0) fail(connection, result);
}

/* The first stream that has something to send and may, moved to the end so that the next one has its turn. */
static struct hw_quic_outgoing *take_turn(struct hw_quic_connection *connection) {
  for (struct hw_quic_outgoing **place = &connection->outgoing; *place; place = &(*place)->next) {
    struct hw_quic_outgoing *outgoing = *place;
    bool has_more = outgoing->sent < outgoing->written || (outgoing->ends && !outgoing->has_sent_end);
    if (!has_more || outgoing->is_blocked) continue;
    *place = outgoing->next;
    struct hw_quic_outgoing **end = &connection->outgoing;
    while (*end) end = &(*end)->next;
    outgoing->next = NULL;
    *end = outgoing;
    return outgoing;
  }
  return NULL;
}

static size_t write_close(
    struct hw_quic_connection *connection, uint8_t *buffer, size_t capacity, uint64_t now) {
  connection->ends_now = false;
  connection->state = HW_QUIC_CLOSING;
  ngtcp2_path path = path_of(connection);
  ngtcp2_pkt_info info = {0};
  ngtcp2_ssize written = hw_quic.ngtcp2_conn_write_connection_close_versioned(
      connection->conn, &path, NGTCP2_PKT_INFO_VERSION, &info, buffer, capacity, &connection->close_error, now);
  if (written <= 0) {
    connection->state = HW_QUIC_OVER;
    return 0;
  }
  connection->close_length = (size_t)written <= most_close ? (size_t)written : 0;
  memcpy(connection->close, buffer, connection->close_length);
  return (size_t)written;
}

static size_t sent_to(
    struct hw_quic_connection *connection, const ngtcp2_path *path, struct sockaddr_storage *client, socklen_t *length,
    size_t written) {
  if (path && path->remote.addrlen > 0 && path->remote.addrlen <= sizeof *client) {
    memcpy(client, path->remote.addr, path->remote.addrlen);
    *length = path->remote.addrlen;
  } else {
    *client = connection->client;
    *length = connection->client_length;
  }
  return written;
}

/* Writes a packet with bytes of a stream, or without. Returns what ngtcp2 does. */
static ngtcp2_ssize write_packet(
    struct hw_quic_connection *connection, struct hw_quic_outgoing *outgoing, ngtcp2_path *path, uint8_t *buffer,
    size_t capacity, uint64_t now) {
  ngtcp2_vec piece = {NULL, 0};
  uint32_t flags = NGTCP2_WRITE_STREAM_FLAG_NONE;
  if (outgoing) {
    const uint8_t *bytes;
    piece.len = hw_quic_outgoing_rest(outgoing, &bytes);
    piece.base = (uint8_t *)bytes;
    if (outgoing->ends && outgoing->sent + piece.len == outgoing->written) flags |= NGTCP2_WRITE_STREAM_FLAG_FIN;
  }
  ngtcp2_pkt_info info = {0};
  ngtcp2_ssize taken = -1;
  ngtcp2_ssize written = hw_quic.ngtcp2_conn_writev_stream_versioned(
      connection->conn, path, NGTCP2_PKT_INFO_VERSION, &info, buffer, capacity, &taken, flags,
      outgoing ? outgoing->stream : -1, &piece, piece.len > 0 ? 1 : 0, now);
  if (!outgoing || taken < 0) return written;
  outgoing->sent += (uint64_t)taken;
  if ((flags & NGTCP2_WRITE_STREAM_FLAG_FIN) && (size_t)taken == piece.len) outgoing->has_sent_end = true;
  if (outgoing->sent == outgoing->written) connection->calls.drained(connection->context, outgoing->stream);
  return written;
}

size_t hw_quic_write(
    struct hw_quic_connection *connection, uint8_t *buffer, size_t capacity, void *client,
    uint32_t *client_length, uint64_t now) {
  if (connection->state == HW_QUIC_CLOSING && connection->is_close_due && connection->close_length <= capacity) {
    connection->is_close_due = false;
    memcpy(buffer, connection->close, connection->close_length);
    return sent_to(connection, NULL, client, client_length, connection->close_length);
  }
  while (connection->state == HW_QUIC_OPEN && !connection->ends_now) {
    ngtcp2_path_storage path;
    hw_quic.ngtcp2_path_storage_zero(&path);
    struct hw_quic_outgoing *outgoing = take_turn(connection);
    ngtcp2_ssize written = write_packet(connection, outgoing, &path.path, buffer, capacity, now);
    switch (written) {
      case NGTCP2_ERR_STREAM_DATA_BLOCKED:
        outgoing->is_blocked = true;
        continue;
      case NGTCP2_ERR_STREAM_SHUT_WR:
      case NGTCP2_ERR_STREAM_NOT_FOUND:
        drop_outgoing(connection, outgoing->stream);
        continue;
      default: break;
    }
    if (written >= 0) {
      hw_quic.ngtcp2_conn_update_pkt_tx_time(connection->conn, now);
      return written ? sent_to(connection, &path.path, client, client_length, (size_t)written) : 0;
    }
    fail(connection, (int)written);
  }
  if (connection->state != HW_QUIC_OPEN) return 0;
  return sent_to(connection, NULL, client, client_length, write_close(connection, buffer, capacity, now));
}

uint64_t hw_quic_expiry(struct hw_quic_connection *connection) {
  if (connection->state != HW_QUIC_OPEN || connection->ends_now) return UINT64_MAX;
  return hw_quic.ngtcp2_conn_get_expiry(connection->conn);
}

void hw_quic_expire(struct hw_quic_connection *connection, uint64_t now) {
  if (connection->state != HW_QUIC_OPEN || connection->ends_now) return;
  int result = hw_quic.ngtcp2_conn_handle_expiry(connection->conn, now);
  if (result != 0) fail(connection, result);
}

enum hw_quic_state hw_quic_state(const struct hw_quic_connection *connection) { return connection->state; }

const char *hw_quic_trouble(const struct hw_quic_connection *connection) { return connection->trouble; }

/* MARK: Streams */

int64_t hw_quic_open_stream(struct hw_quic_connection *connection) {
  int64_t stream;
  return hw_quic.ngtcp2_conn_open_uni_stream(connection->conn, &stream, NULL) == 0 ? stream : -1;
}

void hw_quic_send(struct hw_quic_connection *connection, int64_t stream, const uint8_t *bytes, size_t count, bool is_end) {
  struct hw_quic_outgoing *outgoing = outgoing_of(connection, stream);
  if (!outgoing) {
    outgoing = calloc(1, sizeof *outgoing);
    if (!outgoing) return;
    outgoing->stream = stream;
    outgoing->next = connection->outgoing;
    connection->outgoing = outgoing;
  }
  if (outgoing->ends) return;
  outgoing->ends = hw_quic_outgoing_add(outgoing, bytes, count) && is_end;
}

void hw_quic_open_window(struct hw_quic_connection *connection, int64_t stream, uint64_t bytes) {
  hw_quic.ngtcp2_conn_extend_max_stream_offset(connection->conn, stream, bytes);
  hw_quic.ngtcp2_conn_extend_max_offset(connection->conn, bytes);
}

void hw_quic_reset_stream(struct hw_quic_connection *connection, int64_t stream, uint64_t code) {
  drop_outgoing(connection, stream);
  hw_quic.ngtcp2_conn_shutdown_stream(connection->conn, stream, code);
}

void hw_quic_close(struct hw_quic_connection *connection, uint64_t code) {
  if (connection->state != HW_QUIC_OPEN || connection->ends_now) return;
  hw_quic.ngtcp2_connection_close_error_set_application_error(&connection->close_error, code, NULL, 0);
  connection->ends_now = true;
}
