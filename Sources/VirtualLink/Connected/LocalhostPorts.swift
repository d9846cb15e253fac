/// Ports of the loopback interface, as `--localhost` names them: `8080`, `3000,8000-8010`, or `all`.
public struct LocalhostPorts: Hashable, Sendable {
  let ranges: [ClosedRange<UInt16>]

  /// No port.
  public init() {
    ranges = []
  }

  /// Nil if the text is neither `all` nor a list of ports and ranges of ports.
  public init?(_ text: String) {
    guard text != "all" else {
      ranges = [1...UInt16.max]
      return
    }
    var ranges: [ClosedRange<UInt16>] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(Self.port)
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  /// Whether there is no port.
  public var isEmpty: Bool { ranges.isEmpty }

  /// Whether a port is among them.
  public func contains(_ port: UInt16) -> Bool { ranges.contains { $0.contains(port) } }

  private static func port(_ word: Substring) -> UInt16? {
    guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(word), number > 0 else {
      return nil
    }
    return number
  }
}
