/// Why a capture could not be read, written, filtered or started, in words for the person who asked for it.
public struct CaptureError: Error, Hashable, Sendable {
  /// What kind of thing went wrong: what a caller decides on.
  public enum Reason: Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable
    /// The bytes are no capture file.
    case notACapture
    /// A capture file of a kind that is recognised and not read.
    case unsupported
    /// The file ends in the middle of something; everything before that was delivered.
    case cutShort
    /// The file contradicts itself; everything before that was delivered.
    case malformed
    /// The file cannot be made or written.
    case unwritable
    /// There is no room left for what is to be written.
    case diskFull
    /// Whoever was reading what we write has gone.
    case closedPipe
    /// There is no interface of that name.
    case noSuchInterface
    /// The user may not capture here.
    case notPermitted
    /// The interface cannot be captured on, or went away meanwhile.
    case captureFailed
    /// The words of a capture filter are not understood, or do not fit the link type.
    case invalidFilter
  }

  public let reason: Reason
  /// The file or interface.
  public let path: String
  /// Where in the file, in bytes from its start (of its decompressed content where it is compressed).
  public let offset: Int?
  /// What was found and what is needed; one line, no full stop.
  public let detail: String

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
    case (.cutShort, let offset?): "\(path): cut short at byte \(offset): \(detail)"
    case (_, let offset?): "\(path): at byte \(offset): \(detail)"
    case (_, nil): "\(path): \(detail)"
    }
  }
}
