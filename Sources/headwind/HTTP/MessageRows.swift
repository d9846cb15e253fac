import Exchanges
import Streams
import TextOutput
import Wire

/// The rows of an exchange's messages below its own: number, time, sender, kind, size, and how it begins.
struct MessageRows {
  /// How much of a message is kept for a row, in bytes.
  static let previewLimit = 256

  let origin: Timestamp

  func rows(_ exchange: HTTPExchange) -> [PrintableText] {
    guard let detail = exchange.detail else { return [] }
    var rows = detail.messages.enumerated().map { row($1, "\(exchange.number).\($0 + 1)") }
    let more = detail.messageCount - detail.messages.count
    if more > 0 { rows.append("\(Console.isOutput ? "  " : "")\(more) more messages") }
    return rows
  }

  /// The rows of a message that is followed: its own, with the exchange above the first.
  func rows(_ followed: FollowedMessage) -> [PrintableText] {
    let message = row(followed.message, "\(followed.exchange).\(followed.place)")
    guard followed.place == 1 else { return [message] }
    let time = Seconds.exact(followed.message.packet.timestamp - origin)
    let words = [String(followed.exchange), time, followed.method ?? "", followed.url ?? "", "begins"]
    let separator: PrintableText = Console.isOutput ? "  " : "\t"
    let first = words.dropFirst().reduce(PrintableText(escaping: words[0])) {
      $0 + separator + PrintableText(escaping: $1)
    }
    return [first, message]
  }

  private func row(_ message: ExchangeMessage, _ number: String) -> PrintableText {
    let time = Seconds.exact(message.packet.timestamp - origin)
    let preview = Self.preview(message)
    guard let width = Console.width else {
      return "\(number)\t\(time)\t\(message.party)\t\(message.word)\t\(message.size)\t\(preview)"
    }
    let start = PrintableText(
      escaping: [number, String(time.dropLast(3)), "\(message.party)", message.word, "\(message.size)"].enumerated()
        .map { Self.padded($1, to: Self.widths[$0]) }.joined(separator: "  "))
    let room = max(10, width - start.count - 4)
    return "  \(start)  \(PrintableText(escaping: TextTable.shortened(preview, to: room)))"
  }

  private static let widths = [7, 10, 6, 8, 7]

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The beginning of a message, as text where it is text.
  static func preview(_ message: ExchangeMessage) -> String {
    var words = ""
    if case .event(let type, _) = message.kind, type != Array("message".utf8) {
      words = HarmlessText.escaped(type, keepingLines: false) + ": "
    }
    if case .close(let code?) = message.kind { words = "\(code) " }
    var bytes = Array(message.bytes.prefix(previewLimit))
    if bytes.count < message.bytes.count || message.isCut { trimCharacter(&bytes) }
    let isText = message.kind != .binary && message.kind != .call
    guard isText || String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(where: { $0 < 0x20 }) else {
      return bytes.prefix(32).map { Self.hexadecimal($0) }.joined()
    }
    return words + HarmlessText.escaped(bytes, keepingLines: false)
  }

  /// Takes off the last character of UTF-8, which may not be whole.
  private static func trimCharacter(_ bytes: inout [UInt8]) {
    while let last = bytes.last, last & 0xC0 == 0x80 { bytes.removeLast() }
    if let last = bytes.last, last >= 0xC0 { bytes.removeLast() }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}
