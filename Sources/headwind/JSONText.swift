import FoundationEssentials
import TextOutput

/// Encodes JSON for `--json`.
enum JSONText {
  /// Indented JSON with sorted keys, so that the output of two runs can be compared.
  static func text(of value: some Encodable) throws -> PrintableText {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return PrintableText(json: String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
