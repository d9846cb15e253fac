import TextOutput
import Wire

/// Bytes as base64 (RFC 4648 section 4), for formats other than JSON.
enum Base64Text {
  static func text(_ bytes: [UInt8]) -> String {
    var buffer = TextBuffer()
    buffer.append(base64: bytes.span)
    // Without the quotation marks of JSON.
    return buffer.withBytes { String(decoding: [UInt8]($0).dropFirst().dropLast(), as: UTF8.self) }
  }
}
