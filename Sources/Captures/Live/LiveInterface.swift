internal import CPcap
public import Wire

/// An interface that supports captures, from libpcap's list.
public struct LiveInterface: Hashable, Sendable {
  /// The name with which to capture on it.
  public let name: String
  /// Its description, if libpcap has one.
  public let summary: String?
  /// Its state in tcpdump's words: `Up`, `Running`, `Loopback`, `Connected` ...; empty if unknown.
  public let states: [String]

  /// All interfaces of the calling thread's network namespace.
  public static func all() throws(CaptureError) -> [LiveInterface] {
    var first: UnsafeMutablePointer<pcap_if_t>?
    var words = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard pcap_findalldevs(&first, &words) == 0 else {
      let detail = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw CaptureError(.captureFailed, path: "-D", detail)
    }
    defer { pcap_freealldevs(first) }
    return sequence(first: first) { $0?.pointee.next }.compactMap { $0 }.map { LiveInterface($0.pointee) }
  }

  /// The link types of an interface, beginning with its default.
  public static func linkTypes(of name: String) throws(CaptureError) -> [LinkType] {
    try PcapHandle.linkTypes(name)
  }

  /// The timestamp types of an interface; empty if there is no choice.
  public static func timeStampTypes(of name: String) throws(CaptureError) -> [TimeStampType] {
    try PcapHandle.timeStampTypes(name)
  }

  private init(_ device: pcap_if_t) {
    name = String(cString: device.name)
    summary = device.description.map { String(cString: $0) }
    states = Self.states(Int32(bitPattern: device.flags))
  }

  /// The states, in tcpdump's words and order.
  private static func states(_ flags: Int32) -> [String] {
    if flags == 0 { return [] }
    let isWireless = flags & PCAP_IF_WIRELESS != 0
    var states: [String] = []
    if flags & PCAP_IF_UP != 0 { states.append("Up") }
    if flags & PCAP_IF_RUNNING != 0 { states.append("Running") }
    if flags & PCAP_IF_LOOPBACK != 0 { states.append("Loopback") }
    if isWireless { states.append("Wireless") }
    if states.isEmpty { states.append("none") }
    switch flags & PCAP_IF_CONNECTION_STATUS {
    case PCAP_IF_CONNECTION_STATUS_UNKNOWN:
      states.append(isWireless ? "Association status unknown" : "Connection status unknown")
    case PCAP_IF_CONNECTION_STATUS_CONNECTED: states.append(isWireless ? "Associated" : "Connected")
    case PCAP_IF_CONNECTION_STATUS_DISCONNECTED: states.append(isWireless ? "Not associated" : "Disconnected")
    default: break
    }
    return states
  }
}
