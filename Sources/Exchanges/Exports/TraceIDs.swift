import Streams
import Wire

/// The IDs of an exchange's trace and spans: those of its `traceparent`, so that its spans join the trace of its program, or else numbers
/// that its place and time determine.
struct TraceIDs {
  private(set) var high: UInt64
  private(set) var low: UInt64
  /// The span of the exchange.
  private(set) var span: UInt64
  /// The span that it is in.
  private(set) var parent: UInt64?

  init(_ exchange: HTTPExchange) {
    let time = UInt64(bitPattern: exchange.began?.timestamp.nanoseconds ?? 0)
    let place =
      UInt64(truncatingIfNeeded: exchange.number) << 32 | UInt64(truncatingIfNeeded: exchange.stream) & 0xFFFF_FFFF
    high = Self.mixed(time)
    low = Self.mixed(time ^ Self.mixed(place))
    span = Self.mixed(low ^ place)
    let fields = HeadField.all(of: exchange.detail?.requestHead ?? [])
    guard let value = fields.first(where: { $0.isNamed("traceparent") })?.text, let known = Self.read(value) else {
      return
    }
    (high, low, parent) = known
    span = Self.mixed(known.parent ^ Self.mixed(time ^ place))
  }

  /// The span of a phase.
  func child(_ index: Int) -> UInt64 { Self.mixed(span &+ UInt64(index) &+ 1) }

  /// Reads `traceparent` (W3C Trace Context section 3.2).
  private static func read(_ value: String) -> (high: UInt64, low: UInt64, parent: UInt64)? {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].utf8.count == 2, parts[1].utf8.count == 32, parts[2].utf8.count == 16,
      value.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x2D }),
      let high = UInt64(parts[1].prefix(16), radix: 16), let low = UInt64(parts[1].suffix(16), radix: 16),
      let parent = UInt64(parts[2], radix: 16), high | low != 0, parent != 0
    else { return nil }
    return (high, low, parent)
  }

  /// A number without a pattern, never 0, which is no ID (Steele, Lea and Flood, SplitMix64).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return max(1, mixed ^ (mixed >> 31))
  }
}
