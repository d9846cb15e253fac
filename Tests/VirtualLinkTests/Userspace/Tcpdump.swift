import TestSupport

/// The installed tcpdump, asked for its opinion.
enum Tcpdump {
  /// What `tcpdump -vv` says of Ethernet frames.
  static func verbose(_ frames: [[UInt8]]) throws -> String {
    var pcap = littleEndian([0xA1B2_C3D4, 0x0004_0002, 0, 0, 262_144, 1])
    for frame in frames {
      let length = UInt32(frame.count)
      pcap += littleEndian([0, 0, length, length]) + frame
    }
    return try TemporaryFolder.with { folder in
      let path = folder + "/frames.pcap"
      try Files.write(pcap, to: path)
      return try Tool.output(of: ["tcpdump", "-nn", "-vv", "-r", path]).output
    }
  }

  private static func littleEndian(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }
}
