/// The answer of a link: named values in order. A name may occur several times.
struct ControlAnswer: Sendable {
  var values: [(name: String, value: String)] = []

  /// The first value with this name.
  subscript(name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  /// All values with this name.
  func all(_ name: String) -> [String] {
    values.filter { $0.name == name }.map(\.value)
  }
}
