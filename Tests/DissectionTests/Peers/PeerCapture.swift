import Captures
import Exchanges
import RecordCiphers
import TLS
import TestSupport
import Testing
import Wire

/// A recording of a real client and a real server in TLS or QUIC, with the secrets, and with what one of them says of it.
struct PeerCapture: CustomTestStringConvertible {
  static let all = ["chromium", "firefox", "java", "go", "go-server", "h2o", "caddy"].map(PeerCapture.init)
  static let http3 = ["h3-aioquic", "h3-blocked", "h3-table", "h3-lossy", "h3-niquests", "h3-chromium"]
    .map(PeerCapture.init)

  let name: String

  var testDescription: String { name }
  var keysPath: String { Repository.file("Tests/DissectionTests/Fixtures/peers/\(name).keys") }

  func unpacked(_ folder: String) throws -> String {
    try PackedCaptures.unpacked("DissectionTests/Fixtures/peers/\(name).pcap.gz", folder)
  }

  func keys() throws -> KeyLog {
    let keys = KeyLog()
    keys.add(try Files.read(keysPath))
    return keys
  }

  /// What the peer's own log says: a line for each exchange, with a digest of the response's body, and for each message of a
  /// WebSocket.
  func log() throws -> [String] {
    let text = String(decoding: try Files.read(String(keysPath.dropLast(4)) + "log"), as: UTF8.self)
    return text.split(separator: "\n").map(String.init).sorted()
  }

  /// The exchanges of a capture, connections that failed left out.
  func exchanges(_ path: String, keeping keeps: (Int) -> Bool = { _ in true }) throws -> [HTTPExchange] {
    var source = try CaptureReader.open(path)
    var options = HTTPOptions()
    options.keys = try keys()
    options.keepsAll = true
    var reader = HTTPReader(options)
    var found: [HTTPExchange] = []
    while let frame = try source.next() {
      guard keeps(frame.number) else { continue }
      reader.read(frame, source.bytes)
      while let exchange = reader.next() { found.append(exchange) }
    }
    reader.finish()
    while let exchange = reader.next() { found.append(exchange) }
    // What was counted for conversations and exchanges is taken back when they are over.
    #expect(reader.heldBytes < 4096, "\(reader.heldBytes) bytes are still counted")
    return found
  }

  /// What we say of an exchange, in the words of the peers' logs.
  static func lines(_ exchange: HTTPExchange) -> [String] {
    let (method, target) = (exchange.request?.method ?? "?", exchange.request?.target ?? "?")
    let start = "\(method) \(target) \(exchange.response?.status ?? 0) "
    guard let detail = exchange.detail else { return [start + "nothing"] }
    if exchange.isWebSocket {
      return [start + "-"]
        + detail.messages.map { message in
          var bytes = message.bytes
          if case .close(let code?) = message.kind { bytes = [UInt8(code >> 8), UInt8(code & 0xFF)] + bytes }
          return "\(message.party == .client ? "client" : "server") \(message.word) \(digest(bytes))"
        }
    }
    return [start + (target == "/slow" && exchange.outcome == .abandoned ? "cancelled" : digest(detail.responseBody))]
  }

  static func digest(_ bytes: [UInt8]) -> String {
    Hash.sha256.digest(bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
