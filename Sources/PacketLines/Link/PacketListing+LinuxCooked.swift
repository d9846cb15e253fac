import TextOutput
import Wire

extension PacketListing {
  mutating func appendLinuxSLL(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "sll"
    guard let header = try? LinuxSLLHeader(bytes) else { throw Truncation() }
    if options.showsLinkHeader { append(header, length: length) }
    let offset = LinuxSLLHeader.length
    if try !appendCooked(bytes, at: offset, type: header.etherType, length: length - offset) {
      if !options.showsLinkHeader { append(header, length: length - taggedLength(bytes, offset, header.etherType)) }
      try appendCookedUnknown(bytes, at: offset, type: header.etherType)
    }
  }

  mutating func appendLinuxSLL2(_ bytes: Span<UInt8>, length: Int) throws(Truncation) {
    layer = "sll2"
    guard let header = try? LinuxSLL2Header(bytes) else { throw Truncation() }
    append(padded: options.interfaceName(header.interfaceIndex).map { HarmlessText.escaped($0) } ?? "?", to: 5)
    text.append(byte: 0x20)
    append(padded: Self.cookedTypeName(UInt16(header.packetType)), to: 3)
    text.append(byte: 0x20)
    if options.showsLinkHeader { append(header, length: length) }
    let offset = LinuxSLL2Header.length
    if try !appendCooked(bytes, at: offset, type: header.etherType, length: length - offset) {
      if !options.showsLinkHeader { append(header, length: length - taggedLength(bytes, offset, header.etherType)) }
      try appendCookedUnknown(bytes, at: offset, type: header.etherType)
    }
  }

  /// Appends what a cooked header carries; false if its type is one that names no protocol we read.
  private mutating func appendCooked(
    _ bytes: Span<UInt8>, at start: Int, type: EtherType, length: Int
  ) throws(Truncation) -> Bool {
    var type = type
    var offset = start
    while type == .vlan {
      guard let tag = try? VLANTag(bytes, at: offset) else {
        layer = "vlan"
        appendTruncation()
        linkHeaderLength = bytes.count
        return true
      }
      if options.showsLinkHeader { append(tag) }
      type = tag.etherType.rawValue <= 1500 ? EtherType(rawValue: 4) : tag.etherType
      if !options.quick {
        text.append("ethertype ")
        text.append(type.listingName ?? "Unknown")
        text.append(", ")
      }
      offset += VLANTag.length
    }
    linkHeaderLength = offset
    guard type.rawValue > 1500 else {
      try appendCooked802(bytes, at: offset, type: type, length: length - (offset - start))
      return true
    }
    return try append(type, bytes, at: offset, length: length - (offset - start))
  }

  private mutating func appendCooked802(
    _ bytes: Span<UInt8>, at offset: Int, type: EtherType, length: Int
  ) throws(Truncation) {
    guard type.rawValue == 4 else { return try appendUnknown(bytes, at: offset, length: bytes.count - offset) }
    let llc = try appendLLC(bytes, at: offset, length: length, nil)
    if llc.isKnown {
      linkHeaderLength = offset + llc.headerLength
    } else {
      try appendUnknown(bytes, at: offset, length: bytes.count - offset)
    }
  }

  private mutating func appendCookedUnknown(_ bytes: Span<UInt8>, at start: Int, type: EtherType) throws(Truncation) {
    let offset = start + taggedLength(bytes, start, type)
    try appendUnknown(bytes, at: offset, length: bytes.count - offset)
  }

  /// The length of the VLAN tags after a cooked header.
  private func taggedLength(_ bytes: Span<UInt8>, _ start: Int, _ type: EtherType) -> Int {
    var type = type
    var offset = start
    while type == .vlan, let tag = try? VLANTag(bytes, at: offset) {
      type = tag.etherType
      offset += VLANTag.length
    }
    return offset - start
  }

  private mutating func append(_ header: LinuxSLLHeader, length: Int) {
    layer = "sll"
    let name = Self.cookedTypeName(header.packetType)
    for _ in name.utf8.count..<3 { text.append(byte: 0x20) }
    text.append(name)
    text.append(byte: 0x20)
    appendCookedAddress(header.address, length: header.addressLength)
    appendCookedType(header.etherType, length: length)
  }

  private mutating func append(_ header: LinuxSLL2Header, length: Int) {
    layer = "sll2"
    text.append("ifindex ")
    text.append(header.interfaceIndex)
    text.append(byte: 0x20)
    appendCookedAddress(header.address, length: header.addressLength)
    appendCookedType(header.etherType, length: length)
  }

  private mutating func appendCookedAddress(_ address: UInt64, length: Int) {
    guard length == 6 else { return }
    text.append(MACAddress(rawValue: address >> 16))
    text.append(byte: 0x20)
  }

  private mutating func appendCookedType(_ type: EtherType, length: Int) {
    guard !options.quick else { return }
    switch type.rawValue {
    case 1: text.append("802.3")
    case 4: text.append("802.2")
    case ...1500:
      text.append("ethertype Unknown (0x")
      text.append(hexadecimal: UInt32(type.rawValue), paddedTo: 4)
      text.append(")")
    default: appendNameAndNumber(type)
    }
    appendEthernetLength(length)
  }

  private mutating func append(padded name: String, to width: Int) {
    text.append(name)
    let length = name.utf8.count
    for _ in length..<max(length, width) { text.append(byte: 0x20) }
  }

  private static func cookedTypeName(_ type: UInt16) -> String {
    switch type {
    case 0: "In"
    case 1: "B"
    case 2: "M"
    case 3: "P"
    case 4: "Out"
    default: "?"
    }
  }
}
