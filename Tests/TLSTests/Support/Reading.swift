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

  static func read(_ connection: RecordedConnection, _ keyLog: KeyLog, limits: TLSLimits = TLSLimits()) -> EventLog {
    var (reader, log) = (TLSConnection(keyLog, limits: limits), EventLog())
    for segment in connection.segments {
      reader.receive(segment.bytes.span, at: segment.offset, from: segment.side, to: &log)
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
