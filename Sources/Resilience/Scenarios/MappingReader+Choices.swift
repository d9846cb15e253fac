internal import LinkConditions

// Values that can be one of a few.
extension MappingReader {
  /// Whether a key is `true`; nil without it.
  func flag(_ key: String) -> Bool? {
    guard let node = self[key], let text = text(key) else { return nil }
    if text != "true", text != "false" {
      problems.report("\(place(key)): '\(text.shortened)' is neither true nor false", at: node)
    }
    return text == "true"
  }

  /// One of the values of an enumeration; nil without the key, or for another word, which is reported.
  func choice<Value: RawRepresentable & CaseIterable>(_ key: String) -> Value? where Value.RawValue == String {
    guard let node = self[key], let text = text(key) else { return nil }
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map(\.rawValue)
    let hint = Nearest.to(text, among: names).map { "; did you mean '\($0)'?" } ?? ""
    problems.report(
      "\(place(key)): '\(text.shortened)' is not one of \(names.joined(separator: ", "))\(hint)", at: node)
    return nil
  }
}
