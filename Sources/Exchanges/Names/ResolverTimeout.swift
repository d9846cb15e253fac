/// The timeouts of resolvers, which are whole seconds: 5 s in glibc and Go, 2 s in c-ares, 1 s in Chromium.
enum ResolverTimeout {
  private static let second: Int64 = 1_000_000_000
  /// The bounds within which a timer may seem to be early or late, in nanoseconds.
  private static let earliness: Int64 = 2_000_000
  private static let slack: Int64 = 30_000_000

  /// The timeout of glibc and Go.
  private static let usual: Int64 = 5_000_000_000

  /// True if the usual timeout ends after this time, in nanoseconds.
  static func isUsual(_ time: Int64) -> Bool { -slack...slack ~= time &- usual }

  /// The lateness of a resolver that loses its patience after this time, in nanoseconds; nil if no timeout ends there.
  static func lateness(after time: Int64) -> Int64? {
    guard time >= second &- earliness else { return nil }
    let late = (time &+ earliness) % second
    return late <= slack ? late : nil
  }
}
