import TextOutput
import Wire

/// The segments of a conversation over time, as in the diagrams of Stevens and tcptrace: what each end sent, what the other end had
/// acknowledged by then, and how far its window reached.
struct SequencePlot {
  private struct Direction {
    var segments = Points()
    var acknowledgments = Points()
    var selective = Points()
  }

  /// Points of which one in `step` is kept, when there are too many.
  private struct Points {
    var points: [(time: Int64, low: Int64, high: Int64, number: Int, kind: MarkKind?)] = []
    var step = 1
    private var seen = 0

    mutating func add(
      _ time: Int64, _ low: Int64, _ high: Int64, _ number: Int, _ kind: MarkKind? = nil, limit: Int
    ) {
      // What is marked is what people look for.
      if kind != nil || seen % step == 0 { points.append((time, low, high, number, kind)) }
      seen += 1
      guard points.count > limit else { return }
      points = points.indices.filter { $0 % 2 == 0 }.map { points[$0] }
      step *= 2
    }
  }

  /// The most points of each kind in an answer.
  static let most = 20_000

  private let limit: Int
  private var ends: (client: Endpoint, server: Endpoint)?
  /// Index 0 is what the client sends.
  private var directions = [Direction(), Direction()]

  init(limit: Int) { self.limit = max(2, min(limit, Self.most)) }

  mutating func add(_ sample: TrafficSample, _ tcp: TCPSample) {
    ends = ends ?? (tcp.client, tcp.server)
    let (own, other) = tcp.isFromClient ? (0, 1) : (1, 0)
    let (number, time) = (sample.number, sample.time)
    if tcp.next != tcp.sequence || tcp.payload > 0 {
      directions[own].segments.add(
        time, Int64(tcp.sequence), Int64(tcp.next), number, sample.kinds.first, limit: limit)
    }
    if let acknowledgment = tcp.acknowledgment, !tcp.flags.contains(.rst) {
      let edge = Int64(acknowledgment) + Int64(tcp.window)
      directions[other].acknowledgments.add(time, Int64(acknowledgment), edge, number, limit: limit)
    }
    for block in tcp.selective {
      directions[other].selective.add(time, Int64(block.left), Int64(block.right), number, limit: limit)
    }
  }

  /// `{"stream": 0, "client": ..., "scale": 1, "directions": [{"from_client": true, "segments": [[since, start, end, number, kind], ...], ...}]}`
  func append(stream: Int, to text: inout TextBuffer) {
    text.append("{\"stream\":")
    text.append(json: stream)
    text.append(",\"client\":")
    text.append(jsonString: ends?.client.description)
    text.append(",\"server\":")
    text.append(jsonString: ends?.server.description)
    text.append(",\"scale\":")
    text.append(json: directions.flatMap { [$0.segments.step, $0.acknowledgments.step] }.max() ?? 1)
    text.append(",\"directions\":")
    text.append(list: [0, 1]) { text, place in
      text.append("\n{\"from_client\":")
      text.append(json: place == 0)
      text.append(",\"segments\":")
      append(directions[place].segments, withKind: true, to: &text)
      text.append(",\n\"acknowledgments\":")
      append(directions[place].acknowledgments, withKind: false, to: &text)
      text.append(",\n\"selective\":")
      append(directions[place].selective, withKind: false, to: &text)
      text.append("}")
    }
    text.append("}\n")
  }

  private func append(_ points: Points, withKind: Bool, to text: inout TextBuffer) {
    text.append(list: points.points) { text, point in
      text.append("[")
      text.append(nanoseconds: point.time)
      for value in [point.low, point.high, Int64(point.number)] {
        text.append(",")
        text.append(json: value)
      }
      if withKind {
        text.append(",")
        text.append(jsonString: point.kind?.rawValue ?? "")
      }
      text.append("]")
    }
  }
}
