/// The control bits of TCP (RFC 9293 section 3.1, RFC 3168, RFC 7560 for AE).
public struct TCPFlags: OptionSet, Hashable, Sendable {
  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable public static var fin: TCPFlags { TCPFlags(rawValue: 0x01) }
  @inlinable public static var syn: TCPFlags { TCPFlags(rawValue: 0x02) }
  @inlinable public static var rst: TCPFlags { TCPFlags(rawValue: 0x04) }
  @inlinable public static var psh: TCPFlags { TCPFlags(rawValue: 0x08) }
  @inlinable public static var ack: TCPFlags { TCPFlags(rawValue: 0x10) }
  @inlinable public static var urg: TCPFlags { TCPFlags(rawValue: 0x20) }
  @inlinable public static var ece: TCPFlags { TCPFlags(rawValue: 0x40) }
  @inlinable public static var cwr: TCPFlags { TCPFlags(rawValue: 0x80) }
}
