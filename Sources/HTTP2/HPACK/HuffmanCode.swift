/// The Huffman code of header strings (RFC 7541 appendix B).
///
/// The code is canonical: among the codes of one length, those of greater symbols are greater. So the lengths determine it.
enum HuffmanCode {
  /// The longest code, in bits; that of EOS is among them.
  static let longest = 30
  /// The symbol that says the end of a string; it never stands in one.
  static let endOfString = 256

  /// The length of the code of each symbol, in bits: the 256 octets, then EOS.
  static let lengths: [UInt8] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12,
    10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6,
    5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22,
    22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20,
    22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28,
    27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28,
    27, 27, 27, 27, 27, 26, 30,
  ]

  /// The code of each symbol, in as many of the lowest bits as it is long.
  static let codes: [UInt32] = {
    var codes = [UInt32](repeating: 0, count: lengths.count)
    var next: UInt32 = 0
    for length in 1...longest {
      next <<= 1
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = next
        next += 1
      }
    }
    return codes
  }()
}
