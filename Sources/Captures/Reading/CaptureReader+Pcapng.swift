internal import Wire

/// The block format: sections with interfaces and packets, among blocks that are passed over.
extension CaptureReader {
  /// The most bytes of a block that is looked into: the largest frame, and room for its options.
  private static let largestBlock = 16 * 1024 * 1024
  /// The most interfaces of one section: a bound on what a hostile file makes us remember.
  private static let mostInterfaces = 65_536

  private enum Block {
    static let interface: UInt32 = 1
    static let packet: UInt32 = 2
    static let simplePacket: UInt32 = 3
    static let enhancedPacket: UInt32 = 6
  }

  /// Reads the section header and on to the first interface, so that the link type is known before the first frame.
  mutating func readFirstSection() throws(CaptureError) {
    try readSectionHeader()
    while interfaces.isEmpty, try input.require(12) {
      let type = input.load32(0, bigEndian: bigEndian)
      let holdsPacket = [Block.packet, Block.simplePacket, Block.enhancedPacket].contains(type)
      if holdsPacket || type == FileMagic.sectionHeader { return }
      if type == Block.interface { return try readInterface() }
      try passOver()
    }
  }

  /// Moves on to the next block that holds a packet.
  mutating func nextPacketBlock() throws(CaptureError) -> Frame? {
    while true {
      guard try input.require(12) else {
        if input.available == 0 { return nil }
        throw cutShort("a block header", needed: 12)
      }
      switch input.load32(0, bigEndian: bigEndian) {
      case Block.enhancedPacket: return try readEnhancedPacket()
      case Block.packet: return try readPacket()
      case Block.simplePacket: return try readSimplePacket()
      case Block.interface: try readInterface()
      case FileMagic.sectionHeader: try readSectionHeader()
      default: try passOver()
      }
    }
  }

  private mutating func readSectionHeader() throws(CaptureError) {
    guard try input.require(28) else { throw cutShort("a section header", needed: 28) }
    switch input.load32(8, bigEndian: false) {
    case 0x1A2B_3C4D: bigEndian = false
    case 0x4D3C_2B1A: bigEndian = true
    default: throw malformed("a section header without the byte-order mark 1A 2B 3C 4D")
    }
    let (major, minor) = (input.load16(12, bigEndian: bigEndian), input.load16(14, bigEndian: bigEndian))
    guard major == 1, minor == 0 || minor == 2 else {
      throw CaptureError(
        .unsupported, path: path, offset: input.offset + 12, "version \(major).\(minor) of pcapng; 1.0 is read")
    }
    interfaces = []
    try passOver()
  }

  private mutating func readInterface() throws(CaptureError) {
    let length = try wholeBlock("an interface description", atLeast: 20)
    guard interfaces.count < Self.mostInterfaces else { throw malformed("more than \(Self.mostInterfaces) interfaces") }
    let snapshot = Int(input.load32(12, bigEndian: bigEndian))
    var interface = CaptureInterface(
      linkType: LinkType(fileValue: UInt32(input.load16(8, bigEndian: bigEndian))),
      snapshotLength: 1...0x7FFF_FFFF ~= snapshot ? snapshot : Self.largestFrame, resolution: .microseconds)
    var cursor = PcapngOptions(16..<length - 4, bigEndian: bigEndian)
    while let option = cursor.next(input.bytes) {
      switch (option.code, option.value.count) {
      case (PcapngOption.interfaceName, _):
        interface.name = text(option.value)
      case (PcapngOption.interfaceResolution, 1...):
        let resolution = input.bytes[option.value.lowerBound]
        interface.resolution = TimestampResolution(rawValue: resolution, offset: interface.resolution.offset)
      case (PcapngOption.interfaceOffset, 8...):
        interface.resolution.offset = Int64(bitPattern: load64(option.value.lowerBound))
      default: break
      }
    }
    interfaces.append(interface)
    input.consume(length)
  }

  private mutating func readEnhancedPacket() throws(CaptureError) -> Frame {
    let length = try wholeBlock("a packet block", atLeast: 32)
    let captured = try checkedLength(input.load32(20, bigEndian: bigEndian), room: length - 32)
    return try deliver(
      length, at: 28, captured: captured, original: input.load32(24, bigEndian: bigEndian),
      interface: input.load32(8, bigEndian: bigEndian), time: 12)
  }

  /// The obsolete packet block: the interface has 16 bits, and a count of drops follows it.
  private mutating func readPacket() throws(CaptureError) -> Frame {
    let length = try wholeBlock("a packet block", atLeast: 32)
    let captured = try checkedLength(input.load32(20, bigEndian: bigEndian), room: length - 32)
    return try deliver(
      length, at: 28, captured: captured, original: input.load32(24, bigEndian: bigEndian),
      interface: UInt32(input.load16(8, bigEndian: bigEndian)), time: 12)
  }

  /// A packet of the section's first interface, without a time.
  private mutating func readSimplePacket() throws(CaptureError) -> Frame {
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
      throw malformed("a packet of interface \(interface); the section has described \(interfaces.count)")
    }
    let id = Int(interface)
    frame = start..<start + captured
    let optionsStart = start + (captured + 3) & ~3
    options = time == nil ? 0..<0 : optionsStart..<max(optionsStart, length - 4)
    take(length)
    return Frame(
      number: 0, timestamp: time.map { interfaces[id].resolution.timestamp(loadTime($0)) } ?? Timestamp(nanoseconds: 0),
      linkType: interfaces[id].linkType, originalLength: Int(original), interfaceID: id, direction: direction())
  }

  private func direction() -> Frame.Direction {
    guard options.count >= 8 else { return .unknown }
    var cursor = PcapngOptions(options, bigEndian: bigEndian)
    while let option = cursor.next(input.bytes) {
      guard option.code == PcapngOption.packetFlags, option.value.count == 4 else { continue }
      return Frame.Direction(rawValue: UInt8(input.load32(option.value.lowerBound, bigEndian: bigEndian) & 3))
        ?? .unknown
    }
    return .unknown
  }

  private func checkedLength(_ captured: UInt32, room: Int) throws(CaptureError) -> Int {
    guard captured <= UInt32(room) else {
      throw malformed("a packet block claims \(captured) captured bytes and has room for \(room)")
    }
    guard captured <= UInt32(Self.largestFrame) else {
      throw malformed(
        "a packet block claims \(captured) captured bytes; more than \(Self.largestFrame) is not a packet")
    }
    return Int(captured)
  }

  /// Brings a block into the window and gives its length, having checked that both of its lengths agree.
  private mutating func wholeBlock(_ name: String, atLeast least: Int) throws(CaptureError) -> Int {
    let length = try blockLength(name, atLeast: least)
    guard length <= Self.largestBlock else {
      throw malformed("\(name) claims \(length) bytes; more than \(Self.largestBlock) is not read")
    }
    guard try input.require(length) else { throw cutShort(name, needed: length) }
    let trailer = Int(input.load32(length - 4, bigEndian: bigEndian))
    guard trailer == length else {
      throw malformed("\(name) says \(length) bytes at its start and \(trailer) at its end")
    }
    return length
  }

  private func blockLength(_ name: String, atLeast least: Int) throws(CaptureError) -> Int {
    let length = Int(input.load32(4, bigEndian: bigEndian))
    guard length >= least, length & 3 == 0 else {
      throw malformed("\(name) claims \(length) bytes; a multiple of 4, and at least \(least), is needed")
    }
    return length
  }

  /// Moves past a block, however long, that holds nothing for us.
  private mutating func passOver() throws(CaptureError) {
    let start = input.offset
    let length = try blockLength("a block", atLeast: 12)
    guard try input.skip(length - 4), try input.require(4) else {
      throw CaptureError(
        .cutShort, path: path, offset: input.offset + input.available,
        "a block that starts at byte \(start) needs \(length) bytes")
    }
    let trailer = Int(input.load32(0, bigEndian: bigEndian))
    guard trailer == length else {
      throw malformed("a block says \(length) bytes at its start and \(trailer) at its end")
    }
    input.consume(4)
  }

  private func loadTime(_ at: Int) -> UInt64 {
    UInt64(input.load32(at, bigEndian: bigEndian)) << 32 | UInt64(input.load32(at + 4, bigEndian: bigEndian))
  }

  private func load64(_ at: Int) -> UInt64 {
    bigEndian ? loadTime(at) : loadTime(at).byteSwappedWords
  }
}

extension UInt64 {
  /// The two halves exchanged.
  fileprivate var byteSwappedWords: UInt64 { self << 32 | self >> 32 }
}
