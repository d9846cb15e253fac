import Wire

/// Literals as values of the type that they are compared with.
enum FilterLiteral {
  /// A constant, perhaps with the length of a network prefix.
  struct Constant: Hashable, Sendable {
    var value: FilterScalar
    var prefix: Int?
  }

  static func constant(_ token: FilterToken, as type: FilterType, field: Field?) throws(FilterError) -> Constant {
    switch token.kind {
    case .string(let bytes): return try quoted(bytes, token, type, field)
    case .character(let byte):
      switch type {
      case .unsigned, .boolean: return Constant(value: .unsigned(UInt64(byte)))
      case .signed: return Constant(value: .signed(Int64(byte)))
      case .bytes, .ethernet: return Constant(value: .bytes([byte]))
      case .string: return Constant(value: .string(String(decoding: [byte], as: UTF8.self)))
      default: throw mismatch(token, type)
      }
    case .word: return try word(token, type, field)
    case .symbol, .end: throw mismatch(token, type)
    }
  }

  private static func mismatch(_ token: FilterToken, _ type: FilterType) -> FilterError {
    if FieldTable.suggestions(for: token.text).first.map({ EditDistance.between($0, token.text) <= 2 }) == true,
      token.text.contains(".")
    {
      return FilterParser.unknownField(token)
    }
    return FilterError("\"\(token.text)\" is not \(type.name)", token.range)
  }

  private static func quoted(_ bytes: [UInt8], _ token: FilterToken, _ type: FilterType, _ field: Field?)
    throws(FilterError) -> Constant
  {
    let text = String(decoding: bytes, as: UTF8.self)
    switch type {
    case .string: return Constant(value: .string(text))
    case .bytes: return Constant(value: .bytes(bytes))
    case .absoluteTime:
      guard let time = FilterTime.parse(text) else {
        throw FilterError("\"\(text)\" is no time that is understood", token.range)
      }
      return Constant(value: .absoluteTime(time))
    case .unsigned, .signed, .boolean:
      if let value = field?.values?.names.first(where: { $0.value == text })?.key {
        return Constant(value: type == .signed ? .signed(Int64(clamping: value)) : .unsigned(value))
      }
      if let field, type == .boolean {
        if text == field.truth.yes { return Constant(value: .boolean(true)) }
        if text == field.truth.no { return Constant(value: .boolean(false)) }
      }
      var plain = token
      plain.text = text
      return try word(plain, type, field)
    default:
      var plain = token
      plain.text = text
      return try word(plain, type, field)
    }
  }

  private static func word(_ token: FilterToken, _ type: FilterType, _ field: Field?) throws(FilterError) -> Constant {
    let text = token.text
    switch type {
    case .boolean:
      if text.lowercased() == "true" { return Constant(value: .boolean(true)) }
      if text.lowercased() == "false" { return Constant(value: .boolean(false)) }
      guard let value = number(text) else { throw mismatch(token, type) }
      return Constant(value: .boolean(value != 0))
    case .unsigned:
      guard let value = number(text) else { throw mismatch(token, type) }
      if let bits = field?.type.bits, bits < 64, bits > 0, value >> UInt64(bits) != 0 {
        throw FilterError("\(text) is too big for \(field?.name ?? "this field")", token.range)
      }
      return Constant(value: .unsigned(value))
    case .signed:
      guard let value = number(text), value <= UInt64(Int64.max) else { throw mismatch(token, type) }
      return Constant(value: .signed(Int64(value)))
    case .double:
      guard let value = Double(text) else { throw mismatch(token, type) }
      return Constant(value: .double(value))
    case .relativeTime:
      guard let value = FilterTime.duration(text) else { throw mismatch(token, type) }
      return Constant(value: .relativeTime(value))
    case .absoluteTime:
      guard let value = FilterTime.parse(text) else { throw mismatch(token, type) }
      return Constant(value: .absoluteTime(value))
    case .ipv4: return try ipv4(token)
    case .ipv6: return try ipv6(token)
    case .ethernet, .bytes:
      guard let bytes = bytes(text) else { throw mismatch(token, type) }
      return Constant(value: .bytes(bytes))
    case .string:
      throw FilterError("\"\(text)\" needs double quotes to be a text", token.range, suggestions: [])
    case .presence:
      throw FilterError("\(field?.name ?? "This") has no value that could be compared", token.range)
    }
  }

  /// Decimal, `0x` hexadecimal, `0b` binary, or octal with a leading zero.
  static func number(_ text: String) -> UInt64? {
    let text = text.lowercased()
    if text.hasPrefix("0x") { return digits(text.dropFirst(2), 16) }
    if text.hasPrefix("0b") { return digits(text.dropFirst(2), 2) }
    if text.hasPrefix("0"), text.utf8.count > 1 { return digits(text.dropFirst(), 8) }
    return digits(text[...], 10)
  }

  private static func digits(_ text: Substring, _ radix: Int) -> UInt64? {
    guard let first = text.first, first != "+", first != "-" else { return nil }
    return UInt64(text, radix: radix)
  }

  private static func ipv4(_ token: FilterToken) throws(FilterError) -> Constant {
    let parts = token.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPv4Address(String(parts[0])) else { throw mismatch(token, .ipv4) }
    guard parts.count == 2 else { return Constant(value: .ipv4(address.rawValue)) }
    guard let length = Int(parts[1]), (0...32).contains(length) else {
      throw FilterError("A prefix of an IPv4 address has 0 to 32 bits", token.range)
    }
    return Constant(value: .ipv4(address.rawValue), prefix: length)
  }

  private static func ipv6(_ token: FilterToken) throws(FilterError) -> Constant {
    let parts = token.text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPv6Address(String(parts[0])) else { throw mismatch(token, .ipv6) }
    guard parts.count == 2 else { return Constant(value: .ipv6(address)) }
    guard let length = Int(parts[1]), (0...128).contains(length) else {
      throw FilterError("A prefix of an IPv6 address has 0 to 128 bits", token.range)
    }
    return Constant(value: .ipv6(address), prefix: length)
  }

  /// `0a:1b`, `0a-1b`, `0a.1b`, `0a1b`, `:0a` or one byte such as `0x1f`, `ff`.
  private static func bytes(_ text: String) -> [UInt8]? {
    if text.lowercased().hasPrefix("0x"), let value = number(text), value <= 255 { return [UInt8(value)] }
    let trimmed = text.hasPrefix(":") ? text.dropFirst() : text.hasSuffix(":") ? text.dropLast() : text[...]
    for separator in [":", "-", "."] as [Character] where trimmed.contains(separator) {
      let parts = trimmed.split(separator: separator, omittingEmptySubsequences: false)
      var result: [UInt8] = []
      for part in parts {
        guard part.utf8.count == 2 || (part.utf8.count == 1 && separator == ":"), let byte = UInt8(part, radix: 16)
        else { return nil }
        result.append(byte)
      }
      return result
    }
    let digits = Array(trimmed)
    guard digits.allSatisfy(\.isHexDigit), !digits.isEmpty else { return nil }
    if digits.count <= 2 { return UInt8(String(digits), radix: 16).map { [$0] } }
    guard digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
  }
}
