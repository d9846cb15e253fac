import TextOutput
import Wire

extension PacketListing {
  /// RFC 8415 section 11: who a client or server is.
  mutating func appendDHCPv6Identifier(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(Truncation) {
    let start = data.lowerBound
    let type = bytes.uint16(at: start)
    let digits: Range<Int>
    switch type {
    case 1 where data.count >= 8:
      text.append(" hwaddr/time type ", bytes.uint16(at: start + 2))
      text.append(" time ", bytes.uint32(at: start + 4))
      text.append(" ")
      digits = data.dropFirst(8)
    case 2 where data.count >= 10:
      text.append(" vid ")
      digits = data.dropFirst(2).prefix(8)
    case 3 where data.count >= 4:
      text.append(" hwaddr type ", bytes.uint16(at: start + 2))
      text.append(" ")
      digits = data.dropFirst(4)
    case 1, 2, 3: return text.append(" ?")
    default: return text.append(" type ", type)
    }
    appendHexadecimal(bytes, digits)
  }

  /// An option that holds others after fields of its own.
  mutating func appendDHCPv6Container(
    _ code: UInt16, _ bytes: Span<UInt8>, _ data: Range<Int>, depth: Int
  ) throws(Truncation) {
    let start = data.lowerBound
    let headerLength: Int
    switch code {
    case 3, 25:
      text.append(" IAID:", bytes.uint32(at: start))
      text.append(" T1:", bytes.uint32(at: start + 4))
      text.append(" T2:", bytes.uint32(at: start + 8))
      headerLength = 12
    case 4:
      text.append(" IAID:", bytes.uint32(at: start))
      headerLength = 4
    case 5:
      text.append(" ", try bytes.ipv6Address(start))
      text.append(" pltime:", bytes.uint32(at: start + 16))
      text.append(" vltime:", bytes.uint32(at: start + 20))
      headerLength = 24
    case 26:
      text.append(" ", try bytes.ipv6Address(start + 9))
      text.append("/", bytes[start + 8])
      text.append(" pltime:", bytes.uint32(at: start))
      text.append(" vltime:", bytes.uint32(at: start + 4))
      headerLength = 25
    case 44:
      switch bytes[start] {
      case 1: text.append(" by-address")
      case 2: text.append(" by-clientID")
      case let type: text.append(" type_", type)
      }
      text.append(" ", try bytes.ipv6Address(start + 1))
      headerLength = 17
    default: headerLength = 0
    }
    try appendDHCPv6Options(bytes, data.dropFirst(headerLength), depth: depth + 1)
  }

  /// RFC 8415 section 21.11, and RFC 3315 section 21.4 for delayed authentication.
  mutating func appendDHCPv6Authentication(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(Truncation) {
    let start = data.lowerBound
    let method = bytes[start]
    switch method {
    case 2: text.append(" proto: delayed")
    case 3: text.append(" proto: reconfigure")
    default: text.append(" proto: ", method)
    }
    if bytes[start + 1] == 1 { text.append(", alg: HMAC-MD5") } else { text.append(", alg: ", bytes[start + 1]) }
    if bytes[start + 2] == 0 { text.append(", RDM: mono") } else { text.append(", RDM: ", bytes[start + 2]) }
    text.append(", RD:")
    for offset in stride(from: start + 3, to: start + 11, by: 2) {
      text.append(" ", hexadecimal: UInt32(bytes.uint16(at: offset)), paddedTo: 4)
    }
    let information = data.dropFirst(11)
    switch (method, information.count) {
    case (2, 0): break
    case (2, 20...): appendDelayedAuthentication(bytes, information)
    case (3, 17):
      switch bytes[information.lowerBound] {
      case 1: text.append(" reconfig-key")
      case 2: text.append(" type: HMAC-MD5")
      default: text.append(" type: ??")
      }
      text.append(" value:")
      appendWords(bytes, at: information.lowerBound + 1)
    default: text.append(" ??")
    }
  }

  private mutating func appendDelayedAuthentication(_ bytes: Span<UInt8>, _ information: Range<Int>) {
    let realm = information.dropLast(20)
    if !realm.isEmpty { text.append(", realm: ") }
    appendHexadecimal(bytes, realm)
    text.append(", key ID: ", hexadecimal: bytes.uint32(at: realm.upperBound), paddedTo: 8)
    text.append(", HMAC-MD5:")
    appendWords(bytes, at: realm.upperBound + 4)
  }

  private mutating func appendWords(_ bytes: Span<UInt8>, at start: Int) {
    for offset in stride(from: start, to: start + 16, by: 4) {
      text.append(" ", hexadecimal: bytes.uint32(at: offset), paddedTo: 8)
    }
  }

  /// RFC 5908 section 4; false where a suboption cannot be read.
  mutating func appendTimeServers(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(Truncation) -> Bool {
    var offset = data.lowerBound
    while offset < data.upperBound - 4 {
      let code = bytes.uint16(at: offset)
      let length = Int(bytes.uint16(at: offset + 2))
      offset += 4
      guard length <= data.upperBound - offset else { return false }
      text.append(" subopt:", code)
      switch code {
      case 1 where length == 16, 2 where length == 16: text.append(" ", try bytes.ipv6Address(offset))
      case 3:
        text.append(" ")
        guard try appendDomainName(bytes, at: offset, message: offset + length) != nil else { return false }
      default: text.append(" ?")
      }
      offset += length
    }
    return true
  }

  /// RFC 6334 section 3.
  mutating func appendTunnelEndpoint(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(Truncation) {
    var offset = data.lowerBound
    text.append(" ")
    while offset < data.upperBound, try bytes.get8(offset) != 0 {
      let label = (offset + 1)..<(offset + 1 + Int(bytes[offset]))
      guard label.upperBound < data.upperBound else { return text.append(" ?") }
      appendVisible(bytes, label.lowerBound..<(label.first { bytes[$0] == 0 } ?? label.upperBound))
      offset = label.upperBound
      if try bytes.get8(offset) != 0 { text.append(".") }
    }
  }

  mutating func appendDHCPv6Status(_ code: UInt16) {
    let names = [
      " Success", " UnspecFail", " NoAddrsAvail", " NoBinding", " NotOnLink", " UseMulticast", " NoPrefixAvail",
      " UnknownQueryType", " MalformedQuery", " NotConfigured", " NotAllowed",
    ]
    if Int(code) < names.count { return text.append(names[Int(code)]) }
    if code > 255 { return text.append(" INVALID code") }
    text.append(" code", code)
  }

  mutating func appendDHCPv6MessageType(_ type: UInt8) {
    let names = [
      "solicit", "advertise", "request", "confirm", "renew", "rebind", "reply", "release", "decline", "reconfigure",
      "inf-req", "relay-fwd", "relay-reply", "leasequery", "leasequery-reply",
    ]
    if type > 0, Int(type) <= names.count { return text.append(names[Int(type) - 1]) }
    text.append("msgtype-", type)
  }

  mutating func appendDHCPv6OptionName(_ code: UInt16) {
    if let name = Self.dhcpv6OptionNames[code] { return text.append(name) }
    text.append("opt_", code)
  }

  /// IANA's registry of DHCPv6 options as tcpdump knows it.
  private static let dhcpv6OptionNames: [UInt16: String] = [
    1: "client-ID", 2: "server-ID", 3: "IA_NA", 4: "IA_TA", 5: "IA_ADDR", 6: "option-request", 7: "preference",
    8: "elapsed-time", 9: "relay-message", 11: "authentication", 12: "server-unicast", 13: "status-code",
    14: "rapid-commit", 15: "user-class", 16: "vendor-class", 17: "vendor-specific-info", 18: "interface-ID",
    19: "reconfigure-message", 20: "reconfigure-accept", 21: "SIP-servers-domain", 22: "SIP-servers-address",
    23: "DNS-server", 24: "DNS-search-list", 25: "IA_PD", 26: "IA_PD-prefix", 27: "NIS-server", 28: "NIS+-server",
    29: "NIS-domain-name", 30: "NIS+-domain-name", 31: "SNTP-servers", 32: "lifetime", 33: "BCMCS-domain-name",
    34: "BCMCS-server", 36: "Geoconf-Civic", 37: "Remote-ID", 38: "Subscriber-ID", 39: "Client-FQDN",
    40: "PANA-agent", 41: "POSIX-timezone", 42: "POSIX-tz-database", 43: "Echo-request-option", 44: "Lease-query",
    45: "LQ-client-data", 46: "Clt-time", 47: "LQ-relay-data", 48: "LQ-client-link", 56: "NTP-server",
    64: "AFTR-Name", 112: "MUD-URL",
  ]
}
