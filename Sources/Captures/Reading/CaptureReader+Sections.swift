internal import Wire

/// Reads sections and their interfaces.
extension CaptureReader {
  /// The most interfaces of one section, which limits the memory that a hostile file can cause.
  private static let mostInterfaces = 65_536

  mutating func readSectionHeader() throws(CaptureError) {
    guard try input.require(28) else { throw cutShort("a section header", needed: 28) }
    let isBigEndian: Bool
    switch input.load32(8, bigEndian: false) {
    case BlockType.byteOrderMark: isBigEndian = false
    case 0x4D3C_2B1A: isBigEndian = true
    default: throw malformed("a section header without the byte-order mark 1A 2B 3C 4D")
    }
    let (major, minor) = (input.load16(12, bigEndian: isBigEndian), input.load16(14, bigEndian: isBigEndian))
    guard major == 1, minor == 0 || minor == 2 else {
      throw CaptureError(
        .unsupported, path: path, offset: input.offset + 12,
        "version \(major).\(minor) of pcapng is not supported, only 1.0")
    }
    bigEndian = isBigEndian
    let length = try wholeBlock("a section header", atLeast: 28)
    try add(.section(wantsBlocks ? options(in: 24..<length - 4, of: .section) : []))
    section = (section ?? 0) + 1
    earlierDrops = dropsWhenCaptured
    (interfaces, drops) = ([], [:])
    input.consume(length)
  }

  mutating func readInterface() throws(CaptureError) {
    let length = try wholeBlock("an interface description", atLeast: 20)
    guard interfaces.count < Self.mostInterfaces else { throw malformed("more than \(Self.mostInterfaces) interfaces") }
    let snapshot = Int(input.load32(12, bigEndian: bigEndian))
    var interface = CaptureInterface(
      linkType: LinkType(fileValue: UInt32(input.load16(8, bigEndian: bigEndian))),
      snapshotLength: 1...0x7FFF_FFFF ~= snapshot ? snapshot : Self.largestFrame, resolution: .microseconds)
    for option in options(in: 16..<length - 4, of: .interface) {
      switch (option.code, option.value.count) {
      case (CaptureOption.Code.interfaceName, _):
        interface.name = option.text
      case (CaptureOption.Code.interfaceResolution, 1...):
        interface.resolution = TimestampResolution(rawValue: option.value[0], offset: interface.resolution.offset)
      case (CaptureOption.Code.interfaceOffset, 8...):
        interface.resolution.offset = Int64(bitPattern: option.number)
      default:
        // Other options are needed only if the blocks are written again.
        if wantsBlocks { interface.options.append(option) }
      }
    }
    add(interface)
    input.consume(length)
  }

  /// The options of a block that is completely in the window, without those that must not be copied.
  func options(in range: Range<Int>, of layout: OptionLayout) -> [CaptureOption] {
    var options: [CaptureOption] = []
    var cursor = PcapngOptions(range, bigEndian: bigEndian)
    while let option = cursor.next(input.bytes) {
      guard !CaptureOption.Code.customNotToCopy.contains(option.code) else { continue }
      let value = layout.littleEndian(option.code, copy(option.value), from: bigEndian)
      options.append(CaptureOption(code: option.code, value: value))
    }
    return options
  }

  /// A copy of bytes in the window.
  func copy(_ range: Range<Int>) -> [UInt8] {
    // The pointer is used only during this call, which copies the bytes.
    input.bytes.extracting(range).withUnsafeBufferPointer { Array($0) }
  }
}
