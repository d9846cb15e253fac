/// The names of a field's values, as a registry or RFC has them.
public struct ValueNames: Sendable {
  /// By value.
  public let names: [UInt64: String]

  /// - Parameter list: a value and its name on each line.
  init(_ list: String) {
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

  public subscript(value: UInt64) -> String? { names[value] }
}
