import Streams
import TextOutput
import Wire

/// TLS (RFC 8446, RFC 5246): records, and what is in them where they could be decrypted.
enum TLSDissector {
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: TLSFacts
  ) throws(DissectionStop) {
    let mark = tree.beginProtocol(.tls, start..<bytes.count, text: "\(FieldID.tls.field.label)")
    var reading = Reading(facts: facts)
    var position = start
    var stop: DissectionStop?
    do throws(DissectionStop) {
      while position < bytes.count { try record(&tree, bytes, &position, &reading) }
    } catch {
      stop = error
    }
    tree.end(mark)
    tree.tree.tlsVersion = facts.session.version ?? tree.tree.tlsVersion
    for opened in reading.opened { show(opened, in: &tree) }
    if let stop { throw stop }
  }

  /// What is known of the records of a buffer, as they are gone through.
  private struct Reading {
    let facts: TLSFacts
    /// The records that were decrypted, with their buffers.
    var opened: [(record: DecryptedRecord, buffer: UInt8)] = []
    private var next = 0

    init(facts: TLSFacts) { self.facts = facts }

    mutating func take() -> DecryptedRecord? {
      guard next < facts.records.count else { return nil }
      next += 1
      return facts.records[next - 1]
    }
  }

  private static func record(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int, _ reading: inout Reading
  ) throws(DissectionStop) {
    let start = position
    let facts = reading.facts
    let type = try bytes.byte(start)
    let version = UInt16(truncatingIfNeeded: try bytes.number(2, at: start + 1))
    let length = Int(try bytes.number(2, at: start + 3))
    let content = start + 5..<min(bytes.count, start + 5 + length)
    let mark = tree.begin(.tlsRecord, start..<content.upperBound, .none)
    let isOpaque = type == 23 && facts.session.version == 0x0304
    tree.add(isOpaque ? .tlsRecordOpaqueType : .tlsRecordContentType, start..<start + 1, .unsigned(UInt64(type)))
    try tree.number(.tlsRecordVersion, bytes, start + 1, 2)
    try tree.number(.tlsRecordLength, bytes, start + 3, 2)
    let inside = bytes.extracting(0..<content.upperBound)
    let name = TLSRecord.name(facts.session.version ?? version)
    let known = reading.opened.count
    let what: String
    if let record = reading.take(), record.content != nil || !record.items.isEmpty {
      what = try addDecrypted(&tree, inside, content, type, record, &reading)
    } else {
      what = try addContent(&tree, inside, content, type, facts)
    }
    let shown = facts.session.version.map { TLSRecord.name($0) } ?? name
    tree.setText(mark, "\(shown) record: \(what)")
    tree.end(mark)
    if reading.opened.count > known, let last = reading.opened.last { addSegments(last, to: &tree) }
    position = start + 5 + length
    try bytes.need(length, at: start + 5)
  }

  /// Adds what a record was before it was encrypted.
  private static func addDecrypted(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ type: UInt8, _ record: DecryptedRecord,
    _ reading: inout Reading
  ) throws(DissectionStop) -> String {
    guard let (inner, plain) = record.content, let saved = tree.enter("Decrypted TLS", plain) else {
      if !record.items.isEmpty, record.content == nil { reading.opened.append((record, 0)) }
      return try addContent(&tree, bytes, content, type, reading.facts)
    }
    let buffer = tree.buffer
    reading.opened.append((record, buffer))
    let isOpaque = type == 23 && reading.facts.session.version == 0x0304
    tree.leave(saved)
    if isOpaque { tree.generate(.tlsRecordContentType, .unsigned(UInt64(inner))) }
    guard inner == 23 else {
      tree.buffer = buffer
      defer { tree.leave(saved) }
      return try addContent(&tree, plain.span, 0..<plain.count, inner, reading.facts, isDecrypted: true)
    }
    addData(&tree, bytes, content)
    return addApplication(&tree, record.application, reading.facts.session)
  }

  /// Names the protocol within: what was found there, or else what the ends have agreed on.
  private static func addApplication(
    _ tree: inout TreeBuilder, _ application: StreamApplication, _ session: TLSSession
  ) -> String {
    let agreed: String? =
      switch session.applicationProtocol {
      case "http/1.1", "http/1.0": protocols["http"]
      case "h2": protocols["http2"]
      default: nil
      }
    guard let name = name(of: application) ?? agreed else { return "data" }
    tree.generate(.tlsAppDataProto, .string(name))
    return "data, \(name)"
  }

  /// The values of `tls.app_data_proto`, which are Wireshark's, by the names of the dissectors.
  private static let protocols = [
    "http": "Hypertext Transfer Protocol", "http2": "HyperText Transfer Protocol 2", "dns": "Domain Name System",
    "socks": "Socks Protocol",
  ]

  /// The protocol within.
  private static func name(of application: StreamApplication) -> String? {
    switch application {
    case .http, .webSocket: protocols["http"]
    case .http2: protocols["http2"]
    case .declared(let index): protocols[ProtocolRegistry.framings[index].dissector.name]
    default: nil
    }
  }

  static func addData(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>) {
    tree.add(
      .tlsAppData, content, .bytes,
      text: "Encrypted data: \(TextFormat.hex([UInt8](bytes.extracting(content)).prefix(36)))"
        + (content.count > 36 ? "…" : ""))
  }

  /// Adds the parts of messages that go on in other records.
  private static func addSegments(_ opened: (record: DecryptedRecord, buffer: UInt8), to tree: inout TreeBuilder) {
    guard let plain = opened.record.content?.bytes, opened.buffer > 0 else { return }
    let saved = tree.buffer
    tree.buffer = opened.buffer
    defer { tree.leave(saved) }
    let work = StreamWork(
      items: opened.record.items, payload: 0..<plain.count, offset: opened.record.offset, isKnown: true)
    for item in work.items {
      guard case .segment(let range) = item else { continue }
      let place = work.place(range)
      tree.add(.tlsSegmentData, place, .bytes) { line in
        line.append("Part of a message (", UInt64(place.count))
        line.append(place.count == 1 ? " byte)" : " bytes)")
      }
    }
  }

  /// Adds the trees of the messages that a record completes.
  private static func show(_ opened: (record: DecryptedRecord, buffer: UInt8), in tree: inout TreeBuilder) {
    guard !opened.record.items.isEmpty else { return }
    let plain = opened.record.content?.bytes ?? []
    let saved = (tree.buffer, tree.depth, tree.extent)
    tree.buffer = opened.buffer
    (tree.depth, tree.extent) = (0, plain.count)
    let work = StreamWork(
      items: opened.record.items, layer: .tls, payload: 0..<plain.count, offset: opened.record.offset, isKnown: true)
    tree.show(work, plain.span)
    (tree.buffer, tree.depth, tree.extent) = saved
  }

  /// - Parameter isDecrypted: whether the content is what was encrypted.
  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ type: UInt8, _ facts: TLSFacts,
    isDecrypted: Bool = false
  ) throws(DissectionStop) -> String {
    switch type {
    case 20:
      facts.session.changeCipher(facts.side)
      tree.add(.tlsChangeCipherSpec, content, .none)
      return "switch to the new keys"
    case 21: return try addAlert(&tree, bytes, content)
    case 22:
      if !isDecrypted, facts.session.isEncrypted(facts.side) {
        tree.add(.tlsHandshake, content, .none, text: "Handshake message, encrypted")
        return "handshake, encrypted"
      }
      return "handshake, \(try TLSHandshakeFields.add(&tree, bytes, content, facts))"
    case 23:
      addData(&tree, bytes, content)
      return addApplication(&tree, .unknown, facts.session)
    default: return "heartbeat"
    }
  }

  static func addAlert(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>)
    throws(DissectionStop) -> String
  {
    guard content.count == 2 else {
      let mark = tree.begin(.tlsAlertMessage, content, .none, text: "Alert, encrypted")
      tree.end(mark)
      return "alert, encrypted"
    }
    let mark = tree.begin(.tlsAlertMessage, content, .none)
    let level = try tree.number(.tlsAlertMessageLevel, bytes, content.lowerBound, 1)
    let reason = try tree.number(.tlsAlertMessageDesc, bytes, content.lowerBound + 1, 1)
    tree.end(mark)
    let names = (ValueNames.tlsAlertMessageLevel[level], ValueNames.tlsAlertMessageDesc[reason])
    return "alert, \(names.0 ?? String(level)): \(names.1 ?? String(reason))"
  }
}
