/// Whether bytes can be handshake messages in the clear.
enum MessageWalk {
  /// Whether they are whole messages of known types, and nothing else.
  static func isWhole(_ content: Span<UInt8>) -> Bool {
    var position = 0
    while content.count - position >= 4 {
      guard HandshakeType(rawValue: content[position]).isKnown else { return false }
      let length = Int(content[position + 1]) << 16 | Int(content[position + 2]) << 8 | Int(content[position + 3])
      guard length <= content.count - position - 4 else { return false }
      position += 4 + length
    }
    return position == content.count && position > 0
  }
}
