import Captures
import Dissection
import Glibc
import RecordCiphers
import TLS
import TestSupport
import Testing
import TextOutput
import Wire

@testable import Console

/// A tree is the same in whatever order packets are asked for, and the same as that of a single pass.
@Suite(.waiting) struct TreeDeskTests {
  private static let captures =
    PacketStoreTests.captures
    + ["dnssec-records", "stun-messages"].map { "Tests/DissectionTests/Fixtures/made/\($0).pcap" }
    + ["http", "tls", "websocket"].map { "captures/protocols/\($0).pcap" }
    + ["cancel", "slow-net"].map { "captures/recorded/\($0).pcapng" }
    + ["Tests/headwindTests/Fixtures/websocket-h2.pcap"]

  /// What a single pass shows of each packet.
  private static func trees(of store: PacketStore) throws -> [String] {
    var tables = DissectorTables()
    let keys = KeyLog()
    tables.keys = keys
    var dissector = PacketDissector(tables: tables)
    var walk = try PacketWalk(store, keys: keys)
    var trees: [String] = []
    while let frame = try walk.next(isCancelled: { false }) {
      dissector.dissect(frame, walk.reader.bytes, notes: walk.reader.notes(on: frame))
      dissector.markDisplayed()
      var text = TextBuffer()
      TreeJSON.append(dissector.tree, frame, walk.reader.bytes, to: &text)
      trees.append(text.withBytes { String(text: $0) })
    }
    return trees
  }

  @Test(arguments: captures) func anyOrderGivesTheTreesOfASinglePass(of name: String) throws {
    try compare(name)
  }

  @Test func anyOrderGivesTheTreesOfSamplesOfManyProtocols() throws {
    let folder = "Tests/DissectionTests/Fixtures/tcpdump"
    let names = try Tool.run(["ls", Repository.file(folder)]).lines.filter { $0.hasSuffix(".pcap") }
    #expect(names.count > 100)
    for name in names where CaptureReader.canBeRead(Repository.file("\(folder)/\(name)")) {
      try compare("\(folder)/\(name)")
    }
  }

  private func compare(_ name: String) throws {
    let store = PacketStoreTests.store(Repository.file(name))
    let wanted = try Self.trees(of: store)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2 {
      let desk = TreeDesk(store, DissectorTables(), PacketSurvey(store, DissectorTables()))
      for row in wanted.indices.shuffled(using: &random).prefix(400) {
        var text = TextBuffer()
        #expect(try desk.append(row, to: &text))
        let found = text.withBytes { String(text: $0) }
        if found != wanted[row] {
          let lines = zip(found.split(separator: "\n"), wanted[row].split(separator: "\n")).first { $0 != $1 }
          Issue.record("row \(row) of \(name): \(lines.map { "\($0.0)\ninstead of\n\($0.1)" } ?? "another length")")
        }
      }
    }
  }

  /// A session that is resumed has its secret from another connection, which the tree of its packets does not depend on otherwise.
  @Test func resumedSessionsAreReadInAnyOrder() throws {
    let folder = "Tests/headwindTests/Fixtures/"
    let store = PacketStoreTests.store(Repository.file(folder + "resumed.pcap"))
    let requests = [77, 10, 61, 43, 26]
    for first in requests {
      let keys = KeyLog()
      keys.add(try #require(RSAKey(pem: try Files.text(Repository.file(folder + "resumed.key")))))
      var tables = DissectorTables()
      tables.keys = keys
      let desk = TreeDesk(store, tables, PacketSurvey(store, tables))
      for number in [first] + requests {
        var text = TextBuffer()
        #expect(try desk.append(number - 1, to: &text))
        #expect(text.withBytes { String(text: $0) }.contains("GET /idx.html"), "packet \(number) after \(first)")
      }
    }
  }

  @Test func treesAreThoseOfTheCommand() throws {
    let store = PacketStoreTests.store(Repository.file("captures/clean.pcapng"))
    let output = try Tool.run([BuiltProducts.headwind, "capture", "-r", store.path, "-V"])
    let wanted = output.lines.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    let desk = TreeDesk(store, DissectorTables(), PacketSurvey(store, DissectorTables()))
    var found: [Int: [Substring]] = [:]
    for row in (0..<store.count).reversed() {
      var text = TextBuffer()
      #expect(try desk.append(row, to: &text))
      found[row] = try Self.lines(of: text.withBytes { String(text: $0) })
    }
    #expect((0..<store.count).flatMap { found[$0] ?? [] } == wanted)
  }

  /// The texts of the nodes, without undoing escapes: lines with some are left as they are.
  private static func lines(of json: String) throws -> [Substring] {
    json.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "\"text\":\""), let end = line.firstRange(of: "\",\"field\":") else {
        return nil
      }
      return Substring(
        line[start.upperBound..<end.lowerBound].replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
    }
  }
}

extension CaptureReader {
  /// Whether a file is whole: a few samples end in the middle of a packet.
  fileprivate static func canBeRead(_ path: String) -> Bool {
    do throws(CaptureError) {
      var reader = try CaptureReader.open(path)
      while try reader.next() != nil {}
      return true
    } catch {
      return false
    }
  }
}
