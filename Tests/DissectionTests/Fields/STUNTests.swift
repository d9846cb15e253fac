import Dissection
import TestSupport
import Testing
import TextOutput
import Wire

/// `FixtureOracleTests` compares the values of every field; these, the shape of the tree, and what leads to STUN.
@Suite struct STUNTests {
  private static let recorded = Repository.file("Tests/DissectionTests/Fixtures/made/stun-turn.pcap")
  private static let made = Repository.file("Tests/DissectionTests/Fixtures/made/stun-messages.pcap")

  /// Lines that we have not: which message belongs to which is not followed.
  private static let omitted = ["[Request In: ", "[Response In: ", "[Time: ", "[Duplicated original message in: "]

  /// The words are our own; how deep each line is, and the order of them, is not.
  @Test(arguments: [recorded, made]) func theLinesHaveThePlacesOfWiresharks(_ path: String) throws {
    let theirs = try Wireshark.read(path, ["-V", "-O", "stun"])
      .drop { $0 != "Session Traversal Utilities for NAT" }
      .filter { line in line.hasPrefix("    ") && !Self.omitted.contains { line.contains($0) } }
    var dissector = PacketDissector()
    var printer = TreePrinter()
    try CaptureFile.read(path) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      printer.appendText(dissector.tree, bytes, only: [.stun])
    }
    let ours = printer.take().text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    func depths(_ lines: [Substring]) -> [Int] { lines.map { $0.prefix { $0 == " " }.count } }
    #expect(depths(ours) == depths(Array(theirs)))
    #expect(ours.count > 100)
  }

  @Test func filtersFindIt() throws {
    #expect(try CaptureFile.numbers(Self.recorded, "stun.type == 0x101") == [2])
    #expect(try CaptureFile.numbers(Self.recorded, "stun.att.error.reason contains \"Forbidden\"") == [22])
    #expect(try CaptureFile.numbers(Self.made, "stun.att.crc32.status == 0") == [8])
  }

  /// The magic cookie tells on any port; the port alone tells nothing.
  @Test func itIsRecognizedByItsBytes() throws {
    #expect(try CaptureFile.numbers(Self.made, "stun && udp.port == 40000") == [3, 4])
    #expect(try CaptureFile.numbers(Self.made, "data && udp.port == 3478") == [11, 12])
  }
}
