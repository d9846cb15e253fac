import QUIC
import TLS

/// The words of draft-ietf-quic-qlog-quic-events-02, which tools of qlog 0.3 read.
enum QLogNames {
  static func type(_ type: QUICPacketType) -> String {
    switch type {
    case .initial: "initial"
    case .zeroRTT: "0RTT"
    case .handshake: "handshake"
    case .retry: "retry"
    case .oneRTT: "1RTT"
    case .versionNegotiation: "version_negotiation"
    case .unknownVersion: "unknown"
    case .statelessReset: "stateless_reset"
    }
  }

  /// The version in hexadecimal digits.
  static func version(_ version: QUICVersion) -> String {
    let digits = String(version.rawValue, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  static func streamType(isBidirectional: Bool) -> String { isBidirectional ? "bidirectional" : "unidirectional" }

  /// The name of an error of the transport; nil for one that the draft has no name for.
  static func transportError(_ code: QUICErrorCode) -> String? {
    if let alert = code.alert { return "crypto_error_0x1\(hexadecimal(alert.code))" }
    let name = code.description
    return name.hasPrefix("error 0x") ? nil : name.lowercased()
  }

  private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  /// The parameters that are integers, and their names.
  static let integerParameters: [(TransportParameter, String)] = [
    (.maxIdleTimeout, "max_idle_timeout"), (.maxUDPPayloadSize, "max_udp_payload_size"),
    (.ackDelayExponent, "ack_delay_exponent"), (.maxAckDelay, "max_ack_delay"),
    (.activeConnectionIDLimit, "active_connection_id_limit"), (.initialMaxData, "initial_max_data"),
    (.initialMaxStreamDataBidiLocal, "initial_max_stream_data_bidi_local"),
    (.initialMaxStreamDataBidiRemote, "initial_max_stream_data_bidi_remote"),
    (.initialMaxStreamDataUni, "initial_max_stream_data_uni"),
    (.initialMaxStreamsBidi, "initial_max_streams_bidi"), (.initialMaxStreamsUni, "initial_max_streams_uni"),
    (.maxDatagramFrameSize, "max_datagram_frame_size"),
  ]

  /// The parameters that are bytes, and their names.
  static let bytesParameters: [(TransportParameter, String)] = [
    (.originalDestinationConnectionID, "original_destination_connection_id"),
    (.initialSourceConnectionID, "initial_source_connection_id"),
    (.retrySourceConnectionID, "retry_source_connection_id"), (.statelessResetToken, "stateless_reset_token"),
  ]
}
