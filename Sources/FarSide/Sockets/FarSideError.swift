import Glibc

/// Why a far side could not be created: what was attempted, and what the system said.
public struct FarSideError: Error, CustomStringConvertible {
  /// What was attempted, in words ("listen on UDP port 53").
  public var action: String
  /// The system's error number, or 0 if the error is not from the system.
  public var code: CInt
  /// What the system said, in words.
  public var reason: String

  init(action: String, code: CInt) {
    self.action = action
    self.code = code
    self.reason = String(cString: strerror(code))
  }

  init(action: String, reason: String) {
    self.action = action
    self.code = 0
    self.reason = reason
  }

  public var description: String { "cannot \(action): \(reason)" }
}
