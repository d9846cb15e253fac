extension FieldTable {
  /// TLS: the fields and their Wireshark definitions.
  static let tls: [Field] = [
    Field(.tls, "tls", .protocol, "Transport Layer Security"),
    Field(.tlsRecord, "tls.record", .none, "Record Layer"),
    Field(.tlsRecordContentType, "tls.record.content_type", .uint8, "Content Type", values: .tlsRecordContentType),
    Field(.tlsRecordVersion, "tls.record.version", .uint16, "Version", base: .hex, values: .tlsVersion),
    Field(.tlsRecordLength, "tls.record.length", .uint16, "Length"),
    Field(.tlsRecordOpaqueType, "tls.record.opaque_type", .uint8, "Opaque Type", values: .tlsRecordContentType),
    Field(.tlsAppData, "tls.app_data", .bytes, "Encrypted Application Data"),
    Field(.tlsChangeCipherSpec, "tls.change_cipher_spec", .none, "Change Cipher Spec Message"),
    Field(.tlsAlertMessage, "tls.alert_message", .none, "Alert Message"),
    Field(.tlsAlertMessageLevel, "tls.alert_message.level", .uint8, "Level", values: .tlsAlertMessageLevel),
    Field(.tlsAlertMessageDesc, "tls.alert_message.desc", .uint8, "Description", values: .tlsAlertMessageDesc),
    Field(.tlsHandshake, "tls.handshake", .none, "Handshake Protocol"),
    Field(.tlsHandshakeType, "tls.handshake.type", .uint8, "Handshake Message Type", values: .tlsHandshakeType),
    Field(.tlsHandshakeLength, "tls.handshake.length", .uint24, "Length"),
    Field(.tlsHandshakeVersion, "tls.handshake.version", .uint16, "Version", base: .hex, values: .tlsVersion),
    Field(.tlsHandshakeRandom, "tls.handshake.random", .bytes, "Random"),
    Field(.tlsHandshakeRandomTime, "tls.handshake.random_time", .absoluteTime, "GMT Unix Time"),
    Field(.tlsHandshakeRandomBytes, "tls.handshake.random_bytes", .bytes, "Random Bytes"),
    Field(.tlsHandshakeSessionIdLength, "tls.handshake.session_id_length", .uint16, "Session ID Length"),
    Field(.tlsHandshakeSessionId, "tls.handshake.session_id", .bytes, "Session ID"),
    Field(.tlsHandshakeCipherSuitesLength, "tls.handshake.cipher_suites_length", .uint16, "Cipher Suites Length"),
    Field(.tlsHandshakeCiphersuites, "tls.handshake.ciphersuites", .none, "Cipher Suites"),
    Field(
      .tlsHandshakeCiphersuite, "tls.handshake.ciphersuite", .uint16, "Cipher Suite", base: .hex,
      values: .tlsHandshakeCiphersuite),
    Field(.tlsHandshakeCompMethodsLength, "tls.handshake.comp_methods_length", .uint8, "Compression Methods Length"),
    Field(.tlsHandshakeCompMethods, "tls.handshake.comp_methods", .none, "Compression Methods"),
    Field(
      .tlsHandshakeCompMethod, "tls.handshake.comp_method", .uint8, "Compression Method",
      values: .tlsHandshakeCompMethod),
    Field(.tlsHandshakeExtensionsLength, "tls.handshake.extensions_length", .uint16, "Extensions Length"),
    Field(
      .tlsHandshakeExtensionType, "tls.handshake.extension.type", .uint16, "Type", values: .tlsHandshakeExtensionType),
    Field(.tlsHandshakeExtensionLen, "tls.handshake.extension.len", .uint16, "Length"),
    Field(.tlsHandshakeExtensionData, "tls.handshake.extension.data", .bytes, "Data"),
    Field(
      .tlsHandshakeExtensionsServerNameListLen, "tls.handshake.extensions_server_name_list_len", .uint16,
      "Server Name list length"),
    Field(
      .tlsHandshakeExtensionsServerNameType, "tls.handshake.extensions_server_name_type", .uint8, "Server Name Type",
      values: .tlsHandshakeExtensionsServerNameType),
    Field(
      .tlsHandshakeExtensionsServerNameLen, "tls.handshake.extensions_server_name_len", .uint16, "Server Name length"),
    Field(.tlsHandshakeExtensionsServerName, "tls.handshake.extensions_server_name", .string, "Server Name"),
    Field(.tlsHandshakeExtensionsAlpnLen, "tls.handshake.extensions_alpn_len", .uint16, "ALPN Extension Length"),
    Field(.tlsHandshakeExtensionsAlpnList, "tls.handshake.extensions_alpn_list", .none, "ALPN Protocol"),
    Field(.tlsHandshakeExtensionsAlpnStrLen, "tls.handshake.extensions_alpn_str_len", .uint8, "ALPN string length"),
    Field(.tlsHandshakeExtensionsAlpnStr, "tls.handshake.extensions_alpn_str", .string, "ALPN Next Protocol"),
    Field(
      .tlsHandshakeExtensionsSupportedVersionsLen, "tls.handshake.extensions.supported_versions_len", .uint8,
      "Supported Versions length"),
    Field(
      .tlsHandshakeExtensionsSupportedVersion, "tls.handshake.extensions.supported_version", .uint16,
      "Supported Version", base: .hex, values: .tlsVersion),
    Field(
      .tlsHandshakeExtensionsSupportedGroupsLength, "tls.handshake.extensions_supported_groups_length", .uint16,
      "Supported Groups List Length"),
    Field(
      .tlsHandshakeExtensionsSupportedGroups, "tls.handshake.extensions_supported_groups", .none,
      "Supported Groups List"),
    Field(
      .tlsHandshakeExtensionsSupportedGroup, "tls.handshake.extensions_supported_group", .uint16, "Supported Group",
      base: .hex, values: .tlsHandshakeExtensionsSupportedGroup),
    Field(.tlsHandshakeSigHashAlgLen, "tls.handshake.sig_hash_alg_len", .uint16, "Signature Hash Algorithms Length"),
    Field(.tlsHandshakeSigHashAlgs, "tls.handshake.sig_hash_algs", .none, "Signature Algorithms"),
    Field(
      .tlsHandshakeSigHashAlg, "tls.handshake.sig_hash_alg", .uint16, "Signature Algorithm", base: .hex,
      values: .tlsHandshakeSigHashAlg),
    Field(
      .tlsHandshakeSigHashHash, "tls.handshake.sig_hash_hash", .uint8, "Signature Hash Algorithm Hash",
      values: .tlsHandshakeSigHashHash),
    Field(
      .tlsHandshakeSigHashSig, "tls.handshake.sig_hash_sig", .uint8, "Signature Hash Algorithm Signature",
      values: .tlsHandshakeSigHashSig),
    Field(
      .tlsHandshakeExtensionsEcPointFormatsLength, "tls.handshake.extensions_ec_point_formats_length", .uint8,
      "EC point formats Length"),
    Field(
      .tlsHandshakeExtensionsEcPointFormats, "tls.handshake.extensions_ec_point_formats", .none, "EC point formats"),
    Field(
      .tlsHandshakeExtensionsEcPointFormat, "tls.handshake.extensions_ec_point_format", .uint8, "EC point format",
      values: .tlsHandshakeExtensionsEcPointFormat),
    Field(
      .tlsHandshakeExtensionsKeyShareClientLength, "tls.handshake.extensions_key_share_client_length", .uint16,
      "Client Key Share Length"),
    Field(
      .tlsHandshakeExtensionsKeyShareGroup, "tls.handshake.extensions_key_share_group", .uint16, "Group",
      values: .tlsHandshakeExtensionsSupportedGroup),
    Field(
      .tlsHandshakeExtensionsKeyShareKeyExchangeLength, "tls.handshake.extensions_key_share_key_exchange_length",
      .uint16, "Key Exchange Length"),
    Field(
      .tlsHandshakeExtensionsKeyShareKeyExchange, "tls.handshake.extensions_key_share_key_exchange", .bytes,
      "Key Exchange"),
    Field(
      .tlsHandshakeExtensionsKeyShareSelectedGroup, "tls.handshake.extensions_key_share_selected_group", .uint16,
      "Selected Group", values: .tlsHandshakeExtensionsSupportedGroup),
    Field(.tlsHandshakeCertificatesLength, "tls.handshake.certificates_length", .uint24, "Certificates Length"),
    Field(.tlsHandshakeCertificateLength, "tls.handshake.certificate_length", .uint24, "Certificate Length"),
    Field(.tlsHandshakeCertificate, "tls.handshake.certificate", .bytes, "Certificate"),
    Field(.tlsHandshakeJa3, "tls.handshake.ja3", .string, "JA3"),
    Field(.tlsHandshakeJa3Full, "tls.handshake.ja3_full", .string, "JA3 Fullstring"),
    Field(.tlsHandshakeJa4, "tls.handshake.ja4", .string, "JA4"),
    Field(.tlsHandshakeJa4R, "tls.handshake.ja4_r", .string, "JA4_r"),
    Field(.tlsHandshakeJa3s, "tls.handshake.ja3s", .string, "JA3S"),
    Field(.tlsHandshakeJa3sFull, "tls.handshake.ja3s_full", .string, "JA3S Fullstring"),
    Field(.tlsExtensionPskKeModesLength, "tls.extension.psk_ke_modes_length", .uint8, "PSK Key Exchange Modes Length"),
    Field(
      .tlsExtensionPskKeMode, "tls.extension.psk_ke_mode", .uint8, "PSK Key Exchange Mode",
      values: .tlsExtensionPskKeMode),
    Field(.tlsHandshakeSessionTicketLength, "tls.handshake.session_ticket_length", .uint16, "Session Ticket Length"),
    Field(.tlsHandshakeSessionTicket, "tls.handshake.session_ticket", .bytes, "Session Ticket"),
    Field(
      .tlsHandshakeSessionTicketLifetimeHint, "tls.handshake.session_ticket_lifetime_hint", .uint32,
      "Session Ticket Lifetime Hint"),
    Field(
      .tlsHandshakeExtensionsPskIdentitiesLength, "tls.handshake.extensions.psk.identities.length", .uint16,
      "Identities Length"),
    Field(
      .tlsHandshakeExtensionsPskIdentityIdentityLength, "tls.handshake.extensions.psk.identity.identity_length",
      .uint16,
      "Identity Length"),
    Field(
      .tlsHandshakeExtensionsPskIdentityIdentity, "tls.handshake.extensions.psk.identity.identity", .bytes, "Identity"),
    Field(
      .tlsHandshakeExtensionsPskIdentityObfuscatedTicketAge,
      "tls.handshake.extensions.psk.identity.obfuscated_ticket_age", .uint32, "Obfuscated Ticket Age"),
    Field(
      .tlsHandshakeExtensionsPskBindersLen, "tls.handshake.extensions.psk.binders_len", .uint16, "PSK Binders length"),
    Field(.tlsHandshakeExtensionsPskBinders, "tls.handshake.extensions.psk.binders", .none, "PSK Binders"),
    Field(
      .tlsHandshakeExtensionsPskIdentitySelected, "tls.handshake.extensions.psk.identity.selected", .uint16,
      "Selected Identity"),
    Field(
      .tlsHandshakeExtensionsRenegInfoLen, "tls.handshake.extensions_reneg_info_len", .uint8,
      "Renegotiation info extension length"),
    Field(.tlsHandshakeExtensionsRenegInfo, "tls.handshake.extensions_reneg_info", .bytes, "Renegotiation info"),
    Field(
      .tlsHandshakeExtensionsStatusRequestListLen, "tls.handshake.extensions_status_request_list_len", .uint16,
      "Certificate Status List Length"),
    Field(
      .tlsHandshakeExtensionsStatusRequestType, "tls.handshake.extensions_status_request_type", .uint8,
      "Certificate Status Type", values: .tlsStatusType),
    Field(
      .tlsHandshakeExtensionsStatusRequestLen, "tls.handshake.extensions_status_request_len", .uint16,
      "Certificate Status Length"),
    Field(
      .tlsHandshakeExtensionsStatusRequestResponderIdsLen, "tls.handshake.extensions_status_request_responder_ids_len",
      .uint16, "Responder ID list Length"),
    Field(
      .tlsHandshakeExtensionsStatusRequestExtsLen, "tls.handshake.extensions_status_request_exts_len", .uint16,
      "Request Extensions Length"),
    Field(.tlsRecordSizeLimit, "tls.record_size_limit", .uint16, "Record Size Limit"),
    Field(.tlsHandshakeExtensionsPaddingData, "tls.handshake.extensions_padding_data", .bytes, "Padding Data"),
    Field(
      .tlsCompressCertificateAlgorithmsLength, "tls.compress_certificate.algorithms_length", .uint8, "Algorithms Length"
    ),
    Field(
      .tlsCompressCertificateAlgorithm, "tls.compress_certificate.algorithm", .uint16, "Algorithm",
      values: .tlsCertificateCompression),
    Field(
      .tlsCompressCertificateUncompressedLength, "tls.compress_certificate.uncompressed_length", .uint24,
      "Uncompressed Length"),
    Field(
      .tlsCompressCertificateMessageLength, "tls.compress_certificate.compressed_certificate_message.length", .uint24,
      "Length"),
    Field(
      .tlsCompressCertificateMessage, "tls.compress_certificate.compressed_certificate_message", .bytes,
      "Compressed Certificate Message"),
    Field(
      .tlsHandshakeServerCurveType, "tls.handshake.server_curve_type", .uint8, "Curve Type", base: .hex,
      values: .tlsCurveType),
    Field(
      .tlsHandshakeServerNamedCurve, "tls.handshake.server_named_curve", .uint16, "Named Curve", base: .hex,
      values: .tlsHandshakeExtensionsSupportedGroup),
    Field(.tlsHandshakeServerPointLen, "tls.handshake.server_point_len", .uint8, "Pubkey Length"),
    Field(.tlsHandshakeServerPoint, "tls.handshake.server_point", .bytes, "Pubkey"),
    Field(.tlsHandshakeClientPointLen, "tls.handshake.client_point_len", .uint8, "Pubkey Length"),
    Field(.tlsHandshakeClientPoint, "tls.handshake.client_point", .bytes, "Pubkey"),
    Field(.tlsHandshakeSigLen, "tls.handshake.sig_len", .uint16, "Signature Length"),
    Field(.tlsHandshakeSig, "tls.handshake.sig", .bytes, "Signature"),
    Field(.tlsAppDataProto, "tls.app_data_proto", .string, "Application Data Protocol"),
    Field(.tlsSegmentData, "tls.segment.data", .bytes, "TLS segment data"),
    Field(.tlsSegments, "tls.segments", .none, "Reassembled TLS segments"),
    Field(.tlsSegment, "tls.segment", .frameNumber, "TLS segment"),
    Field(.tlsSegmentCount, "tls.segment.count", .uint32, "Segment count"),
    Field(.tlsReassembledLength, "tls.reassembled.length", .uint32, "Reassembled PDU length"),
    Field(.tlsReassembledData, "tls.reassembled.data", .bytes, "Reassembled PDU data"),
    Field(.tlsHandshakeVerifyData, "tls.handshake.verify_data", .none, "Verify Data"),
    Field(
      .tlsHandshakeCertificateRequestContextLength, "tls.handshake.certificate_request_context_length", .uint8,
      "Certificate Request Context Length"),
    Field(
      .tlsHandshakeCertificateRequestContext, "tls.handshake.certificate_request_context", .bytes,
      "Certificate Request Context"),
    Field(.tlsHandshakeCertificates, "tls.handshake.certificates", .none, "Certificates"),
    Field(.tlsHandshakeClientCertVrfySigLen, "tls.handshake.client_cert_vrfy.sig_len", .uint16, "Signature length"),
    Field(.tlsHandshakeClientCertVrfySig, "tls.handshake.client_cert_vrfy.sig", .bytes, "Signature"),
    Field(
      .tlsHandshakeKeyUpdateRequestUpdate, "tls.handshake.key_update.request_update", .uint8, "Key Update Request",
      values: .tlsKeyUpdateRequest),
    Field(
      .tlsHandshakeSessionTicketAgeAdd, "tls.handshake.session_ticket_age_add", .uint32, "Session Ticket Age Add"),
    Field(
      .tlsHandshakeSessionTicketNonceLength, "tls.handshake.session_ticket_nonce_length", .uint8,
      "Session Ticket Nonce Length"),
    Field(.tlsHandshakeSessionTicketNonce, "tls.handshake.session_ticket_nonce", .bytes, "Session Ticket Nonce"),
  ]
}
