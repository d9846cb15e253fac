package import Yams

/// Reads bytes as one YAML document without anchors, or reports what is wrong.
///
/// It refuses whatever could make parsing expensive: large files, and anchors, a few of which can expand to billions of
/// nodes.
package enum YAMLDocument {
  /// The root of the document. Returns nil after reporting an error.
  /// - Parameter kind: what the file should be, in a word, for errors.
  package static func root(
    of bytes: [UInt8], kind: String = "profile", reportingTo problems: ProblemCollector
  ) -> Node? {
    guard bytes.count <= ProfileFile.largestSize else {
      problems.report(
        "the file has \(bytes.count) bytes; a \(kind) file has at most \(ProfileFile.largestSize)", line: 1, column: 1)
      return nil
    }
    if let offset = firstInvalidByte(of: bytes) {
      let (line, column) = position(of: offset, in: bytes)
      problems.report("the file is not UTF-8: byte \(offset) is invalid", line: line, column: column)
      return nil
    }
    if let offset = firstAnchor(in: bytes) {
      let (line, column) = position(of: offset, in: bytes)
      problems.report("anchors ('&') are not allowed; write the value out", line: line, column: column)
      return nil
    }
    // Yams keeps a pointer to the text. For a short text that would point to a temporary copy, so blank lines make it
    // long. With an explicit encoding, Yams does not look for a byte order mark.
    let hasMark = bytes.starts(with: [0xef, 0xbb, 0xbf])
    let text = String(decoding: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self) + String(repeating: "\n", count: 16)
    do {
      guard let root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot() else {
        problems.report("the file is empty; there is no \(kind) in it", line: 1, column: 1)
        return nil
      }
      return root
    } catch let error as YamlError {
      report(error, kind, in: bytes, to: problems)
    } catch {
      problems.report("the file cannot be read as YAML", line: 1, column: 1)
    }
    return nil
  }

  private static func report(
    _ error: YamlError, _ kind: String, in bytes: [UInt8], to problems: ProblemCollector
  ) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
      // YAML reports an unclosed bracket in the blank lines that were added. Report the end of the file instead.
      let end = position(of: (bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1) + 1, in: bytes)
      let (line, column) = mark.line > end.line ? end : (mark.line, mark.column)
      let words = problem.contains("nesting level") ? "it is nested too deeply" : problem
      problems.report("not YAML: \(words)", line: line, column: column)
    case .composer(_, let problem, let mark, _):
      let message =
        problem.contains("another document") ? "a \(kind) file holds one document; here is another" : problem
      problems.report(message, line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let keys = duplicates.map { "'\($0.shortened)'" }.joined(separator: ", ")
      problems.report(
        "the key \(keys) appears more than once here; keep one", line: context.mark.line, column: context.mark.column)
    case .reader(let problem, let offset, let value, let yaml):
      let before = yaml.prefix(offset ?? 0)
      let line = 1 + before.count { $0.isNewline }
      let column = 1 + before.reversed().prefix { !$0.isNewline }.count
      problems.report("not YAML: \(problem) (\(value))", line: line, column: column)
    default:
      problems.report("the file cannot be read as YAML", line: 1, column: 1)
    }
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

  private static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let lines = before.count { $0 == UInt8(ascii: "\n") }
    let start = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    // Continuation bytes of UTF-8 do not count as characters.
    return (lines + 1, before[start...].count { $0 & 0xc0 != 0x80 } + 1)
  }
}
