/// The control bits of TCP (RFC 9293 section 3.1, RFC 3168, RFC 7560 for AE).
public struct TCPFlags: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// FIN: the sender has no more bytes.
  @inlinable public static var fin: TCPFlags { TCPFlags(rawValue: 0x01) }
  /// SYN: the begin of a connection.
  @inlinable public static var syn: TCPFlags { TCPFlags(rawValue: 0x02) }
  /// RST: the connection is over at once.
  @inlinable public static var rst: TCPFlags { TCPFlags(rawValue: 0x04) }
  /// PSH: the bytes are for the program now.
  @inlinable public static var psh: TCPFlags { TCPFlags(rawValue: 0x08) }
  /// ACK: the acknowledgment number counts.
  @inlinable public static var ack: TCPFlags { TCPFlags(rawValue: 0x10) }
  /// URG: the urgent pointer counts.
  @inlinable public static var urg: TCPFlags { TCPFlags(rawValue: 0x20) }
  /// ECE: congestion was seen (RFC 3168).
  @inlinable public static var ece: TCPFlags { TCPFlags(rawValue: 0x40) }
  /// CWR: the sender has slowed down (RFC 3168).
  @inlinable public static var cwr: TCPFlags { TCPFlags(rawValue: 0x80) }
}
