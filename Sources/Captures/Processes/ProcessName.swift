/// A process, as it is shown beside its packets.
public struct ProcessName: Hashable, Sendable {
  public let id: Int32
  /// Its short name, as in /proc/PID/comm.
  public let name: String

  /// A name may hold whatever the process likes; what would move the cursor of a terminal, or reorder or hide text, becomes
  /// `?`.
  public init(id: Int32, name: String) {
    self.id = id
    self.name = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { Self.harmful.contains($0.properties.generalCategory) ? "?" : $0 }))
  }

  private static let harmful: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]

  /// What is added to a line of the list: ` [curl 1234]`.
  public var suffix: String { " [\(name) \(id)]" }

  /// What a packet's comment says: `process curl, pid 1234`.
  public var comment: String { "process \(name), pid \(id)" }

  /// Reads such a comment; nil if it is another one.
  public init?(comment: String) {
    let (start, middle) = ("process ", ", pid ")
    guard comment.hasPrefix(start) else { return nil }
    // The name may hold anything, a comma too: the number is what follows the last of them.
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
