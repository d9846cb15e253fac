public import Streams
public import TLS

/// Which dissector a number leads to, by the field that the number is in: Wireshark's dissector tables.
public struct DissectorTables: Sendable {
  /// A field whose values lead to protocols.
  public enum Table: String, Sendable, CaseIterable {
    /// EtherTypes.
    case etherType = "ethertype"
    /// IP protocol numbers.
    case ipProtocol = "ip.proto"
    /// TCP ports.
    case tcpPort = "tcp.port"
    /// UDP ports.
    case udpPort = "udp.port"
  }

  private var entries: [Table: [UInt32: Dissector]] = [:]
  /// Numbers that the user has given another meaning: they go before everything.
  private var overrides: [Table: [UInt32: Dissector]] = [:]

  /// The tables as they are without the user's word.
  public init() { self = Self.usual }

  /// Made once: filling them costs more than to dissect a packet.
  private static let usual = DissectorTables(isUsual: ())

  private init(isUsual: Void) {
    for entry in ProtocolRegistry.all.flatMap(\.entries) {
      for number in entry.numbers { entries[entry.table, default: [:]][number] = entry.dissector }
    }
  }

  /// What the user says of TCP ports.
  public internal(set) var applications = PortApplications()

  /// The secrets with which TLS is decrypted; it may gain some while packets are dissected.
  public var keys: KeyLog?

  /// The dissector for a number, the user's first.
  func dissector(_ table: Table, _ number: UInt32) -> Dissector? {
    overrides[table]?[number] ?? entries[table]?[number]
  }

  mutating func override(_ table: Table, _ number: UInt32, with dissector: Dissector) {
    overrides[table, default: [:]][number] = dissector
  }

  /// The user's dissector for a number.
  func override(_ table: Table, _ number: UInt32) -> Dissector? { overrides[table]?[number] }
}
