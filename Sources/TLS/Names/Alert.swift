import Wire

/// An alert (RFC 8446 section 6).
public struct Alert: Hashable, Sendable {
  public var level: UInt8
  public var code: UInt8

  public init(level: UInt8, code: UInt8) {
    self.level = level
    self.code = code
  }

  /// Whether the sender will send no more (RFC 8446 section 6.1).
  public var isCloseNotify: Bool { code == 0 }
  public var isFatal: Bool { level == 2 }
  /// As Wireshark has it: `Unknown CA`.
  public var name: String { RegisteredNames.tlsAlertDescriptions[UInt64(code)] ?? "Alert \(code)" }
}

extension Alert: CustomStringConvertible {
  public var description: String {
    "\(RegisteredNames.tlsAlertLevels[UInt64(level)] ?? "Level \(level)"): \(name)"
  }
}
