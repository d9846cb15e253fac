/// The names of differentiated services code points and congestion notification (RFC 2474, RFC 3168).
enum DifferentiatedServices {
  private static let congestion = ["Not-ECT", "ECT(1)", "ECT(0)", "CE"]

  /// As in a tree: `DSCP: CS0, ECN: Not-ECT`.
  static func text(_ octet: UInt64) -> String {
    "DSCP: \(name(octet >> 2 & 63)), ECN: \(congestion[Int(octet & 3)])"
  }

  static func name(_ codePoint: UInt64) -> String {
    switch codePoint {
    case 1: "LE"
    case 44: "VOICE-ADMIT"
    case 46: "EF PHB"
    case let value where value & 7 == 0: "CS\(value >> 3)"
    case let value where value >= 10 && value <= 38 && value & 1 == 0: "AF\(value >> 3)\(value >> 1 & 3)"
    default: "Unknown"
    }
  }
}
