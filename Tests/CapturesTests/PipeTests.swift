import Captures
import Glibc
import SystemPackage
import TestSupport
import Testing

/// What comes through a pipe is delivered as soon as it is whole, and asked for without waiting.
@Suite(.waiting) struct PipeTests {
  @Test(arguments: BrokenFileTests.samples())
  func everyFrameIsThereOnceItsLastByteIs(whole: [UInt8]) throws {
    try TemporaryFolder.with { folder in
      let pipe = try FileDescriptor.pipe()
      defer { try? pipe.readEnd.close() }
      // A reader waits for the first interface before it begins.
      var sent = whole.count > 400 ? 350 : 130
      try pipe.writeEnd.writeAll(whole[..<sent])
      var reader = try CaptureReader.open("/dev/fd/\(pipe.readEnd.rawValue)")
      var seen = 0
      while true {
        while try reader.nextIfReady() != nil { seen += 1 }
        try Files.write(Array(whole[..<sent]), to: folder + "/prefix")
        #expect(seen == Seen.all(in: folder + "/prefix").seen.count, "after \(sent) bytes")
        guard sent < whole.count else { break }
        let step = min(sent % 3 + 1, whole.count - sent)
        try pipe.writeEnd.writeAll(whole[sent..<sent + step])
        sent += step
      }
      try pipe.writeEnd.close()
      #expect(try reader.wait(or: nil))
      #expect(try reader.nextIfReady() == nil)
      #expect(try !reader.wait(or: nil))
      #expect(try reader.next() == nil)
    }
  }

  @Test func anEndThatIsAskedForComesBetweenFrames() throws {
    let whole = BrokenFileTests.samples()[0]
    let pipe = try FileDescriptor.pipe()
    defer {
      try? pipe.readEnd.close()
      try? pipe.writeEnd.close()
    }
    try pipe.writeEnd.writeAll(whole.dropLast(3))
    var reader = try CaptureReader.open("/dev/fd/\(pipe.readEnd.rawValue)")
    let first = try reader.next()
    #expect(first != nil)
    reader.end()
    // What has arrived whole is delivered; what has not is no error, and nobody waits for it.
    #expect(try reader.next() != nil)
    #expect(try reader.next() == nil)
  }

  @Test func compressedBytesThatHaveNotArrivedAreNoError() throws {
    try TemporaryFolder.with { folder in
      let frames = Samples.frames(400)
      try Samples.write(frames, to: folder + "/a.pcap")
      #expect(try Tool.run("zstd", "-q", folder + "/a.pcap").status == 0)
      let zipped = try Files.read(folder + "/a.pcap.zst")
      let pipe = try FileDescriptor.pipe()
      defer { try? pipe.readEnd.close() }
      try pipe.writeEnd.writeAll(zipped.dropLast(100))
      var reader = try CaptureReader.open("/dev/fd/\(pipe.readEnd.rawValue)")
      var seen = 0
      while try reader.nextIfReady() != nil { seen += 1 }
      #expect(seen < 400)
      try pipe.writeEnd.writeAll(zipped.suffix(100))
      try pipe.writeEnd.close()
      while try reader.next() != nil { seen += 1 }
      #expect(seen == 400)
    }
  }
}
