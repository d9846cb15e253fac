internal import Wire

/// Reads the classic format: a file header of 24 bytes, then records.
extension CaptureReader {
  mutating func readPcapHeader(_ resolution: TimestampResolution) throws(CaptureError) {
    guard try input.require(24) else { throw cutShort("the file header", needed: 24) }
    let (major, minor) = (input.load16(4, bigEndian: bigEndian), input.load16(6, bigEndian: bigEndian))
    guard major == 2 || (major == 543 && minor == 0) else {
      throw CaptureError(
        .unsupported, path: path, offset: 4,
        "version \(major).\(minor) of the pcap format is not supported, only 2.0 to 2.4")
    }
    if major == 543 || minor < 3 {
      lengthOrder = .originalFirst
    } else if minor == 3 {
      lengthOrder = .smallerIsCaptured
    }
    let snapshot = Int(input.load32(16, bigEndian: bigEndian))
    // The upper half gives the length of frame check sequences, which readers do not remove.
    let word = input.load32(20, bigEndian: bigEndian)
    var interface = CaptureInterface(
      linkType: LinkType(fileValue: word & 0xFFFF),
      snapshotLength: 1...0x7FFF_FFFF ~= snapshot ? snapshot : Self.largestFrame, resolution: resolution)
    interface.linkTypeFlags = word & 0xFFFF_0000
    add(interface)
    input.consume(24)
  }

  mutating func nextRecord() throws(CaptureError) -> Frame? {
    let header = 16
    guard try input.require(header) else {
      if input.available == 0 { return nil }
      throw cutShort("a record header", needed: header)
    }
    let (captured, original) = lengthOrder.lengths(
      Int(input.load32(8, bigEndian: bigEndian)), Int(input.load32(12, bigEndian: bigEndian)))
    guard captured <= Self.largestFrame else {
      throw malformed("a record claims \(captured) captured bytes; the maximum is \(Self.largestFrame)")
    }
    guard try input.require(header + captured) else { throw cutShort("a record", needed: header + captured) }
    take(header + captured)
    // Some writers store more bytes than the snapshot length in the file's header. Like libpcap, ignore the surplus.
    frame = header..<header + min(captured, interfaces[0].snapshotLength)
    let (seconds, fraction) = (input.load32(0, bigEndian: bigEndian), input.load32(4, bigEndian: bigEndian))
    let scale: Int64 = interfaces[0].resolution == .nanoseconds ? 1 : 1000
    var result = Frame(
      number: 0,
      // The sum of 32-bit seconds and fractions cannot overflow a timestamp.
      timestamp: Timestamp(nanoseconds: Int64(seconds) * 1_000_000_000 + Int64(fraction) * scale),
      linkType: interfaces[0].linkType, originalLength: original)
    result.fractionSeconds = UInt16(Int64(fraction) * scale / 1_000_000_000)
    return result
  }
}

extension LinkType {
  /// The type for a number in a file. Some systems write 12 or 14 for raw IP.
  init(fileValue: UInt32) {
    self = fileValue == 12 || fileValue == 14 ? .raw : LinkType(rawValue: fileValue)
  }
}

/// The order of the two lengths in a pcap record, which differs in files before version 2.4.
enum RecordLengthOrder {
  case capturedFirst
  case originalFirst
  /// Version 2.3: either order; the smaller one is the captured length.
  case smallerIsCaptured

  /// The captured and the original length, from the two lengths of a record.
  func lengths(_ first: Int, _ second: Int) -> (captured: Int, original: Int) {
    switch self {
    case .capturedFirst: (first, second)
    case .originalFirst: (second, first)
    case .smallerIsCaptured: (min(first, second), max(first, second))
    }
  }
}
