import Dissection
import TextOutput
import Wire

/// The TCP conversations of a capture, by their numbers.
struct StreamList {
  /// How many are kept: the first ones.
  private static let most = 100_000

  private struct Stream {
    var number: Int
    var client: Endpoint
    var server: Endpoint
    var first: Int64
    var last: Int64
    var packets = 0
    var bytes = 0
    var sent = 0
    var received = 0
    var retransmissions = 0
    var lost = 0
    /// The shortest time from a segment to its acknowledgment, in nanoseconds.
    var roundTrip: Int64?
  }

  private var streams: [Stream] = []
  private var places: [Int: Int] = [:]
  private var total = 0

  mutating func add(_ sample: TrafficSample) {
    guard let tcp = sample.tcp else { return }
    total = max(total, tcp.stream + 1)
    guard let place = place(of: tcp, sample.time) else { return }
    streams[place].last = max(streams[place].last, sample.time)
    streams[place].packets += 1
    streams[place].bytes += sample.length
    if tcp.isFromClient { streams[place].sent += tcp.payload } else { streams[place].received += tcp.payload }
    if tcp.isAgain { streams[place].retransmissions += 1 }
    if sample.fate?.isLoss == true { streams[place].lost += 1 }
    if let time = tcp.roundTrip { streams[place].roundTrip = min(time, streams[place].roundTrip ?? .max) }
  }

  private mutating func place(of tcp: TCPSample, _ time: Int64) -> Int? {
    if let known = places[tcp.stream] { return known }
    guard streams.count < Self.most else { return nil }
    places[tcp.stream] = streams.count
    streams.append(Stream(number: tcp.stream, client: tcp.client, server: tcp.server, first: time, last: time))
    return streams.count - 1
  }

  /// `{"total": 2, "rows": [{"stream": 0, "client": "192.0.2.1:1024", ...}, ...]}`
  func append(from: Int, count: Int, to text: inout TextBuffer) {
    text.append("{\"total\":")
    text.append(json: total)
    text.append(",\"rows\":")
    text.append(list: Array(streams.dropFirst(from).prefix(count))) { text, stream in
      text.append("\n{\"stream\":")
      text.append(json: stream.number)
      text.append(",\"client\":")
      text.append(jsonString: stream.client.description)
      text.append(",\"server\":")
      text.append(jsonString: stream.server.description)
      text.append(",\"since\":")
      text.append(nanoseconds: stream.first)
      text.append(",\"last\":")
      text.append(nanoseconds: stream.last)
      let counts = [
        ("packets", stream.packets), ("bytes", stream.bytes), ("sent_payload", stream.sent),
        ("received_payload", stream.received), ("retransmissions", stream.retransmissions), ("lost", stream.lost),
      ]
      for (name, value) in counts {
        text.append(",\"\(name)\":")
        text.append(json: value)
      }
      text.append(",\"rtt\":")
      text.append(nanoseconds: stream.roundTrip)
      text.append("}")
    }
    text.append("}\n")
  }
}
