/// An option of DHCP as a line shows it.
struct DHCPListedOption {
  /// How the data are written.
  enum Form {
    case address, addressPair, byte, flag, number, short, signedNumber, special, text

    /// The bytes of one value.
    var size: Int {
      switch self {
      case .addressPair: 8
      case .address, .number, .signedNumber: 4
      case .short: 2
      case .byte, .flag, .special, .text: 1
      }
    }
  }

  let code: UInt8
  let name: String
  private let known: Form?

  init(code: UInt8) {
    self.code = code
    let entry = Self.known[code]
    known = entry?.0
    name = entry?.1 ?? "Unknown"
  }

  /// The form of data of `length` bytes; that of an unknown option follows from it.
  func form(length: Int) -> Form {
    known ?? (length & 1 != 0 ? .byte : length & 2 != 0 ? .short : .number)
  }

  /// By number: RFC 2132 and those after it, with tcpdump's names.
  private static let known: [UInt8: (Form, String)] = [
    0: (.byte, "PAD"), 1: (.address, "Subnet-Mask"), 2: (.signedNumber, "Time-Zone"),
    3: (.address, "Default-Gateway"), 4: (.address, "Time-Server"), 5: (.address, "IEN-Name-Server"),
    6: (.address, "Domain-Name-Server"), 7: (.address, "LOG"), 8: (.address, "CS"), 9: (.address, "LPR-Server"),
    10: (.address, "IM"), 11: (.address, "RL"), 12: (.text, "Hostname"), 13: (.short, "BS"), 14: (.text, "DP"),
    15: (.text, "Domain-Name"), 16: (.address, "SS"), 17: (.text, "RP"), 18: (.text, "EP"), 19: (.flag, "IPF"),
    20: (.flag, "SRT"), 21: (.addressPair, "PF"), 22: (.short, "RSZ"), 23: (.byte, "TTL"),
    24: (.number, "MTU-Timeout"), 25: (.short, "MTU-Table"), 26: (.short, "MTU"), 27: (.flag, "LSN"),
    28: (.address, "BR"), 29: (.flag, "MD"), 30: (.flag, "MS"), 31: (.flag, "Router-Discovery"),
    32: (.address, "RSA"), 33: (.addressPair, "Static-Route"), 34: (.flag, "UT"), 35: (.number, "AT"),
    36: (.flag, "IE"), 37: (.byte, "TT"), 38: (.number, "KI"), 39: (.flag, "KG"), 40: (.text, "YD"),
    41: (.address, "YS"), 42: (.address, "NTP"), 43: (.byte, "Vendor-Option"), 44: (.address, "Netbios-Name-Server"),
    45: (.address, "WDD"), 46: (.special, "Netbios-Node"), 47: (.text, "Netbios-Scope"), 48: (.address, "XFS"),
    49: (.address, "XDM"), 50: (.address, "Requested-IP"), 51: (.number, "Lease-Time"), 52: (.special, "OO"),
    53: (.byte, "DHCP-Message"), 54: (.address, "Server-ID"), 55: (.byte, "Parameter-Request"), 56: (.text, "MSG"),
    57: (.short, "MSZ"), 58: (.number, "RN"), 59: (.number, "RB"), 60: (.text, "Vendor-Class"),
    61: (.special, "Client-ID"), 64: (.short, "N+D"), 65: (.address, "N+S"), 66: (.text, "TFTP"), 67: (.text, "BF"),
    68: (.address, "MH"), 69: (.address, "SMTP"), 70: (.address, "POP3"), 71: (.address, "NNTP"),
    72: (.address, "WWW"), 73: (.address, "FG"), 74: (.address, "IRC"), 75: (.address, "STS"),
    76: (.address, "STDA"), 77: (.special, "User-Class"), 78: (.byte, "SLP-DA"), 79: (.byte, "SLP-SCOPE"),
    80: (.text, "SLP-NA"), 81: (.special, "FQDN"), 82: (.special, "Agent-Information"), 83: (.byte, "ARMT"),
    88: (.text, "TZSTR"), 89: (.byte, "FQDNS"), 90: (.byte, "AUTH"), 91: (.signedNumber, "Last-Transaction-Time"),
    92: (.address, "Associated-IP"), 93: (.short, "ARCH"), 94: (.byte, "NDI"), 95: (.text, "LDAP"),
    97: (.byte, "GUID"), 98: (.text, "UAP"), 100: (.text, "POSIX-TZ"), 101: (.text, "TZ-Name"),
    112: (.address, "NI"), 113: (.text, "NITAG"), 114: (.text, "URL"), 116: (.flag, "NOAUTO"),
    117: (.short, "NSSEARCH"), 118: (.address, "SUBNET"), 121: (.special, "Classless-Static-Route"),
    150: (.address, "TFTP-Server-Address"), 161: (.text, "MUD-URL"),
    249: (.special, "Classless-Static-Route-Microsoft"), 255: (.byte, "END"),
  ]
}
