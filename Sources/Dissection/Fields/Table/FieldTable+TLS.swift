extension FieldTable {
  /// TLS: the fields, with Wireshark's names and types.
  static let tls: [Field] = [
    Field(.tls, "tls", .protocol, "TLS: transport layer security"),
    Field(.tlsRecord, "tls.record", .none, "TLS record"),
    Field(
      .tlsRecordContentType, "tls.record.content_type", .uint8, "Type of the record", values: .tlsRecordContentType),
    Field(.tlsRecordVersion, "tls.record.version", .uint16, "Version in the record", base: .hex, values: .tlsVersion),
    Field(.tlsRecordLength, "tls.record.length", .uint16, "Length of the record, in bytes"),
    Field(
      .tlsRecordOpaqueType, "tls.record.opaque_type", .uint8, "Outer type of the record", values: .tlsRecordContentType),
    Field(.tlsAppData, "tls.app_data", .bytes, "Encrypted data"),
    Field(.tlsChangeCipherSpec, "tls.change_cipher_spec", .none, "Switch to the new keys (change_cipher_spec)"),
    Field(.tlsAlertMessage, "tls.alert_message", .none, "Alert"),
    Field(
      .tlsAlertMessageLevel, "tls.alert_message.level", .uint8, "Severity of the alert", values: .tlsAlertMessageLevel),
    Field(.tlsAlertMessageDesc, "tls.alert_message.desc", .uint8, "Reason of the alert", values: .tlsAlertMessageDesc),
    Field(.tlsHandshake, "tls.handshake", .none, "Handshake message"),
    Field(.tlsHandshakeType, "tls.handshake.type", .uint8, "Type of the message", values: .tlsHandshakeType),
    Field(.tlsHandshakeLength, "tls.handshake.length", .uint24, "Length of the message, in bytes"),
    Field(
      .tlsHandshakeVersion, "tls.handshake.version", .uint16, "Version in the hello (legacy_version)", base: .hex,
      values: .tlsVersion),
    Field(.tlsHandshakeRandom, "tls.handshake.random", .bytes, "Random value of the hello"),
    Field(.tlsHandshakeRandomTime, "tls.handshake.random_time", .absoluteTime, "Clock in the random value"),
    Field(.tlsHandshakeRandomBytes, "tls.handshake.random_bytes", .bytes, "Rest of the random value"),
    Field(
      .tlsHandshakeSessionIdLength, "tls.handshake.session_id_length", .uint16, "Length of the session ID, in bytes"),
    Field(.tlsHandshakeSessionId, "tls.handshake.session_id", .bytes, "Session to resume"),
    Field(
      .tlsHandshakeCipherSuitesLength, "tls.handshake.cipher_suites_length", .uint16,
      "Length of the cipher suites, in bytes"),
    Field(.tlsHandshakeCiphersuites, "tls.handshake.ciphersuites", .none, "Cipher suites offered"),
    Field(
      .tlsHandshakeCiphersuite, "tls.handshake.ciphersuite", .uint16, "Cipher suite", base: .hex,
      values: .tlsHandshakeCiphersuite),
    Field(
      .tlsHandshakeCompMethodsLength, "tls.handshake.comp_methods_length", .uint8,
      "Length of the compression methods, in bytes"),
    Field(.tlsHandshakeCompMethods, "tls.handshake.comp_methods", .none, "Compression methods offered"),
    Field(
      .tlsHandshakeCompMethod, "tls.handshake.comp_method", .uint8, "Compression method",
      values: .tlsHandshakeCompMethod),
    Field(
      .tlsHandshakeExtensionsLength, "tls.handshake.extensions_length", .uint16, "Length of the extensions, in bytes"),
    Field(
      .tlsHandshakeExtensionType, "tls.handshake.extension.type", .uint16, "Name of the extension",
      values: .tlsHandshakeExtensionType),
    Field(.tlsHandshakeExtensionLen, "tls.handshake.extension.len", .uint16, "Length of the extension, in bytes"),
    Field(.tlsHandshakeExtensionData, "tls.handshake.extension.data", .bytes, "Bytes of the extension"),
    Field(
      .tlsHandshakeExtensionsServerNameListLen, "tls.handshake.extensions_server_name_list_len", .uint16,
      "Length of the list of names, in bytes"),
    Field(
      .tlsHandshakeExtensionsServerNameType, "tls.handshake.extensions_server_name_type", .uint8, "Kind of the name",
      values: .tlsHandshakeExtensionsServerNameType),
    Field(
      .tlsHandshakeExtensionsServerNameLen, "tls.handshake.extensions_server_name_len", .uint16,
      "Length of the host's name, in bytes"),
    Field(
      .tlsHandshakeExtensionsServerName, "tls.handshake.extensions_server_name", .string,
      "Host that the client wants (SNI)"),
    Field(
      .tlsHandshakeExtensionsAlpnLen, "tls.handshake.extensions_alpn_len", .uint16,
      "Length of the list of protocols, in bytes"),
    Field(.tlsHandshakeExtensionsAlpnList, "tls.handshake.extensions_alpn_list", .none, "Application protocols (ALPN)"),
    Field(
      .tlsHandshakeExtensionsAlpnStrLen, "tls.handshake.extensions_alpn_str_len", .uint8,
      "Length of the protocol's name, in bytes"),
    Field(.tlsHandshakeExtensionsAlpnStr, "tls.handshake.extensions_alpn_str", .string, "Application protocol (ALPN)"),
    Field(
      .tlsHandshakeExtensionsSupportedVersionsLen, "tls.handshake.extensions.supported_versions_len", .uint8,
      "Length of the versions, in bytes"),
    Field(
      .tlsHandshakeExtensionsSupportedVersion, "tls.handshake.extensions.supported_version", .uint16,
      "Version that is possible or chosen", base: .hex, values: .tlsVersion),
    Field(
      .tlsHandshakeExtensionsSupportedGroupsLength, "tls.handshake.extensions_supported_groups_length", .uint16,
      "Length of the groups, in bytes"),
    Field(
      .tlsHandshakeExtensionsSupportedGroups, "tls.handshake.extensions_supported_groups", .none,
      "Groups for the key exchange"),
    Field(
      .tlsHandshakeExtensionsSupportedGroup, "tls.handshake.extensions_supported_group", .uint16,
      "Group for the key exchange",
      base: .hex, values: .tlsHandshakeExtensionsSupportedGroup),
    Field(
      .tlsHandshakeSigHashAlgLen, "tls.handshake.sig_hash_alg_len", .uint16, "Length of the signature schemes, in bytes"
    ),
    Field(.tlsHandshakeSigHashAlgs, "tls.handshake.sig_hash_algs", .none, "Signature schemes"),
    Field(
      .tlsHandshakeSigHashAlg, "tls.handshake.sig_hash_alg", .uint16, "Signature scheme", base: .hex,
      values: .tlsHandshakeSigHashAlg),
    Field(
      .tlsHandshakeSigHashHash, "tls.handshake.sig_hash_hash", .uint8, "Hash of the scheme (TLS 1.2)",
      values: .tlsHandshakeSigHashHash),
    Field(
      .tlsHandshakeSigHashSig, "tls.handshake.sig_hash_sig", .uint8, "Signature of the scheme (TLS 1.2)",
      values: .tlsHandshakeSigHashSig),
    Field(
      .tlsHandshakeExtensionsEcPointFormatsLength, "tls.handshake.extensions_ec_point_formats_length", .uint8,
      "Length of the point formats, in bytes"),
    Field(
      .tlsHandshakeExtensionsEcPointFormats, "tls.handshake.extensions_ec_point_formats", .none,
      "Formats of curve points"),
    Field(
      .tlsHandshakeExtensionsEcPointFormat, "tls.handshake.extensions_ec_point_format", .uint8,
      "Format of curve points",
      values: .tlsHandshakeExtensionsEcPointFormat),
    Field(
      .tlsHandshakeExtensionsKeyShareClientLength, "tls.handshake.extensions_key_share_client_length", .uint16,
      "Length of the key shares, in bytes"),
    Field(
      .tlsHandshakeExtensionsKeyShareGroup, "tls.handshake.extensions_key_share_group", .uint16,
      "Group of the key share",
      values: .tlsHandshakeExtensionsSupportedGroup),
    Field(
      .tlsHandshakeExtensionsKeyShareKeyExchangeLength, "tls.handshake.extensions_key_share_key_exchange_length",
      .uint16, "Length of the key share, in bytes"),
    Field(
      .tlsHandshakeExtensionsKeyShareKeyExchange, "tls.handshake.extensions_key_share_key_exchange", .bytes,
      "Public value of the key share"),
    Field(
      .tlsHandshakeExtensionsKeyShareSelectedGroup, "tls.handshake.extensions_key_share_selected_group", .uint16,
      "Group that the server chose", values: .tlsHandshakeExtensionsSupportedGroup),
    Field(
      .tlsHandshakeCertificatesLength, "tls.handshake.certificates_length", .uint24,
      "Length of the certificates, in bytes"),
    Field(
      .tlsHandshakeCertificateLength, "tls.handshake.certificate_length", .uint24, "Length of the certificate, in bytes"
    ),
    Field(.tlsHandshakeCertificate, "tls.handshake.certificate", .bytes, "X.509 certificate"),
    Field(.tlsHandshakeJa3, "tls.handshake.ja3", .string, "JA3 hash of the client"),
    Field(.tlsHandshakeJa3Full, "tls.handshake.ja3_full", .string, "JA3 text of the client"),
    Field(.tlsHandshakeJa4, "tls.handshake.ja4", .string, "JA4 fingerprint of the client"),
    Field(.tlsHandshakeJa4R, "tls.handshake.ja4_r", .string, "JA4 fingerprint in full"),
    Field(.tlsHandshakeJa3s, "tls.handshake.ja3s", .string, "JA3S hash of the server"),
    Field(.tlsHandshakeJa3sFull, "tls.handshake.ja3s_full", .string, "JA3S text of the server"),
    Field(
      .tlsExtensionPskKeModesLength, "tls.extension.psk_ke_modes_length", .uint8,
      "Length of the key exchange modes, in bytes"),
    Field(
      .tlsExtensionPskKeMode, "tls.extension.psk_ke_mode", .uint8, "Key exchange mode with a pre-shared key",
      values: .tlsExtensionPskKeMode),
    Field(
      .tlsHandshakeSessionTicketLength, "tls.handshake.session_ticket_length", .uint16, "Length of the ticket, in bytes"
    ),
    Field(.tlsHandshakeSessionTicket, "tls.handshake.session_ticket", .bytes, "Ticket for resumption"),
    Field(
      .tlsHandshakeSessionTicketLifetimeHint, "tls.handshake.session_ticket_lifetime_hint", .uint32,
      "Time that the ticket is valid, in seconds"),
    Field(
      .tlsHandshakeExtensionsPskIdentitiesLength, "tls.handshake.extensions.psk.identities.length", .uint16,
      "Length of the pre-shared keys' identities, in bytes"),
    Field(
      .tlsHandshakeExtensionsPskIdentityIdentityLength, "tls.handshake.extensions.psk.identity.identity_length",
      .uint16,
      "Length of the key's identity, in bytes"),
    Field(
      .tlsHandshakeExtensionsPskIdentityIdentity, "tls.handshake.extensions.psk.identity.identity", .bytes,
      "Identity of the pre-shared key (ticket)"),
    Field(
      .tlsHandshakeExtensionsPskIdentityObfuscatedTicketAge,
      "tls.handshake.extensions.psk.identity.obfuscated_ticket_age", .uint32, "Age of the ticket, obfuscated"),
    Field(
      .tlsHandshakeExtensionsPskBindersLen, "tls.handshake.extensions.psk.binders_len", .uint16,
      "Length of the binders, in bytes"),
    Field(
      .tlsHandshakeExtensionsPskBinders, "tls.handshake.extensions.psk.binders", .none, "Binders of the pre-shared keys"
    ),
    Field(
      .tlsHandshakeExtensionsPskIdentitySelected, "tls.handshake.extensions.psk.identity.selected", .uint16,
      "Number of the pre-shared key that is used"),
    Field(
      .tlsHandshakeExtensionsRenegInfoLen, "tls.handshake.extensions_reneg_info_len", .uint8,
      "Length of the renegotiation's proof, in bytes"),
    Field(
      .tlsHandshakeExtensionsRenegInfo, "tls.handshake.extensions_reneg_info", .bytes, "Proof of the handshake before"),
    Field(
      .tlsHandshakeExtensionsStatusRequestListLen, "tls.handshake.extensions_status_request_list_len", .uint16,
      "Length of the status requests, in bytes"),
    Field(
      .tlsHandshakeExtensionsStatusRequestType, "tls.handshake.extensions_status_request_type", .uint8,
      "Kind of the certificate's status", values: .tlsStatusType),
    Field(
      .tlsHandshakeExtensionsStatusRequestLen, "tls.handshake.extensions_status_request_len", .uint16,
      "Length of the status request, in bytes"),
    Field(
      .tlsHandshakeExtensionsStatusRequestResponderIdsLen, "tls.handshake.extensions_status_request_responder_ids_len",
      .uint16, "Length of the OCSP responders, in bytes"),
    Field(
      .tlsHandshakeExtensionsStatusRequestExtsLen, "tls.handshake.extensions_status_request_exts_len", .uint16,
      "Length of the OCSP extensions, in bytes"),
    Field(.tlsRecordSizeLimit, "tls.record_size_limit", .uint16, "Largest record that is accepted, in bytes"),
    Field(.tlsHandshakeExtensionsPaddingData, "tls.handshake.extensions_padding_data", .bytes, "Bytes of padding"),
    Field(
      .tlsCompressCertificateAlgorithmsLength, "tls.compress_certificate.algorithms_length", .uint8,
      "Length of the compression algorithms, in bytes"
    ),
    Field(
      .tlsCompressCertificateAlgorithm, "tls.compress_certificate.algorithm", .uint16,
      "Compression algorithm of certificates",
      values: .tlsCertificateCompression),
    Field(
      .tlsCompressCertificateUncompressedLength, "tls.compress_certificate.uncompressed_length", .uint24,
      "Length after decompression, in bytes"),
    Field(
      .tlsCompressCertificateMessageLength, "tls.compress_certificate.compressed_certificate_message.length", .uint24,
      "Length of the compressed certificates, in bytes"),
    Field(
      .tlsCompressCertificateMessage, "tls.compress_certificate.compressed_certificate_message", .bytes,
      "Compressed certificates"),
    Field(
      .tlsHandshakeServerCurveType, "tls.handshake.server_curve_type", .uint8, "How the curve is given", base: .hex,
      values: .tlsCurveType),
    Field(
      .tlsHandshakeServerNamedCurve, "tls.handshake.server_named_curve", .uint16, "Curve of the key exchange",
      base: .hex,
      values: .tlsHandshakeExtensionsSupportedGroup),
    Field(
      .tlsHandshakeServerPointLen, "tls.handshake.server_point_len", .uint8,
      "Length of the server's public key, in bytes"),
    Field(.tlsHandshakeServerPoint, "tls.handshake.server_point", .bytes, "Public key of the server"),
    Field(
      .tlsHandshakeClientPointLen, "tls.handshake.client_point_len", .uint8,
      "Length of the client's public key, in bytes"),
    Field(.tlsHandshakeClientPoint, "tls.handshake.client_point", .bytes, "Public key of the client"),
    Field(.tlsHandshakeSigLen, "tls.handshake.sig_len", .uint16, "Length of the signature, in bytes"),
    Field(.tlsHandshakeSig, "tls.handshake.sig", .bytes, "Bytes of the signature"),
    Field(.tlsAppDataProto, "tls.app_data_proto", .string, "Protocol in the records"),
    Field(.tlsSegmentData, "tls.segment.data", .bytes, "Part of a message that is not complete yet"),
    Field(.tlsSegments, "tls.segments", .none, "Records of the message"),
    Field(.tlsSegment, "tls.segment", .frameNumber, "Record is in packet"),
    Field(.tlsSegmentCount, "tls.segment.count", .uint32, "Number of records"),
    Field(.tlsReassembledLength, "tls.reassembled.length", .uint32, "Length of the message, in bytes"),
    Field(.tlsReassembledData, "tls.reassembled.data", .bytes, "Message put together"),
    Field(.tlsHandshakeVerifyData, "tls.handshake.verify_data", .none, "Proof of the handshake (verify_data)"),
    Field(
      .tlsHandshakeCertificateRequestContextLength, "tls.handshake.certificate_request_context_length", .uint8,
      "Length of the request's context, in bytes"),
    Field(
      .tlsHandshakeCertificateRequestContext, "tls.handshake.certificate_request_context", .bytes,
      "Context of the certificate request"),
    Field(.tlsHandshakeCertificates, "tls.handshake.certificates", .none, "Chain of certificates"),
    Field(
      .tlsHandshakeClientCertVrfySigLen, "tls.handshake.client_cert_vrfy.sig_len", .uint16,
      "Length of the signature, in bytes"),
    Field(.tlsHandshakeClientCertVrfySig, "tls.handshake.client_cert_vrfy.sig", .bytes, "Signature over the handshake"),
    Field(
      .tlsHandshakeKeyUpdateRequestUpdate, "tls.handshake.key_update.request_update", .uint8,
      "Whether the peer must change its keys, too",
      values: .tlsKeyUpdateRequest),
    Field(
      .tlsHandshakeSessionTicketAgeAdd, "tls.handshake.session_ticket_age_add", .uint32,
      "Number that obfuscates the ticket's age"),
    Field(
      .tlsHandshakeSessionTicketNonceLength, "tls.handshake.session_ticket_nonce_length", .uint8,
      "Length of the ticket's nonce, in bytes"),
    Field(.tlsHandshakeSessionTicketNonce, "tls.handshake.session_ticket_nonce", .bytes, "Nonce of the ticket"),
  ]
}
