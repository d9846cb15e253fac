/// The names that a registry gives to numbers.
public struct RegisteredNames: Sendable {
  /// By number.
  public let names: [UInt64: String]

  /// - Parameter list: a number and its name on each line.
  package init(_ list: String) {
    var names: [UInt64: String] = [:]
    for line in list.split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      let number = line[..<space]
      let value = number.hasPrefix("0x") ? UInt64(number.dropFirst(2), radix: 16) : UInt64(number)
      guard let value else { continue }
      names[value] = String(line[line.index(after: space)...])
    }
    self.names = names
  }

  /// The name of a number; nil if it has none.
  public subscript(number: UInt64) -> String? { names[number] }
}
