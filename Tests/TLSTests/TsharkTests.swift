import TLS
import TestSupport
import Testing

/// The same secrets give tshark the same plaintext.
struct TsharkTests {
  /// What tshark follows of each stream, by the server's port and side.
  private static func follow(_ streams: Int) throws -> [[TLSSide: [UInt8]]] {
    let taps = (0..<streams).flatMap { ["-z", "follow,tls,raw,\($0)"] }
    let output = try Tool.output(
      of: [
        "tshark", "-q", "-r", Fixtures.path("sessions.pcap.gz"), "-d", "tcp.port==4400-4499,tls", "-o",
        "tls.keylog_file:" + Fixtures.path("sessions.keys"),
      ] + taps)
    var told = [[TLSSide: [UInt8]]](repeating: [:], count: streams)
    var stream = 0
    var isClientFirst = true
    for line in output.output.split(separator: "\n") {
      if line.hasPrefix("Filter: tcp.stream eq ") {
        stream = Int(line.dropFirst(22)) ?? 0
      } else if line.hasPrefix("Node 0: ") {
        isClientFirst = (line.split(separator: ":").last.flatMap { Int($0) } ?? 0) > 5000
      } else if let first = line.utf8.first,
        first == 0x09 || (0x30...0x39).contains(first) || (0x61...0x66).contains(first)
      {
        let digits = Array(line.utf8.drop { $0 == 0x09 })
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
          UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
        }
        let side: TLSSide = (first == 0x09) == isClientFirst ? .server : .client
        told[stream][side, default: []] += bytes
      }
    }
    return told
  }

  @Test func samePlaintext() throws {
    let keyLog = try Reading.keyLog()
    let connections = RecordedConnection.all.values.reduce(0) { $0 + $1.count }
    let told = try Self.follow(connections)
    for session in RecordedSession.all {
      for connection in session.connections {
        let log = Reading.read(connection, keyLog)
        for side in TLSSide.allCases {
          // tshark shows early data whether the server took it or not.
          let ours = (side == .client ? log.rejected : []) + log.plaintext(side)
          let theirs = told[connection.stream][side] ?? []
          #expect(ours == theirs, "\(session.name), \(side): \(ours.count) and \(theirs.count) bytes")
        }
      }
    }
  }
}
