import Wire

/// Reads and writes Huffman-coded strings (RFC 7541 section 5.2), which QPACK has too (RFC 9204 section 4.1.2).
public enum HPACKHuffman {
  /// Appends what a coded string says.
  ///
  /// - Throws: `huffmanCode` for the code of EOS or one that there is not, `huffmanPadding` where the string ends with more than
  ///   seven bits or with anything but ones. What came before it has been appended then.
  public static func decode(_ coded: Span<UInt8>, into output: inout [UInt8]) throws(HPACKError) {
    let start = output.count
    // The shortest code has five bits.
    let room = coded.count / 5 * 8 + coded.count % 5 * 8 / 5 + 1
    output.append(contentsOf: repeatElement(0, count: room))
    var target = output.mutableSpan
    var reader = BitReader()
    var made = start
    let table = DecodingTable.shared
    let pairs = table.pairs.span
    var error: HPACKError?
    while true {
      reader.refill(coded)
      while reader.count >= DecodingTable.width {
        let pair = pairs[reader.first(DecodingTable.width)]
        guard pair.bits > 0 else { break }
        target[made] = pair.first
        made &+= 1
        if pair.isPair {
          target[made] = pair.second
          made &+= 1
        }
        reader.drop(Int(pair.bits))
      }
      // What is left has a long code, or too few bits to be looked up in the table.
      reader.refill(coded)
      if reader.count >= DecodingTable.width, pairs[reader.first(DecodingTable.width)].bits > 0 { continue }
      guard let (symbol, length) = table.symbol(reader.bits), length <= reader.count else { break }
      guard symbol != HuffmanCode.endOfString else {
        error = .huffmanCode
        break
      }
      target[made] = UInt8(truncatingIfNeeded: symbol)
      made &+= 1
      reader.drop(length)
    }
    output.removeLast(output.count - made)
    if let error { throw error }
    // Padding is the beginning of EOS, which is all ones.
    guard reader.count < 8 else { throw reader.count >= HuffmanCode.longest ? .huffmanCode : .huffmanPadding }
    guard reader.bits == ~(UInt64.max >> UInt64(reader.count)) else { throw .huffmanPadding }
  }

  /// Appends the code of a string.
  public static func encode(_ plain: Span<UInt8>, into output: inout [UInt8]) {
    var bits: UInt64 = 0
    var count = 0
    for index in plain.indices {
      let symbol = Int(plain[index])
      bits = bits << UInt64(HuffmanCode.lengths[symbol]) | UInt64(HuffmanCode.codes[symbol])
      count += Int(HuffmanCode.lengths[symbol])
      while count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
      }
    }
    guard count > 0 else { return }
    output.append(UInt8(truncatingIfNeeded: bits << UInt64(8 - count) | 0xFF >> UInt64(count)))
  }

  /// The bits of a string that are next, the first of them highest, and zeros after them.
  private struct BitReader {
    var bits: UInt64 = 0
    var count = 0
    private var position = 0

    @inline(__always) mutating func refill(_ bytes: Span<UInt8>) {
      while count <= 56, position < bytes.count {
        bits |= UInt64(bytes[position]) &<< UInt64(56 &- count)
        count &+= 8
        position &+= 1
      }
    }

    @inline(__always) func first(_ width: Int) -> Int { Int(truncatingIfNeeded: bits &>> UInt64(64 &- width)) }

    @inline(__always) mutating func drop(_ width: Int) {
      bits &<<= UInt64(width)
      count &-= width
    }
  }

  /// What the next bits say: up to two short codes at once, and longer ones one by one.
  private struct DecodingTable: Sendable {
    static let shared = DecodingTable()
    /// How many bits are looked up: two of the shortest codes, and all codes up to this length.
    static let width = 11

    struct Pair {
      var first: UInt8 = 0
      var second: UInt8 = 0
      /// The length of both codes; 0 where the first is longer than the table is wide.
      var bits: UInt8 = 0
      var isPair = false
    }

    var pairs: [Pair]
    /// For each length the first code of it, how many there are, and where their symbols begin in `symbols`.
    private var lengths: [(first: UInt32, count: UInt32, start: Int)] = []
    private var symbols: [UInt16] = []

    private init() {
      pairs = Array(repeating: Pair(), count: 1 << Self.width)
      for length in 0...HuffmanCode.longest {
        let all = HuffmanCode.lengths.indices.filter { HuffmanCode.lengths[$0] == length }
        lengths.append((all.first.map { HuffmanCode.codes[$0] } ?? 0, UInt32(all.count), symbols.count))
        symbols += all.map { UInt16($0) }
      }
      for index in pairs.indices {
        let bits = UInt64(index) << UInt64(64 - Self.width)
        guard let one = symbol(bits), one.length <= Self.width else { continue }
        pairs[index] = Pair(first: UInt8(one.symbol), bits: UInt8(one.length))
        guard let two = symbol(bits << UInt64(one.length)), one.length + two.length <= Self.width else { continue }
        pairs[index] = Pair(
          first: UInt8(one.symbol), second: UInt8(two.symbol), bits: UInt8(one.length + two.length), isPair: true)
      }
    }

    /// The symbol whose code the highest bits are; nil for none.
    func symbol(_ bits: UInt64) -> (symbol: Int, length: Int)? {
      for length in 5...HuffmanCode.longest {
        let code = UInt32(truncatingIfNeeded: bits >> UInt64(64 - length))
        let (first, count, start) = lengths[length]
        if code >= first, code - first < count { return (Int(symbols[start + Int(code - first)]), length) }
      }
      return nil
    }
  }
}
