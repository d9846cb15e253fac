package import Wire

/// A seeded generator with what packets are made of.
package struct PacketRandom: RandomNumberGenerator {
  private var generator: SeededGenerator

  package init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  package mutating func next() -> UInt64 { generator.next() }

  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Whether one of `odds` chances came up.
  package mutating func chance(_ odds: Int) -> Bool { below(odds) == 0 }

  package mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in byte() } }

  package mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }

  /// One of few addresses, so that conversations form.
  package mutating func ipv4() -> IPv4Address {
    pick([IPv4Address(10, 0, 0, 1), IPv4Address(10, 0, 0, 2), IPv4Address(192, 168, 100, 255), .any, .broadcast])
  }

  package mutating func ipv6() -> IPv6Address {
    pick([
      .loopback, .any, IPv6Address(high: 0xFE80 << 48, low: next()), IPv6Address(high: 0xFF02 << 48, low: 0xFB),
      IPv6Address(high: 0x2001_0DB8_0000_0001, low: 2), IPv6Address(high: 0, low: 0xFFFF_0A00_0001),
      IPv6Address(high: 0, low: 0x0A00_0001),
    ])
  }
}
