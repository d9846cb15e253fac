import Wire

/// An alert (RFC 8446 section 6).
public struct Alert: Hashable, Sendable {
  /// 1 for a warning, 2 for a fatal error.
  public var level: UInt8
  /// What happened (RFC 8446 section 6.2).
  public var code: UInt8

  /// An alert by its numbers.
  public init(level: UInt8, code: UInt8) {
    self.level = level
    self.code = code
  }

  /// Whether the sender will send no more (RFC 8446 section 6.1).
  public var isCloseNotify: Bool { code == 0 }
  /// Whether the connection ends with it.
  public var isFatal: Bool { level == 2 }
  /// As Wireshark has it: `Unknown CA`.
  public var name: String { RegisteredNames.tlsAlertDescriptions[UInt64(code)] ?? "Alert \(code)" }
}

extension Alert: CustomStringConvertible {
  public var description: String {
    "\(RegisteredNames.tlsAlertLevels[UInt64(level)] ?? "Level \(level)"): \(name)"
  }
}
