/// Why a field block could not be decoded (RFC 7541). The decoder's dynamic table is unknown from there on.
public enum HPACKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The block ends within a field.
  case truncated
  /// An integer is larger than the decoder takes (section 5.1).
  case integerTooLarge
  /// The index 0, which is not used (section 6.1).
  case indexZero
  /// An index beyond the end of the dynamic table (section 2.3.3).
  case indexTooLarge(Int)
  /// A Huffman code of no octet (section 5.2).
  case huffmanCode
  /// A Huffman-coded string does not end with up to seven ones (section 5.2).
  case huffmanPadding

  public var description: String {
    switch self {
    case .truncated: "the field block ends within a field"
    case .integerTooLarge: "an integer of the field block is too large"
    case .indexZero: "a field has index 0"
    case .indexTooLarge(let index): "a field has index \(index), which is not in the table"
    case .huffmanCode: "a string has a Huffman code of no octet"
    case .huffmanPadding: "a Huffman-coded string is not padded as it should be"
    }
  }
}

/// What a field block does that RFC 7541 does not allow, though it can be decoded.
public struct HPACKFlaws: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The table's size is changed after the first field (section 4.2).
  public static let lateSizeUpdate = HPACKFlaws(rawValue: 1)
  /// The table's size is set to more than the other end allows (section 6.3), as far as its settings were seen.
  public static let sizeBeyondLimit = HPACKFlaws(rawValue: 2)
}
