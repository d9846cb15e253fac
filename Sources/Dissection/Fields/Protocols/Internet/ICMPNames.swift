/// The names of ICMP's types and codes (IANA "ICMP Parameters").
enum ICMPNames {
  static func type(_ type: UInt64) -> String { types[type] ?? "type \(type)" }

  static func code(_ type: UInt64, _ code: UInt64) -> String? { codes[type]?[code] }

  private static let types: [UInt64: String] = [
    0: "Echo reply", 3: "Destination unreachable", 4: "Source quench", 5: "Redirect",
    6: "Alternate host address", 8: "Echo request", 9: "Router advertisement", 10: "Router solicitation",
    11: "Time exceeded", 12: "Parameter problem", 13: "Timestamp request", 14: "Timestamp reply",
    15: "Information request", 16: "Information reply", 17: "Address mask request", 18: "Address mask reply",
    30: "Traceroute", 40: "Photuris", 42: "Extended echo request", 43: "Extended echo reply",
  ]

  private static let codes: [UInt64: [UInt64: String]] = [
    3: [
      0: "Net unreachable", 1: "Host unreachable", 2: "Protocol unreachable", 3: "Port unreachable",
      4: "Fragmentation needed and DF set", 5: "Source route failed", 6: "Destination network unknown",
      7: "Destination host unknown", 8: "Source host isolated", 9: "Network administratively prohibited",
      10: "Host administratively prohibited", 11: "Net unreachable for type of service",
      12: "Host unreachable for type of service",
      13: "Communication administratively prohibited", 14: "Host precedence violation",
      15: "Precedence cutoff in effect",
    ],
    5: [
      0: "For the network", 1: "For the host", 2: "For the type of service and network",
      3: "For the type of service and host",
    ],
    9: [0: "Normal router advertisement", 16: "Does not route common traffic"],
    11: [0: "Time to live exceeded in transit", 1: "Fragment reassembly time exceeded"],
    12: [0: "Pointer indicates the error", 1: "A required option is missing", 2: "Bad length"],
  ]
}
