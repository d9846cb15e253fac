/// The bytes of a scripted response's body.
public enum ScriptedBody: Sendable, Hashable {
  case bytes([UInt8])
  /// This many letters and digits, generated while they are sent. No two stretches of 64 are alike.
  case filler(count: Int)
  /// Filler that differs from the other in nearly every byte, for another version of the same.
  case otherFiller(count: Int)
  /// The bytes of another body from a place on.
  indirect case part(of: ScriptedBody, from: Int)

  /// The largest body that has to be sent or compared.
  public static let largestCount = 1_000_000_000

  public var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .filler(let count), .otherFiller(let count): count
    case .part(let whole, let start): max(whole.count - start, 0)
    }
  }

  /// The bytes of a part of the body; `range` is inside `0..<count`.
  public func bytes(in range: Range<Int>) -> [UInt8] {
    switch self {
    case .bytes(let bytes): Array(bytes[range])
    case .filler: range.map(Self.letter)
    case .otherFiller: range.map { Self.letter(at: $0 + Self.otherStart) }
    case .part(let whole, let start): whole.bytes(in: (range.lowerBound + start)..<(range.upperBound + start))
    }
  }

  /// No body is longer.
  private static let otherStart = largestCount + 1
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz012345".utf8)

  /// A byte that depends only on its place, by the finalizer of SplitMix64.
  private static func letter(at place: Int) -> UInt8 {
    var mixed = UInt64(truncatingIfNeeded: place) &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return letters[Int(mixed >> 59)]
  }
}
