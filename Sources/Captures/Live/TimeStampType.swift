internal import CPcap

/// The source and the clock of timestamps: pcap-tstamp(7).
public struct TimeStampType: RawRepresentable, Hashable, Sendable {
  /// libpcap's number.
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The type with a name such as `adapter_unsynced`; nil if libpcap does not know it.
  public init?(name: String) {
    let value = pcap_tstamp_type_name_to_val(name)
    guard value >= 0 else { return nil }
    self.init(rawValue: value)
  }

  /// The name that libpcap has for it.
  public var name: String {
    pcap_tstamp_type_val_to_name(rawValue).map { String(cString: $0) } ?? "\(rawValue)"
  }

  /// libpcap's description.
  public var summary: String {
    pcap_tstamp_type_val_to_description(rawValue).map { String(cString: $0) } ?? ""
  }
}
