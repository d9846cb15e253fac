import TextOutput

/// A packet's row while its protocols write into it, from the outermost to the innermost.
///
/// The last protocol that was not there before gives the row its name, and its words lead. Of the protocols below it, only events are
/// kept: messages that say something for themselves, as an end of a connection does.
struct SummaryLine {
  /// A protocol of the packet.
  private struct Entry {
    var name: String
    var suffix = ""
    var kind: PacketKind
    var words: [PrintableText] = []
    var omitted = 0
    var events: [PrintableText] = []
  }

  /// The most messages that are listed, and the most characters of one.
  private static let mostWords = 8
  private static let longest = 200

  private(set) var source: PrintableText = ""
  private(set) var destination: PrintableText = ""
  /// The fate of the packet on the link, if the capture says so.
  var fate: PrintableText = ""
  private var entries: [Entry] = []
  private var current = 0
  /// The words about the packet that do not depend on its protocols.
  private var notes: [PrintableText] = []
  /// True if what follows is a part of another packet.
  private(set) var isOver = false
  private var hasName: Bool { !entries.isEmpty }

  /// Goes on with a protocol of this name.
  mutating func begin(_ name: String, _ kind: PacketKind) {
    if let known = entries.firstIndex(where: { $0.name == name }) {
      current = known
    } else {
      entries.append(Entry(name: name, kind: kind))
      current = entries.count - 1
    }
  }

  /// Adds a message of the protocol.
  ///
  /// - Parameter isEvent: whether it is also listed where a protocol above has the name of the row.
  mutating func say(_ text: PrintableText, isEvent: Bool = false) {
    guard hasName else { return }
    let text = Self.cut(text)
    if entries[current].words.count < Self.mostWords {
      entries[current].words.append(text)
    } else {
      entries[current].omitted += 1
    }
    if isEvent, entries[current].events.count < Self.mostWords { entries[current].events.append(text) }
  }

  /// Adds what is said at the end, if another protocol has the name of the row.
  mutating func remark(_ text: PrintableText) {
    guard hasName, entries[current].events.count < Self.mostWords else { return }
    entries[current].events.append(text)
  }

  /// Adds what is said at the end of the row in any case.
  mutating func note(_ text: PrintableText) {
    if notes.count < Self.mostWords { notes.append(text) }
  }

  /// Says what the content of the protocol's message is: `HTTP/JSON`.
  mutating func append(content: String) {
    guard hasName, entries[current].suffix.isEmpty else { return }
    entries[current].suffix = "/" + content
  }

  mutating func setAddresses(_ source: PrintableText?, _ destination: PrintableText?) {
    if let source { self.source = source }
    if let destination { self.destination = destination }
  }

  /// Leaves out what follows: the packet that this one is about.
  mutating func end() { isOver = true }

  /// True if a protocol of this name is below.
  func has(_ name: String) -> Bool { entries.contains { $0.name == name } }

  var name: PrintableText { entries.last.map { "\($0.name)\($0.suffix)" } ?? "" }

  var kind: PacketKind { entries.last?.kind ?? .other }

  var words: PrintableText {
    guard let last = entries.last else { return notes.joined(separator: ", ") }
    var all = last.words
    if last.omitted > 0 { all.append("… (\(last.omitted) more)") }
    for entry in entries.dropLast().reversed() { all += entry.events }
    return (all + notes).joined(separator: ", ")
  }

  private static func cut(_ text: PrintableText) -> PrintableText {
    guard text.text.unicodeScalars.count > longest else { return text }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: text.text.unicodeScalars.prefix(longest))
    // A part of text that is escaped is harmless, too.
    return PrintableText(verbatim: String(kept) + "…")
  }
}

extension PrintableText {
  /// A number of bytes in three digits or fewer: `31 bytes`, `4.6 KB`, `46 KB`, `1.2 MB`.
  static func size(_ count: UInt64) -> PrintableText {
    if count == 1 { return "1 byte" }
    var (value, unit) = (Double(count), "bytes")
    for next in ["KB", "MB", "GB", "TB"] where value >= 999.5 || (unit == "bytes" && value >= 1000) {
      (value, unit) = (value / 1000, next)
    }
    guard unit != "bytes" else { return "\(count) bytes" }
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\((tenths + 5) / 10) \(unit)"
  }

  static func size(_ count: Int) -> PrintableText { size(UInt64(clamping: count)) }

  /// A number of a few digits in hexadecimal.
  static func hex(_ value: UInt64, _ digits: Int = 4) -> PrintableText { "\(TextFormat.hex(value, digits))" }
}
