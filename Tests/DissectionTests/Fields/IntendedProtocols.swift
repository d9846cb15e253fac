/// A difference between the protocol of a summary and tshark's column that is intended.
struct IntendedProtocol: Hashable {
  /// The name in tshark's column, or its beginning if it ends in `*`.
  var theirs: String
  /// Our name, in the same form; nil for any.
  var ours: String?
  /// The beginning of the capture's name.
  var file = ""
  var reason: String

  func fits(ours own: String, theirs other: String, file name: String) -> Bool {
    let isTheirs = Self.matches(other, theirs)
    return isTheirs && (ours.map { Self.matches(own, $0) } ?? true) && name.hasPrefix(file)
  }

  private static func matches(_ name: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
  }
}

/// Where our column of protocols differs from tshark's on purpose, with the reasons. The lists may only become shorter.
enum IntendedProtocols {
  private static let apart = "the protocol is not taken apart"

  static let fixtures: [IntendedProtocol] =
    [
      ("SSH*", "TCP"), ("SSH*", "MPTCP"), ("WHOIS", "TCP"), ("DHCPv6", "UDP"), ("TFTP", "UDP"), ("Syslog", "UDP"),
      ("NBNS", "UDP"), ("SMB", "UDP"), ("MIPv6", "IPv6"), ("NEMO", "IPv6"), ("IPComp", "IPv4"), ("DVMRP", "IGMP"),
      ("PIMv1", "IGMP"),
    ].map { IntendedProtocol(theirs: $0.0, ours: $0.1, reason: apart) }
    + [
      IntendedProtocol(
        theirs: "TCP", ours: "MPTCP", file: "mptcp-v0", reason: "tshark puts SSH together, and names its segments TCP"),
      IntendedProtocol(
        theirs: "DNS", ours: "UDP", file: "rtp-seg-fault-1", reason: "DNS is told by its bytes, and these are none"),
      IntendedProtocol(
        theirs: "0x86dd", ours: "IPv6", file: "ipv6-bad-version", reason: "it came as IPv6, and is listed as such"),
      IntendedProtocol(
        theirs: "Ethernet", ours: "", file: "icmp6_mobileprefix", reason: "a frame of no bytes has no protocol"),
    ]

  private static let grpc = "tshark writes the names of GRPC and HTTP2 into each other; GRPC is the higher one"

  static let http2 = [IntendedProtocol(theirs: "GRPC*", ours: "GRPC", reason: grpc)]

  static let layers = [
    IntendedProtocol(theirs: "GRPC*", ours: "GRPC", reason: grpc),
    IntendedProtocol(
      theirs: "TLSv1.3", ours: "HTTP", file: "",
      reason: "tshark names a row by its last record, an alert; HTTP is higher"),
  ]

  static let decrypted: [IntendedProtocol] = [
    IntendedProtocol(
      theirs: "QUIC", ours: "HTTP3", reason: "tshark shows no frame of HTTP/3 that came in several packets, or in 0-RTT"
    ),
    IntendedProtocol(
      theirs: "HTTP3", ours: "QUIC",
      reason: "tshark takes what a stream has twice for new, and looks for HTTP/3 in every stream"),
    IntendedProtocol(theirs: "NVMe/TCP", reason: "tshark takes port 4420 for NVMe"),
    IntendedProtocol(theirs: "TCP", ours: "TLS*", reason: "tshark takes port 4420 for NVMe"),
  ]
}
