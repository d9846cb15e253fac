import Testing
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The installed tcpdump, and the files that it reads.
enum Tcpdump {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// What tcpdump prints of `frames`, with addresses as numbers and in UTC.
  static func lines(
    _ frames: [FrameGenerator.Generated], linkType: LinkType, options: [String], nanoseconds: Bool = false
  ) throws -> [UInt8] {
    var template = Array("/tmp/headwind-lines-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Missing(description: "cannot make a directory in /tmp: \(errno)") }
    let directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let capture = directory + "/frames.pcap"
    let output = directory + "/lines"
    defer {
      unlink(capture)
      unlink(output)
      rmdir(directory)
    }
    // tcpdump gives up its privileges before it opens the file.
    chmod(directory, 0o755)
    try write(file(frames, linkType: linkType, nanoseconds: nanoseconds), to: capture)
    try run(["tcpdump", "-n", "-r", capture] + options, output: output)
    return try read(output)
  }

  /// A pcap file in microseconds, or in nanoseconds.
  static func file(
    _ frames: [FrameGenerator.Generated], linkType: LinkType, nanoseconds: Bool = false
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let magic: UInt32 = nanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4
    for word: UInt32 in [magic, 0x0002_0004, 0, 0, 262_144, linkType.rawValue] { bytes.append(bigEndian: word) }
    for (index, frame) in frames.enumerated() {
      let time = timestamp(of: index)
      bytes.append(bigEndian: UInt32(time.nanoseconds / 1_000_000_000))
      bytes.append(bigEndian: UInt32(time.nanoseconds % 1_000_000_000 / (nanoseconds ? 1 : 1000)))
      bytes.append(bigEndian: UInt32(frame.bytes.count))
      bytes.append(bigEndian: UInt32(frame.originalLength))
      bytes += frame.bytes
    }
    return bytes
  }

  /// When the frame at `index` was seen: mostly later than the one before it.
  static func timestamp(of index: Int) -> Timestamp {
    let seconds = Int64(1_700_000_000 + index / 7 * 61)
    return Timestamp(nanoseconds: seconds * 1_000_000_000 + Int64(index * 7_919_013 % 1_000_000_000))
  }

  private static func run(_ arguments: [String], output: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let settings = ["TZ=UTC", "PATH=/usr/bin:/usr/sbin:/bin:/sbin"]
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { (text: String) in strdup(text) }
    var environment: [UnsafeMutablePointer<CChar>?] = settings.map { (text: String) in strdup(text) }
    argv.append(nil)
    environment.append(nil)
    defer { for pointer in argv + environment { free(pointer) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, "tcpdump", &actions, nil, &argv, &environment) == 0 else {
      throw Missing(description: "tcpdump is not there to compare with; install it: apt-get install tcpdump")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Missing(description: "\(arguments) ended with status \(status)") }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Missing(description: "cannot write \(path): \(errno)") }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Missing(description: "short write: \(path)") }
  }

  private static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Missing(description: "cannot read \(path): \(errno)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }
}
