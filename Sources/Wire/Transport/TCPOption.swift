/// One option of a TCP header, by place: its data are the bytes of `data`.
public struct TCPOption: Hashable, Sendable {
  /// The kind (IANA "TCP Option Kind Numbers").
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// No more options.
    @inlinable public static var endOfList: Kind { Kind(rawValue: 0) }
    /// A byte of padding.
    @inlinable public static var noOperation: Kind { Kind(rawValue: 1) }
    /// The longest segment that the sender takes.
    @inlinable public static var maximumSegmentSize: Kind { Kind(rawValue: 2) }
    /// By how many bits windows are shifted (RFC 7323).
    @inlinable public static var windowScale: Kind { Kind(rawValue: 3) }
    /// SACK may be used (RFC 2018).
    @inlinable public static var selectiveAckPermitted: Kind { Kind(rawValue: 4) }
    /// What has arrived out of order (RFC 2018).
    @inlinable public static var selectiveAck: Kind { Kind(rawValue: 5) }
    /// Timestamps (RFC 7323).
    @inlinable public static var timestamps: Kind { Kind(rawValue: 8) }
  }

  /// Which option it is.
  public var kind: Kind
  /// The option's data, without kind and length; empty for end-of-list and no-operation.
  public var data: Range<Int>

  /// - Parameter data: where its content is.
  @inlinable
  public init(kind: Kind, data: Range<Int>) {
    self.kind = kind
    self.data = data
  }
}
