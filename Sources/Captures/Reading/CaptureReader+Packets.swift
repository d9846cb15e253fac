internal import Wire

/// Reads the blocks that contain packets.
extension CaptureReader {
  mutating func readEnhancedPacket() throws(CaptureError) -> Frame {
    let length = try wholeBlock("a packet block", atLeast: 32)
    let captured = try checkedLength(input.load32(20, bigEndian: bigEndian), room: length - 32)
    return try deliver(
      length, at: 28, captured: captured, original: input.load32(24, bigEndian: bigEndian),
      interface: input.load32(8, bigEndian: bigEndian), time: 12)
  }

  /// The obsolete packet block: the interface has 16 bits, and a count of drops follows it (all ones means unknown).
  mutating func readPacket() throws(CaptureError) -> Frame {
    let length = try wholeBlock("a packet block", atLeast: 32)
    let captured = try checkedLength(input.load32(20, bigEndian: bigEndian), room: length - 32)
    let drops = input.load16(10, bigEndian: bigEndian)
    dropsBefore = drops == 0 || drops == 0xFFFF ? nil : UInt64(drops)
    return try deliver(
      length, at: 28, captured: captured, original: input.load32(24, bigEndian: bigEndian),
      interface: UInt32(input.load16(8, bigEndian: bigEndian)), time: 12)
  }

  /// A packet of the section's first interface, without a time.
  mutating func readSimplePacket() throws(CaptureError) -> Frame {
    let length = try wholeBlock("a simple packet block", atLeast: 16)
    let original = input.load32(8, bigEndian: bigEndian)
    guard let interface = interfaces.first else { throw malformed("a simple packet block before any interface") }
    let claimed = UInt32(clamping: min(Int(original), interface.snapshotLength))
    let captured = try checkedLength(claimed, room: length - 16)
    return try deliver(length, at: 12, captured: captured, original: original, interface: 0, time: nil)
  }

  private mutating func deliver(
    _ length: Int, at start: Int, captured: Int, original: UInt32, interface: UInt32, time: Int?
  ) throws(CaptureError) -> Frame {
    guard interface < UInt32(interfaces.count) else {
      throw malformed(
        "a packet of interface \(interface), but the section describes only \(interfaces.count) interfaces")
    }
    let id = Int(interface)
    frame = start..<start + captured
    let optionsStart = start + (captured + 3) & ~3
    optionsRange = time == nil ? 0..<0 : optionsStart..<max(optionsStart, length - 4)
    take(length)
    return Frame(
      number: 0, timestamp: time.map { interfaces[id].resolution.timestamp(loadTime($0)) } ?? Timestamp(nanoseconds: 0),
      linkType: interfaces[id].linkType, originalLength: Int(original), interfaceID: id, direction: direction())
  }

  private func direction() -> Frame.Direction {
    guard optionsRange.count >= 8 else { return .unknown }
    var cursor = PcapngOptions(optionsRange, bigEndian: bigEndian)
    while let option = cursor.next(input.bytes) {
      guard option.code == CaptureOption.Code.packetFlags, option.value.count == 4 else { continue }
      return Frame.Direction(rawValue: UInt8(input.load32(option.value.lowerBound, bigEndian: bigEndian) & 3))
        ?? .unknown
    }
    return .unknown
  }

  private func checkedLength(_ captured: UInt32, room: Int) throws(CaptureError) -> Int {
    guard captured <= UInt32(room) else {
      throw malformed("a packet block claims \(captured) captured bytes, but has only room for \(room)")
    }
    guard captured <= UInt32(Self.largestFrame) else {
      throw malformed(
        "a packet block claims \(captured) captured bytes; the maximum is \(Self.largestFrame)")
    }
    return Int(captured)
  }
}
