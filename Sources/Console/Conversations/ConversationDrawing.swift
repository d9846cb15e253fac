import Captures
import Dissection
import TextOutput
import Wire

/// The packets of one TCP conversation from end to end: when each was at the client's end and at the far end, and what was lost.
struct ConversationDrawing {
  private struct Packet {
    /// Nil for a packet that was lost on its way to the client, which the client's capture does not have.
    var number: Int?
    /// Nanoseconds since the first packet.
    var time: Int64?
    var far: Int64?
    var isFromClient: Bool
    var isLost = false
    var fate: FateNote?
    var flags: TCPFlags
    var sequence: UInt32
    var acknowledgment: UInt32?
    var payload: Int
    var kind: MarkKind?

    var order: Int64 { time ?? far ?? 0 }
  }

  /// The most packets of an answer.
  static let most = 5000

  private(set) var ends: (client: Endpoint, server: Endpoint)?
  private var packets: [Packet] = []
  private var total = 0
  private let limit: Int

  init(limit: Int) { self.limit = max(1, min(limit, Self.most)) }

  /// Takes a packet of the conversation at the client's end.
  mutating func add(_ sample: TrafficSample, _ tcp: TCPSample) {
    ends = ends ?? (tcp.client, tcp.server)
    total += 1
    guard packets.count < limit else { return }
    let isLost = sample.fate?.isLoss ?? false
    let far = sample.fate?.delay.map { tcp.isFromClient ? sample.time &+ $0 : sample.time &- $0 }
    packets.append(
      Packet(
        number: sample.number, time: sample.time, far: isLost ? nil : far, isFromClient: tcp.isFromClient,
        isLost: isLost, fate: sample.fate, flags: tcp.flags, sequence: tcp.sequence,
        acknowledgment: tcp.acknowledgment, payload: tcp.payload, kind: sample.kinds.first))
  }

  /// Takes a packet that the far end sent and that the link lost.
  ///
  /// - Parameter bases: the sequence numbers that count as 0; nil if the beginning was not seen.
  mutating func addLost(
    at time: Int64, _ header: TCPHeader, bases: (sent: UInt32, received: UInt32)?, payload: Int, _ fate: FateNote
  ) {
    total += 1
    guard packets.count < 2 * limit else { return }
    packets.append(
      Packet(
        number: nil, time: nil, far: time, isFromClient: false, isLost: true, fate: fate, flags: header.flags,
        sequence: header.sequence &- (bases?.received ?? header.sequence),
        acknowledgment: header.flags.contains(.ack)
          ? header.acknowledgment &- (bases?.sent ?? header.acknowledgment) : nil,
        payload: payload, kind: .lost))
  }

  /// Whether a packet that the far end sent at this time would be among those that are listed.
  func reaches(_ time: Int64) -> Bool { total <= limit || time <= packets.last?.order ?? .min }

  /// `{"stream": 0, "client": ..., "total": 20, "packets": [{"number": 1, "since": 0, "far": 0.05, ...}, ...]}`
  func append(stream: Int, to text: inout TextBuffer) {
    text.append("{\"stream\":")
    text.append(json: stream)
    text.append(",\"client\":")
    text.append(jsonString: ends?.client.description)
    text.append(",\"server\":")
    text.append(jsonString: ends?.server.description)
    text.append(",\"total\":")
    text.append(json: total)
    text.append(",\"packets\":")
    let inOrder = packets.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    text.append(list: inOrder.map(\.element)) { text, packet in append(packet, to: &text) }
    text.append("}\n")
  }

  private func append(_ packet: Packet, to text: inout TextBuffer) {
    text.append("\n{\"number\":")
    text.append(json: packet.number)
    text.append(",\"since\":")
    text.append(nanoseconds: packet.time)
    text.append(",\"far\":")
    text.append(nanoseconds: packet.far)
    text.append(",\"from_client\":")
    text.append(json: packet.isFromClient)
    text.append(",\"lost\":")
    text.append(json: packet.isLost)
    text.append(",\"fate\":")
    text.append(jsonString: packet.fate?.words)
    text.append(",\"profile\":")
    text.append(jsonString: packet.fate?.profile)
    text.append(",\"flags\":")
    text.append(jsonString: Self.words(packet.flags))
    text.append(",\"sequence\":")
    text.append(json: Int64(packet.sequence))
    text.append(",\"acknowledgment\":")
    text.append(json: packet.acknowledgment.map { Int64($0) })
    text.append(",\"length\":")
    text.append(json: packet.payload)
    text.append(",\"kind\":")
    text.append(jsonString: packet.kind?.rawValue ?? "")
    text.append("}")
  }

  private static func words(_ flags: TCPFlags) -> String {
    let names: [(TCPFlags, String)] = [
      (.syn, "SYN"), (.fin, "FIN"), (.rst, "RST"), (.psh, "PSH"), (.ack, "ACK"), (.urg, "URG"),
    ]
    return names.filter { flags.contains($0.0) }.map(\.1).joined(separator: " ")
  }
}
