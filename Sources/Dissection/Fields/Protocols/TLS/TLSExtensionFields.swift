import TextOutput
import Wire

/// The nodes of a hello's extensions (RFC 8446 section 4.2, RFC 6066, RFC 7301).
enum TLSExtensionFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int, isClient: Bool,
    _ print: inout TLSFingerprint
  ) throws(DissectionStop) {
    let start = position
    let type = try bytes.number(2, at: start)
    let length = Int(try bytes.number(2, at: start + 2))
    try bytes.need(length, at: start + 4)
    let name = ValueNames.tlsHandshakeExtensionType[type] ?? "type \(type)"
    let mark = tree.begin(.text, start..<start + 4 + length, .none, text: "Extension \(name), \(length) bytes")
    try tree.number(.tlsHandshakeExtensionType, bytes, start, 2)
    try tree.number(.tlsHandshakeExtensionLen, bytes, start + 2, 2)
    print.extensions.append(UInt16(truncatingIfNeeded: type))
    let content = bytes.extracting(0..<start + 4 + length)
    if length > 0 { try addContent(&tree, content, start + 4, type, isClient: isClient, &print) }
    tree.end(mark)
    position = start + 4 + length
  }

  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt64, isClient: Bool,
    _ print: inout TLSFingerprint
  ) throws(DissectionStop) {
    switch type {
    case 0: try addServerName(&tree, bytes, start)
    case 5 where isClient: try addStatusRequest(&tree, bytes, start)
    case 10:
      print.groups = try list(
        &tree, bytes, start, .tlsHandshakeExtensionsSupportedGroupsLength, .tlsHandshakeExtensionsSupportedGroups,
        .tlsHandshakeExtensionsSupportedGroup)
    case 11: print.formats = try addPointFormats(&tree, bytes, start)
    // 34 are those of delegated credentials (RFC 9345 section 4.1.1).
    case 13, 34, 50: try addSignatures(&tree, bytes, start)
    case 14 where tree.hasFieldsOfDTLS: try DTLSHandshakeFields.addUseSRTP(&tree, bytes, start)
    case 16: try addProtocols(&tree, bytes, start)
    case 17 where isClient: try addStatusRequests(&tree, bytes, start)
    case 27:
      let count = Int(try tree.number(.tlsCompressCertificateAlgorithmsLength, bytes, start, 1))
      try bytes.need(count, at: start + 1)
      for place in stride(from: start + 1, to: start + count, by: 2) {
        try tree.number(.tlsCompressCertificateAlgorithm, bytes, place, 2)
      }
    case 28: try tree.number(.tlsRecordSizeLimit, bytes, start, 2)
    case 41: try TLSPreSharedKeyFields.add(&tree, bytes, start, isClient: isClient)
    case 43: try addVersions(&tree, bytes, start, isClient: isClient)
    case 45:
      let count = Int(try tree.number(.tlsExtensionPskKeModesLength, bytes, start, 1))
      try bytes.need(count, at: start + 1)
      for place in start + 1..<start + 1 + count { try tree.number(.tlsExtensionPskKeMode, bytes, place, 1) }
    // Those of the drafts before 33 had another number.
    case 57, 65_445: try QUICParameterFields.add(&tree, bytes, start)
    // That of the drafts before 23 had another number.
    case 40, 51: try TLSKeyShareFields.add(&tree, bytes, start, isClient: isClient)
    case 21: tree.add(.tlsHandshakeExtensionsPaddingData, start..<bytes.count, .bytes)
    case 65_281:
      let mark = tree.begin(.text, start..<bytes.count, .none, text: "Renegotiation")
      let count = Int(try tree.number(.tlsHandshakeExtensionsRenegInfoLen, bytes, start, 1))
      if count > 0 { try tree.bytes(.tlsHandshakeExtensionsRenegInfo, bytes, start + 1, count) }
      tree.end(mark)
    default: tree.add(.tlsHandshakeExtensionData, start..<bytes.count, .bytes)
    }
  }

  /// RFC 6066 section 8.
  private static func addStatusRequest(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    guard try tree.number(.tlsHandshakeExtensionsStatusRequestType, bytes, start, 1) == 1 else { return }
    try addResponders(&tree, bytes, start + 1)
  }

  /// RFC 6961 section 2.2.
  private static func addStatusRequests(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    try tree.number(.tlsHandshakeExtensionsStatusRequestListLen, bytes, start, 2)
    var position = start + 2
    while position < bytes.count {
      let type = try tree.number(.tlsHandshakeExtensionsStatusRequestType, bytes, position, 1)
      let length = Int(try tree.number(.tlsHandshakeExtensionsStatusRequestLen, bytes, position + 1, 2))
      try bytes.need(length, at: position + 3)
      if type == 1 || type == 2 { try addResponders(&tree, bytes, position + 3) }
      position += 3 + length
    }
  }

  private static func addResponders(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let responders = Int(try tree.number(.tlsHandshakeExtensionsStatusRequestResponderIdsLen, bytes, start, 2))
    try tree.number(.tlsHandshakeExtensionsStatusRequestExtsLen, bytes, start + 2 + responders, 2)
  }

  private static func addServerName(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let mark = tree.begin(.text, start..<bytes.count, .none, text: "List of names")
    try tree.number(.tlsHandshakeExtensionsServerNameListLen, bytes, start, 2)
    var position = start + 2
    while position < bytes.count {
      try tree.number(.tlsHandshakeExtensionsServerNameType, bytes, position, 1)
      let length = Int(try tree.number(.tlsHandshakeExtensionsServerNameLen, bytes, position + 1, 2))
      try tree.string(.tlsHandshakeExtensionsServerName, bytes, position + 3, length)
      position += 3 + length
    }
    tree.end(mark)
  }

  private static func addProtocols(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    try tree.number(.tlsHandshakeExtensionsAlpnLen, bytes, start, 2)
    let mark = tree.begin(
      .tlsHandshakeExtensionsAlpnList, start + 2..<bytes.count, .none,
      text: "\(FieldID.tlsHandshakeExtensionsAlpnList.field.label)")
    var position = start + 2
    while position < bytes.count {
      let length = Int(try tree.number(.tlsHandshakeExtensionsAlpnStrLen, bytes, position, 1))
      try tree.string(.tlsHandshakeExtensionsAlpnStr, bytes, position + 1, length)
      position += 1 + length
    }
    tree.end(mark)
  }

  private static func addVersions(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isClient: Bool
  ) throws(DissectionStop) {
    guard isClient else {
      try tree.number(.tlsHandshakeExtensionsSupportedVersion, bytes, start, 2)
      return
    }
    try tree.number(.tlsHandshakeExtensionsSupportedVersionsLen, bytes, start, 1)
    for place in stride(from: start + 1, to: bytes.count - 1, by: 2) {
      try tree.number(.tlsHandshakeExtensionsSupportedVersion, bytes, place, 2)
    }
  }

  private static func addPointFormats(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop) -> [UInt16]
  {
    let count = Int(try tree.number(.tlsHandshakeExtensionsEcPointFormatsLength, bytes, start, 1))
    try bytes.need(count, at: start + 1)
    let mark = tree.begin(
      .tlsHandshakeExtensionsEcPointFormats, start + 1..<start + 1 + count, .none,
      text: "Formats of curve points: \(count)")
    defer { tree.end(mark) }
    var formats: [UInt16] = []
    for place in start + 1..<start + 1 + count {
      formats.append(UInt16(try tree.number(.tlsHandshakeExtensionsEcPointFormat, bytes, place, 1)))
    }
    return formats
  }

  static func addSignatures(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let length = Int(try tree.number(.tlsHandshakeSigHashAlgLen, bytes, start, 2))
    try bytes.need(length, at: start + 2)
    let mark = tree.begin(
      .tlsHandshakeSigHashAlgs, start + 2..<start + 2 + length, .none,
      text: "Signature schemes: \(length / 2)")
    for place in stride(from: start + 2, to: start + 1 + length, by: 2) {
      addSignature(&tree, bytes, place)
    }
    tree.end(mark)
  }

  /// One algorithm, as one number and as the two that it was before TLS 1.3; both bytes are there.
  static func addSignature(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ place: Int) {
    let mark = tree.begin(
      .tlsHandshakeSigHashAlg, place..<place + 2, .unsigned(UInt64(bytes.uint16(at: place))))
    tree.add(.tlsHandshakeSigHashHash, place..<place + 1, .unsigned(UInt64(bytes[place])))
    tree.add(.tlsHandshakeSigHashSig, place + 1..<place + 2, .unsigned(UInt64(bytes[place + 1])))
    tree.end(mark)
  }

  /// A list of numbers of two bytes with its length before it.
  private static func list(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ lengthField: FieldID, _ group: FieldID,
    _ field: FieldID
  ) throws(DissectionStop) -> [UInt16] {
    let length = Int(try tree.number(lengthField, bytes, start, 2))
    try bytes.need(length, at: start + 2)
    let mark = tree.begin(
      group, start + 2..<start + 2 + length, .none,
      text: "\(group.field.label): \(length / 2)")
    defer { tree.end(mark) }
    var values: [UInt16] = []
    for place in stride(from: start + 2, to: start + 1 + length, by: 2) {
      values.append(UInt16(try tree.number(field, bytes, place, 2)))
    }
    return values
  }

  /// What `supported_versions` of a ServerHello says, which comes before the older field.
  static func chosenVersion(_ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) -> UInt16? {
    var position = start + 35 + Int(try bytes.byte(start + 34)) + 3
    guard position < bytes.count else { return nil }
    position += 2
    while position + 4 <= bytes.count {
      let length = Int(try bytes.number(2, at: position + 2))
      if try bytes.number(2, at: position) == 43, length == 2 {
        return UInt16(try bytes.number(2, at: position + 4))
      }
      position += 4 + length
    }
    return nil
  }
}
