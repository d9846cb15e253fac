import TextOutput
import Wire

/// Literals as values of the type that they are compared with.
enum FilterLiteral {
  /// A constant, perhaps with the length of a network prefix.
  struct Constant: Hashable, Sendable {
    var value: FilterScalar
    var prefix: Int?
  }

  /// - Parameters:
  ///   - field: the field that is compared, whose names of values may be used.
  ///   - mayBePartial: whether a part of an address will do.
  static func constant(
    _ token: FilterToken, as type: FieldType, field: Field?, mayBePartial: Bool = false
  ) throws(FilterError) -> Constant {
    switch token.kind {
    case .string(let bytes): return try quoted(bytes, token, type, field)
    case .character(let value): return try character(value, token, type)
    default:
      if let field, let value = named(token.text, field), !isPlain(token.text, type) { return value }
      return try word(token, type, field, mayBePartial)
    }
  }

  static func mismatch(_ token: FilterToken, _ type: FieldType, remedy: String = "") -> FilterError {
    let isNearField =
      FieldTable.suggestions(for: token.text).first.map { EditDistance.between($0, token.text) <= 2 } == true
    if isNearField, token.text.contains(".") { return FilterParser.unknownField(token) }
    return FilterError("\"\(HarmlessText.escaped(token.text))\" is not \(type.described)" + remedy, token.range)
  }

  private static func character(_ value: UInt32, _ token: FilterToken, _ type: FieldType) throws(FilterError)
    -> Constant
  {
    switch type.kind {
    case .unsigned: return Constant(value: .unsigned(UInt64(value)))
    case .boolean: return Constant(value: .boolean(value != 0))
    case .signed: return Constant(value: .signed(Int64(value)))
    case .bytes, .string, .protocol:
      guard let byte = UInt8(exactly: value) else {
        throw FilterError("The character is more than a byte holds", token.range)
      }
      return Constant(value: type.kind == .string ? .string([byte]) : .bytes([byte]))
    default: throw mismatch(token, type)
    }
  }

  /// A text in double quotes: of what is text or bytes, a time, or the name of a value.
  private static func quoted(_ bytes: [UInt8], _ token: FilterToken, _ type: FieldType, _ field: Field?)
    throws(FilterError) -> Constant
  {
    let text = String(decoding: bytes, as: UTF8.self)
    switch type.kind {
    case .string: return Constant(value: .string(bytes))
    case .bytes, .protocol: return Constant(value: .bytes(bytes))
    case .absoluteTime:
      guard let time = FilterTime.parse(text) else { throw noTime(token) }
      return Constant(value: .absoluteTime(time))
    default:
      if let field, let value = named(text, field) { return value }
      let remedy = field.flatMap(\.values) == nil ? "; write it without quotes" : "; it is no name of a value either"
      throw mismatch(token, type, remedy: remedy)
    }
  }

  private static func noTime(_ token: FilterToken) -> FilterError {
    FilterError(
      "This is no time; write \"2026-11-21 00:30:17.5\" or \"Nov 21, 2026 00:30:17\", UTC", token.range)
  }

  /// The value of that name, whatever the case of its letters.
  private static func named(_ text: String, _ field: Field) -> Constant? {
    let lowered = text.lowercased()
    switch field.type.kind {
    case .boolean:
      if lowered == field.truth.yes.lowercased() { return Constant(value: .boolean(true)) }
      return lowered == field.truth.no.lowercased() ? Constant(value: .boolean(false)) : nil
    case .unsigned, .signed:
      guard field.type != .frameNumber else { return nil }
      let values = field.values?.names.filter { $0.value.lowercased() == lowered }.map(\.key)
      guard let value = values?.min() else { return nil }
      return Constant(value: field.type.kind == .signed ? .signed(Int64(clamping: value)) : .unsigned(value))
    default: return nil
    }
  }

  /// Whether a text is a value without being looked up among names.
  private static func isPlain(_ text: String, _ type: FieldType) -> Bool {
    FilterNumber.unsigned(text) != nil || (type.kind == .boolean && FilterNumber.boolean(text) != nil)
  }

  private static func word(_ token: FilterToken, _ type: FieldType, _ field: Field?, _ mayBePartial: Bool)
    throws(FilterError) -> Constant
  {
    let text = token.text
    switch type.kind {
    case .boolean:
      guard let value = FilterNumber.boolean(text) else { throw mismatch(token, type, remedy: "; write 1 or True") }
      return Constant(value: .boolean(value))
    case .unsigned, .signed: return try integer(token, type, field)
    case .double:
      guard let value = Double(text) else { throw mismatch(token, type) }
      return Constant(value: .double(value))
    case .relativeTime:
      guard let value = FilterTime.duration(text) else { throw mismatch(token, type, remedy: "; write seconds") }
      return Constant(value: .relativeTime(value))
    case .absoluteTime:
      guard let value = FilterTime.parse(text) else { throw noTime(token) }
      return Constant(value: .absoluteTime(value))
    case .ipv4: return try ipv4(token, type)
    case .ipv6: return try ipv6(token, type)
    case .bytes, .protocol, .ethernet:
      guard let bytes = FilterNumber.bytes(text) else { throw mismatch(token, type) }
      if type.kind == .ethernet, bytes.count > 6 || (bytes.count < 6 && !mayBePartial) {
        throw FilterError("An Ethernet address has 6 bytes, not \(bytes.count)", token.range)
      }
      return Constant(value: .bytes(bytes))
    case .string: return Constant(value: .string(Array(text.utf8)))
    case .presence: throw FilterError("\(field?.name ?? "This") has no value that could be compared", token.range)
    }
  }

  private static func integer(_ token: FilterToken, _ type: FieldType, _ field: Field?) throws(FilterError)
    -> Constant
  {
    guard let value = FilterNumber.unsigned(token.text) else { throw mismatch(token, type) }
    let bits = type.kind == .signed ? type.bits - 1 : type.bits
    guard bits >= 64 || value >> UInt64(bits) == 0 else {
      throw FilterError("\(token.text) is too big for \(field?.name ?? "what it is compared with")", token.range)
    }
    return Constant(value: type.kind == .signed ? .signed(Int64(value)) : .unsigned(value))
  }

  private static func ipv4(_ token: FilterToken, _ type: FieldType) throws(FilterError) -> Constant {
    let parts = token.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPv4Address(String(parts[0])) else {
      throw mismatch(token, type, remedy: "; names are not looked up")
    }
    guard parts.count == 2 else { return Constant(value: .ipv4(address.rawValue)) }
    guard let length = FilterNumber.unsigned(String(parts[1])), length <= 32 else {
      throw FilterError("A prefix of an IPv4 address has 0 to 32 bits", token.range)
    }
    return Constant(value: .ipv4(address.rawValue), prefix: Int(length))
  }

  private static func ipv6(_ token: FilterToken, _ type: FieldType) throws(FilterError) -> Constant {
    let parts = token.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPv6Address(String(parts[0])) else {
      throw mismatch(token, type, remedy: "; names are not looked up")
    }
    guard parts.count == 2 else { return Constant(value: .ipv6(address)) }
    guard let length = FilterNumber.unsigned(String(parts[1])), length <= 128 else {
      throw FilterError("A prefix of an IPv6 address has 0 to 128 bits", token.range)
    }
    return Constant(value: .ipv6(address), prefix: Int(length))
  }
}
