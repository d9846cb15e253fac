internal import FoundationEssentials
internal import LinkConditions
internal import YAML

/// Reads bytes that text cannot hold: `{ hex: 1f 8b 08 }`, `{ base64: H4sI }`, or `{ file: body.gz }`, each with `times` if they are
/// repeated, or `{ parts: [...] }` with a list of such.
struct BytesReader {
  static let keys = ["hex", "base64", "file", "parts", "times"]
  static let shape = "'{ hex: 1f 8b }', '{ base64: H4sI }', '{ file: body.gz }' or '{ parts: [...] }'"
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
    let kinds = own.mapping.compactMap { entry -> (key: String, value: YAMLNode)? in
      guard let key = entry.key.scalar?.string, key != "times" else { return nil }
      return (key, entry.value)
    }
    guard kinds.count == 1, let (key, value) = kinds.first else {
      problems.report("\(path): write one of \(Self.shape)", at: node)
      return nil
    }
    guard let once = bytes(key, value, own) else { return nil }
    guard let repeated = times(own) else { return once }
    guard once.count <= Self.largest / repeated else {
      problems.report("\(own.place("times")): that is more than 16 MiB", at: own["times"] ?? node)
      return nil
    }
    return Self.repeated(once, repeated)
  }

  /// Copies what there is until there is enough of it: a body has few bytes that are repeated often.
  private static func repeated(_ once: [UInt8], _ times: Int) -> [UInt8] {
    var all = once
    all.reserveCapacity(once.count * times)
    while all.count < once.count * times { all += all.prefix(once.count * times - all.count) }
    return all
  }

  private func bytes(_ key: String, _ value: YAMLNode, _ own: MappingReader) -> [UInt8]? {
    if key == "parts" { return parts(value, path: own.place(key)) }
    guard let text = own.text(key) else { return nil }
    switch key {
    case "hex": return hex(text, at: value, own.place(key))
    case "base64": return base64(text, at: value, own.place(key))
    default: return file(text, at: value, own.place(key))
    }
  }

  private func parts(_ node: YAMLNode, path: String) -> [UInt8]? {
    guard case .sequence(let nodes) = node, !nodes.isEmpty else {
      problems.report("\(path): write a list of bytes, such as [{ hex: 1f 8b }, { hex: \"00\", times: 100 }]", at: node)
      return nil
    }
    let parts = nodes.enumerated().compactMap { bytes($1, path: "\(path)[\($0 + 1)]") }
    guard parts.count == nodes.count else { return nil }
    guard parts.reduce(0, { $0 + $1.count }) <= Self.largest else {
      problems.report("\(path): that is more than 16 MiB", at: node)
      return nil
    }
    return parts.reduce(into: []) { $0 += $1 }
  }

  /// How often the bytes are repeated; nil if the file does not say, or says it wrong, which is reported.
  private func times(_ reader: MappingReader) -> Int? {
    guard let node = reader["times"], let text = reader.text("times") else { return nil }
    if let count = Int(text), (1...Self.largest).contains(count) { return count }
    problems.report("\(reader.place("times")): '\(text.shortened)' is not a number from 1 to \(Self.largest)", at: node)
    return nil
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
