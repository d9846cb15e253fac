import Captures
import Foundation
import QUIC
import RecordCiphers
import Streams
import TLS
import TestSupport
import Wire

/// A capture of `Fixtures`, as its datagrams came.
struct Recording: Sendable {
  struct Datagram: Sendable {
    var datagram: QUICDatagram
    var payload: [UInt8]
  }

  var name: String
  var datagrams: [Datagram] = []

  init(_ name: String) throws {
    self.name = name
    var reader = try CaptureReader.open(Fixtures.path(name + ".pcap.gz"))
    while let frame = try reader.next() {
      let bytes = reader.bytes
      let headers = PacketHeaders(frame, bytes)
      let mark = PacketMark(number: frame.number, timestamp: frame.timestamp)
      guard let datagram = QUICDatagram(headers, bytes, mark) else { continue }
      datagrams.append(Datagram(datagram: datagram, payload: QUICLog.copy(bytes.extracting(headers.payload))))
    }
  }

  /// A new log with the secrets of the capture.
  func keyLog() throws -> KeyLog {
    let log = KeyLog()
    log.add(try Files.read(Fixtures.path(name + ".keys")))
    return log
  }

  /// Reads all of it.
  ///
  /// - Parameter keyLog: that of the capture if nil.
  func read(_ keyLog: KeyLog? = nil, limits: QUICLimits = QUICLimits()) throws -> QUICLog {
    let connections = QUICConnections(try keyLog ?? self.keyLog(), limits: limits)
    var log = QUICLog()
    for entry in datagrams { connections.receive(entry.datagram, entry.payload.span, to: &log) }
    connections.finish(to: &log)
    return log
  }

  /// What the programs knew.
  func reports() throws -> [Report] {
    try JSONDecoder().decode([Report].self, from: Data(try Files.read(Fixtures.path(name + ".json"))))
  }
}

/// What both ends of a recorded connection knew at its end.
struct Report: Decodable {
  struct End: Decodable {
    struct Stream: Decodable {
      var length: Int
      var sha256: String
    }

    struct Close: Decodable {
      var error: UInt64
      var reason: String
    }

    var alpn: String?
    var early: Bool?
    var resumed: Bool?
    /// What it took.
    var streams: [String: Stream]
    var resets: [String: UInt64]
    var stops: [String: UInt64]
    var datagrams: Int
    var version: UInt32
    /// In seconds.
    var rtt: Double
    var close: Close?
  }

  var client: End
  var server: End?
}

enum SHA256Text {
  static func digest(_ bytes: [UInt8]) -> String {
    Hash.sha256.digest(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
