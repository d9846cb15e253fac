import MessageFormats
import Streams
import TextOutput
import Wire

/// Writes the messages of an exchange as the columns that `jsonl` has for them, and as HAR has those of a WebSocket.
enum MessageColumns {
  static func append(_ exchange: HTTPExchange, to text: inout TextBuffer) {
    let detail = exchange.detail ?? HTTPDetail()
    text.append(",\"websocket\":")
    text.append(json: exchange.isWebSocket)
    text.append(",\"message_count\":")
    text.append(json: detail.messageCount)
    text.append(",\"messages\":[")
    for (index, message) in detail.messages.enumerated() {
      if index > 0 { text.append(",") }
      append(message, &text)
    }
    text.append("],\"grpc_status\":")
    text.append(json: exchange.call?.status?.code)
    text.append(",\"grpc_message\":")
    if let message = exchange.call?.status?.message {
      text.append(jsonString: message.span)
    } else {
      text.append("null")
    }
    text.append(",\"grpc_timeout\":")
    text.append(nanoseconds: exchange.call?.timeout?.nanoseconds)
  }

  private static func append(_ message: ExchangeMessage, _ text: inout TextBuffer) {
    text.append("{\"time\":")
    text.append(nanoseconds: message.packet.timestamp.nanoseconds)
    text.append(
      ",\"packet\":\(message.packet.number),\"from\":\"\(message.party)\",\"kind\":\"\(message.word)\",\"bytes\":\(message.size)"
    )
    if case .event(let type, let id) = message.kind {
      text.append(",\"type\":")
      text.append(jsonString: type.span)
      text.append(",\"id\":")
      text.append(jsonString: id.span)
    }
    if case .close(let code?) = message.kind { text.append(",\"code\":\(code)") }
    if isText(message) {
      text.append(",\"text\":")
      text.append(jsonText: message.bytes.span)
    } else {
      text.append(",\"base64\":")
      text.append(jsonBase64: message.bytes.span)
    }
    text.append(",\"cut\":\(message.isCut)}")
  }

  private static func isText(_ message: ExchangeMessage) -> Bool {
    message.kind != .binary && message.kind != .call && (try? UTF8Span(validating: message.bytes.span)) != nil
  }

  /// `_webSocketMessages`, as Chrome's archives have them: what is not text is in base64, and times are seconds since 1970.
  static func appendWebSocket(_ exchange: HTTPExchange, to text: inout TextBuffer) {
    guard exchange.isWebSocket else { return }
    text.append(",\"_resourceType\":\"websocket\",\"_webSocketMessages\":[")
    for (index, message) in (exchange.detail?.messages ?? []).enumerated() {
      text.append(index == 0 ? "" : ",")
      text.append("{\"type\":\"\(message.party == .client ? "send" : "receive")\",\"time\":")
      text.append(nanoseconds: message.packet.timestamp.nanoseconds)
      text.append(",\"opcode\":\(opcode(message.kind)),\"data\":")
      if isText(message) {
        text.append(jsonText: message.bytes.span)
      } else {
        text.append(jsonBase64: message.bytes.span)
      }
      text.append("}")
    }
    text.append("]")
  }

  private static func opcode(_ kind: ExchangeMessage.Kind) -> UInt8 {
    let opcode: WebSocketFrameHeader.Opcode =
      switch kind {
      case .binary: .binary
      case .close: .close
      case .ping: .ping
      case .pong: .pong
      default: .text
      }
    return opcode.rawValue
  }
}
