import TextOutput
import Wire

extension PacketListing {
  /// What became of an LLC header: its length with that of a SNAP header, and whether the payload was read.
  struct LLCResult {
    var headerLength: Int
    var isKnown: Bool = true
  }

  /// Appends an IEEE 802.2 header and what it carries.
  mutating func appendLLC(
    _ bytes: Span<UInt8>, at start: Int, length: Int, _ addresses: LinkAddresses?
  ) throws(Truncation) -> LLCResult {
    layer = "llc"
    let captured = bytes.count - start
    guard captured >= 3, length >= 3 else { return try appendShortLLC(bytes, at: start, length: length) }
    let destinationField = bytes[start]
    let sourceField = bytes[start + 1]
    let isUnnumbered = bytes[start + 2] & 3 == 3
    guard isUnnumbered || (captured >= 4 && length >= 4) else {
      return try appendShortLLC(bytes, at: start, length: length)
    }
    let control = isUnnumbered ? UInt16(bytes[start + 2]) : bytes.uint16(at: start + 2).byteSwapped
    let headerLength = isUnnumbered ? 3 : 4
    let destination = destinationField & 0xFE
    let source = sourceField & 0xFE
    if options.showsLinkHeader {
      appendLLCHeader(destinationField, sourceField, control, isUnnumbered: isUnnumbered)
    }
    let offset = start + headerLength
    let remaining = length - headerLength
    if source == 0xAA, destination == 0xAA, control == 0x03 {
      let isKnown = try appendSNAP(bytes, at: offset, length: remaining, addresses)
      return LLCResult(headerLength: headerLength + 5, isKnown: isKnown)
    }
    if source == 0x42, destination == 0x42, control == 0x03 {
      try appendSTP(bytes, at: offset, length: remaining)
      return LLCResult(headerLength: headerLength)
    }
    if source == 0x06, destination == 0x06, control == 0x03 {
      try appendIPv4(bytes, at: offset, length: remaining)
      return LLCResult(headerLength: headerLength)
    }
    if !options.showsLinkHeader { appendServiceAccessPoints(destination, source, addresses) }
    if isUnnumbered {
      let isKnown = try appendUnnumbered(bytes, at: offset, length: remaining, control, sourceField)
      return LLCResult(headerLength: headerLength, isKnown: isKnown)
    }
    let isSupervisory = control & 1 == 1
    appendNumbered(control, sourceField, length: length, isSupervisory: isSupervisory)
    return LLCResult(headerLength: headerLength, isKnown: isSupervisory)
  }

  private mutating func appendShortLLC(
    _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> LLCResult {
    appendTruncation()
    try appendBytes(bytes, at: start, length: bytes.count - start)
    return LLCResult(headerLength: min(bytes.count - start, length))
  }

  private mutating func appendLLCHeader(
    _ destination: UInt8, _ source: UInt8, _ control: UInt16, isUnnumbered: Bool
  ) {
    text.append("LLC, dsap ")
    text.append(Self.accessPointName(destination & 0xFE) ?? "Unknown")
    text.append(" (0x")
    text.append(hexadecimalByte: destination & 0xFE)
    text.append(destination & 1 == 1 ? ") Group, ssap " : ") Individual, ssap ")
    text.append(Self.accessPointName(source & 0xFE) ?? "Unknown")
    text.append(" (0x")
    text.append(hexadecimalByte: source & 0xFE)
    text.append(source & 1 == 1 ? ") Response, ctrl 0x" : ") Command, ctrl 0x")
    text.append(hexadecimal: UInt32(control), paddedTo: isUnnumbered ? 2 : 4)
    text.append(": ")
  }

  private mutating func appendServiceAccessPoints(_ destination: UInt8, _ source: UInt8, _ addresses: LinkAddresses?) {
    if let addresses { text.append(addresses.source) }
    if source != destination {
      if addresses != nil { text.append(byte: 0x20) }
      appendAccessPoint(source, unknown: "Unknown SSAP 0x")
    }
    if let addresses {
      text.append(" > ")
      text.append(addresses.destination)
      text.append(byte: 0x20)
    } else if source != destination {
      text.append(" > ")
    }
    appendAccessPoint(destination, unknown: "Unknown DSAP 0x")
    text.append(byte: 0x20)
  }

  private mutating func appendAccessPoint(_ point: UInt8, unknown: String) {
    if let name = Self.accessPointName(point) {
      text.append(name)
    } else {
      text.append(unknown)
      text.append(hexadecimalByte: point)
    }
  }

  private mutating func appendUnnumbered(
    _ bytes: Span<UInt8>, at offset: Int, length: Int, _ control: UInt16, _ sourceField: UInt8
  ) throws(Truncation) -> Bool {
    text.append("Unnumbered, ")
    let command = UInt8(truncatingIfNeeded: control & 0xEF)
    if let name = Self.commandName(command) {
      text.append(name)
    } else {
      text.append(hexadecimalByte: command)
    }
    appendLLCFlags(isResponse: sourceField & 1 == 1, isPoll: control & 0x10 != 0, length: length + 3)
    guard command == 0xAF else { return false }
    if length == 0 { return true }
    guard bytes.has(1, at: offset) else {
      appendTruncation()
      return true
    }
    guard bytes[offset] == 0x81 else { return false }
    guard bytes.has(3, at: offset), length >= 3 else {
      appendTruncation()
      try appendBytes(bytes, at: offset, length: bytes.count - offset)
      return true
    }
    text.append(": ")
    text.append(hexadecimalByte: bytes[offset + 1])
    text.append(byte: 0x20)
    text.append(hexadecimalByte: bytes[offset + 2])
    return true
  }

  private mutating func appendNumbered(_ control: UInt16, _ sourceField: UInt8, length: Int, isSupervisory: Bool) {
    if isSupervisory {
      text.append("Supervisory, ")
      text.append(["Receiver Ready", "Receiver not Ready", "Reject", "?"][Int(control >> 2 & 3)])
    } else {
      text.append("Information, send seq ")
      text.append(control >> 1 & 0x7F)
    }
    text.append(", rcv seq ")
    text.append(control >> 9 & 0x7F)
    appendLLCFlags(isResponse: sourceField & 1 == 1, isPoll: control & 0x100 != 0, length: length)
  }

  private mutating func appendLLCFlags(isResponse: Bool, isPoll: Bool, length: Int) {
    text.append(", Flags [")
    text.append(isPoll ? (isResponse ? "Final" : "Poll") : (isResponse ? "Response" : "Command"))
    text.append("], length ")
    text.append(length: length)
  }

  private static func accessPointName(_ point: UInt8) -> String? {
    switch point {
    case 0x00: "Null"
    case 0x02: "802.1B I"
    case 0x04: "SNA"
    case 0x06: "IP"
    case 0x0E: "ProWay NM"
    case 0x42: "STP"
    case 0x4E: "RS511"
    case 0x7E: "ISO8208"
    case 0x8E: "ProWay"
    case 0xAA: "SNAP"
    case 0xE0: "IPX"
    case 0xF0: "NetBeui"
    case 0xFE: "OSI"
    default: nil
    }
  }

  private static func commandName(_ command: UInt8) -> String? {
    switch command {
    case 0x03: "ui"
    case 0xE3: "test"
    case 0xAF: "xid"
    case 0x63: "ua"
    case 0x43: "disc"
    case 0x0F: "dm"
    case 0x6F: "sabme"
    case 0x87: "frmr"
    default: nil
    }
  }
}
