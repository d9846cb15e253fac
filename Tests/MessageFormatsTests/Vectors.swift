import TestSupport

/// The vectors of this module's folder of fixtures.
enum Vectors {
  /// The lines of a file, each as its words.
  static func lines(_ name: String) throws -> [[String]] {
    try Files.text(Repository.file("Tests/MessageFormatsTests/Fixtures/\(name).txt"))
      .split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init) }
  }

  static func bytes(_ hex: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in hex.utf8 {
      let value = digit < 0x3A ? digit - 0x30 : digit - 0x57
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func hex(double bits: UInt64) -> String {
    "f" + hex((0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) })
  }

  /// Bytes in pieces of random lengths.
  static func pieces(_ bytes: [UInt8], _ random: inout SeededGenerator, most: Int) -> [[UInt8]] {
    var rest = bytes[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(most))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}
