internal import CPcap
public import Wire

extension LinkType {
  /// libpcap's number of the type on this system. It equals the number in files, except for these two.
  var dataLink: Int32 {
    switch rawValue {
    case 101: DLT_RAW
    case 100: DLT_ATM_RFC1483
    default: Int32(clamping: rawValue)
    }
  }

  /// The type with libpcap's number on this system.
  init(dataLink: Int32) {
    switch dataLink {
    case DLT_RAW: self = .raw
    case DLT_ATM_RFC1483: self.init(rawValue: 100)
    default: self.init(rawValue: UInt32(clamping: dataLink))
    }
  }

  /// The type with a name such as `EN10MB` or `DLT_EN10MB`; case does not matter. Nil if libpcap does not know the
  /// name.
  public init?(name: String) {
    let value = pcap_datalink_name_to_val(name)
    guard value >= 0 else { return nil }
    self.init(dataLink: value)
  }

  /// The name, such as `EN10MB`, or the number if it has no name.
  public var name: String {
    pcap_datalink_val_to_name(dataLink).map { String(cString: $0) } ?? "\(dataLink)"
  }

  /// The name and its description: `EN10MB (Ethernet)`.
  public var nameAndDescription: String {
    guard let description = pcap_datalink_val_to_description(dataLink) else { return name }
    return "\(name) (\(String(cString: description)))"
  }
}
