import Statistics
import Captures
import Glibc
import SystemPackage
import Wire

/// QUIC against tshark with the same secrets, and what QUIC costs a capture that has none.
struct QUICBench {
  private static let connections = 200
  /// tshark takes a second for a few megabytes.
  private static let megabytes = 60
  static let titles = [
    "QUIC, packet numbers and streams of all packets", "QUIC, frames of HTTP/3", "QUIC, a tree of each packet",
    "QUIC, exchanges of HTTP/3", "no QUIC, but datagrams that have to be looked at",
  ]

  let headwind: String
  let folder: String

  private var path: String { "\(folder)/traffic-quic-\(Self.megabytes).pcap" }
  private var otherPath: String { "\(folder)/traffic-no-quic-\(Self.megabytes).pcap" }

  func run(_ isWanted: (String) -> Bool) throws -> Bool {
    var isSound = true
    for comparison in comparisons where isWanted(comparison.title) {
      try ensure()
      try ensureOther()
      isSound = try comparison.run(in: folder) && isSound
    }
    return isSound
  }

  private var comparisons: [Comparison] {
    let fields = [
      ["quic.connection.number", "quic.packet_number", "quic.stream.stream_id", "quic.stream.offset"],
      ["http3.frame_type"],
    ]
    let rows = zip(Self.titles, fields).map { title, fields in
      let options = ["-T", "fields"] + fields.flatMap { ["-e", $0] }
      return Comparison(
        title: title, ours: [headwind, "capture", "-r", path, "--keys", path + ".keys"] + options,
        theirs: ["tshark", "-r", path, "-o", "tls.keylog_file:\(path).keys"] + options, target: 30, rounds: 1,
        judge: { try title == Self.titles[0] ? OutputFiles.areEqual($0, $1) : countRows($0, $1) })
    }
    let tree = Comparison(
      title: Self.titles[2], ours: [headwind, "capture", "-r", path, "--keys", path + ".keys", "-V"],
      theirs: ["tshark", "-r", path, "-o", "tls.keylog_file:\(path).keys", "-V"], target: 30, rounds: 1,
      judge: countFrames)
    return rows + [tree, exchanges, datagrams]
  }

  /// tshark has no exchanges of HTTP/3, so it shows the packets with its frames.
  private var exchanges: Comparison {
    Comparison(
      title: Self.titles[3], ours: [headwind, "http", "-r", path, "--keys", path + ".keys"],
      theirs: [
        "tshark", "-r", path, "-o", "tls.keylog_file:\(path).keys", "-Y", "http3", "-T", "fields", "-e",
        "http3.frame_type",
      ], target: 30, rounds: 1,
      judge: {
        let (mine, other) = (
          try OutputFiles.lines($0) { $0.drop { $0 == " " }.first?.isNumber ?? false },
          try OutputFiles.lines($1) { _ in true }
        )
        return (mine > 0 && other > 0, "\(mine) exchanges, tshark \(other) packets with frames")
      })
  }

  /// Media streams (RTP), whose first bits could be those of QUIC.
  private var datagrams: Comparison {
    let options = ["-T", "fields", "-e", "frame.number", "-e", "udp.length"]
    return Comparison(
      title: Self.titles[4], ours: [headwind, "capture", "-r", otherPath] + options,
      theirs: ["tshark", "-r", otherPath] + options, target: 10, rounds: 1, judge: OutputFiles.areEqual)
  }

  private func ensureOther() throws {
    var status = stat()
    if stat(otherPath, &status) == 0 { return }
    var random = SplitMix64(seed: 3550)
    var writer = try CaptureWriter.create(
      otherPath + ".part", format: .pcap, interfaces: [.init(linkType: .ethernet, resolution: .microseconds)])
    var (number, written, time) = (0, 0, Int64(1_700_000_000_000_000_000))
    while written < Self.megabytes * 1_000_000 {
      let port = UInt16.random(in: 20_000...20_063, using: &random)
      var payload = (0..<Int.random(in: 40...1100, using: &random)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      // The version of RTP, and a type of payload (RFC 3550 section 5.1).
      payload.replaceSubrange(0..<2, with: [0x80, 96])
      let packet = PacketBytes.udp(from: (0x0A01_0001, port), to: (0x0A02_0001, port + 1000), payload)
      (number, written) = (number + 1, written + packet.count + 16)
      time += Int64.random(in: 1_000...200_000, using: &random)
      try writer.write(
        Frame(
          number: number, timestamp: Timestamp(nanoseconds: time), linkType: .ethernet, originalLength: packet.count),
        packet.span)
    }
    try writer.close()
    guard rename(otherPath + ".part", otherPath) == 0 else { throw BenchError("\(otherPath) cannot be named") }
  }

  /// tshark shows no frame of HTTP/3 that came in several packets, so the rows are only counted.
  private func countRows(_ ours: String, _ theirs: String) throws -> (isEqual: Bool, words: String) {
    let (mine, other) = (try OutputFiles.lines(ours) { _ in true }, try OutputFiles.lines(theirs) { _ in true })
    return (mine == other && mine > 0, "\(mine) rows, tshark \(other)")
  }

  private func countFrames(_ ours: String, _ theirs: String) throws -> (isEqual: Bool, words: String) {
    let isStream: (Substring) -> Bool = { $0.hasPrefix("    STREAM id=") }
    let (mine, other) = (try OutputFiles.lines(ours, where: isStream), try OutputFiles.lines(theirs, where: isStream))
    return (mine == other && mine > 0, "\(mine) STREAM frames, tshark \(other)")
  }

  /// Makes the capture, and the file of its secrets, unless they are there.
  private func ensure() throws {
    var status = stat()
    if stat(path, &status) == 0 { return }
    var random = SplitMix64(seed: 9000)
    var connections = (0..<Self.connections).map { QUICTraffic(index: $0) }
    let keys = try FileDescriptor.open(
      FilePath(path + ".keys"), .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
    try keys.closeAfter { _ = try keys.writeAll(connections.map(\.keyLog).joined().utf8) }
    var writer = try CaptureWriter.create(
      path + ".part", format: .pcap, interfaces: [.init(linkType: .ethernet, resolution: .microseconds)])
    var (number, written, time) = (0, 0, Int64(1_700_000_000_000_000_000))
    func write(_ datagrams: [(isFromClient: Bool, bytes: [UInt8])], _ index: Int) throws {
      let client = (address: UInt32(0x0A01_0000 + index), port: UInt16(40_000 + index))
      let server = (address: UInt32(0x0A02_0001), port: UInt16(443))
      for datagram in datagrams {
        let packet =
          datagram.isFromClient
          ? PacketBytes.udp(from: client, to: server, datagram.bytes)
          : PacketBytes.udp(from: server, to: client, datagram.bytes)
        (number, written) = (number + 1, written + packet.count + 16)
        time += Int64.random(in: 1_000...200_000, using: &random)
        try writer.write(
          Frame(
            number: number, timestamp: Timestamp(nanoseconds: time), linkType: .ethernet, originalLength: packet.count),
          packet.span)
      }
    }
    for index in connections.indices { try write(connections[index].open(), index) }
    while written < Self.megabytes * 1_000_000 {
      let index = Int.random(in: 0..<connections.count, using: &random)
      try write(connections[index].exchange(Int.random(in: 100...60_000, using: &random)), index)
    }
    try writer.close()
    guard rename(path + ".part", path) == 0 else { throw BenchError("\(path) cannot be named") }
  }
}
