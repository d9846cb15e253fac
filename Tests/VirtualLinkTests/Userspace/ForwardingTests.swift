import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// The engine between real namespaces: what goes in comes out.
@Suite struct ForwardingTests {
  static let conditions: [DirectionConditions] = [
    .clean, DirectionConditions(delay: LinkDuration(nanoseconds: 3_000_000)), .cutting,
  ]

  @Test(arguments: conditions)
  func carriesEveryFrameByteForByte(_ conditions: DirectionConditions) throws {
    let link = try TestLink(uplink: conditions, downlink: conditions)
    let client = try TestWire("c0", in: link.client)
    let farSide = try TestWire("s0", in: link.farSide)
    var random = SystemRandomNumberGenerator()
    // IEEE 802 local experimental EtherType 1: no stack answers it. The bytes behind it are anything.
    let frames = (0..<300).map { index in
      [UInt8](repeating: 2, count: 12) + [0x88, 0xB5]
        + (0..<(index < 5 ? index : Int.random(in: 0...1500))).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    for frame in frames {
      try client.send(frame)
      try farSide.send(frame)
    }
    for frame in frames {
      #expect(farSide.receive(etherType: 0x88B5) == frame)
      #expect(client.receive(etherType: 0x88B5) == frame)
    }
    let statistics = link.engine.stop()
    for direction in LinkDirection.allCases {
      #expect(statistics[direction].entered >= frames.count)
      #expect(statistics[direction].left == statistics[direction].entered)
    }
  }

  @Test(arguments: conditions)
  func survivesHostileFrames(_ conditions: DirectionConditions) throws {
    let link = try TestLink(uplink: conditions)
    let client = try TestWire("c0", in: link.client)
    for type: [UInt8] in [[0x08, 0x00], [0x86, 0xDD], [0x81, 0x00], [0x88, 0xA8], [0x00, 0x00]] {
      for length in [0, 1, 3, 19, 20, 39, 40, 47, 60, 200, 1500] {
        let first: UInt8 = type[0] == 0x08 ? 0x4F : 0x60
        let body = (0..<length).map { $0 == 0 ? first : UInt8.random(in: 0...255) }
        try client.send([UInt8](repeating: 0xFE, count: 12) + type + body)
      }
    }
    try client.send([UInt8](repeating: 2, count: 12) + [0x88, 0xB5, 7])
    let farSide = try TestWire("s0", in: link.farSide)
    // What was sent before the receiver opened may have passed; what is sent now must come.
    try client.send([UInt8](repeating: 2, count: 12) + [0x88, 0xB6, 8])
    #expect(farSide.receive(etherType: 0x88B6) != nil)
    let statistics = link.engine.stop().uplink
    // The kernel itself throws away what cannot be a tagged frame.
    #expect(statistics.entered > 40)
    #expect(statistics.entered == statistics.left)
  }

  @Test func carriesVLANTags() throws {
    let link = try TestLink(uplink: .clean)
    let client = try TestWire("c0", in: link.client)
    let farSide = try TestWire("s0", in: link.farSide)
    let addresses = [UInt8](repeating: 2, count: 12)
    try client.send(addresses + [0x81, 0x00, 0x60, 0x64, 0x88, 0xB5, 1, 2, 3])
    try client.send(addresses + [0x88, 0xB5, 4])
    // The kernel hands the tag over apart from the frame, which this receiver does not ask for.
    #expect(farSide.receive(etherType: 0x88B5) == addresses + [0x88, 0xB5, 1, 2, 3])
    #expect(farSide.receive(etherType: 0x88B5) == addresses + [0x88, 0xB5, 4])
    #expect(link.engine.stop().uplink.leftBytes >= 21 + 15)
  }

  @Test func tellsThatAnInterfaceIsGone() async throws {
    let (failures, report) = AsyncStream.makeStream(of: LinkError.self)
    let link = try TestLink(onFailure: { report.yield($0) })
    try link.topology.wire.perform { try RouteSocket().remove("m1") }
    var iterator = failures.makeAsyncIterator()
    let failure = try #require(await iterator.next())
    #expect(failure.message.contains("m1"))
    // After its end it still answers.
    #expect(try link.engine.statistics() == link.engine.stop())
  }

  @Test func answersWhileItRuns() throws {
    let link = try TestLink()
    let client = try TestWire("c0", in: link.client)
    let farSide = try TestWire("s0", in: link.farSide)
    for _ in 0..<10 { try client.send([UInt8](repeating: 2, count: 12) + [0x88, 0xB5, 1]) }
    for _ in 0..<10 { #expect(farSide.receive(etherType: 0x88B5) != nil) }
    #expect(try link.engine.statistics().uplink.left >= 10)
    link.engine.stop()
    #expect(link.engine.stop().uplink.left >= 10)
  }
}
