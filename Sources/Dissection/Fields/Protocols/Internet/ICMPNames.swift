/// What ICMP's types and codes are called (IANA "ICMP Parameters").
enum ICMPNames {
  static func type(_ type: UInt64) -> String { types[type] ?? "Unknown" }

  static func code(_ type: UInt64, _ code: UInt64) -> String? { codes[type]?[code] ?? (code == 0 ? nil : nil) }

  private static let types: [UInt64: String] = [
    0: "Echo (ping) reply", 3: "Destination unreachable", 4: "Source quench (flow control)", 5: "Redirect",
    6: "Alternate host address", 8: "Echo (ping) request", 9: "Router advertisement", 10: "Router solicitation",
    11: "Time-to-live exceeded", 12: "Parameter problem", 13: "Timestamp request", 14: "Timestamp reply",
    15: "Information request", 16: "Information reply", 17: "Address mask request", 18: "Address mask reply",
    30: "Traceroute", 40: "Photuris", 42: "Extended Echo request", 43: "Extended Echo reply",
  ]

  private static let codes: [UInt64: [UInt64: String]] = [
    3: [
      0: "Network unreachable", 1: "Host unreachable", 2: "Protocol unreachable", 3: "Port unreachable",
      4: "Fragmentation needed", 5: "Source route failed", 6: "Destination network unknown",
      7: "Destination host unknown", 8: "Source host isolated", 9: "Network administratively prohibited",
      10: "Host administratively prohibited", 11: "Network unreachable for TOS", 12: "Host unreachable for TOS",
      13: "Communication administratively filtered", 14: "Host precedence violation",
      15: "Precedence cutoff in effect",
    ],
    5: [
      0: "Redirect for network", 1: "Redirect for host", 2: "Redirect for TOS and network",
      3: "Redirect for TOS and host",
    ],
    9: [0: "Normal router advertisement", 16: "Does not route common traffic"],
    11: [0: "Time to live exceeded in transit", 1: "Fragment reassembly time exceeded"],
    12: [0: "Pointer indicates the error", 1: "Required option missing", 2: "Bad length"],
  ]
}
