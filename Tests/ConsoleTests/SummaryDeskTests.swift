import Captures
import Dissection
import Glibc
import TLS
import TestSupport
import Testing
import Wire

@testable import Console

/// A summary is the same in whatever order rows are asked for, and the same as that of a single pass.
@Suite(.waiting) struct SummaryDeskTests {
  private static let captures =
    PacketStoreTests.captures + ["http", "tls", "websocket"].map { "captures/protocols/\($0).pcap" }

  private static func summaries(of store: PacketStore) throws -> [PacketSummary] {
    var tables = DissectorTables()
    let keys = KeyLog()
    tables.keys = keys
    var dissector = PacketDissector(wanted: PacketSummary.fields, wantsText: false, tables: tables)
    var walk = try PacketWalk(store, keys: keys)
    var found: [PacketSummary] = []
    while let frame = try walk.next(isCancelled: { false }) {
      dissector.dissect(frame, walk.reader.bytes, notes: walk.reader.notes(on: frame))
      found.append(PacketSummary(dissector.tree))
    }
    return found
  }

  @Test(arguments: captures) func anyOrderGivesTheRowsOfASinglePass(of name: String) throws {
    let store = PacketStoreTests.store(Repository.file(name))
    let wanted = try Self.summaries(of: store)
    var random = SeededGenerator(seed: 5)
    let desk = SummaryDesk(store, DissectorTables(), PacketSurvey(store, DissectorTables()))
    for _ in 0..<30 {
      // A screen, or some rows as of a filter.
      let start = Int(random.below(wanted.count))
      let step = 1 + Int(random.below(3))
      let rows = Array(stride(from: start, to: min(wanted.count, start + 20 * step), by: step))
      let found = try desk.make(rows)
      for row in rows { #expect(found[row] == wanted[row], "row \(row) of \(name)") }
      #expect(desk.known(rows).count == rows.count)
    }
  }

  @Test func rowsThatAreNotMadeYetAreNotKnown() throws {
    let store = PacketStoreTests.store(Repository.file("captures/protocols/http.pcap"))
    let desk = SummaryDesk(store, DissectorTables(), PacketSurvey(store, DissectorTables()))
    #expect(desk.known([0, 1, 2]).isEmpty)
    #expect(try desk.make([]).isEmpty)
    #expect(try desk.make([1]).keys.sorted() == [1] && desk.known([0, 1, 2]).keys.sorted() == [1])
  }
}
