import Dissection
import Glibc
import PacketLines
import TextOutput
import Wire

/// The row of a packet for `--summary`, with the columns of tshark's list.
struct SummaryColumns {
  private let time: ListingOptions.TimeStyle
  /// The number of digits of a second that are shown.
  private let digits: Int

  init(_ time: ListingOptions.TimeStyle, digits: Int) {
    self.time = time
    self.digits = digits
  }

  /// The fields that a tree must have.
  var fields: FieldSet {
    var fields = PacketSummary.fields
    if let timeField { fields.insert(timeField) }
    return fields
  }

  private var timeField: FieldID? {
    switch time {
    case .sinceFirst: .frameTimeRelative
    case .sincePrevious: .frameTimeDeltaDisplayed
    default: nil
    }
  }

  /// Writes `    4   0.103214 10.83.0.2       → 10.83.0.1       HTTP       163 GET /search.json HTTP/1.1`.
  func append(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>, to text: inout TextBuffer) {
    let summary = PacketSummary(tree)
    append("\(frame.number)", rightAligned: 5, to: &text)
    appendTime(tree, frame, bytes, to: &text)
    text.append(" ")
    text.append(summary.source.padded(to: 15).text)
    text.append(summary.source.isEmpty && summary.destination.isEmpty ? "   " : " → ")
    text.append(summary.destination.padded(to: 15).text)
    text.append(" ")
    text.append(summary.name.padded(to: 9).text)
    append(" \(frame.originalLength)", rightAligned: 6, to: &text)
    if !summary.info.isEmpty { text.append(" ") }
    text.append(summary.info.text)
    if !summary.fate.isEmpty { text.append(" (link: \(summary.fate.text))") }
    text.append("\n")
  }

  private func append(_ number: String, rightAligned width: Int, to text: inout TextBuffer) {
    text.append(String(repeating: " ", count: max(0, width - number.utf8.count)) + number)
  }

  private func appendTime(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>, to text: inout TextBuffer) {
    switch time {
    case .none: return
    case .dateAndTime, .timeOfDay:
      append(" " + Self.local(frame.timestamp.nanoseconds, digits), rightAligned: 0, to: &text)
    case .epoch: append(" " + seconds(frame.timestamp.nanoseconds), rightAligned: 0, to: &text)
    case .sinceFirst, .sincePrevious:
      let node = tree.nodes.first { $0.field == timeField }
      guard let node, case .relativeTime(let time) = tree.value(of: node, frame: bytes) else { return }
      append(" " + seconds(time), rightAligned: digits + 6, to: &text)
    }
  }

  private func seconds(_ nanoseconds: Int64) -> String {
    let magnitude = nanoseconds.magnitude
    let fraction = String(magnitude % 1_000_000_000)
    let padded = String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
    return "\(nanoseconds < 0 ? "-" : "")\(magnitude / 1_000_000_000).\(padded.prefix(digits))"
  }

  /// Date and time of day of this machine's time zone.
  private static func local(_ nanoseconds: Int64, _ digits: Int) -> String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    let offset = localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    let time = CivilTime(nanoseconds: nanoseconds &+ offset * 1_000_000_000)
    var text = TextBuffer(capacity: 64)
    text.append(standard: time, digits: digits)
    let written = text.withBytes { String(decoding: [UInt8]($0), as: UTF8.self) }
    return written.replacing("T", with: " ").replacing("Z", with: "")
  }
}
