import Captures
import Dissection
import TestSupport
import TextOutput
import Testing
import Wire

@testable import Console

/// The bands of the plots: which profile was in force, and when.
@Suite(.waiting) struct PhaseTests {
  /// Packets cross at 0 and 10.5 s; between them the link was dead from 4 to 5 s.
  @Test func aPhaseBeginsWithTheSwitchAndNotWithTheNextPacket() throws {
    try TemporaryFolder.with { folder in
      let remarks = [
        (4.0, "profile: Black Hole, after 4 s"), (5.0, "profile: Slow Net, by command"),
        (11.0, "profile: Clean, by command"),
      ]
      try Self.write(folder + "/a.pcapng", packets: [0, 10.5], remarks)
      let phases = try Self.phases(folder + "/a.pcapng")
      #expect(
        phases == """
          [{"name":"Slow Net","from":0.000000000,"to":4.000000000},{"name":"Black Hole","from":4.000000000,"to":5.000000000},\
          {"name":"Slow Net","from":5.000000000,"to":11.000000000},{"name":"Clean","from":11.000000000,"to":null}]
          """)
    }
  }

  /// A capture that began on a link that was there before.
  @Test func ofWhatWasBeforeTheCaptureTheLastProfileCounts() throws {
    try TemporaryFolder.with { folder in
      let remarks = [
        (-20.0, "profile: Edge, at the start"), (-10.0, "profile: DSL, by command"), (2.0, "profile: LTE, by command"),
      ]
      try Self.write(folder + "/a.pcapng", packets: [0, 3], remarks, fate: nil)
      let phases = try Self.phases(folder + "/a.pcapng")
      #expect(
        phases == """
          [{"name":"DSL","from":0.000000000,"to":2.000000000},{"name":"LTE","from":2.000000000,"to":null}]
          """)
    }
  }

  /// A file without times of switches, as other versions wrote it.
  @Test func withoutTimesAPhaseBeginsWithThePacket() throws {
    try TemporaryFolder.with { folder in
      try Self.write(folder + "/a.pcapng", packets: [0, 2], [], fate: "Slow Net: delayed 103 ms")
      #expect(try Self.phases(folder + "/a.pcapng") == #"[{"name":"Slow Net","from":0.000000000,"to":null}]"#)
    }
  }

  private static func phases(_ path: String) throws -> String {
    let desk = PlotDesk(store: PacketStoreTests.store(path), tables: DissectorTables())
    var text = TextBuffer()
    try desk.append(TimeSpan(from: 0, to: nil), bins: 10, stream: nil, to: &text)
    let answer = text.withBytes { String(text: $0) }
    let start = try #require(answer.firstRange(of: #""phases":"#)?.upperBound)
    return String(answer[start...].dropLast(2))
  }

  private static func write(
    _ path: String, packets: [Double], _ remarks: [(Double, String)], fate: String? = "Slow Net: delayed 103 ms"
  ) throws {
    let time = { (seconds: Double) in Timestamp(nanoseconds: 1_700_000_000_000_000_000 + Int64(seconds * 1e9)) }
    var writer = try CaptureWriter.create(
      path, format: .pcapng, interfaces: [CaptureInterface(linkType: .ethernet, name: "client")])
    for (number, seconds) in packets.enumerated() {
      let bytes = [UInt8](repeating: 0, count: 60)
      let frame = Frame(
        number: number + 1, timestamp: time(seconds), linkType: .ethernet, originalLength: bytes.count,
        direction: .outbound)
      try writer.write(frame, bytes.span, comments: fate.map { [$0] } ?? [])
      // As a link writes them: before the next packet, or at the end.
      let until = packets.dropFirst(number + 1).first ?? .infinity
      for (at, text) in remarks where (at > seconds || number == 0) && at < until {
        try writer.write(
          .statistics(InterfaceStatistics(interface: 0, time: time(at), options: [.comment(text)])))
      }
    }
    try writer.close()
  }
}
