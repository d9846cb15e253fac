internal import Wire

/// Reads the block format: sections with interfaces, packets and other blocks.
extension CaptureReader {
  /// Reads the section header and continues to the first interface, so that the link type is known before the first
  /// frame.
  mutating func readFirstSection() throws(CaptureError) {
    try readSectionHeader()
    while interfaces.isEmpty, try input.require(12) {
      switch input.load32(0, bigEndian: bigEndian) {
      case BlockType.packet, BlockType.simplePacket, BlockType.enhancedPacket, BlockType.section: return
      case BlockType.interface: return try readInterface()
      case let type: try readOther(type)
      }
    }
  }

  /// Moves to the next block that contains a packet.
  mutating func nextPacketBlock() throws(CaptureError) -> Frame? {
    while true {
      guard try input.require(12) else {
        if input.available == 0 { return nil }
        throw cutShort("a block header", needed: 12)
      }
      switch input.load32(0, bigEndian: bigEndian) {
      case BlockType.enhancedPacket: return try readEnhancedPacket()
      case BlockType.packet: return try readPacket()
      case BlockType.simplePacket: return try readSimplePacket()
      case BlockType.interface: try readInterface()
      case BlockType.section: try readSectionHeader()
      case let type: try readOther(type)
      }
    }
  }
}
