import Captures
import PacketLines
import TextOutput
import Wire

/// The rows of the packet list as JSON, with the lines of `headwind capture -t`.
struct PacketRows {
  /// The lines have no times, because each row has its time as a number.
  static let options = ListingOptions(time: .none, interfaceName: { _ in nil })
  /// The most rows that one request gets.
  static let most = 1000

  private let store: PacketStore

  init(_ store: PacketStore) { self.store = store }

  /// `[{"row": 0, "number": 1, ...}, ...]`
  func append(_ rows: [Int], to text: inout TextBuffer) throws(CaptureError) {
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
      text.append(",\"kind\":")
      text.append(jsonString: PacketKind.of(frame, bytes).rawValue)
      text.append(",\"line\":")
      listing.text.removeAll()
      listing.append(frame, bytes, in: entry.context)
      listing.text.withBytes { text.append(jsonString: $0.extracting(0..<max(0, $0.count - 1))) }
      text.append("}")
    }
    text.append("]")
  }
}
