internal import CPcap
public import Wire

/// An interface that can be captured on, as libpcap lists them.
public struct LiveInterface: Hashable, Sendable {
  /// What to capture on it by.
  public let name: String
  /// What it is, where libpcap knows.
  public let summary: String?
  /// Its state in tcpdump's words: `Up`, `Running`, `Loopback`, `Connected` ...; empty where nothing is known.
  public let states: [String]

  /// All interfaces of the network namespace that the calling thread is in.
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

  /// The link types that an interface can be captured with, the one that it has first.
  public static func linkTypes(of name: String) throws(CaptureError) -> [LinkType] {
    try PcapHandle.linkTypes(name)
  }

  /// The kinds of time stamps that an interface offers; empty if there is no choice.
  public static func timeStampTypes(of name: String) throws(CaptureError) -> [TimeStampType] {
    try PcapHandle.timeStampTypes(name)
  }

  private init(_ device: pcap_if_t) {
    name = String(cString: device.name)
    summary = device.description.map { String(cString: $0) }
    states = Self.states(Int32(bitPattern: device.flags))
  }

  /// The words and their order are tcpdump's.
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
