import Captures
import TestSupport
import Testing
import Wire

/// Whatever is written is read again, whatever it is.
@Suite(.waiting) struct PropertyTests {
  private static let resolutions: [UInt8] = [0, 3, 6, 9, 12, 0x8A, 0x9E, 0x94]

  /// A time that the interface can tell exactly.
  private static func time(_ resolution: TimestampResolution, _ random: inout SeededGenerator) -> Timestamp {
    let rough = Timestamp(nanoseconds: Int64.random(in: 1_600_000_000..<1_900_000_000, using: &random) * 1_000_000_000)
    let units = resolution.units(rough)
    let isCoarse = resolution.rawValue & 0x7F == 0
    return resolution.timestamp(isCoarse ? units : units &+ UInt64.random(in: 0..<1000, using: &random))
  }

  private static func told(_ seed: UInt64) -> [Told] {
    var random = SeededGenerator(seed: seed)
    var told: [Told] = []
    var number = 0
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      told.append(.block(.section([CaptureOption(code: 4, text: "test"), .comment("section")])))
      var interfaces: [CaptureInterface] = []
      for index in 0..<Int.random(in: 1...4, using: &random) {
        let resolution = TimestampResolution(
          rawValue: resolutions.randomElement(using: &random) ?? 9,
          offset: Bool.random(using: &random) ? 0 : Int64.random(in: -1_000_000...1_000_000, using: &random))
        let types: [LinkType] = [.ethernet, .raw, .null, .loop, .linuxSLL, .linuxSLL2]
        let interface = CaptureInterface(
          linkType: types.randomElement(using: &random) ?? .ethernet,
          snapshotLength: Int.random(in: 100...262_144, using: &random), name: index == 0 ? nil : "if\(index)",
          resolution: resolution)
        interfaces.append(interface)
        told.append(.block(.interface(interface)))
      }
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        number += 1
        told.append(packet(number, interfaces, &random))
      }
    }
    return told
  }

  private static func packet(_ number: Int, _ interfaces: [CaptureInterface], _ random: inout SeededGenerator) -> Told {
    let id = Int.random(in: 0..<interfaces.count, using: &random)
    let length = Int.random(in: 0...min(200, interfaces[id].snapshotLength), using: &random)
    var options: [CaptureOption] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let text = String(repeating: "ä", count: Int.random(in: 0...40, using: &random))
      options.append(.comment(text))
    }
    let direction = Frame.Direction(rawValue: UInt8.random(in: 0...2, using: &random)) ?? .unknown
    if direction != .unknown { options.append(CaptureOption(code: 2, UInt32(direction.rawValue))) }
    let frame = Frame(
      number: number, timestamp: time(interfaces[id].resolution, &random), linkType: interfaces[id].linkType,
      originalLength: length + Int.random(in: 0...2000, using: &random), interfaceID: id, direction: direction)
    return .packet(frame, (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }, options)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func pcapngComesBack(seed: UInt64) throws {
    try TemporaryFolder.with { folder in
      let told = Self.told(seed)
      try Told.write(told, to: folder + "/a.pcapng")
      #expect(try Told.all(in: folder + "/a.pcapng") == told)
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func wiresharkCountsTheSame(seed: UInt64) throws {
    try TemporaryFolder.with { folder in
      let told = Self.told(seed)
      try Told.write(told, to: folder + "/a.pcapng")
      let result = try Tool.run("capinfos", "-M", "-c", "-d", folder + "/a.pcapng")
      let packets = told.filter { if case .packet = $0 { true } else { false } }
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("Number of packets:   \(packets.count)\n"), "\(result.output)")
    }
  }
}
