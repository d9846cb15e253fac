import Dissection
import Exchanges
import Wire

/// What the tree of a packet says of one HTTP message in it.
struct MessageRow: Hashable, CustomStringConvertible {
  var frame: Int
  var target: String?
  var status: Int?
  var responseFor: String?
  var requestIn: Int?
  /// Nanoseconds.
  var time: Int64?
  var responseIn: Int?
  var content: String?

  var description: String {
    let values: [(any CustomStringConvertible)?] = [target, status, responseFor, requestIn, time, responseIn]
    return "#\(frame) " + values.map { $0?.description ?? "-" }.joined(separator: " ")
      + " \(content?.prefix(30) ?? "-")"
  }

  private static let names = [
    "http", "http.request.uri", "http.response.code", "http.response_for.uri", "http.request_in", "http.time",
    "http.response_in", "http.file_data",
  ]

  /// The messages of a capture; read twice, so that requests know their responses.
  static func rows(_ packets: [Packet]) -> [MessageRow] {
    let fields = names.compactMap { FieldTable.field(named: $0)?.id }
    var learner = PacketDissector.learner()
    each(packets) { learner.dissect($0, $1) }
    var dissector = PacketDissector(wanted: FieldSet(fields), wantsText: false)
    dissector.hindsight = learner.hindsight
    var rows: [MessageRow] = []
    each(packets) { frame, bytes in
      dissector.dissect(frame, bytes)
      for node in dissector.tree.nodes {
        if node.field == fields[0] {
          rows.append(MessageRow(frame: frame.number))
        } else if let place = fields.firstIndex(of: node.field), !rows.isEmpty {
          rows[rows.count - 1].take(names[place], dissector.tree.value(of: node, frame: bytes))
        }
      }
    }
    return rows
  }

  private static func each(_ packets: [Packet], _ body: (Frame, Span<UInt8>) -> Void) {
    for (index, packet) in packets.enumerated() { body(HTTPReader.frame(index + 1, packet), packet.bytes.span) }
  }

  private mutating func take(_ name: String, _ value: FieldValue) {
    switch (name, value) {
    case ("http.request.uri", .string(let text)): target = text
    case ("http.response.code", .unsigned(let number)): status = Int(number)
    case ("http.response_for.uri", .string(let text)): responseFor = text
    case ("http.request_in", .unsigned(let number)): requestIn = Int(number)
    case ("http.time", .relativeTime(let nanoseconds)): time = nanoseconds
    case ("http.response_in", .unsigned(let number)): responseIn = Int(number)
    case ("http.file_data", .string(let text)): content = text
    default: break
    }
  }
}
