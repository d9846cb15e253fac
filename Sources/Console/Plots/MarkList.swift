import Captures
import Dissection
import TextOutput

/// The packets to which something happened: sent again, out of order, lost on the link.
struct MarkList {
  private struct Mark {
    var number: Int
    var time: Int64
    var kind: MarkKind
    var stream: Int?
  }

  /// The most marks of an answer.
  static let most = 10_000

  private var marks: [Mark] = []
  private var total = 0
  /// One in so many is kept.
  private var step = 1
  private let limit: Int

  /// - Parameter limit: how many marks are wanted. If there are more, they are spread evenly over those that there are.
  init(limit: Int) { self.limit = max(1, min(limit, Self.most)) }

  mutating func add(_ sample: TrafficSample) {
    for kind in sample.kinds {
      if total % step == 0 {
        marks.append(Mark(number: sample.number, time: sample.time, kind: kind, stream: sample.tcp?.stream))
      }
      total += 1
      if marks.count > limit { thin() }
    }
  }

  private mutating func thin() {
    marks = marks.indices.filter { $0 % 2 == 0 }.map { marks[$0] }
    step *= 2
  }

  /// `{"total": 7, "marks": [{"number": 12, "since": 0.1, "kind": "retransmission", "stream": 0}, ...]}`
  func append(to text: inout TextBuffer) {
    text.append("{\"total\":")
    text.append(json: total)
    text.append(",\"marks\":")
    text.append(list: marks) { text, mark in
      text.append("\n{\"number\":")
      text.append(json: mark.number)
      text.append(",\"since\":")
      text.append(nanoseconds: mark.time)
      text.append(",\"kind\":")
      text.append(jsonString: mark.kind.rawValue)
      text.append(",\"stream\":")
      text.append(json: mark.stream)
      text.append("}")
    }
    text.append("}\n")
  }
}
