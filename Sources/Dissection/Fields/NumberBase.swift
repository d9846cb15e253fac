/// The base in which a number is shown: Wireshark's `BASE_` values.
public enum NumberBase: String, Hashable, Sendable {
  /// Decimal.
  case decimal = "BASE_DEC"
  /// Hexadecimal.
  case hex = "BASE_HEX"
  /// Octal.
  case oct = "BASE_OCT"
  /// Hexadecimal, with the decimal in parentheses.
  case hexDec = "BASE_HEX_DEC"
  /// Decimal, with the hexadecimal in parentheses.
  case decHex = "BASE_DEC_HEX"
}
