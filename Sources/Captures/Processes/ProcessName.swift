/// A process, as shown with its packets.
public struct ProcessName: Hashable, Sendable {
  /// The process ID.
  public let id: Int32
  /// Its short name from /proc/PID/comm.
  public let name: String

  /// A process can choose any name, so characters that control a terminal, or reorder or hide text, are replaced with
  /// `?`.
  public init(id: Int32, name: String) {
    self.id = id
    self.name = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { Self.harmful.contains($0.properties.generalCategory) ? "?" : $0 }))
  }

  private static let harmful: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  /// The suffix for a line of the list: ` [curl 1234]`.
  public var suffix: String { " [\(name) \(id)]" }

  /// The packet comment: `process curl, pid 1234`.
  public var comment: String { "process \(name), pid \(id)" }

  /// Parses such a comment; nil if it is a different one.
  public init?(comment: String) {
    let (start, middle) = ("process ", ", pid ")
    guard comment.hasPrefix(start) else { return nil }
    // The name can contain a comma, so the number follows the last separator.
    let rest = comment.dropFirst(start.count)
    guard let place = rest.lastRange(of: middle), let id = Int32(rest[place.upperBound...]), id > 0 else { return nil }
    self.init(id: id, name: String(rest[..<place.lowerBound]))
  }
}

extension Substring {
  fileprivate func lastRange(of words: String) -> Range<Index>? {
    var end = endIndex
    while let start = index(end, offsetBy: -words.count, limitedBy: startIndex) {
      if self[start..<end] == words { return start..<end }
      end = index(before: end)
    }
    return nil
  }
}
