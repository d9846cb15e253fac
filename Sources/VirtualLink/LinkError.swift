import SystemPackage

/// An error in creating, using or reaching a link, with a message for the user.
public struct LinkError: Error, Hashable, CustomStringConvertible {
  /// What failed and why, in one line without a full stop.
  public var message: String
  /// How the user can solve the problem, if there is a way.
  public var remedy: String?

  /// - Parameter remedy: what to do about it.
  public init(_ message: String, remedy: String? = nil) {
    self.message = message
    self.remedy = remedy
  }

  /// The failure of a system call.
  /// - Parameter code: the value of `errno` after the call.
  init(_ action: String, errno code: Int32, remedy: String? = nil) {
    self.init("cannot \(action): \(systemMessage(code))", remedy: remedy)
  }

  public var description: String {
    guard let remedy else { return message }
    return "\(message) (\(remedy))"
  }
}

/// The system's words for an `errno` value, safe among threads.
func systemMessage(_ code: Int32) -> String {
  Errno(rawValue: code).description
}
