import TextOutput
import Wire

extension PacketListing {
  /// Appends a Multipath TCP option (RFC 8684 section 3, RFC 6824 for version 0); false where it is not what its
  /// subtype says.
  ///
  /// - Parameter data: what follows the option's kind and length, all of it within `bytes`.
  mutating func appendMultipath(_ bytes: Span<UInt8>, _ data: Range<Int>, _ flags: TCPFlags) -> Bool {
    layer = "mptcp"
    guard !data.isEmpty else { return false }
    let length = data.count + 2
    let names = ["capable", "join", "dss", "add-addr", "rem-addr", "prio", "fail", "fast-close", "unknown"]
    let subtype = min(Int(bytes[data.lowerBound] >> 4), names.count - 1)
    text.append(" ")
    text.append(length: length)
    text.append(" ")
    text.append(names[subtype])
    switch subtype {
    case 0: return appendCapable(bytes, data, flags)
    case 1: return appendJoin(bytes, data, flags)
    case 2: return appendDataSequence(bytes, data, flags)
    case 3: return appendAddedAddress(bytes, data)
    case 4:
      guard length >= 4 else { return false }
      text.append(" id")
      for offset in data.dropFirst() { text.append(" ", bytes[offset]) }
    case 5:
      guard length == 3 || length == 4 else { return false }
      text.append(bytes[data.lowerBound] & 1 != 0 ? " backup" : " non-backup")
      if length == 4 { text.append(" id ", bytes[data.lowerBound + 1]) }
    case 6:
      guard length == 12 else { return false }
      text.append(" seq ", bytes.uint64(at: data.lowerBound + 2))
    case 7:
      guard length == 12 else { return false }
      text.append(" key 0x")
      text.append(hexadecimal: bytes.uint64(at: data.lowerBound + 2))
    default: break
    }
    return true
  }

  private mutating func appendCapable(_ bytes: Span<UInt8>, _ data: Range<Int>, _ flags: TCPFlags) -> Bool {
    let length = data.count + 2
    let start = data.lowerBound
    let isOffer = (length == 4 || length == 12) && flags.contains(.syn)
    let isConfirmation = (length == 20 || length == 22) && flags.contains(.ack) && !flags.contains(.syn)
    guard isOffer || isConfirmation else { return false }
    let version = bytes[start] & 0x0F
    guard version <= 1 else {
      text.append(" Unknown Version (", version)
      text.append(")")
      return true
    }
    text.append(" v", version)
    if bytes[start + 1] & 0x80 != 0 { text.append(" csum") }
    guard length >= 12 else { return true }
    text.append(" {0x")
    text.append(hexadecimal: bytes.uint64(at: start + 2))
    if length >= 20 {
      text.append(",0x")
      text.append(hexadecimal: bytes.uint64(at: start + 10))
    }
    text.append("}")
    return true
  }

  private mutating func appendJoin(_ bytes: Span<UInt8>, _ data: Range<Int>, _ flags: TCPFlags) -> Bool {
    let length = data.count + 2
    let start = data.lowerBound
    switch length {
    case 12 where flags.contains(.syn), 16 where flags.contains(.syn) && flags.contains(.ack):
      if bytes[start] & 1 != 0 { text.append(" backup") }
      text.append(" id ", bytes[start + 1])
      if length == 12 {
        text.append(" token 0x", hexadecimal: bytes.uint32(at: start + 2))
      } else {
        text.append(" hmac 0x")
        text.append(hexadecimal: bytes.uint64(at: start + 2))
      }
      text.append(" nonce 0x", hexadecimal: bytes.uint32(at: data.upperBound - 4))
    case 24 where flags.contains(.ack):
      text.append(" hmac 0x")
      appendHexadecimal(bytes, data.dropFirst(2))
    default: return false
    }
    return true
  }

  /// RFC 8684 section 3.3.
  private mutating func appendDataSequence(_ bytes: Span<UInt8>, _ data: Range<Int>, _ flags: TCPFlags) -> Bool {
    guard data.count >= 2, !flags.contains(.syn) else { return false }
    let contents = bytes[data.lowerBound + 1]
    if contents & 0x10 != 0 { text.append(" fin") }
    var rest = data.dropFirst(2)
    if contents & 0x01 != 0 {
      text.append(" ack ")
      guard appendSequence(bytes, &rest, isLong: contents & 0x02 != 0) else { return false }
    }
    if contents & 0x04 != 0 {
      text.append(" seq ")
      guard appendSequence(bytes, &rest, isLong: contents & 0x08 != 0), rest.count >= 4 else { return false }
      text.append(" subseq ", bytes.uint32(at: rest.lowerBound))
      guard rest.count >= 6 else { return false }
      text.append(" len ", bytes.uint16(at: rest.lowerBound + 4))
      rest = rest.dropFirst(6)
      if rest.count >= 2 {
        text.append(" csum 0x", hexadecimal: UInt32(bytes.uint16(at: rest.lowerBound)))
        rest = rest.dropFirst(2)
      }
    }
    return rest.isEmpty
  }

  private mutating func appendSequence(_ bytes: Span<UInt8>, _ rest: inout Range<Int>, isLong: Bool) -> Bool {
    guard rest.count >= (isLong ? 8 : 4) else { return false }
    if isLong {
      text.append(bytes.uint64(at: rest.lowerBound))
    } else {
      text.append(bytes.uint32(at: rest.lowerBound))
    }
    rest = rest.dropFirst(isLong ? 8 : 4)
    return true
  }

  /// RFC 8684 section 3.4.1; which fields there are follows from the length alone.
  private mutating func appendAddedAddress(_ bytes: Span<UInt8>, _ data: Range<Int>) -> Bool {
    let length = data.count + 2
    guard [8, 10, 16, 18, 20, 22, 28, 30].contains(length) else { return false }
    switch bytes[data.lowerBound] & 0x0F {
    case 0: text.append(" v1")
    case 1: text.append(" v1-echo")
    case 4: text.append(" v0-ip4")
    case 6: text.append(" v0-ip6")
    default: text.append(" [bad version/echo]")
    }
    text.append(" id ", bytes[data.lowerBound + 1])
    var rest = data.dropFirst(2)
    if length <= 18 {
      text.append(" ", IPv4Address(rawValue: bytes.uint32(at: rest.lowerBound)))
      rest = rest.dropFirst(4)
    } else {
      let start = rest.lowerBound
      text.append(" ", IPv6Address(high: bytes.uint64(at: start), low: bytes.uint64(at: start + 8)))
      rest = rest.dropFirst(16)
    }
    if rest.count % 8 == 2 {
      text.append(":", bytes.uint16(at: rest.lowerBound))
      rest = rest.dropFirst(2)
    }
    if !rest.isEmpty {
      text.append(" hmac 0x")
      text.append(hexadecimal: bytes.uint64(at: rest.lowerBound))
    }
    return true
  }
}
