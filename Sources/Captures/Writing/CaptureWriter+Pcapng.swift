internal import Wire

extension CaptureWriter {
  mutating func writeSectionHeader(_ comment: String) throws(CaptureError) {
    let application = Array("headwind".utf8)
    let note = Self.optionText(comment)
    let length = 28 + Self.optionLength(application.count) + (note.isEmpty ? 0 : Self.optionLength(note.count)) + 4
    startBlock(FileMagic.sectionHeader, length)
    file.append(0x1A2B_3C4D as UInt32)
    file.append(1 as UInt16)
    file.append(0 as UInt16)
    file.append(Int64(-1))
    if !note.isEmpty {
      appendOption(PcapngOption.comment, note)
    }
    appendOption(4, application)
    try endBlock(length, isPacket: false)
  }

  mutating func writeInterface(_ interface: CaptureInterface) throws(CaptureError) {
    let name = Self.optionText(interface.name ?? "")
    let length = 20 + (name.isEmpty ? 0 : Self.optionLength(name.count)) + Self.optionLength(1) + 4
    startBlock(1, length)
    file.append(UInt16(truncatingIfNeeded: interface.linkType.rawValue))
    file.append(0 as UInt16)
    file.append(UInt32(clamping: interface.snapshotLength))
    if !name.isEmpty {
      appendOption(PcapngOption.interfaceName, name)
    }
    appendOption(PcapngOption.interfaceResolution, [TimestampResolution.nanoseconds.rawValue])
    try endBlock(length, isPacket: false)
  }

  mutating func writeEnhancedPacket(
    _ frame: Frame, _ bytes: Span<UInt8>, _ comments: [String]
  ) throws(CaptureError) {
    let hasFlags = frame.direction != .unknown
    let notes = comments.map(Self.optionText)
    var options = notes.reduce(hasFlags ? 8 : 0) { $0 + Self.optionLength($1.count) }
    options += options > 0 ? 4 : 0
    let length = 32 + (bytes.count + 3) & ~3 + options
    startBlock(6, length)
    file.append(UInt32(clamping: frame.interfaceID))
    appendTime(frame.timestamp)
    file.append(UInt32(clamping: bytes.count))
    file.append(UInt32(clamping: frame.originalLength))
    file.append(bytes)
    file.pad(after: bytes.count)
    for note in notes {
      appendOption(PcapngOption.comment, note)
    }
    if hasFlags {
      file.append(PcapngOption.packetFlags)
      file.append(4 as UInt16)
      file.append(UInt32(frame.direction.rawValue))
    }
    try endBlock(length, isPacket: true, hasOptions: options > 0)
  }

  mutating func writeStatistics(
    _ statistics: CaptureStatistics, interface: Int, end: Timestamp
  ) throws(CaptureError) {
    // isb_filteraccept, isb_osdrop, isb_usrdeliv.
    let counts: [(code: UInt16, value: UInt64)] = [
      (6, statistics.receivedByFilter), (7, statistics.droppedByKernel), (8, statistics.captured),
    ]
    let length = 24 + counts.count * 12 + 4
    startBlock(5, length)
    file.append(UInt32(clamping: interface))
    appendTime(end)
    for count in counts {
      file.append(count.code)
      file.append(8 as UInt16)
      file.append(count.value)
    }
    try endBlock(length, isPacket: false)
  }

  private mutating func startBlock(_ type: UInt32, _ length: Int) {
    file.append(type)
    file.append(UInt32(clamping: length))
  }

  private mutating func endBlock(_ length: Int, isPacket: Bool, hasOptions: Bool = true) throws(CaptureError) {
    if hasOptions {
      file.append(0 as UInt32)
    }
    file.append(UInt32(clamping: length))
    try file.endBlock(isPacket: isPacket)
  }

  private mutating func appendTime(_ timestamp: Timestamp) {
    let units = UInt64(max(0, timestamp.nanoseconds))
    file.append(UInt32(truncatingIfNeeded: units >> 32))
    file.append(UInt32(truncatingIfNeeded: units))
  }

  private mutating func appendOption(_ code: UInt16, _ value: [UInt8]) {
    file.append(code)
    file.append(UInt16(value.count))
    file.append(value)
    file.pad(after: value.count)
  }

  /// The text's UTF-8, cut between characters to what an option can hold.
  private static func optionText(_ text: String) -> [UInt8] {
    guard text.utf8.count > 65_535 else { return Array(text.utf8) }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: 65_535)
    while end.samePosition(in: text.unicodeScalars) == nil {
      end = text.utf8.index(before: end)
    }
    return Array(text.utf8[..<end])
  }

  private static func optionLength(_ count: Int) -> Int { 4 + (count + 3) & ~3 }
}
