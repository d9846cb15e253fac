import Wire

/// An address of frame relay as ARP carries it (Q.922 section 3.3): two to four bytes, the last with its lowest bit set.
enum FrameRelayAddress {
  case connection(UInt32)
  case invalid
  case truncated

  /// - Parameter range: where the address is; all of it is within `bytes`.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let first = range.first else {
      self = .truncated
      return
    }
    guard bytes[first] & 1 == 0 else {
      self = .invalid
      return
    }
    guard range.count >= 2 else {
      self = .truncated
      return
    }
    var identifier = UInt32(bytes[first] & 0xFC) << 2 | UInt32(bytes[first + 1] >> 4)
    if bytes[first + 1] & 1 == 1 {
      self = .connection(identifier)
      return
    }
    var rest = range.dropFirst(2)
    if let third = rest.first, bytes[third] & 1 == 0 {
      identifier = identifier << 7 | UInt32(bytes[third] >> 1)
      rest = rest.dropFirst()
    }
    guard let last = rest.first else {
      self = .truncated
      return
    }
    self = bytes[last] & 1 == 1 ? .connection(identifier << 6 | UInt32(bytes[last] >> 2)) : .invalid
  }
}
