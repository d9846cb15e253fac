internal import FoundationEssentials
internal import TextOutput

/// Encodes the forms of reports that are JSON.
enum JSONFormat {
  /// A value in one line, with sorted keys. Characters that could harm a terminal are escaped.
  static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return PrintableText(json: String(decoding: try encoder.encode(value), as: UTF8.self)).text + "\n"
  }
}
