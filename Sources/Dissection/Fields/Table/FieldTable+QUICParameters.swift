extension FieldTable {
  /// The transport parameters of QUIC in a hello: the fields and their Wireshark definitions.
  static let quicParameters: [Field] = [
    Field(.tlsQuicParameter, "tls.quic.parameter", .none, "Parameter"),
    Field(.tlsQuicParameterType, "tls.quic.parameter.type", .uint64, "Type"),
    Field(.tlsQuicParameterLength, "tls.quic.parameter.length", .uint64, "Length"),
    Field(.tlsQuicParameterValue, "tls.quic.parameter.value", .bytes, "Value"),
    Field(
      .tlsQuicParameterOriginalDestinationConnectionId, "tls.quic.parameter.original_destination_connection_id", .bytes,
      "original_destination_connection_id"),
    Field(.tlsQuicParameterMaxIdleTimeout, "tls.quic.parameter.max_idle_timeout", .uint64, "max_idle_timeout"),
    Field(
      .tlsQuicParameterStatelessResetToken, "tls.quic.parameter.stateless_reset_token", .bytes, "stateless_reset_token"),
    Field(
      .tlsQuicParameterMaxUdpPayloadSize, "tls.quic.parameter.max_udp_payload_size", .uint64, "max_udp_payload_size"),
    Field(.tlsQuicParameterInitialMaxData, "tls.quic.parameter.initial_max_data", .uint64, "initial_max_data"),
    Field(
      .tlsQuicParameterInitialMaxStreamDataBidiLocal, "tls.quic.parameter.initial_max_stream_data_bidi_local", .uint64,
      "initial_max_stream_data_bidi_local"),
    Field(
      .tlsQuicParameterInitialMaxStreamDataBidiRemote, "tls.quic.parameter.initial_max_stream_data_bidi_remote",
      .uint64, "initial_max_stream_data_bidi_remote"),
    Field(
      .tlsQuicParameterInitialMaxStreamDataUni, "tls.quic.parameter.initial_max_stream_data_uni", .uint64,
      "initial_max_stream_data_uni"),
    Field(
      .tlsQuicParameterInitialMaxStreamsBidi, "tls.quic.parameter.initial_max_streams_bidi", .uint64,
      "initial_max_streams_bidi"),
    Field(
      .tlsQuicParameterInitialMaxStreamsUni, "tls.quic.parameter.initial_max_streams_uni", .uint64,
      "initial_max_streams_uni"),
    Field(.tlsQuicParameterAckDelayExponent, "tls.quic.parameter.ack_delay_exponent", .uint64, "ack_delay_exponent"),
    Field(.tlsQuicParameterMaxAckDelay, "tls.quic.parameter.max_ack_delay", .uint64, "max_ack_delay"),
    Field(
      .tlsQuicParameterPreferredAddressIpv4address, "tls.quic.parameter.preferred_address.ipv4address", .ipv4,
      "ipv4Address"),
    Field(
      .tlsQuicParameterPreferredAddressIpv6address, "tls.quic.parameter.preferred_address.ipv6address", .ipv6,
      "ipv6Address"),
    Field(
      .tlsQuicParameterPreferredAddressIpv4port, "tls.quic.parameter.preferred_address.ipv4port", .uint16, "ipv4Port"),
    Field(
      .tlsQuicParameterPreferredAddressIpv6port, "tls.quic.parameter.preferred_address.ipv6port", .uint16, "ipv6Port"),
    Field(
      .tlsQuicParameterPreferredAddressConnectionidLength, "tls.quic.parameter.preferred_address.connectionid.length",
      .uint8, "Length"),
    Field(
      .tlsQuicParameterPreferredAddressConnectionid, "tls.quic.parameter.preferred_address.connectionid", .bytes,
      "connectionId"),
    Field(
      .tlsQuicParameterPreferredAddressStatelessresettoken, "tls.quic.parameter.preferred_address.statelessresettoken",
      .bytes, "statelessResetToken"),
    Field(
      .tlsQuicParameterActiveConnectionIdLimit, "tls.quic.parameter.active_connection_id_limit", .uint64,
      "Active Connection ID Limit"),
    Field(
      .tlsQuicParameterInitialSourceConnectionId, "tls.quic.parameter.initial_source_connection_id", .bytes,
      "Initial Source Connection ID"),
    Field(
      .tlsQuicParameterRetrySourceConnectionId, "tls.quic.parameter.retry_source_connection_id", .bytes,
      "Retry Source Connection ID"),
    Field(
      .tlsQuicParameterMaxDatagramFrameSize, "tls.quic.parameter.max_datagram_frame_size", .uint64,
      "max_datagram_frame_size"),
    Field(.tlsQuicParameterLossBits, "tls.quic.parameter.loss_bits", .uint64, "loss_bits"),
    Field(.tlsQuicParameterEnableTimeStampV2, "tls.quic.parameter.enable_time_stamp_v2", .uint64, "Enable TimestampV2"),
    Field(.tlsQuicParameterMinAckDelay, "tls.quic.parameter.min_ack_delay", .uint64, "min_ack_delay"),
    Field(.tlsQuicParameterGoogleUserAgent, "tls.quic.parameter.google.user_agent", .string, "Google UserAgent"),
    Field(
      .tlsQuicParameterGoogleQuicVersion, "tls.quic.parameter.google.quic_version", .uint32, "Google QUIC version",
      base: .hex, values: .quicVersion),
    Field(.tlsQuicParameterGoogleInitialRtt, "tls.quic.parameter.google.initial_rtt", .uint64, "Google Initial RTT"),
    Field(
      .tlsQuicParameterViChosenVersion, "tls.quic.parameter.vi.chosen_version", .uint32, "Chosen Version", base: .hex,
      values: .quicVersion),
    Field(
      .tlsQuicParameterViOtherVersion, "tls.quic.parameter.vi.other_version", .uint32, "Other Version", base: .hex,
      values: .quicVersion),
  ]
}
