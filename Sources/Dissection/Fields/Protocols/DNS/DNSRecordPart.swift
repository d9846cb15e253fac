import Wire

/// A part of a record's data, for records that are parts in a row.
enum DNSRecordPart {
  /// As wide as its type; bytes and text take what is left.
  case field(FieldID)
  case name(FieldID)
  /// A string after its length of one byte.
  case counted(FieldID, FieldID)
  /// The same where anything is left.
  case mayBeCounted(FieldID, FieldID)
  /// Bytes after their length of two bytes; none where that is 0.
  case sized(FieldID, FieldID)
  /// Seconds since 1970 in six bytes.
  case longTime(FieldID)

  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ start: Int, _ parts: [DNSRecordPart]
  ) throws(DissectionStop) {
    var position = start
    for part in parts { try part.add(&tree, bytes, message: message, &position) }
  }

  private func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ position: inout Int
  ) throws(DissectionStop) {
    let start = position
    switch self {
    case .field(let field):
      guard start < bytes.count || FieldTable[field].type.width != nil else { return }
      try tree.read(field, bytes, &position, until: bytes.count)
    case .name(let field):
      let name = try DNSNameText.read(bytes, message: message, &position)
      tree.add(field, start..<position, .string(name))
    case .counted(let length, let field):
      let count = Int(try tree.number(length, bytes, start, 1))
      try tree.string(field, bytes, start + 1, count)
      position += 1 + count
    case .mayBeCounted(let length, let field):
      guard start + 1 < bytes.count else { return }
      try DNSRecordPart.counted(length, field).add(&tree, bytes, message: message, &position)
    case .sized(let length, let field):
      let count = Int(try tree.number(length, bytes, start, 2))
      if count > 0 { try tree.bytes(field, bytes, start + 2, count) }
      position += 2 + count
    case .longTime(let field):
      let seconds = Int64(try bytes.number(6, at: start))
      tree.add(
        field, start..<start + 6, .absoluteTime(seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue))
      position += 6
    }
  }

  /// The records that are parts in a row, by type.
  static let layouts: [UInt64: [DNSRecordPart]] = [
    3: [.name(.dnsMd)], 4: [.name(.dnsMf)], 7: [.name(.dnsMb)], 8: [.name(.dnsMg)], 9: [.name(.dnsMr)],
    10: [.field(.dnsNull)],
    14: [.name(.dnsMinfoR), .name(.dnsMinfoE)],
    17: [.name(.dnsRpMailbox), .name(.dnsRpTxtRr)],
    18: [.field(.dnsAfsdbSubtype), .name(.dnsAfsdbHostname)],
    19: [.counted(.dnsX25Length, .dnsX25PsdnAddress)],
    20: [.counted(.dnsIdsnLength, .dnsIdsnAddress), .mayBeCounted(.dnsIdsnSaLength, .dnsIdsnSaAddress)],
    21: [.field(.dnsRtSubtype), .name(.dnsRtIntermediateHost)],
    22: [.field(.dnsNsapRdata)], 23: [.name(.dnsNsapPtrOwner)],
    26: [.field(.dnsPxPreference), .name(.dnsPxMap822), .name(.dnsPxMap400)],
    27: [
      .counted(.dnsGposLongitudeLength, .dnsGposLongitude), .counted(.dnsGposLatitudeLength, .dnsGposLatitude),
      .counted(.dnsGposAltitudeLength, .dnsGposAltitude),
    ],
    36: [.field(.dnsKxPreference), .name(.dnsKxKeyExchange)],
    37: [.field(.dnsCertType), .field(.dnsCertKeyTag), .field(.dnsCertAlgorithm), .field(.dnsCertCertificate)],
    49: [.field(.dnsDhcidRdata)],
    52: [
      .field(.dnsTlsaCertificateUsage), .field(.dnsTlsaSelector), .field(.dnsTlsaMatchingType),
      .field(.dnsTlsaCertificateAssociationData),
    ],
    61: [.field(.dnsOpenpgpkey)],
    63: [.field(.dnsZonemdSerial), .field(.dnsZonemdScheme), .field(.dnsZonemdHashAlgo), .field(.dnsZonemdDigest)],
    105: [.field(.dnsIlnpL32Preference), .field(.dnsIlnpL32)],
    107: [.field(.dnsIlnpLpPreference), .name(.dnsIlnpLp)],
    108: [.field(.dnsEui48)],
    249: [
      .name(.dnsTkeyAlgoName), .field(.dnsTkeySignatureInception), .field(.dnsTkeySignatureExpiration),
      .field(.dnsTkeyMode), .field(.dnsTkeyError), .sized(.dnsTkeyKeySize, .dnsTkeyKeyData),
      .sized(.dnsTkeyOtherSize, .dnsTkeyOtherData),
    ],
    250: [
      .name(.dnsTsigAlgorithmName), .longTime(.dnsTsigTimeSigned), .field(.dnsTsigFudge),
      .sized(.dnsTsigMacSize, .dnsTsigMac), .field(.dnsTsigOriginalId), .field(.dnsTsigError),
      .sized(.dnsTsigOtherLen, .dnsTsigOtherData),
    ],
  ]
}
