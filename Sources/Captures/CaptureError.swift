/// An error in reading, writing, filtering or starting a capture, with a message for the user.
public struct CaptureError: Error, Hashable, Sendable {
  /// The kind of error, for decisions of the caller.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable
    /// The file is not a capture file.
    case notACapture
    /// The file is a capture of a known kind that is not supported.
    case unsupported
    /// The file is truncated. Everything before the end was delivered.
    case cutShort
    /// The file is malformed. Everything before the error was delivered.
    case malformed
    /// The file cannot be created or written.
    case unwritable
    /// The disk is full.
    case diskFull
    /// The reader of the output has closed the pipe.
    case closedPipe
    /// There is no interface with that name.
    case noSuchInterface
    /// The user may not capture here.
    case notPermitted
    /// The interface does not support captures, or has disappeared.
    case captureFailed
    /// The capture filter is invalid, or does not apply to the link type.
    case invalidFilter
  }

  /// What is wrong.
  public let reason: Reason
  /// The file or interface.
  public let path: String
  /// The position in the file, in bytes from its start (in the decompressed content if the file is compressed).
  public let offset: Int?
  /// What was found and what is needed, in one line without a full stop.
  public let detail: String

  /// - Parameter offset: where in the file, in bytes.
  public init(_ reason: Reason, path: String, offset: Int? = nil, _ detail: String) {
    self.reason = reason
    self.path = path
    self.offset = offset
    self.detail = detail
  }
}

extension CaptureError: CustomStringConvertible {
  public var description: String {
    switch (reason, offset) {
    case (.cutShort, let offset?): "\(path): truncated at byte \(offset): \(detail)"
    case (_, let offset?): "\(path): at byte \(offset): \(detail)"
    case (_, nil): "\(path): \(detail)"
    }
  }
}
