/// How a call ended, as its trailers say (gRPC over HTTP/2, "Status").
public struct GRPCStatus: Hashable, Sendable, CustomStringConvertible {
  /// From 0, which is success; codes beyond 16 are not defined.
  public var code: Int
  /// The message, decoded; empty if there is none.
  public var message: [UInt8]

  private static let names = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
    "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
  ]

  /// Reads the values of `grpc-status` and `grpc-message`; nil if the status is no number.
  public init?(status: Span<UInt8>, message: Span<UInt8>) {
    guard let code = GRPCTimeout.number(status, most: 9) else { return nil }
    self.code = code
    self.message = Self.percentDecoded(message)
  }

  /// The name of the code; for a code that is not defined its number.
  public var description: String { Self.names.indices.contains(code) ? Self.names[code] : "status \(code)" }

  /// The bytes that a percent-encoded text stands for; what is no encoding stays as it is.
  public static func percentDecoded(_ text: Span<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = hexadecimal(text[index + 1]),
        let low = hexadecimal(text[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// How long a caller waits, as `grpc-timeout` says (gRPC over HTTP/2, "Timeout").
public struct GRPCTimeout: Hashable, Sendable {
  /// How long the call may take.
  public var nanoseconds: Int64

  /// Reads up to eight digits and a unit; nil if it is not that.
  public init?(_ text: Span<UInt8>) {
    guard text.count >= 2, let number = Self.number(text.extracting(0..<text.count - 1), most: 8) else { return nil }
    let unit: Int64
    switch text[text.count - 1] {
    case UInt8(ascii: "H"): unit = 3_600_000_000_000
    case UInt8(ascii: "M"): unit = 60_000_000_000
    case UInt8(ascii: "S"): unit = 1_000_000_000
    case UInt8(ascii: "m"): unit = 1_000_000
    case UInt8(ascii: "u"): unit = 1000
    case UInt8(ascii: "n"): unit = 1
    default: return nil
    }
    // 99,999,999 hours are more than the number holds.
    let (nanoseconds, isTooLarge) = Int64(number).multipliedReportingOverflow(by: unit)
    self.nanoseconds = isTooLarge ? .max : nanoseconds
  }

  static func number(_ digits: Span<UInt8>, most: Int) -> Int? {
    guard digits.count > 0, digits.count <= most else { return nil }
    var number = 0
    for index in digits.indices {
      guard digits[index] &- 0x30 < 10 else { return nil }
      number = number * 10 + Int(digits[index] - 0x30)
    }
    return number
  }
}
