#pragma once
/* The functions of the libraries, which are loaded when they are first needed. */
#include <gnutls/gnutls.h>
#include <ngtcp2/ngtcp2.h>
#include <ngtcp2/ngtcp2_crypto.h>
#include <ngtcp2/ngtcp2_crypto_gnutls.h>

/* For each library, its functions that are called here. */
#define HW_NGTCP2(each)                        \
  each(ngtcp2_accept)                          \
  each(ngtcp2_conn_del)                        \
  each(ngtcp2_conn_extend_max_offset)          \
  each(ngtcp2_conn_extend_max_stream_offset)   \
  each(ngtcp2_conn_extend_max_streams_bidi)    \
  each(ngtcp2_conn_get_expiry)                 \
  each(ngtcp2_conn_get_tls_alert)              \
  each(ngtcp2_conn_handle_expiry)              \
  each(ngtcp2_conn_open_uni_stream)            \
  each(ngtcp2_conn_read_pkt_versioned)         \
  each(ngtcp2_conn_server_new_versioned)       \
  each(ngtcp2_conn_set_tls_native_handle)      \
  each(ngtcp2_conn_shutdown_stream)            \
  each(ngtcp2_conn_update_pkt_tx_time)         \
  each(ngtcp2_conn_write_connection_close_versioned) \
  each(ngtcp2_conn_writev_stream_versioned)    \
  each(ngtcp2_connection_close_error_default)  \
  each(ngtcp2_connection_close_error_set_application_error) \
  each(ngtcp2_connection_close_error_set_transport_error_liberr) \
  each(ngtcp2_connection_close_error_set_transport_error_tls_alert) \
  each(ngtcp2_path_storage_zero)               \
  each(ngtcp2_pkt_decode_version_cid)          \
  each(ngtcp2_pkt_write_stateless_reset)       \
  each(ngtcp2_pkt_write_version_negotiation)   \
  each(ngtcp2_settings_default_versioned)      \
  each(ngtcp2_strerror)                        \
  each(ngtcp2_transport_params_default_versioned)

#define HW_NGTCP2_CRYPTO(each)                  \
  each(ngtcp2_crypto_decrypt_cb)                \
  each(ngtcp2_crypto_delete_crypto_aead_ctx_cb) \
  each(ngtcp2_crypto_delete_crypto_cipher_ctx_cb) \
  each(ngtcp2_crypto_encrypt_cb)                \
  each(ngtcp2_crypto_generate_retry_token)      \
  each(ngtcp2_crypto_generate_stateless_reset_token) \
  each(ngtcp2_crypto_get_path_challenge_data_cb) \
  each(ngtcp2_crypto_gnutls_configure_server_session) \
  each(ngtcp2_crypto_hp_mask_cb)                \
  each(ngtcp2_crypto_recv_client_initial_cb)    \
  each(ngtcp2_crypto_recv_crypto_data_cb)       \
  each(ngtcp2_crypto_update_key_cb)             \
  each(ngtcp2_crypto_verify_retry_token)        \
  each(ngtcp2_crypto_version_negotiation_cb)    \
  each(ngtcp2_crypto_write_retry)

#define HW_GNUTLS(each)                         \
  each(gnutls_alpn_set_protocols)               \
  each(gnutls_anti_replay_deinit)               \
  each(gnutls_anti_replay_enable)               \
  each(gnutls_anti_replay_init)                 \
  each(gnutls_anti_replay_set_add_function)     \
  each(gnutls_anti_replay_set_ptr)              \
  each(gnutls_certificate_allocate_credentials) \
  each(gnutls_certificate_free_credentials)     \
  each(gnutls_certificate_set_x509_key_mem)     \
  each(gnutls_credentials_set)                  \
  each(gnutls_deinit)                           \
  each(gnutls_handshake_set_post_client_hello_function) \
  each(gnutls_init)                             \
  each(gnutls_memset)                           \
  each(gnutls_priority_set_direct)              \
  each(gnutls_record_set_max_early_data_size)   \
  each(gnutls_server_name_get)                  \
  each(gnutls_session_get_ptr)                  \
  each(gnutls_session_get_random)               \
  each(gnutls_session_set_keylog_function)      \
  each(gnutls_session_set_ptr)                  \
  each(gnutls_session_ticket_enable_server)     \
  each(gnutls_session_ticket_key_generate)      \
  each(gnutls_session_ticket_send)              \
  each(gnutls_strerror)

#define HW_POINTER(name) __typeof__(&name) name;
struct hw_quic_library {
  HW_NGTCP2(HW_POINTER)
  HW_NGTCP2_CRYPTO(HW_POINTER)
  HW_GNUTLS(HW_POINTER)
  /* Of GnuTLS: gnutls_free is a variable, not a function. */
  gnutls_free_function *gnutls_free;
};
#undef HW_POINTER

/* Filled by hw_quic_load. */
extern struct hw_quic_library hw_quic;
