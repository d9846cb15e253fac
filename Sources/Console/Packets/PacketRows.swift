import Captures
import Dissection
import PacketLines
import TextOutput
import Wire

/// The rows of the packet list as JSON: the summary of each packet, and its line of `headwind capture -t`.
struct PacketRows {
  /// The lines have no times, because each row has its time as a number.
  static let options = ListingOptions(time: .none, interfaceName: { _ in nil })
  /// The most rows that one request gets.
  static let most = 1000

  private let store: PacketStore

  init(_ store: PacketStore) { self.store = store }

  /// `[{"row": 0, "number": 1, ...}, ...]`
  /// - Parameter summaries: by row. A packet without one has null for what it says.
  func append(
    _ rows: [Int], _ summaries: [Int: PacketSummary], to text: inout TextBuffer
  ) throws(CaptureError) {
    var listing = PacketListing(options: Self.options)
    let first = store.status.first ?? 0
    var isFirst = true
    text.append("[")
    try store.read(rows) { row, frame, bytes, entry in
      text.append(isFirst ? "{\"row\":" : ",\n{\"row\":")
      isFirst = false
      text.append(json: row)
      text.append(",\"number\":")
      text.append(json: frame.number)
      text.append(",\"time\":")
      text.append(nanoseconds: frame.timestamp.nanoseconds)
      text.append(",\"since\":")
      text.append(nanoseconds: frame.timestamp.nanoseconds &- first)
      text.append(",\"length\":")
      text.append(json: frame.originalLength)
      text.append(",\"captured\":")
      text.append(json: bytes.count)
      Self.append(summaries[row], to: &text)
      text.append(",\"line\":")
      listing.text.removeAll()
      listing.append(frame, bytes, in: entry.context)
      listing.text.withBytes { text.append(jsonString: $0.extracting(0..<max(0, $0.count - 1))) }
      text.append("}")
    }
    text.append("]")
  }

  private static func append(_ summary: PacketSummary?, to text: inout TextBuffer) {
    let fate = summary.flatMap { $0.fate.isEmpty ? nil : $0.fate.text }
    for (name, value) in [
      ("source", summary?.source.text), ("destination", summary?.destination.text), ("protocol", summary?.name.text),
      ("info", summary?.info.text), ("fate", fate), ("kind", summary?.kind.rawValue),
    ] {
      text.append(",\"\(name)\":")
      text.append(jsonString: value)
    }
  }
}
