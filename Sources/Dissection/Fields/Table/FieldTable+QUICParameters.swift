extension FieldTable {
  /// The transport parameters of QUIC in a hello: the fields, with Wireshark's names and types.
  static let quicParameters: [Field] = [
    Field(.tlsQuicParameter, "tls.quic.parameter", .none, "Transport parameter"),
    Field(.tlsQuicParameterType, "tls.quic.parameter.type", .uint64, "Name of the parameter"),
    Field(.tlsQuicParameterLength, "tls.quic.parameter.length", .uint64, "Length of the parameter, in bytes"),
    Field(.tlsQuicParameterValue, "tls.quic.parameter.value", .bytes, "Bytes of the parameter"),
    Field(
      .tlsQuicParameterOriginalDestinationConnectionId, "tls.quic.parameter.original_destination_connection_id", .bytes,
      "Connection ID that the client first sent to"),
    Field(
      .tlsQuicParameterMaxIdleTimeout, "tls.quic.parameter.max_idle_timeout", .uint64,
      "Idle time until the connection ends, in milliseconds"),
    Field(
      .tlsQuicParameterStatelessResetToken, "tls.quic.parameter.stateless_reset_token", .bytes,
      "Token for a stateless reset"),
    Field(
      .tlsQuicParameterMaxUdpPayloadSize, "tls.quic.parameter.max_udp_payload_size", .uint64,
      "Largest UDP payload, in bytes"),
    Field(
      .tlsQuicParameterInitialMaxData, "tls.quic.parameter.initial_max_data", .uint64,
      "First limit of all streams together, in bytes"),
    Field(
      .tlsQuicParameterInitialMaxStreamDataBidiLocal, "tls.quic.parameter.initial_max_stream_data_bidi_local", .uint64,
      "First limit of two-way streams opened by the sender, in bytes"),
    Field(
      .tlsQuicParameterInitialMaxStreamDataBidiRemote, "tls.quic.parameter.initial_max_stream_data_bidi_remote",
      .uint64, "First limit of two-way streams opened by the receiver, in bytes"),
    Field(
      .tlsQuicParameterInitialMaxStreamDataUni, "tls.quic.parameter.initial_max_stream_data_uni", .uint64,
      "First limit of one-way streams, in bytes"),
    Field(
      .tlsQuicParameterInitialMaxStreamsBidi, "tls.quic.parameter.initial_max_streams_bidi", .uint64,
      "Two-way streams that may be opened at first"),
    Field(
      .tlsQuicParameterInitialMaxStreamsUni, "tls.quic.parameter.initial_max_streams_uni", .uint64,
      "One-way streams that may be opened at first"),
    Field(
      .tlsQuicParameterAckDelayExponent, "tls.quic.parameter.ack_delay_exponent", .uint64,
      "Exponent that scales acknowledgment delays"),
    Field(
      .tlsQuicParameterMaxAckDelay, "tls.quic.parameter.max_ack_delay", .uint64,
      "Longest delay of an acknowledgment, in milliseconds"),
    Field(
      .tlsQuicParameterPreferredAddressIpv4address, "tls.quic.parameter.preferred_address.ipv4address", .ipv4,
      "IPv4 address that the server prefers"),
    Field(
      .tlsQuicParameterPreferredAddressIpv6address, "tls.quic.parameter.preferred_address.ipv6address", .ipv6,
      "IPv6 address that the server prefers"),
    Field(
      .tlsQuicParameterPreferredAddressIpv4port, "tls.quic.parameter.preferred_address.ipv4port", .uint16,
      "IPv4 port that the server prefers"),
    Field(
      .tlsQuicParameterPreferredAddressIpv6port, "tls.quic.parameter.preferred_address.ipv6port", .uint16,
      "IPv6 port that the server prefers"),
    Field(
      .tlsQuicParameterPreferredAddressConnectionidLength, "tls.quic.parameter.preferred_address.connectionid.length",
      .uint8, "Length of the connection ID there, in bytes"),
    Field(
      .tlsQuicParameterPreferredAddressConnectionid, "tls.quic.parameter.preferred_address.connectionid", .bytes,
      "Connection ID there"),
    Field(
      .tlsQuicParameterPreferredAddressStatelessresettoken, "tls.quic.parameter.preferred_address.statelessresettoken",
      .bytes, "Token for a stateless reset there"),
    Field(
      .tlsQuicParameterActiveConnectionIdLimit, "tls.quic.parameter.active_connection_id_limit", .uint64,
      "Connection IDs that the sender stores"),
    Field(
      .tlsQuicParameterInitialSourceConnectionId, "tls.quic.parameter.initial_source_connection_id", .bytes,
      "Connection ID in the sender's first packet"),
    Field(
      .tlsQuicParameterRetrySourceConnectionId, "tls.quic.parameter.retry_source_connection_id", .bytes,
      "Connection ID in the Retry"),
    Field(
      .tlsQuicParameterMaxDatagramFrameSize, "tls.quic.parameter.max_datagram_frame_size", .uint64,
      "Largest datagram frame, in bytes"),
    Field(.tlsQuicParameterLossBits, "tls.quic.parameter.loss_bits", .uint64, "Loss bits may be sent"),
    Field(
      .tlsQuicParameterEnableTimeStampV2, "tls.quic.parameter.enable_time_stamp_v2", .uint64, "Timestamps may be sent"),
    Field(
      .tlsQuicParameterMinAckDelay, "tls.quic.parameter.min_ack_delay", .uint64,
      "Shortest delay of an acknowledgment, in microseconds"),
    Field(.tlsQuicParameterGoogleUserAgent, "tls.quic.parameter.google.user_agent", .string, "Program of the client"),
    Field(
      .tlsQuicParameterGoogleQuicVersion, "tls.quic.parameter.google.quic_version", .uint32, "Version of Google's QUIC",
      base: .hex, values: .quicVersion),
    Field(
      .tlsQuicParameterGoogleInitialRtt, "tls.quic.parameter.google.initial_rtt", .uint64,
      "Round-trip time of an earlier connection, in microseconds"),
    Field(
      .tlsQuicParameterViChosenVersion, "tls.quic.parameter.vi.chosen_version", .uint32, "Version of this connection",
      base: .hex,
      values: .quicVersion),
    Field(
      .tlsQuicParameterViOtherVersion, "tls.quic.parameter.vi.other_version", .uint32, "Version that is possible, too",
      base: .hex,
      values: .quicVersion),
  ]
}
