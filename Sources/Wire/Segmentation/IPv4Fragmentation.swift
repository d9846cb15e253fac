/// Splits an IPv4 packet that may be fragmented, as a router does (RFC 791 section 3.2, RFC 1812 section 4.2.2.7).
public struct IPv4Fragmentation: Equatable, Sendable {
  private let networkOffset: Int
  private let headerLength: Int
  /// Where the IP packet ends in the frame; what follows is Ethernet's padding.
  private let end: Int
  /// The payload bytes of each fragment except the last: a multiple of 8.
  private let step: Int

  /// Nil if the frame contains no IPv4 packet longer than `mtu`, or one that must not be fragmented.
  public init?(_ frame: Span<UInt8>, mtu: UInt16) {
    guard let network = EthernetPayload(frame), !network.isIPv6 else { return nil }
    let headerLength = Int(frame[network.offset] & 0x0F) * 4
    let length = Int(frame.uint16(at: network.offset + 2))
    guard headerLength >= 20, length > Int(mtu), length > headerLength, network.offset + length <= frame.count,
      frame.uint16(at: network.offset + 6) & 0x4000 == 0
    else { return nil }
    step = (Int(mtu) - headerLength) & ~7
    guard step > 0 else { return nil }
    networkOffset = network.offset
    self.headerLength = headerLength
    end = network.offset + length
  }

  /// How many fragments there are, at least 2.
  public var count: Int {
    (end - networkOffset - headerLength + step - 1) / step
  }

  /// One fragment as a frame; `index` is in `0..<count`.
  public func fragment(_ index: Int, of frame: Span<UInt8>) -> [UInt8] {
    let payload = networkOffset + headerLength
    let start = payload + index * step
    let range = start..<min(end, start + step)
    var bytes: [UInt8] = []
    bytes.append(contentsOf: frame.extracting(0..<payload))
    if index > 0 { dropOptions(in: &bytes) }
    bytes.append(contentsOf: frame.extracting(range))
    let field = frame.uint16(at: networkOffset + 6)
    let isLast = range.upperBound == end
    let offset = (field & 0x1FFF) &+ UInt16(truncatingIfNeeded: index * step / 8)
    // More fragments follow if this is not the last one, or if the packet was itself a fragment that others follow.
    let more: UInt16 = isLast ? field & 0x2000 : 0x2000
    bytes.set(UInt16(headerLength + range.count), at: networkOffset + 2)
    bytes.set(field & 0x8000 | more | offset & 0x1FFF, at: networkOffset + 6)
    bytes.set(0 as UInt16, at: networkOffset + 10)
    bytes.set(InternetChecksum.of(bytes.span, in: networkOffset..<payload), at: networkOffset + 10)
    return bytes
  }

  /// Options without the "copied" bit are only in the first fragment. The other fragments have "no operation" instead.
  private func dropOptions(in bytes: inout [UInt8]) {
    var index = networkOffset + 20
    let end = networkOffset + headerLength
    while index < end, bytes[index] != 0 {
      let length = bytes[index] == 1 || index + 1 >= end ? 1 : max(2, Int(bytes[index + 1]))
      if bytes[index] & 0x80 == 0 {
        for place in index..<min(end, index + length) { bytes[place] = 1 }
      }
      index += length
    }
  }
}
