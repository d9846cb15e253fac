internal import YAML

/// Conditions that have a name: distributions and traces that Headwind ships, and the user's own files.
extension DirectionReader {
  /// - Parameter path: the keys that lead to it, for errors.
  func distribution(_ node: YAMLNode, path: String) -> DelayDistribution? {
    let names = ["uniform"] + DelayTable.formulas.map(\.name)
    let wanted = "one of \(names.joined(separator: ", ")), or the path of a table such as './wifi.dist'"
    guard let name = reader.problems.text(node, path: path, wanted) else { return nil }
    if name == "uniform" { return .uniform }
    if let table = DelayTable.named(name) { return .table(table) }
    guard !Self.isPath(name) else {
      return file(name, node, path) { text throws(NumberLines.Problem) in try DelayTable(name: name, text: text) }
        .map { .table($0) }
    }
    let hint = Nearest.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    reader.problems.report("\(path): '\(name.shortened)' is not a distribution\(hint); write \(wanted)", at: node)
    return nil
  }

  func trace() -> DeliveryTrace? {
    guard let node = reader["trace"] else { return nil }
    let names = DeliveryTrace.shippedNames
    let wanted = "one of \(names.joined(separator: ", ")), or the path of a trace such as './train.trace'"
    let path = reader.place("trace")
    guard let name = reader.problems.text(node, path: path, wanted) else { return nil }
    if reader["bandwidth"] != nil {
      reader.problems.report(
        "\(path): use either a trace or a bandwidth, not both", at: node)
    }
    if let trace = DeliveryTrace.shipped(name) { return trace }
    guard !Self.isPath(name) else {
      return file(name, node, path) { text throws(NumberLines.Problem) in try DeliveryTrace(name: name, text: text) }
    }
    let hint = Nearest.to(name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    reader.problems.report("\(path): there is no trace '\(name.shortened)'\(hint); write \(wanted)", at: node)
    return nil
  }

  /// Whether a name is that of a file.
  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || name.contains(".")
  }

  private func file<Value>(
    _ name: String, _ node: YAMLNode, _ path: String, read: ([UInt8]) throws(NumberLines.Problem) -> Value
  ) -> Value? {
    let bytes: [UInt8]
    do {
      bytes = try companions.bytes(of: name)
    } catch {
      reader.problems.report("\(path): '\(name.shortened)' \(error.words)", at: node)
      return nil
    }
    do {
      return try read(bytes)
    } catch {
      reader.problems.report("\(path): \(name):\(error.line): \(error.words)", at: node)
      return nil
    }
  }
}
