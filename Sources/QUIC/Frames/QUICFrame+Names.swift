extension QUICFrame {
  /// The type as it is on the wire. Of STREAM and PADDING frames the lowest one.
  public var type: UInt64 {
    switch self {
    case .padding: 0x00
    case .ping: 0x01
    case .ack(let frame): frame.congestion == nil ? 0x02 : 0x03
    case .resetStream: 0x04
    case .stopSending: 0x05
    case .crypto: 0x06
    case .newToken: 0x07
    case .stream: 0x08
    case .maxData: 0x10
    case .maxStreamData: 0x11
    case .maxStreams(let isBidirectional, _): isBidirectional ? 0x12 : 0x13
    case .dataBlocked: 0x14
    case .streamDataBlocked: 0x15
    case .streamsBlocked(let isBidirectional, _): isBidirectional ? 0x16 : 0x17
    case .newConnectionID: 0x18
    case .retireConnectionID: 0x19
    case .pathChallenge: 0x1A
    case .pathResponse: 0x1B
    case .connectionClose(let frame): frame.isApplication ? 0x1D : 0x1C
    case .handshakeDone: 0x1E
    case .immediateAck: 0x1F
    case .resetStreamAt: 0x24
    case .datagram(_, let hasLength): hasLength ? 0x31 : 0x30
    case .ackFrequency: 0xAF
    }
  }

  /// As its RFC names it: `STREAM`, `CONNECTION_CLOSE`.
  public var name: String { QUICFrameNames.name(type) ?? "" }
}

/// The names of frame types.
public enum QUICFrameNames {
  /// The name of a type in its RFC or draft; nil if nobody has registered it.
  public static func name(_ type: UInt64) -> String? {
    switch type {
    case 0x08...0x0F: "STREAM"
    case 0x12, 0x13: "MAX_STREAMS"
    case 0x16, 0x17: "STREAMS_BLOCKED"
    default: names[type]
    }
  }

  private static let names: [UInt64: String] = [
    0x00: "PADDING", 0x01: "PING", 0x02: "ACK", 0x03: "ACK", 0x04: "RESET_STREAM", 0x05: "STOP_SENDING",
    0x06: "CRYPTO", 0x07: "NEW_TOKEN", 0x10: "MAX_DATA", 0x11: "MAX_STREAM_DATA", 0x14: "DATA_BLOCKED",
    0x15: "STREAM_DATA_BLOCKED", 0x18: "NEW_CONNECTION_ID", 0x19: "RETIRE_CONNECTION_ID", 0x1A: "PATH_CHALLENGE",
    0x1B: "PATH_RESPONSE", 0x1C: "CONNECTION_CLOSE", 0x1D: "CONNECTION_CLOSE", 0x1E: "HANDSHAKE_DONE",
    0x1F: "IMMEDIATE_ACK", 0x24: "RESET_STREAM_AT", 0x30: "DATAGRAM", 0x31: "DATAGRAM", 0xAF: "ACK_FREQUENCY",
  ]
}
