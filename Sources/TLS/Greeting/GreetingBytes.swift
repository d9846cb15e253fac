import Wire

/// The first bytes of a stream, put in order, within a bound.
struct GreetingBytes: Sendable {
  /// The longest beginning that is kept. A ClientHello with post-quantum keys has about 1,800 bytes.
  static let most = 32 << 10
  private static let mostPieces = 64

  private var bytes: [UInt8] = []
  /// What of them has come: ranges in order that do not touch.
  private var present: [Range<Int>] = []

  /// Adds bytes. What is beyond the bound is left out.
  mutating func add(_ piece: Span<UInt8>, at offset: Int) {
    guard offset >= 0, offset < Self.most, piece.count > 0 else { return }
    let range = offset..<min(Self.most, offset + piece.count)
    if range.upperBound > bytes.count {
      bytes.append(contentsOf: repeatElement(0, count: range.upperBound - bytes.count))
    }
    for index in range { bytes[index] = piece[index - offset] }
    note(range)
  }

  /// The bytes from the start that have no gap.
  var prefix: ArraySlice<UInt8> {
    guard let first = present.first, first.lowerBound == 0 else { return [] }
    return bytes[first]
  }

  private mutating func note(_ range: Range<Int>) {
    var joined = range
    present.removeAll { other in
      guard other.lowerBound <= joined.upperBound, other.upperBound >= joined.lowerBound else { return false }
      joined = min(other.lowerBound, joined.lowerBound)..<max(other.upperBound, joined.upperBound)
      return true
    }
    guard present.count < Self.mostPieces else { return }
    present.insert(joined, at: present.firstIndex { $0.lowerBound > joined.lowerBound } ?? present.count)
  }
}
