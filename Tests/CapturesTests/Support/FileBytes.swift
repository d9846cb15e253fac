/// The bytes of a capture file put together by hand, in either byte order: what our own writer never writes.
struct FileBytes {
  var bigEndian: Bool
  var bytes: [UInt8] = []

  init(bigEndian: Bool) {
    self.bigEndian = bigEndian
  }

  mutating func add<Value: FixedWidthInteger>(_ values: Value...) {
    for value in values {
      withUnsafeBytes(of: bigEndian ? value.bigEndian : value.littleEndian) { bytes += $0 }
    }
  }

  mutating func add(bytes more: [UInt8]) {
    bytes += more
  }

  // MARK: pcap

  mutating func pcapHeader(
    _ magic: UInt32, linkType: UInt32 = 1, snapshot: UInt32 = 262_144, version: (UInt16, UInt16) = (2, 4)
  ) {
    add(magic)
    add(version.0, version.1)
    add(0 as UInt32, 0, snapshot, linkType)
  }

  mutating func record(_ data: [UInt8], seconds: UInt32, fraction: UInt32, original: Int? = nil) {
    add(seconds, fraction, UInt32(data.count), UInt32(original ?? data.count))
    add(bytes: data)
  }

  // MARK: pcapng

  mutating func block(_ type: UInt32, _ body: (inout FileBytes) -> Void) {
    var inner = FileBytes(bigEndian: bigEndian)
    body(&inner)
    while inner.bytes.count % 4 != 0 { inner.bytes.append(0) }
    add(type, UInt32(inner.bytes.count + 12))
    add(bytes: inner.bytes)
    add(UInt32(inner.bytes.count + 12))
  }

  mutating func option(_ code: UInt16, _ value: [UInt8]) {
    add(code, UInt16(value.count))
    add(bytes: value + [UInt8](repeating: 0, count: -value.count & 3))
  }

  /// An option that holds a number.
  mutating func option<Value: FixedWidthInteger>(_ code: UInt16, number: Value) {
    option(code, withUnsafeBytes(of: bigEndian ? number.bigEndian : number.littleEndian) { Array($0) })
  }

  mutating func section(options: Bool = false) {
    block(0x0A0D_0D0A) { block in
      block.add(0x1A2B_3C4D as UInt32)
      block.add(1 as UInt16, 0)
      block.add(Int64(-1))
      if options {
        block.option(4, Array("made by hand".utf8))
        block.add(0 as UInt32)
      }
    }
  }

  mutating func interface(
    linkType: UInt16 = 1, snapshot: UInt32 = 0, name: String? = nil, resolution: UInt8? = nil, offset: Int64? = nil
  ) {
    block(1) { block in
      block.add(linkType, 0)
      block.add(snapshot)
      if let name { block.option(2, Array(name.utf8)) }
      if let resolution { block.option(9, [resolution]) }
      if let offset {
        block.add(14 as UInt16, 8)
        block.add(offset)
      }
      if name != nil || resolution != nil || offset != nil { block.add(0 as UInt32) }
    }
  }

  mutating func enhancedPacket(
    _ data: [UInt8], interface: UInt32 = 0, time: UInt64, original: Int? = nil, flags: UInt32? = nil,
    comments: [String] = []
  ) {
    block(6) { block in
      block.add(interface, UInt32(time >> 32), UInt32(truncatingIfNeeded: time))
      block.add(UInt32(data.count), UInt32(original ?? data.count))
      block.add(bytes: data + [UInt8](repeating: 0, count: -data.count & 3))
      for comment in comments { block.option(1, Array(comment.utf8)) }
      if let flags {
        block.add(2 as UInt16, 4)
        block.add(flags)
      }
      if flags != nil || !comments.isEmpty { block.add(0 as UInt32) }
    }
  }

  mutating func simplePacket(_ data: [UInt8], original: Int? = nil) {
    block(3) { block in
      block.add(UInt32(original ?? data.count))
      block.add(bytes: data)
    }
  }

  /// The obsolete packet block.
  mutating func packet(_ data: [UInt8], interface: UInt16 = 0, time: UInt64) {
    block(2) { block in
      block.add(interface, 7)
      block.add(UInt32(time >> 32), UInt32(truncatingIfNeeded: time), UInt32(data.count), UInt32(data.count))
      block.add(bytes: data)
    }
  }
}
