import Statistics

extension SplitMix64 {
  /// The FNV-1a hash of a text.
  static func seed(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  mutating func number(below limit: Int) -> Int {
    Int(next() >> 33) % limit
  }

  mutating func element(of words: [String]) -> String {
    words[number(below: words.count)]
  }
}
