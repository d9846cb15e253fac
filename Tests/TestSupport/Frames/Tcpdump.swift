package import Wire

/// The installed tcpdump, and the files that it reads.
package enum Tcpdump {
  /// What tcpdump prints of `frames`, with addresses as numbers and in UTC.
  package static func lines(
    _ frames: [FrameGenerator.Generated], linkType: LinkType, options: [String], nanoseconds: Bool = false
  ) throws -> [UInt8] {
    try TemporaryFolder.with { folder in
      let capture = folder + "/frames.pcap"
      try Files.write(file(frames, linkType: linkType, nanoseconds: nanoseconds), to: capture)
      return try Tool.output(of: ["tcpdump", "-n", "-r", capture] + options, environment: ["TZ=UTC"]).bytes
    }
  }

  /// A pcap file in microseconds, or in nanoseconds.
  package static func file(
    _ frames: [FrameGenerator.Generated], linkType: LinkType, nanoseconds: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let magic: UInt32 = nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4
    // The attributes of NFLOG are in the byte order of the file.
    let isLittle = linkType == .nflog
    let ordered = { (word: UInt32) in isLittle ? word.byteSwapped : word }
    for word: UInt32 in [magic, isLittle ? 0x0004_0002 : 0x0002_0004, 0, 0, 262_144, linkType.rawValue] {
      bytes.append(bigEndian: ordered(word))
    }
    for (index, frame) in frames.enumerated() {
      let time = timestamp(of: index)
      bytes.append(bigEndian: ordered(UInt32(time.nanoseconds / 1_000_000_000)))
      bytes.append(bigEndian: ordered(UInt32(time.nanoseconds % 1_000_000_000 / (nanoseconds ? 1 : 1000))))
      bytes.append(bigEndian: ordered(UInt32(frame.bytes.count)))
      bytes.append(bigEndian: ordered(UInt32(frame.originalLength)))
      bytes += frame.bytes
    }
    return bytes
  }

  /// When the frame at `index` was seen: mostly later than the one before it.
  package static func timestamp(of index: Int) -> Timestamp {
    let seconds = Int64(1_700_000_000 + index / 7 * 61)
    return Timestamp(nanoseconds: seconds * 1_000_000_000 + Int64(index * 7_919_013 % 1_000_000_000))
  }
}
