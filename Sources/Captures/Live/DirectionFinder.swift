internal import Glibc
internal import Wire

/// Determines the direction of the frames of an interface.
///
/// A cooked header contains it. On Ethernet, frames with the interface's own source address are outgoing. For an
/// interface without an address, such as loopback, the direction is unknown.
struct DirectionFinder {
  private enum Method {
    case none
    case cooked(LinkType)
    case sourceAddress([UInt8])
  }

  private let method: Method

  init(_ name: String, _ linkType: LinkType) {
    switch linkType {
    case .linuxSLL, .linuxSLL2: method = .cooked(linkType)
    case .ethernet: method = Self.address(of: name).map { .sourceAddress($0) } ?? .none
    default: method = .none
    }
  }

  func direction(of bytes: Span<UInt8>) -> Frame.Direction {
    switch method {
    case .none: return .unknown
    case .cooked(let linkType): return Frame.Direction(cookedHeader: bytes, linkType)
    case .sourceAddress(let address):
      guard bytes.count >= 12 else { return .unknown }
      for index in 0..<6 where bytes[6 + index] != address[index] { return .inbound }
      return .outbound
    }
  }

  /// The interface's link-layer address; nil if it has none or if it is zero.
  private static func address(of name: String) -> [UInt8]? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return nil }
    defer { freeifaddrs(first) }
    for entry in sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
      guard let address = entry.ifa_addr, address.pointee.sa_family == UInt16(AF_PACKET),
        String(cString: entry.ifa_name) == name
      else { continue }
      // The family shows that it is a sockaddr_ll, whose address starts at byte 12.
      let bytes = UnsafeRawBufferPointer(start: address, count: 20)
      guard bytes[11] == 6, bytes[12..<18].contains(where: { $0 != 0 }) else { return nil }
      return Array(bytes[12..<18])
    }
    return nil
  }
}
