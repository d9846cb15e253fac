/// Converts blocks that are copied from a big-endian section to little-endian order.
///
/// Each function converts the content between a block's two lengths, and returns whether that was possible.
extension CaptureReader {
  /// Names: records with a type, a length and a value, up to the one of type 0; then options (section 4.5).
  static func names(_ body: inout [UInt8]) -> Bool {
    var at = 0
    while body.count - at >= 4 {
      let (type, length) = (swap16(&body, at), Int(swap16(&body, at + 2)))
      at += 4
      if type == 0 { return options(&body, from: at, .names) }
      guard body.count - at >= length else { return false }
      at = min(body.count, at + (length + 3) & ~3)
    }
    return at == body.count
  }

  /// Secrets: a type, a length and the secrets; then options (section 4.7).
  static func secrets(_ body: inout [UInt8]) -> Bool {
    body[0..<4].reverse()
    body[4..<8].reverse()
    let length = body[4..<8].enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    guard body.count - 8 >= length else { return false }
    return options(&body, from: min(body.count, 8 + (length + 3) & ~3), .secrets)
  }

  /// Vendor-specific blocks: an enterprise number, and data that may be copied unchanged (section 4.8).
  static func custom(_ body: inout [UInt8]) -> Bool {
    body[0..<4].reverse()
    return true
  }

  private static func options(_ body: inout [UInt8], from start: Int, _ layout: OptionLayout) -> Bool {
    var at = start
    while body.count - at >= 4 {
      let (code, length) = (swap16(&body, at), Int(swap16(&body, at + 2)))
      at += 4
      if code == CaptureOption.Code.end { return true }
      guard body.count - at >= length else { return false }
      body.replaceSubrange(
        at..<at + length, with: layout.littleEndian(code, Array(body[at..<at + length]), from: true))
      at = min(body.count, at + (length + 3) & ~3)
    }
    return at == body.count
  }

  /// Swaps two bytes and returns the resulting little-endian number.
  private static func swap16(_ body: inout [UInt8], _ at: Int) -> UInt16 {
    body.swapAt(at, at + 1)
    return UInt16(body[at]) | UInt16(body[at + 1]) << 8
  }
}
