import Dissection

/// Where our fields differ from tshark's on purpose: the one list, with the reasons.
struct IntendedDifferences {
  private struct Entry {
    /// The capture, or a protocol that tshark finds in the packet.
    var place: String
    /// The beginnings of the fields' names.
    var fields: [String]
    var reason: String
  }

  private static let entries = [
    Entry(
      place: "ieee8021ad", fields: ["vlan.", "eth.", "_ws.expert"],
      reason: "every tag has vlan. fields, and there is no protocol of its own for provider bridges"),
    Entry(
      place: "dhcp", fields: ["dhcp.option.type"], reason: "the end of the options is type 255, as the packet says"),
    Entry(place: "f5ethtrailer", fields: ["eth.", "_ws.expert"], reason: "F5's trailers are not guessed"),
    Entry(place: "atmarp", fields: ["arp.", "eth."], reason: "ARP of ATM is shown by the lengths it says"),
    Entry(place: "arp-oobr.pcap", fields: ["_ws.expert"], reason: "addresses that two hosts claim are not looked for"),
    Entry(
      place: "dns-uri.pcap", fields: ["_ws.expert"],
      reason: "that a record's type is unknown is no finding of the packet"),
    Entry(
      place: "icmpv6-RFC2894-RR.pcap", fields: ["icmpv6.reserved"], reason: "router renumbering is not taken apart"),
    Entry(place: "rpl-", fields: ["icmpv6.", "_ws.expert"], reason: "RPL is not taken apart"),
    Entry(place: "tfo-", fields: ["data", "frame.protocols", "tcp.segment_data"], reason: "data in a SYN are data"),
    Entry(
      place: "icmpv6-length-zero", fields: ["eth.", "icmpv6.", "_ws.expert"],
      reason: "an IPv6 packet of length 0 was cut up by the interface later, as one of IPv4 was"),
    Entry(place: "esp", fields: ["_ws.expert"], reason: "the sequence numbers of ESP are not followed"),
    Entry(place: "edns-opts", fields: ["dns.opt.chain"], reason: "control characters are spelled"),
    Entry(
      place: "mptcp", fields: ["tcp.options.mptcp.checksum"],
      reason: "Wireshark shows a mapping's checksum only where two more bytes follow it"),
    Entry(
      place: "mptcp-v0", fields: ["data", "frame.protocols", "tcp.segment_data"],
      reason: "what is on the port is not put together"),
    Entry(
      place: "ssh.pcap", fields: ["data", "frame.protocols", "tcp.segment_data"], reason: "SSH is not put together"),
    Entry(
      place: "whois.pcap", fields: ["data", "frame.protocols", "tcp.segment_data", "tcp.reassembled_in"],
      reason: "whois is not put together"),
    Entry(place: "ipv6-bad-version", fields: ["frame.protocols"], reason: "it came as IPv6, and is listed as such"),
    Entry(
      place: "ntp-mode7", fields: ["ntp.stratum", "ntp.ppoll"], reason: "the items of private messages are not read"),
    Entry(
      place: "datagrams.pcap", fields: ["http."],
      reason: "a notification of SSDP is a request, whose fields have the names of one"),
    Entry(
      place: "dtls.pcap", fields: ["dtls.handshake.extension.data"],
      reason: "an extension without bytes has no node for them"),
    Entry(
      place: "dns-pairs-and-tls-drafts.pcap", fields: ["frame.protocols"],
      reason: "HTTP/2 with prior knowledge has not been HTTP/1 before, whatever the port"),
    Entry(
      place: "geneve.pcap", fields: ["data", "frame.protocols", "tcp.segment_data"], reason: "SSH is not put together"),
    // The following packets are broken. The text before the break is equal; the words for the break differ.
    Entry(place: "dhcp-rfc4388", fields: ["_ws.expert"], reason: "an option that is too short is no malformed packet"),
    Entry(place: "dhcp6_reconf_asan", fields: ["ip.opt.padding", "udp.length.bad", "_ws.expert"], reason: "broken"),
    Entry(place: "dns-badlabel", fields: ["dns."], reason: "a query whose name cannot be read is not shown"),
    Entry(place: "dns_fwdptr", fields: ["dns."], reason: "a query whose name cannot be read is not shown"),
    Entry(
      place: "extract_read2_asan", fields: ["ip.opt", "icmp.", "frame.protocols", "_ws.expert"],
      reason: "options past the header's end"),
    Entry(place: "hoobr_rt6_print", fields: ["ip", "_ws.expert"], reason: "IPv6 on a link of IPv4, and cut"),
    Entry(place: "ip6_frag_asan", fields: ["ipv6.fraghdr"], reason: "a header of which 4 bytes are there is shown"),
    Entry(
      place: "ip_ts_opts_asan", fields: ["frame.protocols", "_ws.expert"], reason: "options past the header's end"),
    Entry(place: "ipv6-next-header-oobr", fields: ["ipv6.opt", "_ws.expert"], reason: "options past the header's end"),
    Entry(
      place: "ipv6-too-long-jumbo", fields: ["frame.protocols", "ipv6.", "_ws.expert", "data"],
      reason: "options past the packet's end"),
    Entry(place: "ipv6hdr-heapoverflow", fields: ["ipv6.opt", "_ws.expert"], reason: "options past the header's end"),
    Entry(
      place: "rtp-seg-fault-1", fields: ["frame.protocols", "dns.", "_ws.expert"],
      reason: "DNS is told by its bytes, and these are none"),
  ]

  /// Protocols of tshark's that we do not have: what is in them is data here, and their findings are not made.
  private static let known = Set(FieldTable.fields.filter { $0.type == .protocol }.map(\.name)).union([
    "ethertype", "ipv6.hopopts", "ipv6.routing", "ipv6.fraghdr", "ipv6.dstopts",
  ])
  private static let foreign = ["frame.protocols", "data", "_ws.expert", "tcp.segment", "tcp.reassembled"]

  private var used: Set<String> = []

  mutating func has(_ field: String, file: String, protocols: String) -> Bool {
    let names = protocols.split(separator: ":").map(String.init)
    for entry in Self.entries where file.hasPrefix(entry.place) || names.contains(entry.place) {
      if entry.fields.contains(where: { field.hasPrefix($0) }) {
        used.insert(entry.reason + entry.place)
        return true
      }
    }
    return !Self.known.isSuperset(of: names) && Self.foreign.contains { field.hasPrefix($0) }
  }

  /// What is in the list and was not met.
  var unused: [String] {
    Self.entries.map { $0.reason + $0.place }.filter { !used.contains($0) }
  }
}
