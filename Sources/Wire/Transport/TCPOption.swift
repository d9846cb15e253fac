/// One option of a TCP header, by place: its data are the bytes of `data`.
public struct TCPOption: Hashable, Sendable {
  /// The kind (IANA "TCP Option Kind Numbers").
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    @inlinable public static var endOfList: Kind { Kind(rawValue: 0) }
    @inlinable public static var noOperation: Kind { Kind(rawValue: 1) }
    @inlinable public static var maximumSegmentSize: Kind { Kind(rawValue: 2) }
    @inlinable public static var windowScale: Kind { Kind(rawValue: 3) }
    @inlinable public static var selectiveAckPermitted: Kind { Kind(rawValue: 4) }
    @inlinable public static var selectiveAck: Kind { Kind(rawValue: 5) }
    @inlinable public static var timestamps: Kind { Kind(rawValue: 8) }
  }

  public var kind: Kind
  /// The option's data, without kind and length; empty for end-of-list and no-operation.
  public var data: Range<Int>

  @inlinable
  public init(kind: Kind, data: Range<Int>) {
    self.kind = kind
    self.data = data
  }
}
