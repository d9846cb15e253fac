import Captures
import QLog
import QUIC
import Streams
import TLS
import TextOutput
import Wire

/// Reads a source to its end or until it is told to stop, and writes qlog of its QUIC connections to standard output.
struct QLogSession: ~Copyable {
  private let connections: QUICConnections
  private let keys: KeyLog
  private var writer: QLogWriter
  private let output = StandardOutput()
  private let signals: CaptureSignals
  private let isLive: Bool

  init(_ writer: QLogWriter, keys: KeyLog, memory: Int, _ signals: CaptureSignals, isLive: Bool) {
    self.writer = writer
    self.keys = keys
    self.signals = signals
    self.isLive = isLive
    connections = QUICConnections(keys, budget: memory)
  }

  /// How many connections there were, and how many of them are in the output.
  var counts: (all: Int, written: Int) { (connections.begun, writer.connections) }

  mutating func take<Source: CaptureSource & ~Copyable>(from source: inout Source) throws {
    writer.begin()
    do {
      while let frame = try source.next(answering: signals, idle: { try write() }) {
        let lines = source.takeKeyLog()
        if !lines.isEmpty { keys.add(lines) }
        let headers = PacketHeaders(innermostOf: frame, source.bytes)
        guard let datagram = QUICDatagram(frame, headers, source.bytes) else { continue }
        connections.receive(datagram, source.bytes.extracting(headers.payload), to: &writer)
        if isLive || output.isDue(writer.text.count) { try write() }
      }
    } catch let error as CaptureError {
      // Write what was read before the error.
      try finish()
      throw error
    }
    try finish()
  }

  private mutating func finish() throws {
    connections.secretsChanged(to: &writer)
    connections.finish(to: &writer)
    writer.finish()
    try write()
  }

  private mutating func write() throws {
    try writer.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
    writer.text.removeAll()
  }
}
