import CLinux
import Glibc
import Wire

/// The frames of a probe. Every byte is known, so the receiver can tell which frames arrived and whether they are
/// intact.
///
/// Each UDP payload begins with three copies of its number, so that a flipped bit leaves two intact. The frames are
/// addressed to a station that does not exist: the packet sockets at the other end see them, and its kernel ignores
/// them.
struct ProbeFrame: Sendable {
  /// What a receiver reads from a frame.
  struct Reading {
    var number: UInt32
    var isCorrupted: Bool
    var isMarked: Bool
  }

  static let ethernetHeader = 14
  static let headers = 14 + 20 + 8
  private static let station = MACAddress(rawValue: 0x0200_0000_f00d)

  /// A frame with the number 0 in each of its segments.
  let template: [UInt8]
  let segments: Int
  let payload: Int

  init(from: ProbePath.End, to: ProbePath.End, _ order: ProbeOrder, segments: Int) {
    self.segments = segments
    payload = order.ipLength - 28
    let datagram = 8 + payload * segments
    var bytes: [UInt8] = []
    Self.station.append(to: &bytes)
    from.mac.append(to: &bytes)
    bytes += [0x08, 0x00]
    // IPv4, "don't fragment", 64 hops, UDP.
    bytes += [0x45, order.isECNCapable ? 2 : 0] + UInt16(truncatingIfNeeded: 20 + datagram).bigEndianBytes
    bytes += [0, 0, 0x40, 0, 64, 17, 0, 0] + Self.bytes(of: from.address) + Self.bytes(of: to.address)
    let checksum = InternetChecksum.of(bytes.span, in: 14..<34)
    bytes.replaceSubrange(24..<26, with: checksum.bigEndianBytes)
    bytes += UInt16(4901).bigEndianBytes + order.port.bigEndianBytes
    // No checksum (RFC 768), so that a frame with a flipped bit is neither corrected nor dropped.
    bytes += UInt16(truncatingIfNeeded: datagram).bigEndianBytes + [0, 0]
    for _ in 0..<segments { bytes += [UInt8](repeating: 0, count: 12) + [UInt8](repeating: 0x5A, count: payload - 12) }
    template = bytes
  }

  /// The length of a frame at the receiver, after large sends have been split.
  var arrivingLength: Int { Self.headers + payload }

  /// The offload header of a frame: empty, or how to split it into segments.
  var offload: virtio_net_hdr {
    var header = virtio_net_hdr()
    guard segments > 1 else { return header }
    header.flags = UInt8(VIRTIO_NET_HDR_F_NEEDS_CSUM)
    header.gso_type = UInt8(HW_GSO_UDP_L4)
    header.hdr_len = UInt16(Self.headers)
    header.gso_size = UInt16(payload)
    header.csum_start = 34
    header.csum_offset = 6
    return header
  }

  /// Writes consecutive numbers, beginning with `first`, into a copy of the template.
  func number(_ bytes: inout MutableSpan<UInt8>, from first: UInt32) {
    for segment in 0..<segments {
      Self.write(first &+ UInt32(segment), into: &bytes, at: Self.headers + segment * payload)
    }
  }

  /// Reads an arriving frame. Returns nothing if the frame does not belong to the probe, and several readings if
  /// segments of a large send arrived in one piece.
  func readings(_ frame: Span<UInt8>) -> [Reading] {
    guard segments > 1 else { return read(frame).map { [$0] } ?? [] }
    let (pieces, rest) = (frame.count - Self.headers).quotientAndRemainder(dividingBy: payload)
    guard frame.count > Self.headers, rest == 0, frame.number(at: 26) == expectedSource else { return [] }
    return (0..<pieces).map { piece in
      Reading(number: number(in: frame, at: Self.headers + piece * payload).value, isCorrupted: false, isMarked: false)
    }
  }

  private var expectedSource: UInt32 { template.span.number(at: 26) }

  /// The majority of the three copies of a number, bit by bit, and the number of bits in which the copies differ from
  /// it.
  private func number(in frame: Span<UInt8>, at place: Int) -> (value: UInt32, differing: Int) {
    let copies = (0..<3).map { frame.number(at: place + 4 * $0) }
    let number = copies[0] & copies[1] | copies[0] & copies[2] | copies[1] & copies[2]
    return (number, copies.reduce(0) { $0 + ($1 ^ number).nonzeroBitCount })
  }

  private func read(_ frame: Span<UInt8>) -> Reading? {
    guard frame.count == arrivingLength else { return nil }
    let (number, copies) = number(in: frame, at: Self.headers)
    var differing = copies
    var isMarked = false
    for index in 0..<frame.count where !(Self.headers..<Self.headers + 12).contains(index) {
      let difference = frame[index] ^ template[index]
      guard difference != 0 else { continue }
      if index == 15, frame[15] & 3 == 3, template[15] & 3 == 2 {
        isMarked = true
      } else if isMarked, index == 24 || index == 25 {
        continue
      } else {
        differing += difference.nonzeroBitCount
      }
    }
    // The link flips one bit per packet, and a duplicate of a duplicate can have two. A frame with more differences
    // does not belong to the probe.
    guard differing <= 4 else { return nil }
    return Reading(number: number, isCorrupted: differing > 0, isMarked: isMarked)
  }

  private static func write(_ number: UInt32, into bytes: inout MutableSpan<UInt8>, at place: Int) {
    for index in 0..<12 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * (index % 4))) }
  }

  /// The probes use the IPv4 addresses of both ends.
  private static func bytes(of address: IPAddress) -> [UInt8] {
    guard case .v4(let address) = address else { return [0, 0, 0, 0] }
    return (0..<4).map { UInt8(truncatingIfNeeded: address.rawValue >> UInt32(24 - 8 * $0)) }
  }
}

extension UInt16 {
  fileprivate var bigEndianBytes: [UInt8] { [UInt8(self >> 8), UInt8(truncatingIfNeeded: self)] }
}

extension Span<UInt8> {
  fileprivate func number(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(self[place + $1]) }
  }
}
