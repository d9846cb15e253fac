/// Undoes base64 (RFC 4648 section 4) in pieces as they come. Padding may stand within it, where pieces were coded one by one, as
/// gRPC-Web does it in `application/grpc-web-text`.
public struct Base64Reader: Sendable {
  private var bits: UInt32 = 0
  private var count = 0
  /// Whether a character came that is none of base64; nothing is decoded after it.
  public private(set) var isBroken = false

  /// Begins at the begin of a text.
  public init() {}

  /// Appends what the next piece says.
  public mutating func read(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    for index in text.indices where !isBroken {
      switch text[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): take(text[index] - UInt8(ascii: "A"), &bytes)
      case UInt8(ascii: "a")...UInt8(ascii: "z"): take(text[index] - UInt8(ascii: "a") + 26, &bytes)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): take(text[index] - UInt8(ascii: "0") + 52, &bytes)
      case UInt8(ascii: "+"), UInt8(ascii: "-"): take(62, &bytes)
      case UInt8(ascii: "/"), UInt8(ascii: "_"): take(63, &bytes)
      case UInt8(ascii: "="): (bits, count) = (0, 0)
      case 0x0A, 0x0D: break
      default: isBroken = true
      }
    }
  }

  private mutating func take(_ digit: UInt8, _ bytes: inout [UInt8]) {
    bits = bits << 6 | UInt32(digit)
    count += 6
    guard count >= 8 else { return }
    count -= 8
    bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
  }
}
