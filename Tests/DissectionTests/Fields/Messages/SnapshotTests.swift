import Dissection
import Exchanges
import Streams
import TestSupport
import Testing
import Wire

/// Captures with a short snapshot length: what is there of a head is shown, as tshark shows it.
@Suite("Messages whose packets the capture cut")
struct SnapshotTests {
  /// How a packet is told to be a message, and what is said of it.
  private static let columns = [
    "http.request.method", "http.request.uri", "http.request.version", "http.host", "http.user_agent",
    "http.response.version", "http.response.code", "http.response.phrase", "http.content_type",
  ]

  /// A recorded capture with no more of each packet than its first bytes.
  private static func cut(_ name: String, to length: Int, _ body: (String) throws -> Void) throws {
    let (header, packets) = try MessageCaptures.records(name)
    try TemporaryFolder.with { directory in
      let path = directory + "/cut.pcap"
      let short = packets.map { MessageCaptures.Record(header: $0.header, bytes: Array($0.bytes.prefix(length))) }
      try MessageCaptures.write(header, short, to: path)
      try body(path)
    }
  }

  @Test(
    "tshark reads the same of their heads", arguments: ["http", "websocket"], [79, 81, 84, 90, 96, 107, 120, 200])
  func heads(_ name: String, length: Int) throws {
    try Self.cut(name, to: length) { path in
      let fields = Self.columns.compactMap { FieldTable.field(named: $0)?.id }
      let ours = try CaptureFile.columns(path, fields)
      // tshark identifies a truncated line by its port alone.
      let ports = ["-d", "tcp.port==8001,http", "-d", "tcp.port==8002,http"]
      let theirs = try Wireshark.read(path, ports + ["-T", "fields"] + Self.columns.flatMap { ["-e", $0] }).map(
        String.init)
      try #require(ours.count == theirs.count)
      var heads: [Int] = []
      var kept = 0
      for (row, (own, other)) in zip(ours, theirs).enumerated() {
        let (mine, values) = (Self.values(own), Self.values(other))
        if !mine[1].isEmpty || !mine[6].isEmpty { heads.append(row + 1) }
        guard own != other else { continue }
        // Headwind shows a start line only if it has a method and a target, or a version and a status.
        let isLittle = values[1].isEmpty && values[6].isEmpty && mine.allSatisfy(\.isEmpty)
        // A head that came whole in an earlier packet is not forgotten because its body is cut.
        if values.allSatisfy(\.isEmpty) { kept += 1 }
        #expect(isLittle || values.allSatisfy(\.isEmpty), "packet \(row + 1): \(own) instead of \(other)")
      }
      #expect(heads.count > 1 && kept <= 1, "\(heads.count) heads, of which tshark misses \(kept)")
      #expect(try CaptureFile.numbers(path, "http.request || http.response") == heads)
    }
  }

  private static func values(_ line: String) -> [Substring] {
    line.split(separator: "\t", omittingEmptySubsequences: false)
  }

  @Test("the exchange is told, with what is missing of it", arguments: 20...110)
  func exchange(_ length: Int) {
    var talk = Talk()
    talk.add(.client, Array("GET /a/target?with=query HTTP/1.1\r\nHost: somewhere\r\nAccept: */*\r\n\r\n".utf8))
    talk.add(.server, Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello".utf8))
    talk.add(.client, Array("GET /other HTTP/1.1\r\nHost: somewhere\r\nAccept: */*\r\n\r\n".utf8))
    talk.add(
      .server, Array("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello".utf8))
    talk.close()
    let room = talk.packets[0].bytes.count
    var reader = HTTPReader()
    for (index, packet) in talk.packets.enumerated() {
      let bytes = Array(packet.bytes.prefix(room + length))
      reader.read(HTTPReader.frame(index + 1, packet), bytes.span)
    }
    reader.finish()
    let exchanges = reader.rest()
    #expect(exchanges.map(\.request?.method) == ["GET", "GET"])
    #expect(exchanges.map(\.response?.status) == [200, 404])
    let target = "/a/target?with=query"
    #expect(exchanges.first?.request?.target == String(target.prefix(length - 4)))
    // A host is known once its line is there to its end.
    #expect((exchanges.first?.request?.fields.host == "somewhere") == (length >= 52))
    #expect(exchanges.first?.request?.missing == Int64(max(0, 67 - length)))
    #expect((exchanges.first?.findingCounts.missingBytes ?? 0 > 0) == (length < 69))
  }

  @Test("no length of the snapshot stops the readers", arguments: ["http", "websocket"])
  func everyLength(_ name: String) throws {
    let (_, packets) = try MessageCaptures.records(name)
    for length in 34...160 {
      var dissector = PacketDissector(wanted: nil, wantsText: true)
      var reader = HTTPReader()
      for (index, packet) in packets.enumerated() {
        let bytes = Array(packet.bytes.prefix(length))
        let frame = Frame(
          number: index + 1, timestamp: Timestamp(nanoseconds: Int64(index) * 1_000_000), linkType: .ethernet,
          originalLength: packet.bytes.count)
        dissector.dissect(frame, bytes.span)
        reader.read(frame, bytes.span)
      }
      reader.finish()
      #expect(reader.rest().isEmpty == (length < 66 + 5), "\(length)")
    }
  }
}
