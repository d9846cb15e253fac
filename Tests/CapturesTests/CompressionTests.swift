import Captures
import TestSupport
import Testing

/// zstd files as the `zstd` program makes them; gzip is in `FormatVariantTests`.
@Suite(.waiting) struct CompressionTests {
  private static func zstd(_ bytes: ArraySlice<UInt8>, _ folder: String, _ words: String...) throws -> [UInt8] {
    try Files.write(Array(bytes), to: folder + "/part")
    let result = try Tool.run(["zstd", "-q", "-f"] + words + [folder + "/part", "-o", folder + "/part.zst"])
    #expect(result.status == 0, "\(result.errors)")
    return try Files.read(folder + "/part.zst")
  }

  @Test(arguments: ["a.pcap", "a.pcapng"])
  func severalFramesAreOneFile(name: String) throws {
    try TemporaryFolder.with { folder in
      let frames = Samples.frames(3000)
      try Samples.write(frames, to: folder + "/" + name)
      let whole = try Files.read(folder + "/" + name)
      // A skippable frame (RFC 8878) in front and in between, an empty frame, long windows.
      let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
      var zipped = skippable + (try Self.zstd(whole[..<70_000], folder))
      zipped += try Self.zstd(whole[70_000..<70_000], folder) + skippable
      zipped += try Self.zstd(whole[70_000...], folder, "--ultra", "--long=27")
      // The content tells, not the name.
      try Files.write(zipped, to: folder + "/b.pcap")
      let (seen, error) = Seen.all(in: folder + "/b.pcap")
      #expect(error == nil)
      #expect(seen == frames)
    }
  }

  @Test func cutAndDamagedFilesGiveWhatTheyHave() throws {
    try TemporaryFolder.with { folder in
      let frames = Samples.frames(3000)
      try Samples.write(frames, to: folder + "/a.pcap")
      let zipped = try Self.zstd(try Files.read(folder + "/a.pcap")[...], folder)
      for length in [0, 3, 4, 9, zipped.count / 2, zipped.count - 1] {
        try Files.write(Array(zipped[..<length]), to: folder + "/cut")
        let cut = Seen.all(in: folder + "/cut")
        #expect(
          cut.error?.reason == (length < 4 ? .notACapture : .cutShort), "\(length): \(cut.error?.description ?? "")")
        #expect(cut.seen == Array(frames.prefix(cut.seen.count)))
        if length >= 4 { #expect(cut.error?.offset == length) }
      }
      var damaged = zipped
      for index in (zipped.count / 2)..<(zipped.count / 2 + 8) { damaged[index] ^= 0x5A }
      try Files.write(damaged, to: folder + "/damaged")
      let result = Seen.all(in: folder + "/damaged")
      #expect(result.error != nil)
      #expect(result.seen.count < frames.count)
    }
  }
}
