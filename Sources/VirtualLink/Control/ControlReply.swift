import Wire

/// A link's answer to a request: named values or an error, and possibly descriptors.
public struct ControlReply: Sendable {
  /// Names and values, in order. Neither contains a line feed, and a name contains no colon.
  public var values: [(name: String, value: String)]
  /// Why the request was refused, or nil.
  public var error: String?
  /// Descriptors that are sent with the answer.
  public var descriptors: [Descriptor]

  /// A reply of these lines, in order.
  public init(_ values: [(name: String, value: String)] = [], descriptors: [Descriptor] = []) {
    self.values = values
    self.descriptors = descriptors
  }

  /// A refusal.
  public init(error: String) {
    self.init()
    self.error = error
  }

  /// A time in seconds since 1970, with nine decimals.
  static func seconds(_ time: Timestamp) -> String {
    let (seconds, rest) = max(0, time.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    return "\(seconds).\(String(1_000_000_000 + rest).dropFirst())"
  }

  /// The first value of a name.
  public subscript(name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  /// The lines as they are sent: `name: value` for each, then `ok` or `error: ...`.
  package var text: String {
    let lines = values.map { "\($0.name): \(Self.oneLine($0.value))\n" }.joined()
    return lines + (error.map { "error: \(Self.oneLine($0))\n" } ?? "ok\n")
  }

  private static func oneLine(_ text: String) -> String {
    String(text.map { $0.isNewline ? " " : $0 })
  }
}
