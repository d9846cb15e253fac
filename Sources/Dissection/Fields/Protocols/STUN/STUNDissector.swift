import TextOutput
import Wire

/// STUN (RFC 8489), and what TURN (RFC 8656) and ICE (RFC 8445) add to it. Attributes of Microsoft's and Google's keep their
/// bytes. Channel data of TURN, and messages over TCP, are not read.
enum STUNDissector {
  static let declaration = ProtocolDeclaration(
    fields: fields,
    entries: [.udpPort(UInt32(STUNMessage.port), to: dissector)],
    recognition: DatagramRecognition(dissector) { STUNMessage.isMessage($0, at: $1) },
    summaries: [summary],
    note: """
      STUN over UDP is recognized by its magic cookie, on any port. STUN over TCP and the channel data of TURN are not decoded.
      """)

  static let dissector = Dissector("stun") { (tree, bytes, start) throws(DissectionStop) in
    // Other protocols share the port. What the snapshot length has cut cannot be whole.
    let isCut = tree.buffer == 0 && tree.capturedLength < tree.frame.originalLength
    guard let message = STUNMessage(bytes, at: start), isCut || STUNMessage.isMessage(bytes, at: start) else {
      return tree.data(bytes, start)
    }
    let end = start + STUNMessage.headerLength + message.attributesLength
    let mark = tree.beginProtocol(.stun, start..<min(end, bytes.count))
    try addHeader(&tree, message, bytes, start)
    if message.attributesLength > 0 {
      tree.generate(.stunNetworkVersion, .unsigned(3))
      let group = tree.begin(
        .stunAttributes, start + STUNMessage.headerLength..<min(end, bytes.count),
        text: "\(FieldID.stunAttributes.field.label)")
      try addAttributes(&tree, message, bytes, start, end)
      tree.end(group)
    }
    tree.end(mark)
  }

  private static func addHeader(
    _ tree: inout TreeBuilder, _ message: STUNMessage, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let type = UInt64(message.type)
    let range = start..<start + 2
    let method = STUNNames.methods[UInt64(message.method)] ?? "method \(message.method)"
    let kind = STUNNames.classes[Int(message.messageClass)]
    let mark = tree.begin(
      .stunType, range, .unsigned(type), text: "Type of the message: \(TextFormat.hex(type, 4)) (\(method) \(kind))")
    let classBits = (type & 0x110) >> 4
    tree.add(
      .stunTypeClass, range, .unsigned(classBits),
      text:
        "\(TextFormat.pattern(type, mask: 0x110, bits: 16)) = Class: \(TextFormat.hex(classBits, 2)) \(kind) (\(message.messageClass))"
    )
    let methodBits = type & 0x3EEF
    tree.add(
      .stunTypeMethod, range, .unsigned(methodBits),
      text:
        "\(TextFormat.pattern(type, mask: 0x3EEF, bits: 16)) = Method: \(TextFormat.hex(methodBits, 4)) \(method) (\(TextFormat.hex(UInt64(message.method), 3)))"
    )
    tree.bits(.stunTypeMethodAssignment, of: type, range)
    tree.end(mark)
    try tree.number(.stunLength, bytes, start + 2, 2)
    try tree.bytes(.stunCookie, bytes, start + 4, 4)
    try tree.bytes(.stunId, bytes, start + 8, 12)
  }

  private static func addAttributes(
    _ tree: inout TreeBuilder, _ message: STUNMessage, _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) throws(DissectionStop) {
    var position = start + STUNMessage.headerLength
    while position < end {
      guard let attribute = STUNAttribute(bytes, at: position, limit: min(end, bytes.count)) else {
        // If the bytes are present, the length must be wrong.
        if end > bytes.count { throw .bounds }
        return try addOverlong(&tree, bytes, position)
      }
      try add(attribute, of: message, &tree, bytes.extracting(0..<attribute.end), start)
      position = attribute.end
    }
  }

  private static func addOverlong(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: Int)
    throws(DissectionStop)
  {
    let type = try bytes.number(2, at: position)
    let mark = tree.begin(
      .stunAttribute, position..<bytes.count, .unsigned(type),
      text: "\(STUNNames.attributes[type] ?? "Unknown attribute")")
    addType(&tree, type, position)
    let length = try bytes.number(2, at: position + 2)
    tree.add(
      .stunAttLength, position + 2..<position + 4, .unsigned(length),
      text: "Length of the attribute's value, in bytes: \(length) (more than the message has left)")
    tree.end(mark)
  }

  private static func addType(_ tree: inout TreeBuilder, _ type: UInt64, _ position: Int) {
    let range = position..<position + 2
    let mark = tree.begin(
      .stunAttType, range, .unsigned(type), text: "Type of the attribute: \(STUNNames.attributes[type] ?? "not known")")
    tree.bits(.stunAttTypeComprehension, of: type, range)
    tree.bits(.stunAttTypeAssignment, of: type, range)
    tree.end(mark)
  }

  private static func add(
    _ attribute: STUNAttribute, of message: STUNMessage, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>,
    _ messageStart: Int
  ) throws(DissectionStop) {
    let (type, value) = (UInt64(attribute.type), attribute.value)
    let name = STUNNames.attributes[type]
    let range = attribute.start..<attribute.end
    let mark: NodeMark
    if let name {
      mark = tree.begin(.stunAttribute, range, .unsigned(type), text: "\(name)")
      addType(&tree, type, attribute.start)
    } else {
      let words = "Unknown attribute \(TextFormat.hex(type, 4))"
      mark = tree.begin(.text, range, .none, text: "\(words)")
      tree.expert(.stunUnknownAttribute, .warning, words, .undecoded)
    }
    try tree.number(.stunAttLength, bytes, attribute.start + 2, 2)
    let content = bytes.extracting(0..<value.upperBound)
    if let suffix = try addValue(attribute, of: message, &tree, content, messageStart), let name {
      tree.setText(mark, "\(name)\(suffix)")
    }
    if attribute.end > value.upperBound {
      tree.add(
        .stunAttPadding, value.upperBound..<attribute.end, .unsigned(UInt64(attribute.end - value.upperBound)))
    }
    tree.end(mark)
  }

  /// Fields that are the whole value, and how long it is at least: a shorter one is not shown.
  private static let layouts: [UInt16: (least: Int, fields: [FieldID])] = [
    0x0006: (0, [.stunAttUsername]), 0x0007: (0, [.stunAttPassword]), 0x0008: (20, [.stunAttHmac]),
    0x000C: (4, [.stunAttChannelnum, .stunAttReserved]), 0x000D: (4, [.stunAttLifetime]),
    0x0014: (0, [.stunAttRealm]), 0x0015: (0, [.stunAttNonce]), 0x0017: (4, [.stunAttFamily, .stunAttReserved]),
    0x0019: (4, [.stunAttTransp, .stunAttReserved]), 0x0022: (8, [.stunAttToken]), 0x0024: (4, [.stunAttPriority]),
    0x0025: (0, []), 0x001A: (0, []), 0x8022: (0, [.stunAttSoftware]), 0x8027: (4, [.stunAttCacheTimeout]),
    0x8029: (8, [.stunAttTieBreaker]), 0x802A: (8, [.stunAttTieBreaker]),
  ]

  /// Adds the value, to whose end the bytes go.
  /// - Returns: what the line of the attribute says behind its name, if anything.
  private static func addValue(
    _ attribute: STUNAttribute, of message: STUNMessage, _ tree: inout TreeBuilder, _ bytes: Span<UInt8>,
    _ messageStart: Int
  ) throws(DissectionStop) -> String? {
    let value = attribute.value
    switch attribute.type {
    case 0x0001, 0x0002, 0x0004, 0x0005, 0x000B, 0x8023, 0x802B, 0x802C:
      return try addAddress(&tree, bytes, value, nil)
    case 0x0012, 0x0016, 0x0020, 0x0027, 0x8020: return try addAddress(&tree, bytes, value, message)
    case 0x0003:
      guard value.count >= 4 else { return nil }
      let flags = try bytes.number(4, at: value.lowerBound)
      for field in [FieldID.stunAttChangeIp, .stunAttChangePort] {
        tree.bits(field, of: flags, value.lowerBound + 2..<value.lowerBound + 4)
      }
      return nil
    case 0x0009: return try addError(&tree, bytes, value)
    case 0x000A:
      for position in stride(from: value.lowerBound, to: value.upperBound - 1, by: 2) {
        try tree.number(.stunAttUnknown, bytes, position, 2)
      }
      return nil
    case 0x0018:
      guard !value.isEmpty else { return nil }
      tree.bits(
        .stunAttEvenPortReserveNext, of: UInt64(bytes[value.lowerBound]), value.lowerBound..<value.lowerBound + 1)
      return nil
    case 0x8028:
      if value.count >= 4 { try addFingerprint(&tree, bytes, messageStart..<attribute.start, at: value.lowerBound) }
      return nil
    default:
      guard let layout = layouts[attribute.type] else {
        if !value.isEmpty { try tree.bytes(.stunValue, bytes, value.lowerBound, value.count) }
        return nil
      }
      if value.count >= layout.least { try tree.run(layout.fields, bytes, value.lowerBound) }
      return try suffix(attribute, bytes)
    }
  }

  private static func suffix(_ attribute: STUNAttribute, _ bytes: Span<UInt8>) throws(DissectionStop) -> String? {
    let value = attribute.value
    switch attribute.type {
    case 0x0006, 0x0014, 0x0015: return ": \(bytes.text(value))"
    case 0x000C: return value.count < 4 ? nil : ": \(TextFormat.hex(try bytes.number(2, at: value.lowerBound), 4))"
    case 0x000D: return value.count < 4 ? nil : " \(try bytes.number(4, at: value.lowerBound))"
    case 0x0019: return value.count < 4 ? nil : ": \(transports[UInt64(bytes[value.lowerBound])] ?? "Unknown")"
    default: return nil
    }
  }

  /// - Parameter message: the message that the address is combined with by XOR; nil for one in the clear.
  private static func addAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: Range<Int>, _ message: STUNMessage?
  ) throws(DissectionStop) -> String? {
    let start = value.lowerBound
    guard value.count >= 2 else { return nil }
    try tree.bytes(.stunAttReserved, bytes, start, 1)
    try tree.number(.stunAttFamily, bytes, start + STUNAddress.familyOffset, 1)
    guard value.count >= STUNAddress.addressOffset else { return nil }
    let port = start + STUNAddress.portOffset
    let read = STUNAddress(bytes, in: value, xoredWith: message)
    if message == nil {
      try tree.number(.stunAttPort, bytes, port, 2)
    } else {
      try tree.bytes(.stunAttPortXord, bytes, port, 2)
      if let read { tree.generate(.stunAttPort, .unsigned(UInt64(read.port))) }
    }
    guard let read else { return nil }
    let place = start + STUNAddress.addressOffset
    switch read.address {
    case .v4(let address):
      if message != nil { try tree.bytes(.stunAttIpv4Xord, bytes, place, 4) }
      tree.add(.stunAttIpv4, place..<place + 4, .ipv4(address), traits: message == nil ? [] : .generated)
      return ": \(address):\(read.port)"
    case .v6(let address):
      if message != nil { try tree.bytes(.stunAttIpv6Xord, bytes, place, 16) }
      tree.add(.stunAttIpv6, place..<place + 16, .ipv6(address), traits: message == nil ? [] : .generated)
      return ": \(address):\(read.port)"
    }
  }

  private static func addError(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ value: Range<Int>)
    throws(DissectionStop) -> String?
  {
    let start = value.lowerBound
    if value.count >= 2 { try tree.bytes(.stunAttReserved, bytes, start, 2) }
    guard value.count >= 3 else { return nil }
    let hundreds = UInt64(bytes[start + 2])
    tree.bits(.stunAttErrorClass, of: hundreds, start + 2..<start + 3)
    guard value.count >= 4 else { return nil }
    let code = (hundreds & 7) * 100 + (try tree.number(.stunAttError, bytes, start + 3, 1))
    let name = STUNNames.errors[code] ?? "not known"
    guard value.count > 4 else { return " \(code) (\(name))" }
    let reason = try tree.string(.stunAttErrorReason, bytes, start + 4, value.count - 4)
    return " \(code) (\(name)): \(reason)"
  }

  /// The checksum of the message before it.
  private static func addFingerprint(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ covered: Range<Int>, at offset: Int
  ) throws(DissectionStop) {
    guard tree.wants(.stunAttCrc32) || tree.wants(.stunAttCrc32Status) || tree.wants(.stunAttCrc32Bad) else { return }
    let claimed = try bytes.number(4, at: offset)
    let expected = UInt64(STUNMessage.fingerprint(bytes, in: covered))
    let isGood = claimed == expected
    let verdict = isGood ? "right" : "wrong, \(TextFormat.hex(expected, 8)) is right"
    let mark = tree.begin(
      .stunAttCrc32, offset..<offset + 4, .unsigned(claimed),
      text: "CRC-32 of the message: \(TextFormat.hex(claimed, 8)), \(verdict)")
    if !isGood {
      tree.expert(
        .stunAttCrc32Bad, .warning, "The fingerprint does not fit the message: \(TextFormat.hex(expected, 8)) is right",
        .checksum)
    }
    tree.end(mark)
    tree.generate(
      .stunAttCrc32Status, .unsigned(isGood ? 1 : 0))
  }
}

extension STUNDissector {
  private static let reviews = ValueNames("0 IETF Review\n1 Designated Expert")
  private static let transports = ValueNames("6 TCP\n17 UDP")

  /// The fields, with Wireshark's names and types.
  private static let fields: [Field] = [
    Field(.stun, "stun", .protocol, "STUN: session traversal utilities for NAT"),
    Field(.stunType, "stun.type", .uint16, "Type of the message", base: .hex),
    Field(.stunTypeClass, "stun.type.class", .uint16, "Class", base: .hex, mask: 0x110),
    Field(.stunTypeMethod, "stun.type.method", .uint16, "Method", base: .hex, mask: 0x3EEF),
    Field(
      .stunTypeMethodAssignment, "stun.type.method-assignment", .uint16, "Who assigns the method", base: .hex,
      mask: 0x2000, values: reviews),
    Field(.stunLength, "stun.length", .uint16, "Length of the attributes, in bytes"),
    Field(.stunCookie, "stun.cookie", .bytes, "Magic cookie"),
    Field(.stunId, "stun.id", .bytes, "Transaction ID"),
    Field(
      .stunNetworkVersion, "stun.network_version", .uint8, "Version of STUN",
      values: ValueNames("3 RFC-5389/8489")),
    Field(.stunAttributes, "stun.attributes", .none, "Attributes of the message"),
    Field(.stunAttribute, "stun.attribute", .uint16, "Attribute", base: .hex),
    Field(.stunAttType, "stun.att.type", .uint16, "Type of the attribute", base: .hex),
    Field(
      .stunAttTypeComprehension, "stun.att.type.comprehension", .uint16,
      "Duty of a receiver that does not know the type", base: .hex,
      mask: 0x8000, values: ValueNames("0 Required\n1 Optional")),
    Field(
      .stunAttTypeAssignment, "stun.att.type.assignment", .uint16, "Who assigns the type", base: .hex,
      mask: 0x4000, values: reviews),
    Field(.stunUnknownAttribute, "stun.unknown_attribute", .none, "Attribute of a type that is not known"),
    Field(.stunAttLength, "stun.att.length", .uint16, "Length of the attribute's value, in bytes"),
    Field(.stunAttReserved, "stun.att.reserved", .bytes, "Reserved bits"),
    Field(
      .stunAttFamily, "stun.att.family", .uint8, "Address family", base: .hex,
      values: ValueNames("1 IPv4\n2 IPv6")),
    Field(.stunAttPort, "stun.att.port", .uint16, "Port number"),
    Field(.stunAttPortXord, "stun.att.port-xord", .bytes, "X-Port, as sent (XORed)"),
    Field(.stunAttIpv4, "stun.att.ipv4", .ipv4, "IPv4 address"),
    Field(.stunAttIpv4Xord, "stun.att.ipv4-xord", .bytes, "IPv4 X-Address, as sent (XORed)"),
    Field(.stunAttIpv6, "stun.att.ipv6", .ipv6, "IPv6 address"),
    Field(.stunAttIpv6Xord, "stun.att.ipv6-xord", .bytes, "IPv6 X-Address, as sent (XORed)"),
    Field(
      .stunAttChangeIp, "stun.att.change-ip", .boolean, "Answer from another address", bits: 16, mask: 0x4,
      truth: ("Set", "Not set")),
    Field(
      .stunAttChangePort, "stun.att.change-port", .boolean, "Answer from another port", bits: 16, mask: 0x2,
      truth: ("Set", "Not set")),
    Field(.stunAttUsername, "stun.att.username", .string, "User name"),
    Field(.stunAttPassword, "stun.att.password", .bytes, "User's password"),
    Field(.stunAttHmac, "stun.att.hmac", .bytes, "HMAC-SHA1 of the message"),
    Field(.stunAttErrorClass, "stun.att.error.class", .uint8, "Hundreds digit of the error code", mask: 0x7),
    Field(.stunAttError, "stun.att.error", .uint8, "Last two digits of the error code"),
    Field(.stunAttErrorReason, "stun.att.error.reason", .string, "Reason phrase"),
    Field(.stunAttUnknown, "stun.att.unknown", .uint16, "Type that the server does not know", base: .hex),
    Field(.stunAttChannelnum, "stun.att.channelnum", .uint16, "Channel number", base: .hex),
    Field(.stunAttLifetime, "stun.att.lifetime", .uint32, "Time until the allocation expires, in seconds"),
    Field(.stunAttRealm, "stun.att.realm", .string, "Realm of the credentials"),
    Field(.stunAttNonce, "stun.att.nonce", .string, "Nonce of the server"),
    Field(
      .stunAttEvenPortReserveNext, "stun.att.even-port.reserve-next", .uint8, "Reserve the next higher port, too",
      mask: 0x80,
      values: ValueNames("0 No reservation\n1 Reserve next port number")),
    Field(.stunAttTransp, "stun.att.transp", .uint8, "Transport protocol", base: .hex, values: transports),
    Field(.stunAttToken, "stun.att.token", .bytes, "Reservation token"),
    Field(.stunAttPriority, "stun.att.priority", .uint32, "Priority of the candidate"),
    Field(.stunAttSoftware, "stun.att.software", .string, "Software of the sender"),
    Field(.stunAttCacheTimeout, "stun.att.cache-timeout", .uint32, "Time to cache the answer, in seconds"),
    Field(.stunAttTieBreaker, "stun.att.tie-breaker", .bytes, "Tie-breaker of the ICE agent"),
    Field(.stunAttCrc32, "stun.att.crc32", .uint32, "CRC-32 of the message", base: .hex),
    Field(
      .stunAttCrc32Status, "stun.att.crc32.status", .uint8, "Check of the CRC-32", values: ValueNames("0 Bad\n1 Good")),
    Field(.stunAttCrc32Bad, "stun.att.crc32.bad", .none, "The fingerprint does not fit the message"),
    Field(.stunAttPadding, "stun.att.padding", .uint16, "Padding to 4 bytes"),
    Field(.stunValue, "stun.value", .bytes, "Bytes of the attribute"),
  ]
}
