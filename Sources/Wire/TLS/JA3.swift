/// The text of a JA3 or JA3S fingerprint: the choices in a hello, without the values of GREASE, which mean nothing
/// (RFC 8701).
public enum JA3 {
  /// - Parameter lists: the suites, extensions, groups and point formats of a ClientHello in their order; the suite and the
  ///   extensions of a ServerHello.
  public static func text(version: UInt16, lists: [[UInt16]]) -> String {
    ([String(version)] + lists.map(joined)).joined(separator: ",")
  }

  private static func joined(_ values: [UInt16]) -> String {
    values.filter { !isGREASE($0) }.map(String.init).joined(separator: "-")
  }

  /// Whether a value only keeps peers used to unknown values (RFC 8701 section 2).
  public static func isGREASE(_ value: UInt16) -> Bool {
    value & 0x0F0F == 0x0A0A && value >> 8 == value & 0xFF
  }
}
