import TextOutput
import Wire

/// The options of DHCP whose values are more than fields in a row.
enum DHCPOptionFields {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ kind: UInt8) throws(DissectionStop) {
    let length = bytes.count - start
    switch kind {
    case 61, 97: try DHCPClientIdentifier.add(&tree, bytes, start, mayBeText: kind == 61)
    case 77: try userClasses(&tree, bytes, start)
    case 78:
      let flag = try tree.number(.dhcpOptionSlpDirectoryAgentValue, bytes, start, 1)
      var position = start + (flag == 0x80 && length > 1 ? 2 : 1)
      while position + 4 <= bytes.count {
        position = try tree.run([.dhcpOptionSlpDirectoryAgentSlpdaAddress], bytes, position)
      }
      if position < bytes.count { DHCPOptions.expert(&tree, "The option should have a multiple of 4 bytes") }
    case 81: try fullName(&tree, bytes, start)
    case 82: try DHCPRelayFields.add(&tree, bytes, start)
    case 90: try authentication(&tree, bytes, start)
    case 94 where length >= 1 && bytes[start] == 1:
      try tree.run([.dhcpClientNetworkIdMajor, .dhcpClientNetworkIdMinor], bytes, start + 1)
    case 99: try civicLocation(&tree, bytes, start)
    case 117: try nameServices(&tree, bytes, start)
    case 119: try names(&tree, .dhcpOptionDhcpDnsDomainSearchListFqdn, bytes, start)
    case 120: try telephoneServers(&tree, bytes, start)
    case 121, 249: try routes(&tree, bytes, start)
    case 124, 125: try DHCPVendorFields.add(&tree, bytes, start, isClass: kind == 124)
    case 146: try resolverSelection(&tree, bytes, start)
    case 152: try time(&tree, .dhcpOptionBulkLeaseBaseTime, bytes, start)
    case 154: try time(&tree, .dhcpOptionBulkLeaseQueryStartTime, bytes, start)
    case 155: try time(&tree, .dhcpOptionBulkLeaseQueryEndTime, bytes, start)
    default: break
    }
  }

  /// Domain names up to the end; pointers count from the value's beginning (RFC 3397).
  private static func names(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let first = position
      let name = try DNSNameText.read(bytes, message: start, &position)
      tree.add(field, first..<position, .string(name))
    }
  }

  /// Seconds since 1900 (RFC 6926).
  private static func time(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    guard bytes.count - start == 4 else { return DHCPOptions.expert(&tree, "The option should have 4 bytes") }
    let seconds = Int64(try bytes.number(4, at: start)) - 2_208_988_800
    // NTP's second era begins in 2036 (RFC 4330 section 3).
    let era: Int64 = seconds < -2_208_988_800 / 2 - 34_000_000 ? 1 << 32 : 0
    tree.add(field, start..<start + 4, .absoluteTime((seconds + era) * 1_000_000_000))
  }

  /// RFC 3004; what Microsoft and iPXE send is text.
  private static func userClasses(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    guard bytes.count - start >= 2 else { return DHCPOptions.expert(&tree, "The option is shorter than 2 bytes") }
    var position = start
    var index: UInt64 = 0
    while position < bytes.count {
      let length = Int(bytes[position])
      guard position + length < bytes.count else {
        try tree.run([.dhcpOptionUserClassText], bytes, position)
        return tree.expert(nil, .warning, "The option is not as RFC 3004 says")
      }
      let mark = tree.begin(
        .dhcpOptionUserClass, position..<position + 1 + length, .unsigned(index),
        text: "User class \(index)")
      try tree.number(.dhcpOptionUserClassLength, bytes, position, 1)
      if length > 0 { try tree.bytes(.dhcpOptionUserClassData, bytes, position + 1, length) }
      tree.end(mark)
      guard length > 0 else {
        return DHCPOptions.expert(&tree, "User class \(index) is empty")
      }
      position += 1 + length
      index += 1
    }
  }

  /// RFC 4702.
  private static func fullName(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    guard bytes.count - start >= 3 else { return DHCPOptions.expert(&tree, "The option is shorter than 3 bytes") }
    let flags = UInt64(bytes[start])
    let range = start..<start + 1
    let mark = tree.begin(
      .dhcpFqdnFlags, range, .unsigned(flags), text: "Flags of the client's name: \(TextFormat.hex(flags, 2))")
    for field in [FieldID.dhcpFqdnMbz, .dhcpFqdnN, .dhcpFqdnE, .dhcpFqdnO, .dhcpFqdnS] {
      tree.bits(field, of: flags, range)
    }
    tree.end(mark)
    try tree.run([.dhcpFqdnRcode1, .dhcpFqdnRcode2], bytes, start + 1)
    guard bytes.count > start + 3 else { return }
    guard flags & 4 != 0 else { return _ = try tree.run([.dhcpFqdnName], bytes, start + 3) }
    var position = start + 3
    let name = try DNSNameText.read(bytes, message: start + 3, &position)
    tree.add(.dhcpFqdnName, start + 3..<bytes.count, .string(name))
  }

  /// RFC 3118.
  private static func authentication(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    guard bytes.count - start >= 11 else { return DHCPOptions.expert(&tree, "The option is shorter than 11 bytes") }
    let isDelayed = try tree.number(.dhcpOptionDhcpAuthenticationProtocol, bytes, start, 1) == 1
    try tree.number(
      isDelayed ? .dhcpOptionDhcpAuthenticationAlgDelay : .dhcpOptionDhcpAuthenticationAlgorithm, bytes, start + 1, 1)
    let method = try tree.number(.dhcpOptionDhcpAuthenticationRdm, bytes, start + 2, 1)
    if method == 0 {
      try tree.number(.dhcpOptionDhcpAuthenticationRdmReplayDetection, bytes, start + 3, 8)
    } else {
      try tree.string(.dhcpOptionDhcpAuthenticationRdmRdv, bytes, start + 3, 8)
    }
    let rest = start + 11
    if isDelayed, bytes[start + 1] == 1 {
      guard bytes.count - rest >= 20 else { return }
      try tree.number(.dhcpOptionDhcpAuthenticationSecretId, bytes, rest, 4)
      try tree.bytes(.dhcpOptionDhcpAuthenticationHmacMd5Hash, bytes, rest + 4, 16)
    } else if rest < bytes.count {
      try tree.run([.dhcpOptionDhcpAuthenticationInformation], bytes, rest)
    }
  }

  /// RFC 4776.
  private static func civicLocation(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    guard bytes.count - start >= 3 else { return }
    try tree.number(.dhcpOptionCivicLocationWhat, bytes, start, 1)
    try tree.string(.dhcpOptionCivicLocationCountry, bytes, start + 1, 2)
    var position = start + 3
    while position + 2 <= bytes.count {
      try tree.number(.dhcpOptionCivicLocationCaType, bytes, position, 1)
      let length = Int(try tree.number(.dhcpOptionCivicLocationCaLength, bytes, position + 1, 1))
      position += 2
      guard position + length <= bytes.count else {
        return tree.expert(nil, .error, "The part of the address is longer than the option")
      }
      if length > 0 { try tree.string(.dhcpOptionCivicLocationCaValue, bytes, position, length) }
      position += length
    }
  }

  private static let services: [UInt64: String] = [
    0: "Local naming information (e.g., an /etc/hosts file on a UNIX machine) (0)", 6: "Domain Name Server Option (6)",
    41: "Network Information Servers Option (41)", 44: "NetBIOS over TCP/IP Name Server Option (44)",
    65: "Network Information Service+ Servers Option (65)",
  ]

  /// RFC 2937.
  private static func nameServices(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    var position = start
    while position + 2 <= bytes.count {
      if let name = services[try bytes.number(2, at: position)] {
        tree.add(.dhcpOptionDhcpNameServiceSearchOption, position..<position + 2, .string(name))
      }
      position += 2
    }
  }

  /// RFC 3361.
  private static func telephoneServers(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let encoding = try tree.number(.dhcpOptionSipServerEncoding, bytes, start, 1)
    var position = start + 1
    switch encoding {
    case 0 where bytes.count - start >= 3:
      while position < bytes.count {
        let first = position
        let name = try DNSNameText.read(bytes, message: start + 1, &position)
        tree.add(.dhcpOptionSipServerName, first..<position, .string(name))
      }
    case 1 where (bytes.count - start) % 4 == 1:
      while position < bytes.count { position = try tree.run([.dhcpOptionSipServerAddress], bytes, position) }
    case 0, 1: DHCPOptions.expert(&tree, "length isn't what the encoding needs (len = \(bytes.count - start))")
    default:
      tree.expert(nil, .error, "The encoding is \(encoding): RFC 3361 has 0 and 1 only")
    }
  }

  /// RFC 3442: as many bytes of the destination as its mask has, and the router.
  private static func routes(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    guard bytes.count - start >= 5 else { return DHCPOptions.expert(&tree, "The option is shorter than 5 bytes") }
    var position = start
    while position < bytes.count {
      let width = Int(bytes[position])
      let octets = (width + 7) / 8
      guard width <= 32, position + octets + 5 <= bytes.count else {
        return DHCPOptions.expert(
          &tree, "The prefix length is \(width), which is more than 32, or there is no room for the router")
      }
      var address: UInt32 = 0
      for index in 0..<octets { address |= UInt32(bytes[position + 1 + index]) << UInt32(24 - 8 * index) }
      let router = IPv4Address(rawValue: bytes.uint32(at: position + 1 + octets))
      tree.add(
        .dhcpOptionClasslessStaticRoute, position..<position + 5 + octets, .bytes,
        text: "\(width == 0 ? "default" : "\(IPv4Address(rawValue: address))/\(width)")-\(router)")
      position += 5 + octets
    }
  }

  /// RFC 6731.
  private static func resolverSelection(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    guard bytes.count - start >= 10 else { return DHCPOptions.expert(&tree, "The option is shorter than 10 bytes") }
    let first = UInt64(bytes[start])
    tree.bits(.dhcpOptionRdnssReserved, of: first, start..<start + 1)
    tree.bits(.dhcpOptionRdnssPreference, of: first, start..<start + 1)
    try tree.run([.dhcpOptionRdnssPrimaryDns, .dhcpOptionRdnssSecondaryDns], bytes, start + 1)
    var position = start + 9
    let name = try DNSNameText.read(bytes, message: start + 9, &position)
    tree.add(.dhcpOptionRdnssDomain, start + 9..<bytes.count, .string(name))
  }
}
