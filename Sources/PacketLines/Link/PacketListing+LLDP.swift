import TextOutput
import Wire

extension PacketListing {
  /// Appends LLDP (IEEE 802.1AB): its length and the system's name, and with `-v` every element. Those of organizations
  /// are shown in hexadecimal.
  mutating func appendLLDP(_ bytes: Span<UInt8>, at start: Int, length: Int) {
    layer = "lldp"
    text.append("LLDP, length ")
    text.append(length: length)
    do {
      try appendElements(bytes, at: start, length: length)
    } catch {
      appendTruncation()
    }
  }

  private mutating func appendElements(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    var (offset, rest) = (start, length)
    while rest >= 2 {
      let head = try bytes.get16(offset)
      let (type, size) = (head >> 9, Int(head & 0x1FF))
      offset += 2
      rest -= 2
      if options.verbosity > 0 {
        text.append("\n\t")
        text.append(Self.elementNames[type] ?? "Unknown")
        text.append(" TLV (", type)
        text.append("), length ")
        text.append(length: size)
      }
      if type == 0 || size == 0 { return }
      try bytes.require(size, at: offset)
      guard rest >= size else { return appendTruncation() }
      let element = bytes.extracting(0..<offset + size)
      if type == 5 {
        text.append(": ")
        _ = appendTerminated(element, offset..<offset + size)
      } else if options.verbosity > 0 {
        guard let isKnown = try appendElement(type, element, at: offset) else { return appendTruncation() }
        if !isKnown, options.verbosity == 1 { appendElementBytes(element, at: offset) }
      }
      if options.verbosity > 1 { appendElementBytes(element, at: offset) }
      offset += size
      rest -= size
    }
  }

  private mutating func appendElementBytes(_ element: Span<UInt8>, at offset: Int) {
    text.appendHexadecimal(element.extracting(offset...), prefix: "\n\t  ")
  }

  private static let elementNames: [UInt16: String] = [
    0: "End", 1: "Chassis ID", 2: "Port ID", 3: "Time to Live", 4: "Port Description", 5: "System Name",
    6: "System Description", 7: "System Capabilities", 8: "Management Address", 127: "Organization specific",
  ]

  /// Appends an element's value; false if it is not known, nil if it is too short. `element` ends where its value does.
  private mutating func appendElement(
    _ type: UInt16, _ element: Span<UInt8>, at start: Int
  ) throws(Truncation) -> Bool? {
    let length = element.count - start
    switch type {
    case 1: return try appendIdentity(element, at: start, Self.chassisNames, address: 4, network: 5)
    case 2: return try appendIdentity(element, at: start, Self.portNames, address: 3, network: 4)
    case 3:
      guard length >= 2 else { return nil }
      text.append(": TTL ", try element.get16(start))
      text.append("s")
    case 4, 6:
      text.append(type == 4 ? ": " : "\n\t  ")
      _ = appendTerminated(element, start..<element.count)
    case 7:
      guard length >= 4 else { return nil }
      try appendCapabilities("System  ", element, at: start)
      try appendCapabilities("Enabled ", element, at: start + 2)
    case 8: return try appendManagementAddress(element, at: start) ? true : nil
    case 127:
      guard length >= 3 else { return nil }
      text.append(": OUI ")
      appendOrganization(try element.get24(start))
      return false
    default: return false
    }
    return true
  }

  private static let chassisNames: [UInt8: String] = [
    1: "Chassis component", 2: "Interface alias", 3: "Port component", 4: "MAC address", 5: "Network address",
    6: "Interface name", 7: "Local",
  ]

  private static let portNames: [UInt8: String] = [
    1: "Interface alias", 2: "Port component", 3: "MAC address", 4: "Network Address", 5: "Interface Name",
    6: "Agent circuit ID", 7: "Local",
  ]

  private mutating func appendIdentity(
    _ element: Span<UInt8>, at start: Int, _ names: [UInt8: String], address: UInt8, network: UInt8
  ) throws(Truncation) -> Bool? {
    let length = element.count - start
    guard length >= 2 else { return nil }
    let type = element[start]
    text.append("\n\t  Subtype ")
    text.append(names[type] ?? "Unknown")
    text.append(" (", type)
    text.append("): ")
    guard names[type] != nil else { return false }
    if type == address {
      guard length >= 7 else { return nil }
      text.append(try element.macAddress(start + 1))
    } else if type == network {
      return try appendFamilyAddress("", element, start + 1..<element.count) ? true : nil
    } else {
      _ = appendTerminated(element, start + 1..<element.count)
    }
    return true
  }

  private mutating func appendCapabilities(
    _ words: String, _ element: Span<UInt8>, at offset: Int
  ) throws(Truncation) {
    let bits = UInt32(try element.get16(offset))
    text.append("\n\t  ")
    text.append(words)
    text.append("Capabilities [")
    appendFlagNames(
      bits,
      [
        (0x01, "Other"), (0x02, "Repeater"), (0x04, "Bridge"), (0x08, "WLAN AP"), (0x10, "Router"), (0x20, "Telephone"),
        (0x40, "Docsis"), (0x80, "Station Only"),
      ])
    text.append("] (0x", hexadecimal: bits, paddedTo: 4)
    text.append(")")
  }

  /// An address after its family (IANA "Address Family Numbers"); false, and nothing appended, if it is too short.
  private mutating func appendFamilyAddress(
    _ words: String, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(Truncation) -> Bool {
    guard let first = range.first else { return false }
    let (family, start) = (try bytes.get8(first), first + 1)
    let needed = family == 1 ? 4 : family == 2 ? 16 : family == 6 ? 6 : 0
    guard range.upperBound - start >= needed else { return false }
    text.append(words)
    text.append("AFI ")
    switch family {
    case 25: text.append("VPLS")
    case 196: text.append("Layer-2 VPN")
    default: text.append(Self.familyNames.indices.contains(Int(family)) ? Self.familyNames[Int(family)] : "Unknown")
    }
    text.append(" (", family)
    text.append(needed == 0 ? "), no AF printer !" : "): ")
    switch family {
    case 1: text.append(try bytes.ipv4Address(start))
    case 2: text.append(try bytes.ipv6Address(start))
    case 6: text.append(try bytes.macAddress(start))
    default: break
    }
    return true
  }

  private static let familyNames = [
    "Reserved", "IPv4", "IPv6", "NSAP", "HDLC", "BBN 1822", "802", "E.163", "E.164", "F.69", "X.121", "Novell IPX",
    "Appletalk", "Decnet IV", "Banyan Vines", "E.164 with NSAP subaddress",
  ]

  private mutating func appendManagementAddress(
    _ element: Span<UInt8>, at start: Int
  ) throws(Truncation) -> Bool {
    let size = Int(try element.get8(start))
    var offset = start + 1
    guard element.count - offset >= size else { return false }
    var words = "\n\t  Management Address length "
    words += "\(size), "
    guard try appendFamilyAddress(words, element, offset..<offset + size) else { return false }
    offset += size
    guard element.count - offset >= 5 else { return false }
    let type = element[offset]
    text.append("\n\t  ")
    text.append(type == 2 ? "Interface Index" : type == 3 ? "System Port Number" : "Unknown")
    text.append(" Interface Numbering (", type)
    text.append("): ", try element.get32(offset + 1))
    offset += 5
    guard offset < element.count else { return true }
    let length = Int(element[offset])
    guard element.count - offset >= 1 + length else { return false }
    if length > 0 {
      text.append("\n\t  OID length ")
      text.append(length: length)
      _ = appendTerminated(element, offset + 1..<offset + 1 + length)
    }
    return true
  }
}
