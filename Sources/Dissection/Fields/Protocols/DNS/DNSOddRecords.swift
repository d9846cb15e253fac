import TextOutput
import Wire

/// Records whose data is not merely parts in a row.
enum DNSOddRecords {
  /// Adds the data of a record; false if its type is none of these.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ start: Int, _ type: UInt64
  ) throws(DissectionStop) -> Bool {
    switch type {
    case 11:
      var position = try tree.run([.dnsWksAddress, .dnsWksProtocol], bytes, start)
      while position < bytes.count {
        if bytes[position] != 0 { try tree.number(.dnsWksBits, bytes, position, 1) }
        position += 1
      }
    case 25: try key(&tree, bytes, start)
    case 29: try location(&tree, bytes, start)
    case 30:
      var position = start
      let name = try DNSNameText.read(bytes, message: message, &position)
      tree.add(.dnsNxtNextDomainName, start..<position, .string(name))
    case 35: try authorityPointer(&tree, bytes, message, start)
    case 38: try chainedAddress(&tree, bytes, message, start)
    case 42: try prefixes(&tree, bytes, start)
    case 45: try gateway(&tree, bytes, message, start)
    case 55: try hostIdentity(&tree, bytes, message, start)
    case 62:
      let position = try tree.run([.dnsCsyncSoa], bytes, start)
      let flags = try bytes.number(2, at: position)
      let range = position..<position + 2
      let mark = tree.begin(.dnsCsyncFlags, range, .unsigned(flags))
      tree.bits(.dnsCsyncFlagsImmediate, of: flags, range)
      tree.bits(.dnsCsyncFlagsSoaminimum, of: flags, range)
      tree.end(mark)
      try tree.run([.dnsCsyncTypeBitmap], bytes, position + 2)
      try DNSSecurityFields.types(&tree, bytes, position + 2)
    default: return false
    }
    return true
  }

  /// RFC 2535.
  private static func key(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let flags = try bytes.number(2, at: start)
    let range = start..<start + 2
    let mark = tree.begin(.dnsKeyFlags, range, .unsigned(flags))
    tree.bits(.dnsKeyFlagsAuthentication, of: flags, range)
    tree.bits(.dnsKeyFlagsConfidentiality, of: flags, range)
    if flags & 0xC000 != 0xC000 {
      for field in [
        FieldID.dnsKeyFlagsRequired, .dnsKeyFlagsAssociatedUser, .dnsKeyFlagsAssociatedNamedEntity, .dnsKeyFlagsIpsec,
        .dnsKeyFlagsMime, .dnsKeyFlagsSignatory,
      ] { tree.bits(field, of: flags, range) }
    }
    tree.end(mark)
    try tree.number(.dnsKeyProtocol, bytes, start + 2, 1)
    let algorithm = try tree.number(.dnsKeyAlgorithm, bytes, start + 3, 1)
    let tag = DNSSecurityFields.tag(bytes, start, algorithm)
    tree.generate(.dnsKeyKeyId, .unsigned(tag))
    if start + 4 < bytes.count { try tree.run([.dnsKeyPublicKey], bytes, start + 4) }
  }

  /// RFC 1876.
  private static func location(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    guard try tree.number(.dnsLocVersion, bytes, start, 1) == 0 else { return }
    try tree.run(
      [
        .dnsLocSize, .dnsLocHorizontalPrecision, .dnsLocVerticalPrecision, .dnsLocLatitude, .dnsLocLongitude,
        .dnsLocAltitude,
      ], bytes, start + 1)
  }

  /// RFC 3403.
  private static func authorityPointer(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ message: Int, _ start: Int
  ) throws(DissectionStop) {
    var position = try tree.run([.dnsNaptrOrder, .dnsNaptrPreference], bytes, start)
    for (length, field) in [
      (FieldID.dnsNaptrFlagsLength, FieldID.dnsNaptrFlags), (.dnsNaptrServiceLength, .dnsNaptrService),
      (.dnsNaptrRegexLength, .dnsNaptrRegex),
    ] {
      let count = Int(try tree.number(length, bytes, position, 1))
      try tree.string(field, bytes, position + 1, count)
      position += 1 + count
    }
    let first = position
    let name = try DNSNameText.read(bytes, message: message, &position)
    let length = name == "<Root>" ? 6 : name.utf8.count
    tree.generate(.dnsNaptrReplacementLength, .unsigned(UInt64(length)))
    tree.add(.dnsNaptrReplacement, first..<position, .string(name))
  }

  /// RFC 2874.
  private static func chainedAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ message: Int, _ start: Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.dnsA6PrefixLen, bytes, start, 1))
    guard length <= 128 else { throw .malformed }
    let count = (128 - length + 7) / 8
    var position = start + 1
    if count > 0 {
      let address = try padded(bytes, position, count, before: 16 - count)
      tree.add(.dnsA6AddressSuffix, position..<position + count, .ipv6(address))
      position += count
    }
    guard length > 0 else { return }
    let first = position
    let name = try DNSNameText.read(bytes, message: message, &position)
    tree.add(.dnsA6PrefixName, first..<position, .string(name))
  }

  /// An address of which some bytes are left out, which are zero.
  private static func padded(
    _ bytes: Span<UInt8>, _ start: Int, _ count: Int, before: Int
  ) throws(DissectionStop) -> IPv6Address {
    try bytes.need(count, at: start)
    var octets = [UInt8](repeating: 0, count: 16)
    for index in 0..<min(count, 16 - before) { octets[before + index] = bytes[start + index] }
    let span = octets.span
    return IPv6Address(high: span.uint64(at: 0), low: span.uint64(at: 8))
  }

  /// RFC 3123.
  private static func prefixes(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position + 1 < bytes.count {
      let family = try bytes.number(2, at: position)
      position = try tree.run([.dnsAplAddressFamily, .dnsAplCodedPrefix], bytes, position)
      let word = try bytes.number(1, at: position)
      tree.bits(.dnsAplNegation, of: word, position..<position + 1)
      let length = Int(tree.bits(.dnsAplAfdlength, of: word, position..<position + 1))
      position += 1
      let range = position..<position + length
      if family == 1, length <= 4 {
        let address = try padded(bytes, position, length, before: 0)
        tree.add(.dnsAplAfdpartIpv4, range, .ipv4(IPv4Address(rawValue: UInt32(address.high >> 32))))
      } else if family == 2, length <= 16 {
        tree.add(.dnsAplAfdpartIpv6, range, .ipv6(try padded(bytes, position, length, before: 0)))
      } else {
        try tree.bytes(.dnsAplAfdpartData, bytes, position, length)
      }
      position += length
    }
  }

  /// RFC 4025.
  private static func gateway(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ message: Int, _ start: Int
  ) throws(DissectionStop) {
    let kind = try bytes.number(1, at: start + 1)
    var position = try tree.run(
      [.dnsIpseckeyGatewayPrecedence, .dnsIpseckeyGatewayType, .dnsIpseckeyGatewayAlgorithm], bytes, start)
    switch kind {
    case 1: position = try tree.run([.dnsIpseckeyGatewayIpv4], bytes, position)
    case 2: position = try tree.run([.dnsIpseckeyGatewayIpv6], bytes, position)
    case 3:
      let first = position
      let name = try DNSNameText.read(bytes, message: message, &position)
      tree.add(.dnsIpseckeyGatewayDns, first..<position, .string(name))
    default: break
    }
    if position < bytes.count { try tree.run([.dnsIpseckeyPublicKey], bytes, position) }
  }

  /// RFC 8005.
  private static func hostIdentity(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ message: Int, _ start: Int
  ) throws(DissectionStop) {
    let tag = Int(try bytes.number(1, at: start))
    let key = Int(try bytes.number(2, at: start + 2))
    var position = try tree.run([.dnsHipHitLength, .dnsHipHitPkAlgo, .dnsHipPkLength], bytes, start)
    try tree.bytes(.dnsHipHit, bytes, position, tag)
    try tree.bytes(.dnsHipPk, bytes, position + tag, key)
    position += tag + key
    while position + 1 < bytes.count {
      let first = position
      let name = try DNSNameText.read(bytes, message: message, &position)
      tree.add(.dnsHipRendezvousServer, first..<position, .string(name))
    }
  }
}
