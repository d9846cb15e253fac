import FoundationEssentials
import TextOutput

/// Encodes JSON.
enum JSONText {
  /// A value for `--json`: one line, with keys in snake_case (docs/json.md).
  static func line(of value: some Encodable) throws -> PrintableText {
    let encoder = encoder([.sortedKeys, .withoutEscapingSlashes])
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return PrintableText(json: String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Values of a list for `--json`, a line each.
  static func lines(of values: [some Encodable]) throws -> [PrintableText] { try values.map { try line(of: $0) } }

  /// A file that Headwind reads again: indented JSON with sorted keys, so that two of them can be compared.
  static func text(of value: some Encodable) throws -> PrintableText {
    PrintableText(
      json: String(
        decoding: try encoder([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]).encode(value), as: UTF8.self))
  }

  private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }
}
