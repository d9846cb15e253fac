public import HTTP2

/// Why a field section or an encoder stream could not be decoded (RFC 9204 section 6).
public enum QPACKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field section ends within its prefix or within a field line.
  case truncated
  /// An integer is larger than 62 bits (section 4.1.1).
  case integerTooLarge
  /// A string cannot be decoded (section 4.1.2).
  case string(HPACKError)
  /// A Required Insert Count that no encoder can have meant (section 4.5.1.1).
  case requiredInsertCount(UInt64)
  /// A Base before the first entry (section 4.5.1.2).
  case base
  /// An index beyond the static table (section 3.1).
  case staticIndex(UInt64)
  /// An index of the dynamic table that is not in it, or not in what the field section says that it needs (section 2.2.1).
  case dynamicIndex(UInt64)
  /// A capacity larger than the decoder allows (section 4.3.1).
  case capacity(UInt64)
  /// An entry larger than the dynamic table (section 3.2.2).
  case entryTooLarge(Int)
  /// An instruction longer than the decoder holds.
  case instructionTooLong(limit: Int)

  public var description: String {
    switch self {
    case .truncated: "the field section ends within a field line"
    case .integerTooLarge: "an integer of QPACK is too large"
    case .string(let error): error.description
    case .requiredInsertCount(let count): "a field section has the Required Insert Count \(count), which cannot be"
    case .base: "a field section has a Base before the first entry"
    case .staticIndex(let index): "a field line has index \(index), which is not in the static table"
    case .dynamicIndex(let index): "a reference has index \(index), which is not in the dynamic table"
    case .capacity(let capacity): "the dynamic table is set to \(capacity) bytes, more than the other end allows"
    case .entryTooLarge(let size): "an entry of \(size) bytes is larger than the dynamic table"
    case .instructionTooLong(let limit): "an instruction of more than \(limit) bytes"
    }
  }
}
