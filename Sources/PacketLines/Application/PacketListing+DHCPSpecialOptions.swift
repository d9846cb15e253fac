import TextOutput
import Wire

extension PacketListing {
  /// Appends the data of an option that has a form of its own; gives how many bytes of it are left over.
  mutating func appendSpecialDHCPData(
    _ code: UInt8, _ bytes: Span<UInt8>, _ data: Range<Int>
  ) throws(Truncation) -> Int {
    let required = Self.leastDHCPLength(code)
    guard data.count >= required else {
      text.append("[ERROR: length < ")
      text.append(length: required)
      text.append(" bytes]")
      return 0
    }
    switch code {
    case 46:
      appendName(bytes[data.lowerBound], [(1, "b-node"), (2, "p-node"), (4, "m-node"), (8, "h-node")])
      return data.count - 1
    case 52:
      appendName(bytes[data.lowerBound], [(1, "file"), (2, "sname"), (3, "file+sname")])
      return data.count - 1
    case 61: appendClientIdentifier(bytes, data)
    case 77: appendUserClasses(bytes, data)
    case 81: appendClientName(bytes, data)
    case 82: return appendAgentInformation(bytes, data)
    default: try appendClasslessRoutes(bytes, data)
    }
    return 0
  }

  /// The fewest bytes with which an option is read.
  private static func leastDHCPLength(_ code: UInt8) -> Int {
    switch code {
    case 46, 52, 61: 1
    case 77: 2
    case 81: 3
    case 121, 249: 5
    default: 0
    }
  }

  private mutating func appendName(_ value: UInt8, _ names: [(UInt8, String)]) {
    if let known = names.first(where: { $0.0 == value }) { return text.append(known.1) }
    text.append("#", value)
  }

  /// RFC 2132 section 9.14.
  private mutating func appendClientIdentifier(_ bytes: Span<UInt8>, _ data: Range<Int>) {
    let identifier = data.dropFirst()
    switch bytes[data.lowerBound] {
    case 0:
      text.append("\"")
      appendVisible(bytes, identifier)
      return text.append("\"")
    case 1: text.append("ether ")
    case 6: text.append("ieee802 ")
    case 7: text.append("arcnet ")
    case 15: text.append("frelay ")
    case 23: text.append("strip ")
    case 24: text.append("ieee1394 ")
    case let type:
      text.append("hardware-type ", type)
      text.append(", ")
    }
    appendColonSeparated(bytes, identifier)
  }

  /// RFC 4702 section 2.
  private mutating func appendClientName(_ bytes: Span<UInt8>, _ data: Range<Int>) {
    let flags = bytes[data.lowerBound]
    if flags & 0xF0 != 0 {
      text.append("[ERROR: MBZ nibble 0x", hexadecimal: UInt32(flags >> 4))
      text.append(" != 0] ")
    }
    if flags & 0x0F != 0 {
      text.append("[")
      for (bit, letter) in [(UInt8(1), "S"), (2, "O"), (4, "E"), (8, "N")] where flags & bit != 0 {
        text.append(letter)
      }
      text.append("] ")
    }
    let codes = (bytes[data.lowerBound + 1], bytes[data.lowerBound + 2])
    if codes != (0, 0) {
      text.append(codes.0)
      text.append("/", codes.1)
      text.append(" ")
    }
    text.append("\"")
    appendVisible(bytes, data.dropFirst(3))
    text.append("\"")
  }

  /// RFC 3046 section 2.0.
  private mutating func appendAgentInformation(_ bytes: Span<UInt8>, _ data: Range<Int>) -> Int {
    var offset = data.lowerBound
    while data.upperBound - offset >= 2 {
      let code = bytes[offset]
      let length = Int(bytes[offset + 1])
      offset += 2
      text.append("\n\t      ")
      text.append([1: "Circuit-ID", 2: "Remote-ID", 6: "Subscriber-ID"][code] ?? "Unknown")
      text.append(" SubOption ", code)
      text.append(", length ")
      text.append(length: length)
      guard length <= data.upperBound - offset else {
        text.append(": length goes past end of option")
        return 0
      }
      text.append(": ")
      if [1, 2, 6].contains(code) {
        appendVisible(bytes, offset..<(offset + length))
      } else {
        appendUnknownData(bytes, at: offset, length: length, prefix: "\n\t\t")
      }
      offset += length
    }
    return data.upperBound - offset
  }

  /// RFC 3442.
  private mutating func appendClasslessRoutes(_ bytes: Span<UInt8>, _ data: Range<Int>) throws(Truncation) {
    var offset = data.lowerBound
    while offset < data.upperBound {
      if offset > data.lowerBound { text.append(",") }
      let width = bytes[offset]
      offset += 1
      guard width <= 32 else {
        text.append("[ERROR: Mask width (", width)
        return text.append(") > 32]")
      }
      let significant = Int(width + 7) / 8
      guard data.upperBound - offset >= significant + 4 else {
        text.append("[ERROR: Remaining length (")
        text.append(length: data.upperBound - offset)
        text.append(") < ")
        text.append(length: significant + 4)
        return text.append(" bytes]")
      }
      text.append(width == 0 ? "(default" : "(")
      if width > 0 {
        for index in 0..<4 {
          if index > 0 { text.append(".") }
          text.append(index < significant ? bytes[offset + index] : 0)
        }
        text.append("/", width)
      }
      text.append(":", try bytes.ipv4Address(offset + significant))
      text.append(")")
      offset += significant + 4
    }
  }

  /// RFC 3004 section 4.
  private mutating func appendUserClasses(_ bytes: Span<UInt8>, _ data: Range<Int>) {
    var offset = data.lowerBound
    var number = 1
    while offset < data.upperBound {
      let length = Int(bytes[offset])
      offset += 1
      text.append("\n\t      instance#")
      text.append(length: number)
      text.append(": ")
      if length == 0 { return text.append("[ERROR: suboption length must be non-zero]") }
      if data.upperBound - offset < length { return text.append("[ERROR: invalid option]") }
      text.append("\"")
      appendVisible(bytes, offset..<(offset + length))
      text.append("\", length ")
      text.append(length: length)
      number += 1
      offset += length
    }
  }
}
