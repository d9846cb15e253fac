import QUIC
import Streams
import TextOutput
import Wire

/// The events of a connection that have not been written yet.
struct QLogTrace {
  /// The first times are subtracted from all others, in nanoseconds since 1970.
  let reference: Int64
  /// The connection ID that the client's first packet was sent to, by which tools tell connections apart.
  let group: QUICConnectionID
  let title: String
  /// Events in JSON, separated by commas.
  private(set) var events = TextBuffer(capacity: 1 << 12)
  /// The exponents of the delays that each end says of its acknowledgments.
  var clientDelayExponent: UInt64 = 3
  var serverDelayExponent: UInt64 = 3
  /// What of the connection has been written.
  var notes: QLogNotes = []

  init(_ facts: QUICFacts) {
    reference = facts.began.timestamp.nanoseconds
    group = facts.originalDestinationID
    title = "QUIC connection \(facts.number): \(facts.path.client) and \(facts.path.server)"
  }

  /// How many bytes of text it holds.
  var count: Int { events.count }

  mutating func append(_ event: borrowing TextBuffer) {
    if events.count > 0 { events.append(",\n") }
    event.withBytes { events.append($0) }
  }

  mutating func forgetEvents() {
    events.removeAll(keepingAtMost: 1 << 16)
  }
}
