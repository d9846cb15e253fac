internal import YAML

/// Which bytes a bandwidth counts.
extension DirectionReader {
  private static let accountingShape =
    "'ip', 'ethernet', 'overhead 24 B, cell 48 B', or '{ base: ip, overhead: 24 B, cell: 48 B, cell-overhead: 5 B }'"
  private static let accountingKeys = ["base", "overhead", "cell", "cell-overhead"]

  func accounting(hasRate: Bool) -> ByteAccounting? {
    guard let node = reader["counts"] else { return nil }
    let (path, shape) = (reader.place("counts"), Self.accountingShape)
    if !hasRate {
      reader.problems.report("\(path): has no effect without a bandwidth or a trace", at: node)
    }
    guard let mapping = Self.accountingMapping(node) else {
      reader.problems.report("\(path): found \(MappingReader.describe(node)); write \(shape)", at: node)
      return nil
    }
    guard
      let own = MappingReader(
        mapping, path: path, keys: Self.accountingKeys, shape: shape, problems: reader.problems)
    else { return nil }
    var accounting = ByteAccounting.ip
    if let base = own["base"], let text = reader.problems.text(base, path: own.place("base"), "'ip' or 'ethernet'") {
      if text == "ethernet" {
        accounting.base = .ethernet
      } else if text != "ip" {
        reader.problems.report("\(own.place("base")): found '\(text.shortened)'; write 'ip' or 'ethernet'", at: base)
      }
    }
    accounting.overhead = overhead(own, "overhead")
    accounting.cellSize = own.quantity("cell", .cell).map { UInt32(clamping: $0) } ?? 0
    accounting.cellOverhead = overhead(own, "cell-overhead")
    checkThatPacketsCount(accounting, own)
    return accounting
  }

  /// Converts `ethernet, overhead 4 B, cell 48 B` to the equivalent mapping; nil if it contains an unknown word. The
  /// numbers are bytes, with or without a unit: `tc`, whose syntax this is, writes no unit.
  private static func accountingMapping(_ node: YAMLNode) -> YAMLNode? {
    guard case .scalar(let scalar) = node else { return node }
    var pairs: [(key: YAMLNode, value: YAMLNode)] = []
    for part in scalar.string.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(whereSeparator: \.isWhitespace)
      guard let first = words.first.map(String.init) else { return nil }
      var (key, value) = ("base", first)
      if words.count > 1 {
        key = first
        value = words.dropFirst().joined(separator: " ")
        if value.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "-" }) { value += " B" }
      } else if !["ip", "ethernet"].contains(first) {
        return nil
      }
      guard accountingKeys.contains(key), !pairs.contains(where: { $0.0.scalar?.string == key }) else { return nil }
      pairs.append((word(key, like: scalar), word(value, like: scalar)))
    }
    return .mapping(YAMLNode.Mapping(pairs, mark: scalar.mark))
  }

  private static func word(_ text: String, like scalar: YAMLNode.Scalar) -> YAMLNode {
    .scalar(YAMLNode.Scalar(text, mark: scalar.mark))
  }

  /// Checks that a negative overhead leaves some bytes. Otherwise packets would be sent in no time.
  private func checkThatPacketsCount(_ accounting: ByteAccounting, _ own: MappingReader) {
    // The shortest packet: an IPv4 header, and with an Ethernet base the header of its frame.
    let shortest: Int32 = accounting.base == .ip ? 20 : 34
    if let node = own["overhead"], accounting.overhead <= -shortest {
      reader.problems.report(
        "\(own.place("overhead")): leaves nothing of the shortest packet, which has \(shortest) B", at: node)
    }
    guard let node = own["cell-overhead"] else { return }
    if own["cell"] == nil {
      reader.problems.report("\(own.place("cell-overhead")): needs a 'cell'", at: node)
    } else if accounting.cellSize > 0, Int64(accounting.cellSize) + Int64(accounting.cellOverhead) <= 0 {
      reader.problems.report("\(own.place("cell-overhead")): leaves nothing of a cell", at: node)
    }
  }

  /// A number of bytes that may be negative.
  private func overhead(_ own: MappingReader, _ key: String) -> Int32 {
    guard let node = own[key], case .scalar(let scalar) = node, scalar.string.hasPrefix("-") else {
      return own.quantity(key, .overhead).map { Int32(clamping: $0) } ?? 0
    }
    guard let value = try? QuantityKind.overhead.value(of: String(scalar.string.dropFirst())) else {
      reader.problems.report(
        "\(own.place(key)): found '\(scalar.string.shortened)'; write \(QuantityKind.overhead.words)", at: node)
      return 0
    }
    return -Int32(clamping: value)
  }
}
