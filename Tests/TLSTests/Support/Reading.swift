import RecordCiphers
import TLS
import TestSupport

/// Reading recorded connections.
enum Reading {
  /// A new log with all secrets of the recorded sessions.
  static func keyLog() throws -> KeyLog {
    let log = KeyLog()
    log.add(try Files.read(Fixtures.path("sessions.keys")))
    return log
  }

  /// - Parameter lengths: the connection of which this is a part; what is missing at the end is then said.
  static func read(
    _ connection: RecordedConnection, _ keyLog: KeyLog, lengths whole: RecordedConnection? = nil
  ) -> EventLog {
    var (reader, log) = (TLSConnection(keyLog), EventLog())
    for segment in connection.segments {
      reader.receive(segment.bytes.span, at: segment.offset, from: segment.side, to: &log)
    }
    for side in TLSSide.allCases {
      let missing = (whole?.end(side) ?? 0) - connection.end(side)
      reader.miss(missing, from: side, to: &log)
    }
    for side in TLSSide.allCases { reader.finish(side, to: &log) }
    return log
  }

  static func content(_ bytes: [UInt8]) -> RecordedSession.Content {
    let digest = SHA256Text.digest(bytes)
    return RecordedSession.Content(length: bytes.count, sha256: digest)
  }
}

enum SHA256Text {
  static func digest(_ bytes: [UInt8]) -> String {
    Hash.sha256.digest(bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
