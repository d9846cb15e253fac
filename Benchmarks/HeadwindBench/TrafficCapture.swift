import Statistics
import Captures
import Glibc
import SystemPackage
import Wire

/// The captures that everything is measured on: 400 clients of an HTTP service, about 300 MB, the same on every machine. Beside those of
/// TLS is a file of their secrets, whose name ends in `.keys`.
enum TrafficCapture {
  private static let flows = 400

  /// Makes the file unless it is there.
  static func ensure(_ kind: TrafficKind, at path: String, megabytes: Int) throws {
    var status = stat()
    if stat(path, &status) == 0, status.st_size >= megabytes * 1_000_000 { return }
    let partial = path + ".part"
    try write(kind, to: partial, keys: path + ".keys", bytes: megabytes * 1_000_000)
    guard rename(partial, path) == 0 else { throw BenchError("\(path) cannot be named") }
  }

  private static func write(_ kind: TrafficKind, to path: String, keys: String, bytes: Int) throws {
    var random = SplitMix64(seed: 2026)
    var flows = try (0..<flows).map { try TrafficFlow(index: $0, kind, random: &random) }
    if kind.isSecure { try writeKeys(flows.map(\.keyLog).joined(), to: keys) }
    var writer = try CaptureWriter.create(
      path, format: .pcap, interfaces: [.init(linkType: .ethernet, resolution: .microseconds)])
    var time: Int64 = 1_700_000_000_000_000_000
    var (number, written) = (0, 0)
    // At the end every flow finishes the exchange that it is in.
    var isClosing = false
    var open = Array(flows.indices)
    while !open.isEmpty {
      let place = Int.random(in: 0..<open.count, using: &random)
      let index = open[place]
      if let packet = flows[index].pop() {
        (number, written) = (number + 1, written + packet.count + 16)
        time += Int64.random(in: 1_000...200_000, using: &random)
        let frame = Frame(
          number: number, timestamp: Timestamp(nanoseconds: time), linkType: .ethernet, originalLength: packet.count)
        try writer.write(frame, packet.span)
        isClosing = isClosing || written >= bytes
      } else if isClosing {
        open.remove(at: place)
      } else {
        try flows[index].exchange(&random)
      }
    }
    try writer.close()
  }

  private static func writeKeys(_ text: String, to path: String) throws {
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    defer { try? file.close() }
    try file.writeAll(text.utf8)
  }
}
