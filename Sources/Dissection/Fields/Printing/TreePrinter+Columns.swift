public import TextOutput
import Wire

// What fields hold, as `tshark -T fields` prints it.

/// Which of a field's values a column shows.
public enum FieldOccurrence: Sendable {
  /// Which of several values of a field are printed.
  case first, last, all
}

extension TreePrinter {
  /// What a field holds in this packet, with `aggregator` between values.
  public mutating func appendValues(
    of field: FieldID, _ tree: FieldTree, _ frame: Span<UInt8>, _ occurrence: FieldOccurrence,
    aggregator: PrintableText, quote: PrintableText
  ) {
    var last: Int?
    for index in tree.nodes.indices where tree.nodes[index].field == field {
      defer { last = index }
      if occurrence == .last { continue }
      if occurrence == .first, last != nil { break }
      text.append((last == nil ? quote : aggregator).text)
      appendPlain(tree.nodes[index], tree, frame)
    }
    guard let last else { return }
    if occurrence == .last {
      text.append(quote.text)
      appendPlain(tree.nodes[last], tree, frame)
    }
    text.append(quote.text)
  }
}

extension FieldTree {
  /// What a field holds, each value as `tshark -T fields` prints it.
  public func values(of field: FieldID, frame: Span<UInt8>) -> [PrintableText] {
    var printer = TreePrinter(capacity: 64)
    var values: [PrintableText] = []
    for node in nodes where node.field == field {
      printer.appendPlain(node, self, frame)
      values.append(printer.take())
    }
    return values
  }
}
