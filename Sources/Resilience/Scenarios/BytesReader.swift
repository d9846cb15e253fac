internal import FoundationEssentials
internal import LinkConditions
internal import YAML

/// Reads bytes that text cannot hold: `{ hex: 1f 8b 08 }`, `{ base64: H4sI }`, or `{ file: body.gz }`.
struct BytesReader {
  static let keys = ["hex", "base64", "file"]
  static let shape = "'{ hex: 1f 8b }', '{ base64: H4sI }' or '{ file: body.gz }'"
  /// More would be held in memory for each connection.
  private static let largest = 16 << 20

  let problems: ProblemCollector
  /// The files beside the suite file.
  let files: CompanionFiles

  /// The bytes, or nil if the node is wrong, which is reported.
  func bytes(_ node: YAMLNode, path: String) -> [UInt8]? {
    guard let own = MappingReader(node, path: path, keys: Self.keys, shape: Self.shape, problems: problems) else {
      return nil
    }
    guard own.mapping.count == 1, let (key, value) = own.mapping.first.map({ ($0.key.scalar?.string ?? "", $0.value) }),
      let text = own.text(key)
    else {
      if own.mapping.count != 1 { problems.report("\(path): write one of \(Self.shape)", at: node) }
      return nil
    }
    switch key {
    case "hex": return hex(text, at: value, own.place(key))
    case "base64": return base64(text, at: value, own.place(key))
    case "file": return file(text, at: value, own.place(key))
    default: return nil
    }
  }

  /// Pairs of digits; spaces and colons may separate them.
  private func hex(_ text: String, at node: YAMLNode, _ path: String) -> [UInt8]? {
    let digits = text.filter { !$0.isWhitespace && $0 != ":" }.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(where: { $0 == nil }) else {
      problems.report("\(path): '\(text.shortened)' is not hexadecimal; write two digits for each byte", at: node)
      return nil
    }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
  }

  private func base64(_ text: String, at node: YAMLNode, _ path: String) -> [UInt8]? {
    guard let data = Data(base64Encoded: text.filter { !$0.isWhitespace }) else {
      problems.report("\(path): '\(text.shortened)' is not base64 (RFC 4648 section 4)", at: node)
      return nil
    }
    return Array(data)
  }

  private func file(_ name: String, at node: YAMLNode, _ path: String) -> [UInt8]? {
    do throws(CompanionFiles.Failure) {
      let bytes = try files.bytes(of: name)
      guard bytes.count > Self.largest else { return bytes }
      problems.report("\(path): '\(name.shortened)' has more than 16 MiB", at: node)
    } catch {
      problems.report("\(path): '\(name.shortened)' \(error.words)", at: node)
    }
    return nil
  }
}
