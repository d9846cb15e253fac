// The names that the IANA registries of TLS give, spelled as Wireshark spells them.

extension RegisteredNames {
  /// IANA's "TLS ContentType".
  public static let tlsContentTypes = RegisteredNames(
    """
    0x0014 Change Cipher Spec
    0x0015 Alert
    0x0016 Handshake
    0x0017 Application Data
    0x0018 Heartbeat
    0x0019 Connection ID
    0x001A ACK
    """)

  /// The versions of TLS and DTLS.
  public static let tlsVersions = RegisteredNames(
    """
    2 SSL 2.0
    0x0300 SSL 3.0
    0x0301 TLS 1.0
    0x0302 TLS 1.1
    0x0303 TLS 1.2
    0x0304 TLS 1.3
    0x0A0A Reserved (GREASE)
    0x1A1A Reserved (GREASE)
    0x2A2A Reserved (GREASE)
    0x3A3A Reserved (GREASE)
    0x4A4A Reserved (GREASE)
    0x5A5A Reserved (GREASE)
    0x6A6A Reserved (GREASE)
    0x7A7A Reserved (GREASE)
    0x8A8A Reserved (GREASE)
    0x9A9A Reserved (GREASE)
    0xAAAA Reserved (GREASE)
    0xBABA Reserved (GREASE)
    0xCACA Reserved (GREASE)
    0xDADA Reserved (GREASE)
    0xEAEA Reserved (GREASE)
    0xFAFA Reserved (GREASE)
    0x0100 DTLS 1.0 (OpenSSL pre 0.9.8f)
    0xFEFC DTLS 1.3
    0xFEFD DTLS 1.2
    0xFEFF DTLS 1.0
    """)

  /// The levels of alerts.
  public static let tlsAlertLevels = RegisteredNames(
    """
    1 Warning
    2 Fatal
    """)

  /// IANA's "TLS Alerts".
  public static let tlsAlertDescriptions = RegisteredNames(
    """
    0 Close Notify
    1 End of Early Data
    0x000A Unexpected Message
    0x0014 Bad Record MAC
    0x0015 Decryption Failed
    0x0016 Record Overflow
    0x001E Decompression Failure
    0x0028 Handshake Failure
    0x0029 No Certificate
    0x002A Bad Certificate
    0x002B Unsupported Certificate
    0x002C Certificate Revoked
    0x002D Certificate Expired
    0x002E Certificate Unknown
    0x002F Illegal Parameter
    0x0030 Unknown CA
    0x0031 Access Denied
    0x0032 Decode Error
    0x0033 Decrypt Error
    0x003C Export Restriction
    0x0046 Protocol Version
    0x0047 Insufficient Security
    0x0050 Internal Error
    0x0056 Inappropriate Fallback
    0x005A User Canceled
    0x0064 No Renegotiation
    0x006D Missing Extension
    0x006E Unsupported Extension
    0x006F Certificate Unobtainable
    0x0070 Unrecognized Name
    0x0071 Bad Certificate Status Response
    0x0072 Bad Certificate Hash Value
    0x0073 Unknown PSK Identity
    0x0074 Certificate Required
    0x0078 No application Protocol
    0x0079 ECH Required
    """)

  /// IANA's "TLS HandshakeType".
  public static let tlsHandshakeTypes = RegisteredNames(
    """
    0 Hello Request
    1 Client Hello
    2 Server Hello
    3 Hello Verify Request
    4 New Session Ticket
    5 End of Early Data
    6 Hello Retry Request
    8 Encrypted Extensions
    9 Request Connection ID
    10 New Connection ID
    11 Certificate
    12 Server Key Exchange
    13 Certificate Request
    14 Server Hello Done
    15 Certificate Verify
    16 Client Key Exchange
    17 Client Certificate Request
    20 Finished
    21 Certificate URL
    22 Certificate Status
    23 Supplemental Data
    24 Key Update
    25 Compressed Certificate
    26 EKT Key
    254 Message Hash
    """)

  /// IANA's "TLS Compression Method Identifiers".
  public static let tlsCompressionMethods = RegisteredNames(
    """
    0 null
    1 DEFLATE
    0x0040 LZS
    """)

  /// IANA's "TLS ExtensionType Values".
  public static let tlsExtensionTypes = RegisteredNames(
    """
    0 server_name
    1 max_fragment_length
    2 client_certificate_url
    3 trusted_ca_keys
    4 truncated_hmac
    5 status_request
    6 user_mapping
    7 client_authz
    8 server_authz
    9 cert_type
    0x000A supported_groups
    0x000B ec_point_formats
    0x000C srp
    0x000D signature_algorithms
    0x000E use_srtp
    0x000F heartbeat
    0x0010 application_layer_protocol_negotiation
    0x0011 status_request_v2
    0x0012 signed_certificate_timestamp
    0x0013 client_certificate_type
    0x0014 server_certificate_type
    0x0015 padding
    0x0016 encrypt_then_mac
    0x0017 extended_master_secret
    0x0018 token_binding
    0x0019 cached_info
    0x001B compress_certificate
    0x001C record_size_limit
    0x0022 delegated_credentials
    0x0023 session_ticket
    0x0028 Reserved (key_share)
    0x0029 pre_shared_key
    0x002A early_data
    0x002B supported_versions
    0x002C cookie
    0x002D psk_key_exchange_modes
    0x002E Reserved (ticket_early_data_info)
    0x002F certificate_authorities
    0x0030 oid_filters
    0x0031 post_handshake_auth
    0x0032 signature_algorithms_cert
    0x0033 key_share
    0x0034 transparency_info
    0x0035 connection_id (deprecated)
    0x0036 connection_id
    0x0037 external_id_hash
    0x0038 external_session_id
    0x0039 quic_transport_parameters
    0x003A ticket_request
    0x003B dnssec_chain
    0x0A0A Reserved (GREASE)
    0x1A1A Reserved (GREASE)
    0x2A2A Reserved (GREASE)
    0x3374 next_protocol_negotiation
    0x3A3A Reserved (GREASE)
    0x4469 application_settings
    0x4A4A Reserved (GREASE)
    0x5A5A Reserved (GREASE)
    0x6A6A Reserved (GREASE)
    0x754F channel_id_old
    0x7550 channel_id
    0x7A7A Reserved (GREASE)
    0x8A8A Reserved (GREASE)
    0x9A9A Reserved (GREASE)
    0xAAAA Reserved (GREASE)
    0xBABA Reserved (GREASE)
    0xCACA Reserved (GREASE)
    0xDADA Reserved (GREASE)
    0xEAEA Reserved (GREASE)
    0xFAFA Reserved (GREASE)
    0xFF01 renegotiation_info
    0xFFA5 quic_transport_parameters (drafts version)
    0xFFCE encrypted_server_name
    """)

  /// The types of server names (RFC 6066 section 3).
  public static let tlsServerNameTypes = RegisteredNames(
    """
    0 host_name
    """)

  /// IANA's "TLS Supported Groups".
  public static let tlsSupportedGroups = RegisteredNames(
    """
    1 sect163k1
    2 sect163r1
    3 sect163r2
    4 sect193r1
    5 sect193r2
    6 sect233k1
    7 sect233r1
    8 sect239k1
    9 sect283k1
    0x000A sect283r1
    0x000B sect409k1
    0x000C sect409r1
    0x000D sect571k1
    0x000E sect571r1
    0x000F secp160k1
    0x0010 secp160r1
    0x0011 secp160r2
    0x0012 secp192k1
    0x0013 secp192r1
    0x0014 secp224k1
    0x0015 secp224r1
    0x0016 secp256k1
    0x0017 secp256r1
    0x0018 secp384r1
    0x0019 secp521r1
    0x001A brainpoolP256r1
    0x001B brainpoolP384r1
    0x001C brainpoolP512r1
    0x001D x25519
    0x001E x448
    0x0029 curveSM2
    0x0100 ffdhe2048
    0x0101 ffdhe3072
    0x0102 ffdhe4096
    0x0103 ffdhe6144
    0x0104 ffdhe8192
    0x0200 frodo640aes
    0x0201 frodo640shake
    0x0202 frodo976aes
    0x0203 frodo976shake
    0x0204 frodo1344aes
    0x0205 frodo1344shake
    0x0214 ntru_hps2048509
    0x0215 ntru_hps2048677
    0x0216 ntru_hps4096821
    0x0217 ntru_hrss701
    0x0218 lightsaber
    0x0219 saber
    0x021A firesaber
    0x021B sidhp434
    0x021C sidhp503
    0x021D sidhp610
    0x021E sidhp751
    0x021F sikep434
    0x0220 sikep503
    0x0221 sikep610
    0x0222 sikep751
    0x022C hqc128
    0x022D hqc192
    0x022E hqc256
    0x022F ntrulpr653
    0x0230 ntrulpr761
    0x0231 ntrulpr857
    0x0232 sntrup653
    0x0233 sntrup761
    0x0234 sntrup857
    0x0238 bikel1
    0x023A kyber512
    0x023B bikel3
    0x023C kyber768
    0x023D kyber1024
    0x023E kyber90s512
    0x023F kyber90s768
    0x0240 kyber90s1024
    0x0241 ntrulpr1277
    0x0242 sntrup1277
    0x0245 ntru_hps40961229
    0x0246 ntru_hrss1373
    0x0A0A Reserved (GREASE)
    0x1A1A Reserved (GREASE)
    0x2A2A Reserved (GREASE)
    0x2F00 p256_frodo640aes
    0x2F01 p256_frodo640shake
    0x2F02 p384_frodo976aes
    0x2F03 p384_frodo976shake
    0x2F04 p521_frodo1344aes
    0x2F05 p521_frodo1344shake
    0x2F14 p256_ntru_hps2048509
    0x2F15 p384_ntru_hps2048677
    0x2F16 p521_ntru_hps4096821
    0x2F17 p384_ntru_hrss701
    0x2F18 p256_lightsaber
    0x2F19 p384_saber
    0x2F1A p521_firesaber
    0x2F1B p256_sidhp434
    0x2F1C p256_sidhp503
    0x2F1D p384_sidhp610
    0x2F1E p521_sidhp751
    0x2F1F p256_sikep434
    0x2F20 p256_sikep503
    0x2F21 p384_sikep610
    0x2F22 p521_sikep751
    0x2F2C p256_hqc128
    0x2F2D p384_hqc192
    0x2F2E p521_hqc256
    0x2F2F p256_ntrulpr653
    0x2F31 p384_ntrulpr857
    0x2F32 p256_sntrup653
    0x2F34 p384_sntrup857
    0x2F38 p256_bikel1
    0x2F3A p256_kyber512
    0x2F3B p384_bikel3
    0x2F3C p384_kyber768
    0x2F3D p521_kyber1024
    0x2F3E p256_kyber90s512
    0x2F3F p384_kyber90s768
    0x2F40 p521_kyber90s1024
    0x2F41 p521_ntrulpr1277
    0x2F42 p521_sntrup1277
    0x2F43 p256_ntrulpr761
    0x2F44 p256_sntrup761
    0x2F45 p521_ntru_hps40961229
    0x2F46 p521_ntru_hrss1373
    0x3A3A Reserved (GREASE)
    0x4A4A Reserved (GREASE)
    0x5A5A Reserved (GREASE)
    0x6A6A Reserved (GREASE)
    0x7A7A Reserved (GREASE)
    0x8A8A Reserved (GREASE)
    0x9A9A Reserved (GREASE)
    0xAAAA Reserved (GREASE)
    0xBABA Reserved (GREASE)
    0xCACA Reserved (GREASE)
    0xDADA Reserved (GREASE)
    0xEAEA Reserved (GREASE)
    0xFAFA Reserved (GREASE)
    0xFF01 arbitrary_explicit_prime_curves
    0xFF02 arbitrary_explicit_char2_curves
    """)

  /// IANA's "TLS SignatureScheme".
  public static let tlsSignatureSchemes = RegisteredNames(
    """
    0x0201 rsa_pkcs1_sha1
    0x0203 ecdsa_sha1
    0x0401 rsa_pkcs1_sha256
    0x0403 ecdsa_secp256r1_sha256
    0x0501 rsa_pkcs1_sha384
    0x0503 ecdsa_secp384r1_sha384
    0x0601 rsa_pkcs1_sha512
    0x0603 ecdsa_secp521r1_sha512
    0x0708 sm2sig_sm3
    0x0804 rsa_pss_rsae_sha256
    0x0805 rsa_pss_rsae_sha384
    0x0806 rsa_pss_rsae_sha512
    0x0807 ed25519
    0x0808 ed448
    0x0809 rsa_pss_pss_sha256
    0x080A rsa_pss_pss_sha384
    0x080B rsa_pss_pss_sha512
    0xFE0B falcon512
    0xFE0C p256_falcon512
    0xFE0D rsa3072_falcon512
    0xFE0E falcon1024
    0xFE0F p521_falcon1024
    0xFE1B picnic3l1
    0xFE1C p256_picnic3l1
    0xFE1D rsa3072_picnic3l1
    0xFE27 rainbowIclassic
    0xFE28 p256_rainbowIclassic
    0xFE29 rsa3072_rainbowIclassic
    0xFE3C rainbowVclassic
    0xFE3D p521_rainbowVclassic
    0xFE42 sphincsharaka128frobust
    0xFE43 p256_sphincsharaka128frobust
    0xFE44 rsa3072_sphincsharaka128frobust
    0xFE5E sphincssha256128frobust
    0xFE5F p256_sphincssha256128frobust
    0xFE60 rsa3072_sphincssha256128frobust
    0xFE7A sphincsshake256128frobust
    0xFE7B p256_sphincsshake256128frobust
    0xFE7C rsa3072_sphincsshake256128frobust
    0xFE96 picnicl1full
    0xFE97 p256_picnicl1full
    0xFE98 rsa3072_picnicl1full
    0xFEA0 dilithium2
    0xFEA1 p256_dilithium2
    0xFEA2 rsa3072_dilithium2
    0xFEA3 dilithium3
    0xFEA4 p384_dilithium3
    0xFEA5 dilithium5
    0xFEA6 p521_dilithium5
    0xFEA7 dilithium2_aes
    0xFEA8 p256_dilithium2_aes
    0xFEA9 rsa3072_dilithium2_aes
    0xFEAA dilithium3_aes
    0xFEAB p384_dilithium3_aes
    0xFEAC dilithium5_aes
    0xFEAD p521_dilithium5_aes
    """)

  /// IANA's "TLS HashAlgorithm".
  public static let tlsHashAlgorithms = RegisteredNames(
    """
    0 None
    1 MD5
    2 SHA1
    3 SHA224
    4 SHA256
    5 SHA384
    6 SHA512
    7 SM3
    """)

  /// IANA's "TLS SignatureAlgorithm".
  public static let tlsSignatureAlgorithms = RegisteredNames(
    """
    0 Anonymous
    1 RSA
    2 DSA
    3 ECDSA
    4 SM2
    """)

  /// IANA's "TLS EC Point Formats".
  public static let tlsPointFormats = RegisteredNames(
    """
    0 uncompressed
    1 ansiX962_compressed_prime
    2 ansiX962_compressed_char2
    """)

  /// IANA's "TLS PskKeyExchangeMode".
  public static let tlsKeyExchangeModes = RegisteredNames(
    """
    0 PSK-only key establishment (psk_ke)
    1 PSK with (EC)DHE key establishment (psk_dhe_ke)
    """)
}
