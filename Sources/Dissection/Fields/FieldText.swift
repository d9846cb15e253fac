import TextOutput
import Wire

/// Values as strings, where a dissector or a filter needs one; `TreePrinter` writes those that are printed.
enum FieldText {
  /// The time of a field that says that it has none.
  static let unsetTime = Int64.min

  /// A value as `tshark -T fields` prints it, of a node that needs no bytes of the frame.
  static func plain(_ node: FieldNode, _ tree: FieldTree) -> String {
    var printer = TreePrinter(capacity: 64)
    printer.appendPlain(node, tree, [UInt8]().span)
    return printer.take().text
  }

  /// The text that C's `%g` gives.
  static func double(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let rounded = (value * 1e6).rounded() / 1e6
    if rounded == rounded.rounded(), rounded.magnitude < 1e6 { return String(Int64(rounded)) }
    return String(rounded)
  }
}
