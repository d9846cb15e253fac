import Captures
import Glibc
import TestSupport
import Testing
import Wire

/// Files that are cut short, lie about lengths, or are something else.
@Suite(.waiting) struct BrokenFileTests {
  /// Small files of both formats and byte orders, with every kind of block.
  static func samples() -> [[UInt8]] {
    [false, true].flatMap { bigEndian in
      var pcap = FileBytes(bigEndian: bigEndian)
      pcap.pcapHeader(0xA1B2_C3D4)
      var pcapng = FileBytes(bigEndian: bigEndian)
      pcapng.section(options: true)
      pcapng.interface(name: "c0", resolution: 9, offset: 0)
      for count in [0, 5, 33] {
        pcap.record(Samples.datagram(count), seconds: 1, fraction: 2)
        pcapng.enhancedPacket(Samples.datagram(count), time: 1, flags: 1, comments: ["x"])
        pcapng.simplePacket(Samples.datagram(count))
        pcapng.packet(Samples.datagram(count), time: 3)
        pcapng.block(4) { $0.add(0 as UInt32) }
      }
      return [pcap.bytes, pcapng.bytes, FileBytes.everything(bigEndian: bigEndian)]
    }
  }

  @Test(arguments: samples())
  func cutAtEveryByte(whole: [UInt8]) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/cut"
      try Files.write(whole, to: path)
      let all = Seen.all(in: path)
      #expect(all.error == nil)
      for length in 0..<whole.count {
        try Files.write(Array(whole[..<length]), to: path)
        let (seen, error) = Seen.all(in: path)
        #expect(seen == Array(all.seen.prefix(seen.count)))
        switch error?.reason {
        case nil,
          .notACapture where length < 4:
          break
        case .cutShort: #expect(error?.offset == length)
        case let other: Issue.record("cut at \(length): \(String(describing: other)) \(error?.description ?? "")")
        }
        // A cut between two blocks cannot be seen; any other is.
        if error == nil { #expect(length >= 24) }
      }
    }
  }

  @Test func tcpdumpDeliversAsManyFramesOfACutFile() throws {
    try TemporaryFolder.with { folder in
      let whole = Self.samples()[0]
      let path = folder + "/cut.pcap"
      for length in stride(from: 24, to: whole.count, by: 7) {
        try Files.write(Array(whole[..<length]), to: path)
        let theirs = try Tool.run("tcpdump", "-n", "-t", "-q", "-r", path)
        let (seen, error) = Seen.all(in: path)
        #expect(theirs.output.split(separator: "\n").count == seen.count)
        #expect((theirs.status == 0) == (error == nil))
      }
    }
  }

  @Test(arguments: [1, 0x7FFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFF0, 262_145, 0x8000_0000] as [UInt32], [false, true])
  func hostileLengths(length: UInt32, bigEndian: Bool) throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/hostile"
      var pcap = FileBytes(bigEndian: bigEndian)
      pcap.pcapHeader(0xA1B2_C3D4)
      pcap.record(Samples.datagram(1), seconds: 1, fraction: 1)
      pcap.add(1 as UInt32, 1, length, length)
      try Files.write(pcap.bytes, to: path)
      let fromPcap = Seen.all(in: path)
      #expect(fromPcap.seen.count == 1)
      #expect(fromPcap.error?.reason == (length == 1 ? .cutShort : .malformed))
      for type in [1, 2, 3, 4, 6, 0x0A0D_0D0A] as [UInt32] {
        var pcapng = FileBytes(bigEndian: bigEndian)
        pcapng.section()
        pcapng.interface()
        pcapng.enhancedPacket(Samples.datagram(1), time: 1)
        pcapng.add(type, length)
        if type == 0x0A0D_0D0A { pcapng.add(0x1A2B_3C4D as UInt32, 0x0001_0000, 0, 0, 0) }
        pcapng.add(0 as UInt64, 0, 0, 0)
        try Files.write(pcapng.bytes, to: path)
        let fromPcapng = Seen.all(in: path)
        #expect(fromPcapng.seen.count == 1)
        #expect(fromPcapng.error != nil)
      }
    }
  }

  @Test func whatIsNoCaptureIsNamed() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/other"
      for (bytes, reason) in [
        ([], .notACapture), (Array("hello, world".utf8), .notACapture), ([0x0A, 0x0D], .notACapture),
        ([0xA1, 0xB2, 0x34, 0xCD] + [UInt8](repeating: 0, count: 40), .unsupported),
        ([0x34, 0xCD, 0xB2, 0xA1] + [UInt8](repeating: 0, count: 40), .unsupported),
        ([0xA1, 0xB2, 0xCD, 0x34] + [UInt8](repeating: 0, count: 40), .unsupported),
        ([0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9], .malformed),
      ] as [([UInt8], CaptureError.Reason)] {
        try Files.write(bytes, to: path)
        let error = Seen.all(in: path).error
        #expect(error?.reason == reason)
        #expect(error?.description.hasPrefix(path) == true)
      }
      #expect(Seen.all(in: folder + "/missing").error?.reason == .unreadable)
      #expect(Seen.all(in: folder).error?.reason == .unreadable)
    }
  }

  /// `HEADWIND_FUZZ_COUNT` sets how many files are tried: 1000000 before a release, fewer in everyday runs.
  @Test func mutatedFilesNeverTrap() throws {
    let count = FuzzCount.or(5_000)
    try TemporaryFolder.with { folder in
      let path = folder + "/mutated"
      let samples = Self.samples()
      var random = SeededGenerator(seed: 42)
      var delivered = 0
      for index in 0..<count {
        var bytes = samples[index % samples.count]
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          random.mutate(&bytes)
        }
        try Files.write(bytes, to: path)
        delivered += Seen.all(in: path).seen.count
        _ = try? Told.all(in: path)
      }
      #expect(delivered > count)
    }
  }
}
