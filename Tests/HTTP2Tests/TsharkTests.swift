import HTTP2
import TestSupport
import Testing

/// Every frame and every header field of the captures, as tshark reads them.
@Suite(.waiting) struct TsharkTests {
  /// The frames and fields of one direction of a connection.
  struct Told: Equatable {
    /// Type, flags, stream and length of each frame.
    var frames: [String] = []
    var names: [String] = []
    var values: [String] = []
  }

  private static let fields = [
    "tcp.stream", "tcp.dstport", "http2.type", "http2.flags", "http2.streamid", "http2.length", "http2.header.name",
    "http2.header.value",
  ]

  /// - Parameter isUpgraded: whether the connection begins as HTTP/1.1.
  private static func tshark(_ name: String, isUpgraded: Bool) throws -> [String: Told] {
    let fields = fields.flatMap { ["-e", $0] }
    let output = try Tool.output(
      of: [
        "tshark", "-r", RecordedConnection.path(name), "-d", "tcp.port==8080,\(isUpgraded ? "http" : "http2")", "-T",
        "fields", "-E", "separator=/t", "-E", "aggregator=\u{1}",
      ] + fields)
    var told: [String: Told] = [:]
    for line in output.lines {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map {
        $0.isEmpty ? [] : $0.split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
      }
      guard columns.count == 8, let stream = columns[0].first, let port = columns[1].first else { continue }
      let key = "\(stream) \(port == "8080")"
      for index in columns[2].indices {
        let flags = columns[3][index].dropFirst(2)
        let words = [columns[2][index], String(Int(flags, radix: 16) ?? -1), columns[4][index], columns[5][index]]
        told[key, default: Told()].frames.append(words.joined(separator: " "))
      }
      told[key, default: Told()].names += columns[6]
      told[key, default: Told()].values += columns[7]
    }
    return told.filter { !$0.value.frames.isEmpty }
  }

  private static func ours(_ name: String, isUpgraded: Bool) throws -> [String: Told] {
    var told: [String: Told] = [:]
    for connection in try RecordedConnection.read(name) {
      let log = try ConnectionReading.log(of: connection, isUpgraded: isUpgraded)
      for entry in log.entries {
        let key = "\(connection.number) \(entry.place.side == .first)"
        switch entry.event {
        case .frame(let header):
          let words = [Int(header.type.rawValue), Int(header.flags.rawValue), Int(header.stream), header.payloadLength]
          told[key, default: Told()].frames.append(words.map(String.init).joined(separator: " "))
        case .headers(_, let fields):
          for field in fields {
            told[key, default: Told()].names.append(String(decoding: field.name ?? [], as: UTF8.self))
            // tshark writes a value up to its first NUL.
            let value = (field.value ?? []).prefix { $0 != 0 }
            told[key, default: Told()].values.append(String(decoding: value, as: UTF8.self))
          }
        default: break
        }
      }
    }
    return told
  }

  @Test(arguments: RecordedConnection.names + RecordedConnection.upgraded)
  func framesAndFieldsAreTsharks(_ name: String) throws {
    let isUpgraded = RecordedConnection.upgraded.contains(name)
    let expected = try Self.tshark(name, isUpgraded: isUpgraded)
    let ours = try Self.ours(name, isUpgraded: isUpgraded)
    #expect(ours.keys.sorted() == expected.keys.sorted())
    #expect(!ours.isEmpty)
    for (key, told) in ours {
      #expect(told.frames == expected[key]?.frames, "\(name) \(key)")
      #expect(told.names == expected[key]?.names, "\(name) \(key)")
      #expect(told.values == expected[key]?.values, "\(name) \(key)")
    }
  }
}
