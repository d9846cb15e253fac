import Wire

/// The names of a field's values, as a registry or RFC has them.
public struct ValueNames: Sendable {
  /// By value.
  public let names: [UInt64: String]

  /// - Parameter list: a value and its name on each line.
  init(_ list: String) {
    self.init(RegisteredNames(list))
  }

  init(_ registered: RegisteredNames) {
    names = registered.names
  }

  /// The name of a value; nil if it has none.
  public subscript(value: UInt64) -> String? { names[value] }
}
