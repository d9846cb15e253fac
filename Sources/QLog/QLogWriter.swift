import QUIC
import Streams
public import TLS
public import TextOutput
import Wire

/// Writes qlog 0.3 of what ``QUICConnections`` reads, as qvis and its kin open it: draft-ietf-quic-qlog-main-schema-02, -quic-events and -h3-events.
///
/// The vantage point is the network, where the packets were captured. `packet_sent` and `packet_received` are meant as seen by ``flow``: what the client
/// sends is sent and what the server sends received, or the other way round. Times, and round trips, are those of the capture.
public struct QLogWriter: Sendable {
  /// Which end's view events have.
  public let flow: TLSSide
  let format: QLogFormat
  private let creator: (name: String, version: String)
  private let only: Int?
  private let memory: Int
  /// What can be written by now.
  public var text = TextBuffer(capacity: 1 << 14)

  var traces: [Int: QLogTrace] = [:]
  var pending: QLogPacket?
  /// Events about the packet at hand.
  var waiting: [QLogWaitingEvent] = []
  private var held = 0
  private var reference: Int64?
  private var tracesWritten = 0

  /// - Parameters:
  ///   - creator: the program's name and version.
  ///   - only: the number of the one connection that is wanted; nil for all.
  ///   - memory: how many bytes the events of connections that are not over may take. Beyond that, the longest trace is written as far as it goes, and
  ///     continues as another one.
  public init(
    _ format: QLogFormat, flow: TLSSide, creator: (name: String, version: String), only: Int? = nil, memory: Int
  ) {
    (self.format, self.flow, self.creator, self.only, self.memory) = (format, flow, creator, only, memory)
  }

  /// How many connections have been written, or begun.
  public private(set) var connections = 0

  /// Begins the document.
  public mutating func begin() {
    guard format == .json else { return }
    text.append("{\"qlog_version\":\"0.3\",\"qlog_format\":\"JSON\",\"title\":\"")
    text.append("QUIC\",\"description\":")
    text.append(jsonString: "written from packets by \(creator.name) \(creator.version)")
    text.append(",\"traces\":[")
  }

  /// Ends the document.
  public mutating func finish() {
    flushPacket()
    for number in traces.keys.sorted() { write(number) }
    traces = [:]
    if format == .json {
      text.append("]}\n")
    } else if reference == nil {
      beginSequence(at: 0)
    }
  }

  mutating func beginTrace(_ facts: QUICFacts) {
    guard only == nil || only == facts.number else { return }
    connections += 1
    let trace = QLogTrace(facts)
    traces[facts.number] = trace
    if format == .sequence, reference == nil { beginSequence(at: trace.reference) }
  }

  /// Adds an event to a connection's trace.
  /// - Parameter nanoseconds: when it happened, since 1970.
  mutating func log(_ connection: Int, at nanoseconds: Int64, _ name: String, _ data: (inout QLogObject) -> Void) {
    guard traces[connection] != nil else { return }
    var object = QLogObject()
    data(&object)
    log(connection, at: nanoseconds, name, json: object.closed())
  }

  /// Adds an event whose data is JSON already.
  mutating func log(_ connection: Int, at nanoseconds: Int64, _ name: String, json data: TextBuffer) {
    guard let trace = traces[connection] else { return }
    var event = QLogObject()
    event.set("time", milliseconds: nanoseconds &- (reference ?? trace.reference))
    event.set("name", name)
    if format == .sequence { event.set("group_id", hexadecimal: trace.group.bytes) }
    event.set("data", json: data)
    let json = event.closed()
    if format == .sequence { return writeRecord(json) }
    traces[connection]?.append(json)
    held += json.count
    if held > memory, let longest = traces.max(by: { $0.value.count < $1.value.count })?.key { write(longest) }
  }

  /// Writes the trace of a connection that is over.
  mutating func endTrace(_ connection: Int) {
    write(connection)
    traces[connection] = nil
  }

  private mutating func write(_ connection: Int) {
    guard format == .json, let trace = traces[connection], trace.count > 0 else { return }
    text.append(tracesWritten > 0 ? ",\n" : "\n")
    tracesWritten += 1
    var head = QLogObject()
    head.set("title", trace.title)
    append(vantage: &head)
    head.set("common_fields") {
      $0.set("ODCID", hexadecimal: trace.group.bytes)
      $0.set("group_id", hexadecimal: trace.group.bytes)
      append(times: trace.reference, to: &$0)
    }
    var events = TextBuffer(capacity: trace.count + 16)
    events.append("[\n")
    trace.events.withBytes { events.append($0) }
    events.append("\n]")
    head.set("events", json: events)
    head.closed().withBytes { text.append($0) }
    held -= trace.count
    traces[connection]?.forgetEvents()
  }

  private mutating func beginSequence(at nanoseconds: Int64) {
    reference = nanoseconds
    var head = QLogObject()
    head.set("qlog_version", "0.3")
    head.set("qlog_format", "JSON-SEQ")
    head.set("title", "QUIC")
    head.set("description", "written from packets by \(creator.name) \(creator.version)")
    head.set("trace") { trace in
      append(vantage: &trace)
      trace.set("common_fields") { append(times: nanoseconds, to: &$0) }
    }
    writeRecord(head.closed())
  }

  /// A record begins with RS and ends with LF (RFC 7464 section 2.2).
  private mutating func writeRecord(_ json: borrowing TextBuffer) {
    text.append(byte: 0x1E)
    json.withBytes { text.append($0) }
    text.append(byte: 0x0A)
  }

  private func append(vantage object: inout QLogObject) {
    object.set("vantage_point") {
      $0.set("name", creator.name)
      $0.set("type", "network")
      $0.set("flow", flow == .client ? "client" : "server")
    }
  }

  private func append(times reference: Int64, to object: inout QLogObject) {
    object.set("time_format", "relative")
    object.set("reference_time", milliseconds: reference)
    object.set("protocol_type", ["QUIC", "HTTP3"])
  }
}
