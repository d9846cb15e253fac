import Streams

internal import Dissection
internal import Wire

/// Formats times for reports: seconds with two decimals.
enum Seconds {
  /// `1.02 s`.
  static func text(_ nanoseconds: Int64) -> String {
    number(nanoseconds) + " s"
  }

  /// `0.00, 1.02, 3.04 s`, at most six of them.
  static func list(_ packets: [PacketMark], since start: Timestamp) -> String {
    list(packets.map { $0.timestamp - start })
  }

  /// `0.50, 1.02, 3.04 s`, at most six of them.
  static func list(_ nanoseconds: [Int64]) -> String {
    nanoseconds.prefix(6).map(number).joined(separator: ", ") + (nanoseconds.count > 6 ? " ... s" : " s")
  }

  private static func number(_ nanoseconds: Int64) -> String {
    let hundredths = (nanoseconds.magnitude + 5_000_000) / 10_000_000
    let fraction = hundredths % 100
    let sign = nanoseconds < 0 && hundredths > 0 ? "-" : ""
    return "\(sign)\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
