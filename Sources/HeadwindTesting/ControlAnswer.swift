/// What a link answers: named values in order; a name may come several times.
struct ControlAnswer: Sendable {
  var values: [(name: String, value: String)] = []

  /// The first value of a name.
  subscript(name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  /// All values of a name.
  func all(_ name: String) -> [String] {
    values.filter { $0.name == name }.map(\.value)
  }
}
