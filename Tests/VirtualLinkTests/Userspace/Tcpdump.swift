import Glibc

@testable import VirtualLink

/// The installed tcpdump, asked for its opinion.
enum Tcpdump {
  /// What `tcpdump -vv` says of Ethernet frames.
  static func verbose(_ frames: [[UInt8]]) throws -> String {
    var pcap = littleEndian([0xA1B2_C3D4, 0x0004_0002, 0, 0, 262_144, 1])
    for frame in frames {
      let length = UInt32(frame.count)
      pcap += littleEndian([0, 0, length, length]) + frame
    }
    let path = "/tmp/headwind-frames-\(getpid())-\(UInt32.random(in: 0 ... .max)).pcap"
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw LinkError("write \(path)", errno: errno) }
    defer { unlink(path) }
    let written = write(file, pcap, pcap.count)
    close(file)
    guard written == pcap.count else { throw LinkError("write \(path)", errno: errno) }
    return try output(of: "tcpdump -nn -vv -r \(path) 2>/dev/null")
  }

  private static func output(of command: String) throws -> String {
    guard let stream = popen(command, "re") else { throw LinkError("start \(command)", errno: errno) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    guard pclose(stream) == 0 else {
      throw LinkError("tcpdump is needed for this test", remedy: "apt-get install tcpdump")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func littleEndian(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }
}
