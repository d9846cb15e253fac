import Wire

/// Reads a key log that grows: bytes may come in any pieces.
public struct KeyLogReader: Sendable {
  /// What the lines are added to.
  public let keyLog: KeyLog
  private var line: [UInt8] = []
  /// Whether the line is too long, so that the rest of it is skipped.
  private var isOverlong = false

  /// Begins at the begin of a file.
  public init(_ keyLog: KeyLog) {
    self.keyLog = keyLog
  }

  /// - Returns: whether a secret was new.
  @discardableResult
  public mutating func read(_ bytes: Span<UInt8>) -> Bool {
    var gained = false
    for index in bytes.indices {
      if bytes[index] == 0x0A {
        gained = endLine() || gained
      } else if line.count < KeyLogLine.longest {
        line.append(bytes[index])
      } else {
        isOverlong = true
      }
    }
    return gained
  }

  /// Takes the last line, which no line feed ends.
  @discardableResult
  public mutating func finish() -> Bool { endLine() }

  private mutating func endLine() -> Bool {
    defer {
      line.removeAll(keepingCapacity: true)
      isOverlong = false
    }
    guard !isOverlong, let secret = try? KeyLogLine(line[...]) else { return false }
    return keyLog.add(secret)
  }
}

extension KeyLogReader: CustomStringConvertible, CustomReflectable {
  public var description: String { "<reader of a key log>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
