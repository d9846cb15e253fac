import Captures
import TestSupport
import Testing
import Wire

/// Every variant of the formats, read by us, by tcpdump and by Wireshark.
@Suite(.waiting) struct FormatVariantTests {
  private static let time: UInt64 = 1_700_000_000_123_456

  /// A file's frames as `seconds.nanoseconds captured original`.
  private func ours(_ path: String) throws -> [String] {
    let (seen, error) = Seen.all(in: path)
    #expect(error == nil)
    return seen.map { seen in
      let (seconds, rest) = seen.frame.timestamp.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      let fraction = String(String(1_000_000_000 + rest).dropFirst())
      return "\(seconds).\(fraction)\t\(seen.bytes.count)\t\(seen.frame.originalLength)"
    }
  }

  private func tshark(_ path: String) throws -> [String] {
    let words = ["-T", "fields", "-e", "frame.time_epoch", "-e", "frame.cap_len", "-e", "frame.len"]
    let result = try Tool.run(["tshark", "-r", path] + words)
    #expect(result.status == 0, "\(result.errors)")
    // Wireshark counts a custom block as a frame that has no time.
    return result.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("\t") }
  }

  private func tcpdumpLines(_ path: String) throws -> [String] {
    let result = try Tool.run("tcpdump", "-n", "-tt", "--nano", "-q", "-r", path)
    #expect(result.status == 0, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [false, true], [0xA1B2_C3D4 as UInt32, 0xA1B2_3C4D])
  func pcap(bigEndian: Bool, magic: UInt32) throws {
    try TemporaryFolder.with { folder in
      var file = FileBytes(bigEndian: bigEndian)
      file.pcapHeader(magic, linkType: 1 | 0x1400_0000)
      for count in 0..<20 {
        file.record(Samples.datagram(count), seconds: 1_700_000_000, fraction: UInt32(count), original: 60 + count)
      }
      let path = folder + "/a.pcap"
      try Files.write(file.bytes, to: path)
      let (mine, theirs) = (try ours(path), try tshark(path))
      #expect(mine == theirs)
      #expect(try tcpdumpLines(path).count == 20)
    }
  }

  @Test(arguments: [false, true])
  func recordsLongerThanAnnouncedAreCut(bigEndian: Bool) throws {
    try TemporaryFolder.with { folder in
      var file = FileBytes(bigEndian: bigEndian)
      file.pcapHeader(0xA1B2_C3D4, snapshot: 50)
      file.record(Samples.datagram(100), seconds: 1, fraction: 2)
      file.record(Samples.datagram(3), seconds: 1, fraction: 3)
      let path = folder + "/a.pcap"
      try Files.write(file.bytes, to: path)
      // libpcap cuts them too: it has 142 bytes and shows the first 50.
      let hex = try Tool.run("tcpdump", "-n", "-t", "-q", "-xx", "-r", path)
      #expect(hex.output.contains("0x0030:") && !hex.output.contains("0x0040:"), "\(hex.output)")
      #expect(Seen.all(in: path).seen.map(\.bytes.count) == [50, 45])
    }
  }

  @Test(arguments: [(2, 2), (2, 3), (2, 4)] as [(UInt16, UInt16)], [false, true])
  func oldVersionsDisagreeAboutTheOrderOfLengths(version: (UInt16, UInt16), bigEndian: Bool) throws {
    try TemporaryFolder.with { folder in
      var file = FileBytes(bigEndian: bigEndian)
      file.pcapHeader(0xA1B2_C3D4, version: version)
      let data = Samples.datagram(10)
      let lengths = (UInt32(data.count), UInt32(99))
      let swapped = version.1 < 4
      file.add(1 as UInt32, 2, swapped ? lengths.1 : lengths.0, swapped ? lengths.0 : lengths.1)
      file.add(bytes: data)
      let path = folder + "/a.pcap"
      try Files.write(file.bytes, to: path)
      #expect(try ours(path) == ["1.000002000\t52\t99"])
      #expect(try tcpdumpLines(path) == ["1.000002000 IP 10.0.0.1.4000 > 10.0.0.2.4001: UDP, length 10"])
    }
  }

  @Test(arguments: [false, true])
  func pcapngWithAllItsBlocks(bigEndian: Bool) throws {
    try TemporaryFolder.with { folder in
      var file = FileBytes(bigEndian: bigEndian)
      file.section(options: true)
      // Custom, decryption secrets, name resolution, interface statistics: passed over wherever they are.
      let others: [UInt32] = [0x0BAD, 0x4000_0BAD, 4]
      for type in others { file.block(type) { $0.add(0 as UInt32, 0) } }
      file.interface(snapshot: 0, name: "c0", resolution: 9)
      file.enhancedPacket(Samples.datagram(3), time: Self.time * 1000 + 7, flags: 1, comments: ["one", "two"])
      file.enhancedPacket(Samples.datagram(0), time: Self.time * 1000 + 8, original: 1400, flags: 2)
      file.packet(Samples.datagram(9), time: Self.time * 1000 + 9)
      file.block(5) { $0.add(0 as UInt32, 0, 0) }
      let path = folder + "/a.pcapng"
      try Files.write(file.bytes, to: path)
      let (mine, theirs) = (try ours(path), try tshark(path))
      #expect(mine == theirs)
      #expect(try tcpdumpLines(path).count == 3)
      let seen = Seen.all(in: path).seen
      #expect(seen.map(\.frame.direction) == [.inbound, .outbound, .unknown])
      #expect(seen[0].comments == ["one", "two"])
    }
  }

  @Test(arguments: [0, 3, 6, 7, 9, 12, 0x80, 0x8A, 0x94, 0x9E, 0xA0] as [UInt8], [nil, -1_000_000, 5] as [Int64?])
  func resolutionsAndOffsets(resolution: UInt8, offset: Int64?) throws {
    try TemporaryFolder.with { folder in
      var file = FileBytes(bigEndian: true)
      file.section()
      file.interface(resolution: resolution, offset: offset)
      let exponent = Int(resolution & 0x7F)
      let unit: UInt64 = resolution < 0x80 ? (0..<exponent).reduce(1) { value, _ in value * 10 } : 1 << UInt64(exponent)
      file.enhancedPacket(Samples.datagram(3), time: 1_600_000 * unit + unit / 3)
      let path = folder + "/a.pcapng"
      try Files.write(file.bytes, to: path)
      // tcpdump shows what libpcap scaled; beyond nanoseconds it keeps nothing either.
      let mine = try ours(path).map { String($0.prefix { $0 != "\t" }) }
      let theirs = try tcpdumpLines(path).map { String($0.prefix { $0 != " " }) }
      #expect(mine == theirs)
    }
  }

  @Test func sectionsInterfacesAndByteOrdersMixed() throws {
    try TemporaryFolder.with { folder in
      var bytes: [UInt8] = []
      for bigEndian in [true, false] {
        var file = FileBytes(bigEndian: bigEndian)
        file.section()
        file.interface(linkType: 1, name: "eth")
        file.interface(linkType: 101, snapshot: 30, resolution: 9)
        file.enhancedPacket(Samples.datagram(4), interface: 0, time: Self.time)
        let datagram = Array(Samples.datagram(4).dropFirst(14))
        file.enhancedPacket(datagram, interface: 1, time: Self.time * 1000)
        file.simplePacket(Samples.datagram(8))
        bytes += file.bytes
      }
      let path = folder + "/a.pcapng"
      try Files.write(bytes, to: path)
      let (seen, error) = Seen.all(in: path)
      #expect(error == nil)
      #expect(seen.map(\.frame.linkType) == [.ethernet, .raw, .ethernet, .ethernet, .raw, .ethernet])
      #expect(seen.map(\.frame.interfaceID) == [0, 1, 0, 0, 1, 0])
      let tshark = try Tool.run("tshark", "-r", path, "-T", "fields", "-e", "frame.cap_len")
      #expect(tshark.output.split(separator: "\n").map(String.init) == seen.map { "\($0.bytes.count)" })
    }
  }

  @Test func gzipWithSeveralMembers() throws {
    try TemporaryFolder.with { folder in
      let frames = Samples.frames(3000)
      try Samples.write(frames, to: folder + "/a.pcap")
      let whole = try Files.read(folder + "/a.pcap")
      var zipped: [UInt8] = []
      for part in [whole[..<100_000], whole[100_000..<100_000], whole[100_000...]] {
        try Files.write(Array(part), to: folder + "/part")
        #expect(try Tool.run("gzip", "-f", folder + "/part").status == 0)
        zipped += try Files.read(folder + "/part.gz")
      }
      try Files.write(zipped, to: folder + "/a.pcap.gz")
      let (seen, error) = Seen.all(in: folder + "/a.pcap.gz")
      #expect(error == nil)
      #expect(seen == frames)
      try Files.write(Array(zipped.dropLast(500)), to: folder + "/cut.gz")
      let cut = Seen.all(in: folder + "/cut.gz")
      #expect(cut.error?.reason == .cutShort)
      #expect(cut.seen.count > 2000 && cut.seen == Array(frames.prefix(cut.seen.count)))
    }
  }

  @Test func aPipeIsReadAsItFills() throws {
    try TemporaryFolder.with { folder in
      let frames = Samples.frames(2000)
      try Samples.write(frames, to: folder + "/a.pcapng")
      let result = try Tool.run("sh", "-c", "mkfifo \(folder)/fifo; cat \(folder)/a.pcapng > \(folder)/fifo & ")
      #expect(result.status == 0)
      let (seen, error) = Seen.all(in: folder + "/fifo")
      #expect(error == nil)
      #expect(seen == frames)
    }
  }
}
