import TextOutput

/// Prints the values of a JSON document as a tree, each with its bytes in the document.
///
///     0..<31   object, 2 members
///     1..<18     "query": "apple"
///
/// The range of a member's value is that of the value alone.
public struct JSONPrinter {
  private let document: [UInt8]
  private let parser: JSONParser
  /// The longest string that is printed whole, in bytes.
  private let textLimit: Int

  /// - Parameter textLimit: the longest text of a string to print, in bytes.
  public init(_ document: [UInt8], _ parser: JSONParser, textLimit: Int = 400) {
    self.document = document
    self.parser = parser
    self.textLimit = textLimit
  }

  /// Gives the tree line by line, and in the end what is wrong with the document, if something is.
  public func print(_ line: (String) -> Void) {
    let width = String(max(document.count, 1)).utf8.count * 2 + 3
    for node in parser.nodes {
      var range = "\(node.start)..<\(node.end)"
      range += String(repeating: " ", count: max(0, width - range.utf8.count))
      line(range + String(repeating: "  ", count: Int(node.depth) + 1) + label(node) + value(node))
    }
    guard let error = parser.error else { return }
    if case .fewerValues(let limit) = error.expected {
      line("the rest is not shown: from offset \(error.offset) on there are more than \(limit) values")
    } else {
      line("broken " + error.description)
    }
  }

  private func label(_ node: JSONNode) -> String {
    guard let name = node.name else { return "" }
    return text(name) + ": "
  }

  private func value(_ node: JSONNode) -> String {
    let ending = node.isWhole ? "" : " (cut short)"
    switch node.kind {
    case .object: return "object, \(node.childCount) member\(node.childCount == 1 ? "" : "s")" + ending
    case .array: return "array, \(node.childCount) element\(node.childCount == 1 ? "" : "s")" + ending
    case .string, .number, .true, .false, .null: return text(node.range) + ending
    }
  }

  private func text(_ range: Range<Int>) -> String {
    let bounds = range.clamped(to: 0..<document.count)
    let shown = bounds.prefix(textLimit)
    let text = HarmlessText.escaped(Array(document[shown.startIndex..<shown.endIndex]), keepingLines: false)
    return shown.count < bounds.count ? text + "... (\(bounds.count) bytes)" : text
  }
}
