import Streams
import TextOutput
import Wire

/// DNS (RFC 1035), over UDP or TCP, and multicast DNS (RFC 6762).
enum DNSDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.dns + FieldTable.dnsSecurity + FieldTable.dnsRecords + FieldTable.mDNS,
    entries: [.udpPort(53, to: dissector), .udpPort(5353, to: multicast)],
    recognition: DatagramRecognition(dissector, DNSRecognition.isMessage),
    // Each message has its length before it; over TLS it is that of RFC 7858.
    framing: StreamFraming(
      dissector: overTCP, ports: [53], securePorts: [853], applicationProtocols: ["dot"],
      length: { $0.count < 2 ? .unknown : .bytes(2 + Int($0[0]) << 8 + Int($0[1])) }),
    summaries: summaries,
    note: """
      DNS over TCP and over TLS is recognized by its port, over TLS also by ALPN. DNS over UDP is recognized by its content, on
      any port.
      """)

  static let dissector = Dissector("dns") { (tree, bytes, start) throws(DissectionStop) in
    try message(&tree, bytes, start, isMulticast: false)
  }

  static let multicast = Dissector("mdns") { (tree, bytes, start) throws(DissectionStop) in
    try message(&tree, bytes, start, isMulticast: true)
  }

  /// Messages over TCP, each with its length before it (RFC 1035 section 4.2.2).
  static let overTCP = Dissector("dns") { (tree, bytes, start) throws(DissectionStop) in
    var position = start
    while position + 2 <= bytes.count {
      let length = Int(try bytes.number(2, at: position))
      try bytes.need(length, at: position + 2)
      try message(
        &tree, bytes.extracting(0..<position + 2 + length), position + 2, isMulticast: false, lengthAt: position)
      position += 2 + length
    }
  }

  static func message(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isMulticast: Bool, lengthAt: Int? = nil
  ) throws(DissectionStop) {
    try bytes.need(12, at: start)
    let flags = bytes.uint16(at: start + 2)
    let isResponse = flags & 0x8000 != 0
    let mark = tree.beginProtocol(
      isMulticast ? .mdns : .dns, start..<bytes.count,
      text: "\(isMulticast ? "Multicast " : "")DNS \(isResponse ? "response" : "query")")
    if isMulticast, tree.wants(.dns) { tree.add(.dns, start..<bytes.count, .bytes, traits: .hidden) }
    if let lengthAt { try tree.number(.dnsLength, bytes, lengthAt, 2) }
    try tree.number(.dnsId, bytes, start, 2)
    addFlags(&tree, flags, start + 2, isResponse: isResponse, isMulticast)
    let isUpdate = flags >> 11 & 15 == 5
    let counts: [FieldID] =
      isUpdate
      ? [.dnsCountZones, .dnsCountPrerequisites, .dnsCountUpdates, .dnsCountAddRr]
      : [.dnsCountQueries, .dnsCountAnswers, .dnsCountAuthRr, .dnsCountAddRr]
    var numbers: [Int] = []
    for (index, field) in counts.enumerated() {
      numbers.append(Int(try tree.number(field, bytes, start + 4 + index * 2, 2)))
    }
    var position = start + 12
    let sections =
      isUpdate
      ? ["Zone", "Prerequisites", "Updates", "Additional records"]
      : ["Queries", "Answers", "Authoritative nameservers", "Additional records"]
    for (index, count) in numbers.enumerated() where count > 0 {
      let section = tree.begin(.text, position..<position, .none, text: "\(sections[index])")
      for _ in 0..<count {
        if index == 0 {
          try DNSRecordFields.query(&tree, bytes, message: start, &position, isMulticast)
        } else {
          try DNSRecordFields.record(&tree, bytes, message: start, &position, isMulticast)
        }
      }
      tree.end(section, at: position)
    }
    if !tree.context.isQuoted {
      pair(&tree, bytes, start, isResponse)
    } else if isResponse {
      // What an error quotes answers nothing here.
      tree.generate(.dnsUnsolicited, .boolean(true))
    }
    tree.end(mark)
  }

  private static func addFlags(
    _ tree: inout TreeBuilder, _ flags: UInt16, _ offset: Int, isResponse: Bool, _ isMulticast: Bool
  ) {
    let value = UInt64(flags)
    let range = offset..<offset + 2
    let operation = ValueNames.dnsFlagsOpcode[value >> 11 & 15] ?? "opcode \(value >> 11 & 15)"
    let result = isResponse ? ", \(ValueNames.dnsFlagsRcode[value & 15] ?? "response code \(value & 15)")" : ""
    let mark = tree.begin(
      .dnsFlags, range, .unsigned(value),
      text: "Flags of the header: \(TextFormat.hex(value, 4)) \(operation)\(isResponse ? " response" : "")\(result)")
    var fields: [FieldID] = [.dnsFlagsResponse, .dnsFlagsOpcode]
    if isResponse { fields.append(.dnsFlagsAuthoritative) }
    fields += [.dnsFlagsTruncated, .dnsFlagsRecdesired]
    if isResponse { fields.append(.dnsFlagsRecavail) }
    fields.append(.dnsFlagsZ)
    if isResponse || value & 0x20 != 0 { fields.append(.dnsFlagsAuthenticated) }
    fields.append(.dnsFlagsCheckdisable)
    if isResponse { fields.append(.dnsFlagsRcode) }
    for field in fields { tree.bits(field, of: value, range) }
    tree.end(mark)
  }

  /// The first question, without regard to the case of its name.
  private static func question(_ bytes: Span<UInt8>, _ start: Int) -> DNSQuestion? {
    guard let message = try? DNSMessage(bytes, in: start..<bytes.count), var question = message.questions.first else {
      return nil
    }
    question.name = question.name.lowercased()
    return question
  }

  /// Says which query a response answers, and the time between them.
  private static func pair(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ isResponse: Bool) {
    guard let flow = tree.conversation else { return }
    let stream = tree.context.bodyStream
    let key = QueryKey(
      flow: flow, identifier: bytes.uint16(at: start), stream: stream,
      question: stream == nil ? nil : question(bytes, start))
    let now = PacketMark(tree.frame)
    if isResponse {
      guard let query = tree.state.queries.answer(key, now) else {
        return tree.generate(.dnsUnsolicited, .boolean(true))
      }
      if let earlier = query.response {
        tree.generate(.dnsRetransmitResponseIn, .unsigned(UInt64(earlier.number)))
        tree.generate(.dnsRetransmission, .boolean(true))
        return
      }
      if tree.learns {
        tree.state.learned.note(
          question: CaptureHindsight.Question(frame: query.request.number, key), answeredIn: now.number)
      }
      tree.generate(
        .dnsResponseTo, .unsigned(UInt64(query.request.number)))
      let elapsed = now.timestamp.nanoseconds &- query.request.timestamp.nanoseconds
      tree.generate(.dnsTime, .relativeTime(elapsed))
      return
    }
    if let earlier = tree.state.queries.ask(key, now) {
      tree.generate(.dnsRetransmitRequestIn, .unsigned(UInt64(earlier.request.number)))
      tree.generate(.dnsRetransmission, .boolean(true))
    } else if let later = tree.state.hindsight?.answers[CaptureHindsight.Question(frame: now.number, key)] {
      tree.generate(.dnsResponseIn, .unsigned(UInt64(clamping: later)))
    }
  }
}
