import Captures
import Wire

/// Frames made for tests.
enum Samples {
  /// An Ethernet frame with an IPv4 UDP datagram of `count` bytes from 10.0.0.1 port 4000 to 10.0.0.2 port 4001.
  static func datagram(_ count: Int) -> [UInt8] {
    let ip = 28 + count
    var bytes: [UInt8] = [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0]
    bytes += [0x45, 0, UInt8(ip >> 8), UInt8(ip & 255), 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
    bytes += [0x0F, 0xA0, 0x0F, 0xA1, UInt8((8 + count) >> 8), UInt8((8 + count) & 255), 0, 0]
    return bytes + (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Datagrams of growing length, a little more than a second apart.
  static func frames(_ count: Int, nanoseconds: Bool = true) -> [Seen] {
    (0..<count).map { index in
      let bytes = datagram(index * 7 % 1400)
      let time = 1_700_000_000_000_000_000 + Int64(index) * 1_000_123_000 + (nanoseconds ? Int64(index) : 0)
      return Seen(
        frame: Frame(
          number: index + 1, timestamp: Timestamp(nanoseconds: time), linkType: .ethernet, originalLength: bytes.count),
        bytes: bytes)
    }
  }

  /// Writes frames to a file.
  static func write(
    _ frames: [Seen], to path: String, interfaces: [CaptureInterface] = [.init(linkType: .ethernet)]
  ) throws(CaptureError) {
    var writer = try CaptureWriter.create(path, format: CaptureFormat(path: path), interfaces: interfaces)
    for seen in frames {
      try writer.write(seen.frame, seen.bytes.span, comments: seen.comments)
    }
    try writer.close()
  }
}
