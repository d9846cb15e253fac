public import TLS

/// The number of a stream, which says who opened it and whether both ends may send (RFC 9000 section 2.1).
public struct QUICStreamID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Who opened it.
  public var opener: TLSSide { rawValue & 1 == 0 ? .client : .server }
  /// Whether both ends send.
  public var isBidirectional: Bool { rawValue & 2 == 0 }
  /// How many streams of the same kind come before it.
  public var ordinal: UInt64 { rawValue >> 2 }

  /// Whether a side may send on it.
  public func isSent(by side: TLSSide) -> Bool { isBidirectional || side == opener }

  public static func < (one: QUICStreamID, other: QUICStreamID) -> Bool { one.rawValue < other.rawValue }
}
