import TextOutput

// TLS, DTLS and QUIC.

enum TLSSummary {
  static let summary = ProtocolSummary(.tls, fields: fields) { layer, line in
    let version =
      layer.tree.tlsVersion
      ?? layer.number(.tlsRecordVersion).map { UInt16(truncatingIfNeeded: $0) }
    line.begin(TLSRecord.name(version ?? 0), .tls)
    sayRecords(layer, &line)
  }

  static let fields: [FieldID] = [
    .tlsRecord, .tlsRecordContentType, .tlsRecordOpaqueType, .tlsRecordVersion, .tlsRecordLength, .tlsHandshake,
    .tlsHandshakeType, .tlsHandshakeExtensionsServerName, .tlsAlertMessageLevel, .tlsAlertMessageDesc,
    .tlsSegmentData,
  ]

  /// - Parameter field: gives the field that the layer has in place of one of TLS.
  static func sayRecords(_ layer: LayerFields, _ line: inout SummaryLine, _ field: (FieldID) -> FieldID = { $0 }) {
    var data: UInt64 = 0
    func sayData(_ line: inout SummaryLine) {
      if data > 0 { line.say("Application data, \(.size(data))") }
      data = 0
    }
    for record in layer.groups(field(.tlsRecord)) {
      let type = record.number(field(.tlsRecordContentType)) ?? record.number(field(.tlsRecordOpaqueType)) ?? 0
      if type == 23 {
        data += record.number(field(.tlsRecordLength)) ?? 0
        continue
      }
      sayData(&line)
      say(record, type, &line, field)
    }
    sayData(&line)
  }

  private static func say(
    _ record: LayerFields, _ type: UInt64, _ line: inout SummaryLine, _ field: (FieldID) -> FieldID
  ) {
    switch type {
    case 0: line.say("Encrypted records, \(.size(record.length))")
    case 20: line.say("Change cipher spec")
    case 21: line.say(alert(record, field), isEvent: true)
    case 22:
      let messages = handshake(record, field)
      for message in messages { line.say(message, isEvent: true) }
      if messages.isEmpty { line.say("Handshake, \(.size(record.number(field(.tlsRecordLength)) ?? 0))") }
    case 24: line.say("Heartbeat")
    case 26: line.say("Acknowledgement")
    default: line.say("Record of type \(type)")
    }
  }

  /// The handshake messages of a record, or of a frame of QUIC.
  static func handshake(_ layer: LayerFields, _ field: (FieldID) -> FieldID = { $0 }) -> [PrintableText] {
    layer.groups(field(.tlsHandshakeType)).map { message in
      let type = message.number(field(.tlsHandshakeType)) ?? 0
      let name: PrintableText = ValueNames.tlsHandshakeType[type].map { "\($0)" } ?? "Handshake message \(type)"
      if let server = message.text(field(.tlsHandshakeExtensionsServerName)), type == 1 {
        return "\(name) for \(server)"
      }
      return isPart(message) ? "\(name), a part" : name
    }
  }

  /// True if a message is a fragment of DTLS that completes nothing.
  private static func isPart(_ message: LayerFields) -> Bool {
    guard let fragment = message.number(.dtlsHandshakeFragmentLength) else { return false }
    return fragment != message.number(.dtlsHandshakeLength) && !message.has(.dtlsFragments)
  }

  private static func alert(_ record: LayerFields, _ field: (FieldID) -> FieldID) -> PrintableText {
    guard let reason = record.number(field(.tlsAlertMessageDesc)) else { return "Encrypted alert" }
    let isFatal = record.number(field(.tlsAlertMessageLevel)) == 2
    return "Alert: \(ValueNames.tlsAlertMessageDesc[reason] ?? "\(reason)")\(isFatal ? ", fatal" : "")"
  }
}

extension DTLSDissector {
  static let summary = ProtocolSummary(
    .dtls,
    fields: TLSSummary.fields.map(DTLSFields.field) + [
      .dtlsHandshakeLength, .dtlsHandshakeFragmentLength, .dtlsFragments,
    ]
  ) { layer, line in
    line.begin(layer.tree.tlsVersion.map(TLSRecord.name) ?? "DTLS", .tls)
    TLSSummary.sayRecords(layer, &line, DTLSFields.field)
  }
}

extension QUICDissector {
  static let summary = ProtocolSummary(
    .quic,
    fields: [
      .quicHeaderForm, .quicLongPacketType, .quicLongPacketTypeV2, .quicVersion, .quicSupportedVersion, .quicShort,
      .quicStatelessResetToken, .quicRemainingPayload, .quicFrame, .quicFrameType, .quicStreamStreamId,
      .quicCcErrorCode, .quicCcErrorCodeApp, .quicCcReasonPhrase, .tlsHandshakeType, .tlsHandshakeExtensionsServerName,
    ]
  ) { layer, line in
    line.begin("QUIC", .tls)
    guard let name = name(layer) else { return }
    var words = name
    for (place, frame) in frames(layer).enumerated() { words += "\(place == 0 ? ": " : ", ")\(frame)" }
    if !layer.has(.quicFrame), let length = layer.length(of: .quicRemainingPayload) {
      words += ": encrypted, \(.size(length))"
    }
    line.say(words)
    for close in layer.groups(.quicFrameType) where [0x1C, 0x1D].contains(close.number(.quicFrameType)) {
      line.remark(closing(close))
    }
  }

  /// The type of the packet; nil for the padding after the last one.
  private static func name(_ layer: LayerFields) -> PrintableText? {
    if layer.has(.quicStatelessResetToken) { return "Stateless reset" }
    if layer.has(.quicShort) { return "1-RTT" }
    let names = ["Initial", "0-RTT", "Handshake", "Retry"]
    if let type = layer.number(.quicLongPacketType) { return "\(names[Int(type & 3)])" }
    // Version 2 counts from Retry (RFC 9369 section 3.2).
    if let type = layer.number(.quicLongPacketTypeV2) { return "\(names[Int((type + 3) & 3)])" }
    guard let version = layer.number(.quicVersion) else { return nil }
    return version == 0 ? "Version negotiation" : "Version \(.hex(version, 8))"
  }

  /// The frames; those of one kind that follow each other are listed once. Padding is left out.
  private static func frames(_ layer: LayerFields) -> [PrintableText] {
    var found: [PrintableText] = []
    for frame in layer.groups(.quicFrameType) {
      let words = words(frame)
      if let words, words != found.last { found.append(words) }
      if found.count > 7 { return found + ["…"] }
    }
    return found
  }

  private static func words(_ frame: LayerFields) -> PrintableText? {
    let type = frame.number(.quicFrameType) ?? 0
    switch type {
    case 0: return nil
    case 0x06:
      let messages = TLSSummary.handshake(frame)
      return messages.isEmpty ? "CRYPTO" : messages.joined(separator: ", ")
    case 0x08...0x0F: return "STREAM \(frame.number(.quicStreamStreamId) ?? 0)"
    case 0x1C, 0x1D: return closing(frame)
    default: return ValueNames.quicFrameType[type].map { "\($0)" } ?? "frame \(.hex(type, 2))"
    }
  }

  private static func closing(_ frame: LayerFields) -> PrintableText {
    var words: PrintableText = "CONNECTION_CLOSE"
    if let code = frame.number(.quicCcErrorCode) {
      words += " \(ValueNames.quicError[code] ?? TextFormat.hex(code, 4))"
    } else if let code = frame.number(.quicCcErrorCodeApp) {
      words += " of the application, \(.hex(code))"
    }
    if let reason = frame.text(.quicCcReasonPhrase), !reason.isEmpty { words += " (\(reason))" }
    return words
  }
}
