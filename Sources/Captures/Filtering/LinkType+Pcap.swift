internal import CPcap
public import Wire

extension LinkType {
  /// What libpcap on this system calls the type by: its own numbers are the files' but for these two.
  var dataLink: Int32 {
    switch rawValue {
    case 101: DLT_RAW
    case 100: DLT_ATM_RFC1483
    default: Int32(clamping: rawValue)
    }
  }

  /// The type that libpcap's number on this system means.
  init(dataLink: Int32) {
    switch dataLink {
    case DLT_RAW: self = .raw
    case DLT_ATM_RFC1483: self.init(rawValue: 100)
    default: self.init(rawValue: UInt32(clamping: dataLink))
    }
  }

  /// The type of a name, as in `EN10MB` or `DLT_EN10MB`, in any case; nil if libpcap knows none such.
  public init?(name: String) {
    let value = pcap_datalink_name_to_val(name)
    guard value >= 0 else { return nil }
    self.init(dataLink: value)
  }

  /// The name, as in `EN10MB`, or the number where there is none.
  public var name: String {
    pcap_datalink_val_to_name(dataLink).map { String(cString: $0) } ?? "\(dataLink)"
  }

  /// The name and what it stands for, as in `EN10MB (Ethernet)`.
  public var nameAndDescription: String {
    guard let description = pcap_datalink_val_to_description(dataLink) else { return name }
    return "\(name) (\(String(cString: description)))"
  }
}
