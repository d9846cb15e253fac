/// What permessage-deflate was agreed to do (RFC 7692 section 7.1), as the server's `Sec-WebSocket-Extensions` says.
public struct WebSocketDeflate: Hashable, Sendable {
  /// The end of a compressed message, which its sender leaves out (RFC 7692 section 7.2.2).
  public static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

  /// Whether the compression of a message may refer to those before it, for what the client and what the server sends.
  public var clientTakesContextOver = true
  /// Whether the server compresses each message with what it knows of those before (RFC 7692 section 7.1.1).
  public var serverTakesContextOver = true

  /// Without parameters.
  public init() {}

  /// Reads the value of the response's field; nil if it does not agree to permessage-deflate.
  public init?(response value: Span<UInt8>) {
    var text = ""
    for index in value.indices { text.unicodeScalars.append(UnicodeScalar(value[index])) }
    for offer in text.split(separator: ",") {
      let words = offer.split(separator: ";").map { word in
        word.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
      }
      guard words.first == "permessage-deflate" else { continue }
      clientTakesContextOver = !words.contains("client_no_context_takeover")
      serverTakesContextOver = !words.contains("server_no_context_takeover")
      return
    }
    return nil
  }
}
