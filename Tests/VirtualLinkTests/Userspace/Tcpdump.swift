import Foundation

@testable import VirtualLink

/// The installed tcpdump, asked for its opinion.
enum Tcpdump {
  /// What `tcpdump -vv` says of Ethernet frames.
  static func verbose(_ frames: [[UInt8]]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "headwind-\(UUID().uuidString).pcap")
    defer { try? FileManager.default.removeItem(at: file) }
    var pcap = littleEndian([0xA1B2_C3D4, 0x0004_0002, 0, 0, 262_144, 1])
    for frame in frames {
      let length = UInt32(frame.count)
      pcap += littleEndian([0, 0, length, length]) + frame
    }
    try Data(pcap).write(to: file)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/tcpdump")
    process.arguments = ["-nn", "-vv", "-r", file.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw LinkError("tcpdump is needed for this test", remedy: "apt-get install tcpdump")
    }
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private static func littleEndian(_ numbers: [UInt32]) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
  }
}
