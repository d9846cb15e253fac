import Streams
import TextOutput
import Wire

/// DTLS (RFC 6347, RFC 9147): the records of a datagram. Encrypted ones keep their bytes.
enum DTLSDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.dtls, entries: [.udpPort(to: dissector)],
    recognition: DatagramRecognition(dissector) { DTLSRecordHeader.isDatagram($0, at: $1) },
    summaries: [summary],
    note: """
      DTLS is recognized by its records, on any port; encrypted records of DTLS 1.3 only after the hellos of their conversation. Handshake
      messages in fragments are shown with the fragment that completes them. DTLS is not decrypted, and records with connection IDs
      (RFC 9146) are not decoded.
      """)

  static let dissector = Dissector("dtls") { (tree, bytes, start) throws(DissectionStop) in
    guard DTLSRecordHeader.isDatagram(bytes, at: start) || takes(tree, bytes, start) else {
      return tree.data(bytes, start)
    }
    let conversation = conversation(&tree)
    let mark = tree.beginProtocol(.dtls, start..<bytes.count, text: "\(FieldID.dtls.field.label)")
    defer { tree.tree.tlsVersion = conversation.version ?? tree.tree.tlsVersion }
    var position = start
    while position < bytes.count { position = try addRecord(&tree, bytes, position, conversation) }
    tree.end(mark)
  }

  /// True if a datagram consists of encrypted records alone, in a conversation of DTLS 1.3.
  static func takes(_ tree: TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard start < bytes.count, DTLSRecordHeader.isUnified(bytes[start]), !tree.context.isQuoted,
      let key = tree.conversation
    else { return false }
    return tree.state.dtls[key]?.isVersion13 == true
  }

  /// A packet that an ICMP error quotes belongs to no conversation.
  private static func conversation(_ tree: inout TreeBuilder) -> DTLSConversation {
    guard !tree.context.isQuoted, let key = tree.conversation else { return DTLSConversation(number: 0) }
    return tree.state.dtls.conversation(key)
  }

  /// Adds the record at a position; returns where the next one begins.
  private static func addRecord(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ conversation: DTLSConversation
  ) throws(DissectionStop) -> Int {
    guard let header = DTLSRecordHeader(bytes, at: start) else { return try addUnified(&tree, bytes, start) }
    let content = start + DTLSRecordHeader.length..<start + DTLSRecordHeader.length + header.contentLength
    let mark = tree.begin(.dtlsRecord, start..<min(bytes.count, content.upperBound), .none)
    try tree.number(.dtlsRecordContentType, bytes, start, 1)
    try tree.number(.dtlsRecordVersion, bytes, start + 1, 2)
    try tree.number(.dtlsRecordEpoch, bytes, start + 3, 2)
    try tree.number(.dtlsRecordSequenceNumber, bytes, start + 5, 6)
    try tree.number(.dtlsRecordLength, bytes, start + 11, 2)
    let inside = bytes.extracting(0..<min(bytes.count, content.upperBound))
    let isClientHello = header.contentType == 22 && content.lowerBound < inside.count && inside[content.lowerBound] == 1
    if !isClientHello { conversation.see(header) }
    // A ServerHello changes the version.
    defer {
      let version = conversation.version.map { TLSRecord.name($0) } ?? "DTLS"
      tree.setText(mark, "\(version) record: \(name(of: header.contentType))")
    }
    try addContent(&tree, inside, content.lowerBound..<inside.count, header, conversation)
    tree.end(mark)
    try bytes.need(header.contentLength, at: content.lowerBound)
    return content.upperBound
  }

  /// A record of DTLS 1.3 whose number and length are encrypted or left out, and all that follows it.
  private static func addUnified(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) -> Int {
    guard DTLSRecordHeader.isUnified(bytes[start]) else {
      try bytes.need(DTLSRecordHeader.length, at: start)
      throw .malformed
    }
    let count = bytes.count - start
    tree.add(.dtlsRecord, start..<bytes.count, .none, text: "DTLSv1.3 records, encrypted: \(count) bytes")
    return bytes.count
  }

  private static func name(of type: UInt8) -> String {
    switch type {
    case 20: "switch to the new keys"
    case 21: "alert"
    case 22: "handshake"
    case 23: "data"
    case 24: "heartbeat"
    default: "acknowledgement"
    }
  }

  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ header: DTLSRecordHeader,
    _ conversation: DTLSConversation
  ) throws(DissectionStop) {
    switch header.contentType {
    case 20: tree.add(.dtlsChangeCipherSpec, content, .none)
    case 21:
      try tree.addFieldsOfDTLS { (tree) throws(DissectionStop) in try TLSDissector.addAlert(&tree, bytes, content) }
    case 22 where header.epoch > 0: tree.add(.dtlsHandshake, content, .none, text: "Handshake message, encrypted")
    case 22: try DTLSHandshakeFields.add(&tree, bytes, content, conversation)
    case 23: try tree.addFieldsOfDTLS { (tree) throws(DissectionStop) in TLSDissector.addData(&tree, bytes, content) }
    default: break
    }
  }
}
