import Captures
import Glibc
import TestSupport
import Testing
import Wire

/// What kind of file a capture is written to.
@Suite struct OutputFileTests {
  /// Captures hold passwords and tokens. This says something where the umask leaves more than the owner's bits, as it does by default.
  @Test(arguments: ["a.pcap", "a.pcapng"]) func newFilesAreTheOwners(name: String) throws {
    try TemporaryFolder.with { folder in
      try Samples.write(Samples.frames(3), to: "\(folder)/\(name)")
      #expect(try Self.mode("\(folder)/\(name)") == 0o600)
    }
  }

  @Test func theFilesOfASeriesAreTheOwners() throws {
    try TemporaryFolder.with { folder in
      var series = try SavefileSeries.create("\(folder)/a", format: .pcap, rotation: Rotation(size: 1))
      for sample in Samples.frames(3) {
        if series.isTurnDue() { try series.turnOver() }
        try series.write(.interface(CaptureInterface(linkType: .ethernet)))
        try series.write(sample.frame, sample.bytes.span, options: [])
      }
      try series.close()
      for name in ["a", "a1", "a2"] { #expect(try Self.mode("\(folder)/\(name)") == 0o600) }
    }
  }

  /// A name that was once open to others does not stay so.
  @Test func aFileThatIsThereIsTakenFromOthers() throws {
    try TemporaryFolder.with { folder in
      let path = "\(folder)/a.pcap"
      close(creat(path, 0o600))
      chmod(path, 0o640)
      try Samples.write(Samples.frames(1), to: path)
      #expect(try Self.mode(path) == 0o600)
    }
  }

  /// A process that serves others must not wait for the reader of a pipe.
  @Test(.timeLimit(.minutes(1))) func pipesCanBeRefused() throws {
    try TemporaryFolder.with { folder in
      let path = "\(folder)/pipe"
      try #require(mkfifo(path, 0o600) == 0)
      #expect(throws: CaptureError.self) {
        _ = try CaptureWriter.create(path, format: .pcapng, interfaces: [], onlyRegular: true)
      }
      #expect(throws: CaptureError.self) {
        _ = try CaptureWriter.create("/dev/null", format: .pcapng, interfaces: [], onlyRegular: true)
      }
    }
  }

  private static func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o7777
  }
}
