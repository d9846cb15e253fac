package import YAML

/// Reads bytes as one YAML document without anchors, or reports what is wrong.
///
/// It refuses whatever could make parsing expensive: large files, and anchors, a few of which can expand to billions of
/// nodes.
package enum YAMLDocument {
  /// The root of the document. Returns nil after reporting an error.
  /// - Parameter kind: what the file should be, in a word, for errors.
  package static func root(
    of bytes: [UInt8], kind: String = "profile", reportingTo problems: ProblemCollector
  ) -> YAMLNode? {
    guard bytes.count <= ProfileFile.largestSize else {
      problems.report(
        "the file has \(bytes.count) bytes; a \(kind) file has at most \(ProfileFile.largestSize)", line: 1, column: 1)
      return nil
    }
    if let offset = firstInvalidByte(of: bytes) {
      let mark = YAMLNode.Mark(ofByte: offset, in: bytes)
      problems.report("the file is not UTF-8: byte \(offset) is invalid", line: mark.line, column: mark.column)
      return nil
    }
    if let offset = firstAnchor(in: bytes) {
      let mark = YAMLNode.Mark(ofByte: offset, in: bytes)
      problems.report("anchors ('&') are not allowed; write the value out", line: mark.line, column: mark.column)
      return nil
    }
    // A byte order mark is not part of the text.
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    do {
      guard let root = try YAMLReader.document(in: text) else {
        problems.report("the file is empty; there is no \(kind) in it", line: 1, column: 1)
        return nil
      }
      return root
    } catch {
      report(error, kind, in: text, to: problems)
    }
    return nil
  }

  private static func report(
    _ error: YAMLError, _ kind: String, in bytes: [UInt8], to problems: ProblemCollector
  ) {
    // YAML reports an unclosed bracket after the last line. Report the end of the text instead.
    let end = YAMLNode.Mark(ofByte: (bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1) + 1, in: bytes)
    let place = error.mark.line > end.line ? end : error.mark
    let message =
      switch error.reason {
      case .syntax(let problem): "not YAML: \(problem)"
      case .depth: "not YAML: it is nested too deeply"
      case .anotherDocument: "a \(kind) file holds one document; here is another"
      case .alias: "aliases ('*') are not allowed; write the value out"
      case .duplicateKeys(let keys):
        "the key \(keys.map { "'\($0.shortened)'" }.joined(separator: ", ")) appears more than once here; keep one"
      }
    problems.report(message, line: place.line, column: place.column)
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// An anchor starts with an ampersand and a name at the start of a word.
  private static func firstAnchor(in bytes: [UInt8]) -> Int? {
    let before = Set(" \t\r\n[{,:-?".utf8)
    return bytes.indices.first { index in
      guard bytes[index] == UInt8(ascii: "&"), index + 1 < bytes.count else { return false }
      guard index == 0 || before.contains(bytes[index - 1]) || bytes[index - 1] >= 0x80 else { return false }
      let next = Unicode.Scalar(bytes[index + 1])
      return next.properties.isAlphabetic || ("0"..."9").contains(next) || next == "_" || next == "-"
    }
  }
}
