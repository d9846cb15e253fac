package import YAML

/// Reads a mapping with known keys, and reports what it does not understand.
package struct MappingReader {
  package let mapping: YAMLNode.Mapping
  /// The path of keys that leads to it, for errors: `downlink.loss`.
  let path: String
  package let problems: ProblemCollector

  /// Returns nil and reports an error if the node is not a mapping. Reports unknown keys, with the most similar known
  /// key.
  package init?(_ node: YAMLNode, path: String, keys: [String], shape: String, problems: ProblemCollector) {
    guard case .mapping(let written) = node else {
      problems.report("\(path.isEmpty ? "" : "\(path): ")found \(Self.describe(node)); write \(shape)", at: node)
      return nil
    }
    let mapping = Self.joiningLists(of: written, keys: keys)
    self.mapping = mapping
    self.path = path
    self.problems = problems
    for (key, _) in mapping {
      guard case .scalar(let scalar) = key else {
        problems.report("\(path.isEmpty ? "" : "\(path): ")a key is a word, not \(Self.describe(key))", at: key)
        continue
      }
      guard !keys.contains(scalar.string) else { continue }
      problems.report(
        "\(place(scalar.string.shortened)): \(Self.trouble(with: scalar.string, in: mapping, keys))", at: key)
    }
  }

  /// The reason why a key cannot stand here, and the one that may have been meant.
  private static func trouble(with key: String, in mapping: YAMLNode.Mapping, _ keys: [String]) -> String {
    let ours: String = ForeignWords.key(key) ?? key
    let takesDirections = keys.contains("downlink")
    if takesDirections, !keys.contains(ours), DirectionReader.keys.contains(ours) {
      let word = ours == key ? "" : "unknown key; Headwind's word is '\(ours)', which "
      let written = mapping.compactMap { $0.key.scalar?.string }
      let named = ["downlink", "uplink"].filter { written.contains($0) }
      let beside = named.isEmpty ? "" : ", so it cannot stand beside '\(named.joined(separator: "' and '"))'"
      return "\(word)is a condition of a direction\(beside): write it under 'downlink', 'uplink' or both"
    }
    let parts = ours.split(separator: ".").map { String($0) }
    let isForeign = ours != key && (keys.contains(ours) || parts.count == 2 && keys.contains(parts[0]))
    let near =
      isForeign
      ? (parts.count == 2 ? "\(parts[0]): { \(parts[1]): … }" : ours) : Nearest.to(key, among: keys)
    let hint = near.map { "; did you mean '\($0)'?" } ?? ""
    let note = isForeign && parts.last == "delay" ? " It is one way: half of a round trip." : ""
    return "unknown key\(hint)\(note) (allowed: \(keys.joined(separator: ", ")))"
  }

  /// Joins list values that YAML has split. Inside braces, YAML treats what follows a comma as a key: in
  /// `{ drop: down 3, 7..9 }`, `7..9` is a key without a value. A key that begins with a digit, or with a word of
  /// `counts`, continues the value before it.
  private static func joiningLists(of mapping: YAMLNode.Mapping, keys: [String]) -> YAMLNode.Mapping {
    var pairs: [(key: YAMLNode, value: YAMLNode)] = []
    for (key, value) in mapping {
      guard case .scalar(let word) = key, word.isPlain, !keys.contains(word.string),
        case .scalar(let nothing) = value, nothing.isPlain, nothing.string.isEmpty,
        let last = pairs.last, case .scalar(var before) = last.value, before.isPlain,
        word.string.first.map({ $0.isASCII && $0.isNumber }) == true
          || word.string.hasPrefix("cell") || word.string.hasPrefix("overhead")
      else {
        pairs.append((key, value))
        continue
      }
      before.string += ", \(word.string)"
      pairs[pairs.count - 1].value = .scalar(before)
    }
    return YAMLNode.Mapping(pairs, mark: mapping.mark)
  }

  package subscript(_ key: String) -> YAMLNode? {
    mapping.first { $0.key.scalar?.string == key }?.value
  }

  /// The full path of one of its keys.
  package func place(_ key: String) -> String {
    path.isEmpty ? key : key.isEmpty ? path : "\(path).\(key)"
  }

  /// Reads a quantity and scales it; nil if the key is missing or wrong.
  package func quantity(_ key: String, _ kind: QuantityKind) -> UInt64? {
    guard let node = self[key] else { return nil }
    return problems.quantity(node, path: place(key), kind)
  }

  /// Reads a time; nil if the key is missing or wrong.
  package func duration(_ key: String, _ kind: QuantityKind = .duration) -> LinkDuration? {
    quantity(key, kind).map { LinkDuration(nanoseconds: Int64(clamping: $0)) }
  }

  /// Reads a percentage; nil if the key is missing or wrong.
  func probability(_ key: String) -> Probability? {
    self[key].flatMap { problems.probability($0, path: place(key)) }
  }

  /// Reads a correlation: `25 %` as in netem, or `exact 25 %`; nil if the key is missing or wrong.
  func correlation(_ key: String) -> (share: Probability, isExact: Bool)? {
    guard let node = self[key] else { return nil }
    let wanted = "a percentage such as '25 %' (netem's way), or 'exact 25 %' (which keeps the rate)"
    guard let text = problems.text(node, path: place(key), wanted) else { return nil }
    let exact = "exact "
    let isExact = text.hasPrefix(exact)
    do {
      return (try Probability(parsing: isExact ? String(text.dropFirst(exact.count)) : text), isExact)
    } catch {
      problems.report("\(place(key)): '\(text.shortened)' \(error.words); write \(wanted)", at: node)
      return nil
    }
  }

  /// Reads true or false; nil if the key is missing or wrong.
  func flag(_ key: String) -> Bool? {
    guard let node = self[key], let text = problems.text(node, path: place(key), "true or false") else { return nil }
    if ["true", "false"].contains(text) { return text == "true" }
    problems.report("\(place(key)): found '\(text.shortened)'; write true or false", at: node)
    return nil
  }

  /// Reads a scalar as text; nil if the key is missing or not a scalar.
  package func text(_ key: String) -> String? {
    self[key].flatMap { problems.text($0, path: place(key), "text") }
  }

  /// Describes a node in words.
  package static func describe(_ node: YAMLNode) -> String {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty ? "nothing" : "'\(scalar.string.shortened)'"
    case .mapping: "a mapping"
    case .sequence: "a list"
    }
  }
}

extension ProblemCollector {
  /// Reads a scalar as text, or reports an error and returns nil.
  package func text(_ node: YAMLNode, path: String, _ wanted: String) -> String? {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      report("\(path): found \(MappingReader.describe(node)); write \(wanted)", at: node)
      return nil
    }
    return scalar.string
  }

  /// Reads a scalar, or a YAML list of scalars joined with commas, as text. Reports an error and returns nil if it is
  /// neither.
  func words(_ node: YAMLNode, path: String, _ wanted: String) -> String? {
    guard case .sequence(let items) = node else { return text(node, path: path, wanted) }
    if items.isEmpty { report("\(path): found an empty list; write \(wanted)", at: node) }
    let words = items.compactMap { text($0, path: path, wanted) }
    return words.count == items.count && !words.isEmpty ? words.joined(separator: ", ") : nil
  }

  /// Reads a quantity, or reports an error and returns nil.
  package func quantity(_ node: YAMLNode, path: String, _ kind: QuantityKind) -> UInt64? {
    guard let text = text(node, path: path, kind.words) else { return nil }
    do {
      return try kind.value(of: text)
    } catch {
      report("\(path): '\(text.shortened)' \(error.words); write \(kind.words)", at: node)
      return nil
    }
  }

  /// Reads a percentage, or reports an error and returns nil.
  func probability(_ node: YAMLNode, path: String) -> Probability? {
    let wanted = "a percentage such as '10 %', from 0 % to 100 %"
    guard let text = text(node, path: path, wanted) else { return nil }
    do {
      return try Probability(parsing: text)
    } catch {
      report("\(path): '\(text.shortened)' \(error.words); write \(wanted)", at: node)
      return nil
    }
  }
}
