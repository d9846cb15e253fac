/// Why a link could not be made, used or reached, in words for the person who asked for it.
public struct LinkError: Error, Hashable, CustomStringConvertible {
  /// What failed and why, one line, no full stop.
  public var message: String
  /// What to do about it, if there is something.
  public var remedy: String?

  public init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }

  /// A system call's failure.
  /// - Parameter code: the `errno` it left.
  init(_ action: String, errno code: Int32, remedy: String? = nil) {
    self.init("cannot \(action): \(systemMessage(code))", remedy: remedy)
  }

  public var description: String {
    guard let remedy else { return message }
    return "\(message) (\(remedy))"
  }
}
