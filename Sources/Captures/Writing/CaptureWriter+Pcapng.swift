internal import Wire

extension CaptureWriter {
  mutating func writeSectionHeader(_ options: [CaptureOption]) throws(CaptureError) {
    var options = options
    if !options.contains(where: { $0.code == CaptureOption.Code.application }) {
      options.append(CaptureOption(code: CaptureOption.Code.application, text: "headwind"))
    }
    let length = 28 + Self.length(of: options)
    startBlock(BlockType.section, length)
    file.append(BlockType.byteOrderMark)
    file.append(1 as UInt16)
    file.append(0 as UInt16)
    file.append(Int64(-1))
    append(options)
    try endBlock(length, isPacket: false)
  }

  mutating func writeInterface(_ interface: CaptureInterface) throws(CaptureError) {
    var options: [CaptureOption] = []
    if let name = interface.name { options.append(CaptureOption(code: CaptureOption.Code.interfaceName, text: name)) }
    options += interface.options
    options.append(CaptureOption(code: CaptureOption.Code.interfaceResolution, interface.resolution.rawValue))
    if interface.resolution.offset != 0 {
      options.append(CaptureOption(code: CaptureOption.Code.interfaceOffset, interface.resolution.offset))
    }
    if interface.linkTypeFlags & 0x0400_0000 != 0 {
      // A pcap file counts the check sequence in 16-bit words, pcapng in bits.
      let bits = UInt8(truncatingIfNeeded: interface.linkTypeFlags >> 28) * 16
      options.append(CaptureOption(code: CaptureOption.Code.interfaceCheckLength, bits))
    }
    let length = 20 + Self.length(of: options)
    startBlock(BlockType.interface, length)
    file.append(UInt16(truncatingIfNeeded: interface.linkType.rawValue))
    file.append(0 as UInt16)
    file.append(UInt32(clamping: interface.snapshotLength))
    append(options)
    try endBlock(length, isPacket: false)
  }

  mutating func writeEnhancedPacket(
    _ frame: Frame, _ bytes: Span<UInt8>, _ given: [CaptureOption]
  ) throws(CaptureError) {
    var options = given
    if frame.direction != .unknown, !given.contains(where: { $0.code == CaptureOption.Code.packetFlags }) {
      options.append(CaptureOption(code: CaptureOption.Code.packetFlags, UInt32(frame.direction.rawValue)))
    }
    let length = 32 + (bytes.count + 3) & ~3 + Self.length(of: options)
    startBlock(BlockType.enhancedPacket, length)
    file.append(UInt32(clamping: frame.interfaceID))
    append(frame.timestamp, of: frame.interfaceID)
    file.append(UInt32(clamping: bytes.count))
    file.append(UInt32(clamping: frame.originalLength))
    file.append(bytes)
    file.pad(after: bytes.count)
    append(options)
    try endBlock(length, isPacket: true)
  }

  mutating func writeStatistics(_ statistics: InterfaceStatistics) throws(CaptureError) {
    guard interfaces.indices.contains(statistics.interface) else { return }
    let times = [
      (CaptureOption.Code.statisticsStart, statistics.start), (CaptureOption.Code.statisticsEnd, statistics.end),
    ]
    let resolution = interfaces[statistics.interface].resolution
    let options =
      times.compactMap { code, time in
        time.map { CaptureOption(code: code, resolution.units($0).wordsExchanged) }
      } + statistics.options
    let length = 24 + Self.length(of: options)
    startBlock(BlockType.statistics, length)
    file.append(UInt32(clamping: statistics.interface))
    append(statistics.time, of: statistics.interface)
    append(options)
    try endBlock(length, isPacket: false)
  }

  /// Writes a block with prepared content.
  mutating func writeOpaque(_ type: UInt32, _ body: [UInt8]) throws(CaptureError) {
    let length = 12 + (body.count + 3) & ~3
    startBlock(type, length)
    file.append(body)
    file.pad(after: body.count)
    try endBlock(length, isPacket: false)
  }

  private mutating func startBlock(_ type: UInt32, _ length: Int) {
    file.append(type)
    file.append(UInt32(clamping: length))
  }

  private mutating func endBlock(_ length: Int, isPacket: Bool) throws(CaptureError) {
    file.append(UInt32(clamping: length))
    try file.endBlock(isPacket: isPacket)
  }

  private mutating func append(_ timestamp: Timestamp, of interface: Int) {
    file.append(interfaces[interface].resolution.units(timestamp).wordsExchanged)
  }

  /// Writes options and their end marker; nothing if there are no options.
  private mutating func append(_ options: [CaptureOption]) {
    guard !options.isEmpty else { return }
    for option in options {
      let value = option.value.prefix(65_535)
      file.append(option.code)
      file.append(UInt16(value.count))
      file.append(value)
      file.pad(after: value.count)
    }
    file.append(0 as UInt32)
  }

  private static func length(of options: [CaptureOption]) -> Int {
    options.isEmpty ? 0 : options.reduce(4) { $0 + 4 + (min($1.value.count, 65_535) + 3) & ~3 }
  }
}

extension UInt64 {
  /// The number with its two words exchanged, so that the upper word is written first.
  fileprivate var wordsExchanged: UInt64 { self << 32 | self >> 32 }
}
