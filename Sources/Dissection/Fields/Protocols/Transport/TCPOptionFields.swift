import TextOutput
import Wire

/// The options of a TCP header (IANA "TCP Option Kind Numbers").
enum TCPOptionFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ segment: TCPSegmentFields,
    _ analysis: TCPAnalysis?
  ) throws(DissectionStop) {
    let mark = tree.begin(.tcpOptions, start..<end, .bytes) { appendSummary(end - start, [], to: &$0) }
    defer { tree.end(mark) }
    var position = start
    var names: [String] = []
    var fillers = 0
    var hasSize = false
    while position < end {
      guard position < bytes.count else { throw .bounds }
      let kind = bytes[position]
      // Wireshark counts on past other options, and anew at each word's beginning.
      if kind == 1 { fillers = fillers == 0 || (position - start) % 4 != 0 ? fillers + 1 : 0 }
      if kind == 1, fillers == 4 {
        tree.expert(.tcpNop, .warning)
      }
      if kind <= 1 {
        let option: FieldID = kind == 0 ? .tcpOptionsEol : .tcpOptionsNop
        let field = tree.begin(option, position..<position + 1, .bytes)
        try tree.number(.tcpOptionKind, bytes, position, 1)
        tree.end(field)
        names.append(kind == 0 ? "EOL" : "NOP")
        position += 1
        continue
      }
      guard position + 1 < end else { throw .malformed }
      guard position + 1 < bytes.count else { throw .bounds }
      hasSize = hasSize || kind == 2
      let length = Int(bytes[position + 1])
      guard length >= 2, position + length <= end else { throw .malformed }
      names.append(try option(&tree, bytes, position, length, kind, segment, analysis))
      position += length
    }
    if segment.isSYN, !hasSize {
      tree.expert(.tcpOptionsMssAbsent, .note)
    }
    tree.setLine(mark) { appendSummary(end - start, names, to: &$0) }
  }

  private static func appendSummary(_ length: Int, _ names: [String], to line: inout TextBuffer) {
    line.append("Options of TCP: ", UInt64(length))
    line.append(" bytes")
    for name in names {
      line.append(", ")
      line.append(name)
    }
  }

  /// Adds one option, and gives its name.
  private static func option(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ kind: UInt8,
    _ segment: TCPSegmentFields, _ analysis: TCPAnalysis?
  ) throws(DissectionStop) -> String {
    let (field, name) = identity(kind, length)
    let mark = tree.begin(field, start..<start + length, .bytes)
    defer { tree.end(mark) }
    try tree.number(.tcpOptionKind, bytes, start, 1)
    try tree.number(.tcpOptionLen, bytes, start + 1, 1)
    let data = start + 2
    if let expected = expectedLength(kind), expected != length {
      tree.expert(.tcpOptionLenInvalid, .note, "The option has \(length) bytes instead of \(expected)", .sequence)
    }
    switch kind {
    case 2 where length == 4:
      let size = try tree.number(.tcpOptionsMssVal, bytes, data, 2)
      tree.setText(mark, "\(field.field.label): \(size) bytes")
      if !segment.isSYN {
        tree.expert(.tcpOptionsMssPresent, .warning)
      }
    case 3 where length == 3:
      let shift = try tree.number(.tcpOptionsWscaleShift, bytes, data, 1)
      let factor = UInt64(1) << min(14, shift)
      tree.generate(.tcpOptionsWscaleMultiplier, .unsigned(factor))
      tree.setText(mark, "\(field.field.label): \(shift) bits (factor \(factor))")
    case 5: try selective(&tree, bytes, data, start + length, mark, segment, analysis)
    case 6 where length == 6, 7 where length == 6: try tree.number(.tcpOptionsEchoValue, bytes, data, 4)
    case 8 where length == 10:
      let value = try tree.number(.tcpOptionsTimestampTsval, bytes, data, 4)
      let echo = try tree.number(.tcpOptionsTimestampTsecr, bytes, data + 4, 4)
      tree.setLine(mark) { line in
        line.append("Timestamps: TSval ", value)
        line.append(", TSecr ", echo)
      }
      return "timestamps"
    case 11 where length == 6, 12 where length == 6, 13 where length == 6:
      try tree.number(.tcpOptionsCcValue, bytes, data, 4)
    case 19 where length == 18: try tree.bytes(.tcpOptionsMd5Digest, bytes, data, 16)
    case 28 where length == 4:
      let value = try bytes.number(2, at: data)
      tree.bits(.tcpOptionsUserToGranularity, of: value, data..<data + 2)
      tree.bits(.tcpOptionsUserToVal, of: value, data..<data + 2)
    case 29 where length >= 4:
      try tree.number(.tcpOptionsAoKeyid, bytes, data, 1)
      try tree.number(.tcpOptionsAoRnextkeyid, bytes, data + 1, 1)
      try tree.bytes(.tcpOptionsAoMac, bytes, data + 2, length - 4)
    case 30:
      tree.noteProtocol("mptcp")
      try bytes.need(length, at: start)
      do throws(DissectionStop) {
        try MPTCPOptionFields.add(&tree, bytes.extracting(0..<start + length), start)
      } catch {
        // All of the option is there, and it says that it has more.
        throw .malformed
      }
    case 34:
      if length == 2 {
        tree.add(.tcpOptionsTfoRequest, data..<data, .none)
      } else {
        try tree.bytes(.tcpOptionsTfoCookie, bytes, data, length - 2)
        addCookieNote(&tree, segment)
      }
    case 253, 254:
      guard length >= 4 else { break }
      let magic = try tree.number(.tcpOptionsExperimentalExid, bytes, data, 2)
      if length == 4, magic == 0xF989 {
        tree.add(.tcpOptionsTfoRequest, data..<data, .none)
      } else if length > 4 {
        if magic == 0xF989 { addCookieNote(&tree, segment) }
        try tree.bytes(
          magic == 0xF989 ? .tcpOptionsTfoCookie : .tcpOptionsExperimentalData, bytes, data + 2, length - 4)
      }
    case 4: break
    default:
      if field == .tcpOptionsUnknown, length > 2 { try tree.bytes(.tcpOptionsUnknownPayload, bytes, data, length - 2) }
    }
    return name
  }

  private static func addCookieNote(_ tree: inout TreeBuilder, _ segment: TCPSegmentFields) {
    guard segment.isSYN, !segment.isACK else { return }
    tree.expert(.tcpAnalysisTfoSyn, .note, .sequence)
  }

  /// The length of an option that always has the same.
  private static func expectedLength(_ kind: UInt8) -> Int? {
    switch kind {
    case 2, 28: 4
    case 3: 3
    case 4: 2
    case 6, 7, 11, 12, 13: 6
    case 8: 10
    case 19: 18
    default: nil
    }
  }

  private static func identity(_ kind: UInt8, _ length: Int) -> (FieldID, String) {
    switch kind {
    case 2: (.tcpOptionsMss, "MSS")
    case 3: (.tcpOptionsWscale, "window scale")
    case 4: (.tcpOptionsSackPerm, "SACK allowed")
    case 5: (.tcpOptionsSack, "SACK")
    case 6: (.tcpOptionsEcho, "echo")
    case 7: (.tcpOptionsEchoreply, "echo reply")
    case 8: (.tcpOptionsTimestamp, "timestamps")
    case 11: (.tcpOptionsCc, "CC")
    case 12: (.tcpOptionsCcnew, "CC.NEW")
    case 13: (.tcpOptionsCcecho, "CC.ECHO")
    case 19: (.tcpOptionsMd5, "MD5 signature")
    case 28: (.tcpOptionsUserTo, "user timeout")
    case 29: (.tcpOptionsAo, "TCP-AO")
    case 30: (.mptcp, "MPTCP")
    case 34: (.tcpOptionsTfo, "Fast Open")
    case 253, 254: (.tcpOptionsExperimental, "experiment")
    default: (.tcpOptionsUnknown, "unknown option")
    }
  }

  private static func selective(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ mark: NodeMark,
    _ segment: TCPSegmentFields, _ analysis: TCPAnalysis?
  ) throws(DissectionStop) {
    let base = segment.acknowledgment &- (analysis?.relativeAcknowledgment ?? segment.acknowledgment)
    var count: UInt64 = 0
    var texts = ""
    var position = start
    while position + 8 <= end {
      let left = UInt32(truncatingIfNeeded: try bytes.number(4, at: position)) &- base
      let right = UInt32(truncatingIfNeeded: try bytes.number(4, at: position + 4)) &- base
      tree.add(
        .tcpOptionsSackLe, position..<position + 4, .unsigned(UInt64(left)),
        text: "\(FieldID.tcpOptionsSackLe.field.label): \(left), from the connection's start")
      tree.add(
        .tcpOptionsSackRe, position + 4..<position + 8, .unsigned(UInt64(right)),
        text: "\(FieldID.tcpOptionsSackRe.field.label): \(right), from the connection's start")
      texts += " \(left)-\(right)"
      count += 1
      position += 8
    }
    tree.generate(.tcpOptionsSackCount, .unsigned(count))
    addDuplicate(&tree, segment, base)
    tree.setText(mark, "\(FieldID.tcpOptionsSack.field.label):\(texts)")
  }

  /// A first block that is acknowledged already, or lies within the second, tells of data that came twice (RFC 2883).
  private static func addDuplicate(_ tree: inout TreeBuilder, _ segment: TCPSegmentFields, _ base: UInt32) {
    guard let first = segment.options.selective.first else { return }
    let second = segment.options.selective.dropFirst().first
    let isAcknowledged = Int32(bitPattern: segment.acknowledgment &- first.right) >= 0
    let isWithin = second.map {
      Int32(bitPattern: first.left &- $0.left) >= 0 && Int32(bitPattern: $0.right &- first.right) >= 0
    }
    guard isAcknowledged || isWithin == true else { return }
    let (left, right) = (first.left &- base, first.right &- base)
    tree.generate(.tcpOptionsSackDsackLe, .unsigned(UInt64(left)))
    tree.generate(.tcpOptionsSackDsackRe, .unsigned(UInt64(right)))
    let mark = tree.begin(.text, 0..<0, .none, text: "D-SACK")
    tree.expert(.tcpOptionsSackDsack, .warning, .sequence)
    tree.end(mark)
  }
}
