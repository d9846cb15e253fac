/// What the body and the trailers of a gRPC call are made of (gRPC over HTTP/2).
public enum GRPCParts {
  /// The names of the status codes, from 0.
  public static let statusNames = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
    "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
  ]

  /// The response that carries a call, without its body and trailers.
  public static let response = ScriptedResponse(
    headers: [ScriptedResponse.Header("content-type", "application/grpc")], framing: .close)

  /// A message behind its prefix (section "Length-Prefixed-Message").
  /// - Parameter isCompressed: what the prefix says. The bytes are sent as they are.
  public static func message(_ bytes: [UInt8], isCompressed: Bool = false) -> [UInt8] {
    [isCompressed ? 1 : 0] + (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (24 - 8 * $0)) } + bytes
  }

  /// The trailers that end a call.
  /// - Parameter details: the text of `grpc-message`, not encoded yet.
  public static func trailers(status: Int, details: String) -> [ScriptedResponse.Header] {
    let code = ScriptedResponse.Header("grpc-status", String(status))
    return details.isEmpty ? [code] : [code, ScriptedResponse.Header("grpc-message", percentEncoded(details))]
  }

  /// A text as `grpc-message` carries it (section "Percent-Encoded").
  private static func percentEncoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { byte in
      let isPlain = (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "%")
      return isPlain ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}
