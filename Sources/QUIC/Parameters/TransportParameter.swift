/// The kind of a transport parameter (RFC 9000 section 18.2 and the registry of IANA).
public struct TransportParameter: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// original_destination_connection_id: that of the client's first Initial.
  public static let originalDestinationConnectionID = TransportParameter(rawValue: 0x00)
  /// max_idle_timeout, in milliseconds.
  public static let maxIdleTimeout = TransportParameter(rawValue: 0x01)
  /// stateless_reset_token, 16 bytes.
  public static let statelessResetToken = TransportParameter(rawValue: 0x02)
  /// max_udp_payload_size, in bytes.
  public static let maxUDPPayloadSize = TransportParameter(rawValue: 0x03)
  /// initial_max_data, in bytes.
  public static let initialMaxData = TransportParameter(rawValue: 0x04)
  /// initial_max_stream_data_bidi_local, in bytes: for streams that the sender of the parameter opens.
  public static let initialMaxStreamDataBidiLocal = TransportParameter(rawValue: 0x05)
  /// initial_max_stream_data_bidi_remote, in bytes: for streams that the other end opens.
  public static let initialMaxStreamDataBidiRemote = TransportParameter(rawValue: 0x06)
  /// initial_max_stream_data_uni, in bytes.
  public static let initialMaxStreamDataUni = TransportParameter(rawValue: 0x07)
  /// initial_max_streams_bidi.
  public static let initialMaxStreamsBidi = TransportParameter(rawValue: 0x08)
  /// initial_max_streams_uni.
  public static let initialMaxStreamsUni = TransportParameter(rawValue: 0x09)
  /// ack_delay_exponent: delays of ACK frames are in units of 2 to the power of this many microseconds.
  public static let ackDelayExponent = TransportParameter(rawValue: 0x0A)
  /// max_ack_delay, in milliseconds.
  public static let maxAckDelay = TransportParameter(rawValue: 0x0B)
  /// disable_active_migration.
  public static let disableActiveMigration = TransportParameter(rawValue: 0x0C)
  /// preferred_address of the server.
  public static let preferredAddress = TransportParameter(rawValue: 0x0D)
  /// active_connection_id_limit.
  public static let activeConnectionIDLimit = TransportParameter(rawValue: 0x0E)
  /// initial_source_connection_id.
  public static let initialSourceConnectionID = TransportParameter(rawValue: 0x0F)
  /// retry_source_connection_id.
  public static let retrySourceConnectionID = TransportParameter(rawValue: 0x10)
  /// version_information (RFC 9368).
  public static let versionInformation = TransportParameter(rawValue: 0x11)
  /// max_datagram_frame_size, in bytes (RFC 9221).
  public static let maxDatagramFrameSize = TransportParameter(rawValue: 0x20)
  /// grease_quic_bit (RFC 9287).
  public static let greaseQUICBit = TransportParameter(rawValue: 0x2AB2)

  /// Whether it is one of those that nobody shall understand: 31 * N + 27 (RFC 9000 section 18.1).
  public var isReserved: Bool { rawValue % 31 == 27 }

  private static let names: [UInt64: String] = [
    0x00: "original_destination_connection_id", 0x01: "max_idle_timeout", 0x02: "stateless_reset_token",
    0x03: "max_udp_payload_size", 0x04: "initial_max_data", 0x05: "initial_max_stream_data_bidi_local",
    0x06: "initial_max_stream_data_bidi_remote", 0x07: "initial_max_stream_data_uni",
    0x08: "initial_max_streams_bidi", 0x09: "initial_max_streams_uni", 0x0A: "ack_delay_exponent",
    0x0B: "max_ack_delay", 0x0C: "disable_active_migration", 0x0D: "preferred_address",
    0x0E: "active_connection_id_limit", 0x0F: "initial_source_connection_id", 0x10: "retry_source_connection_id",
    0x11: "version_information", 0x20: "max_datagram_frame_size", 0x173E: "discard", 0x1057: "loss_bits",
    0x2AB2: "grease_quic_bit", 0x3127: "initial_rtt", 0x3128: "google_connection_options", 0x3129: "user_agent",
    0x4752: "google_version", 0x7157: "enable_time_stamp", 0x7158: "enable_time_stamp_v2",
    0xDE1A: "min_ack_delay", 0xFF73DB: "version_information (draft)", 0xFF02_DE1A: "min_ack_delay",
    0xFF03_DE1A: "min_ack_delay", 0xFF04_DE1B: "min_ack_delay", 0x17F7_586D_2CB5_71: "reset_stream_at",
  ]
}

extension TransportParameter: CustomStringConvertible {
  /// As the registry has it: `initial_max_data`; `GREASE` if it is reserved, else its number in hexadecimal.
  public var description: String {
    Self.names[rawValue] ?? (isReserved ? "GREASE" : "transport parameter 0x\(String(rawValue, radix: 16))")
  }
}
