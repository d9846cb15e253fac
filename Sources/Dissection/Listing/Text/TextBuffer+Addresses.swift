import Wire

extension TextBuffer {
  /// Dotted decimal.
  mutating func append(_ address: IPv4Address) {
    write(atMost: 15) { room in
      var length = 0
      var shift: UInt32 = 24
      while true {
        let octet = UInt8(truncatingIfNeeded: address.rawValue >> shift)
        if octet >= 100 {
          room[length] = 0x30 &+ octet / 100
          length &+= 1
        }
        if octet >= 10 {
          room[length] = 0x30 &+ octet / 10 % 10
          length &+= 1
        }
        room[length] = 0x30 &+ octet % 10
        length &+= 1
        if shift == 0 { return length }
        room[length] = 0x2E
        length &+= 1
        shift &-= 8
      }
    }
  }

  /// RFC 5952, with embedded IPv4 addresses as `inet_ntop` writes them.
  mutating func append(_ address: IPv6Address) {
    let zeros = address.longestZeroRun
    var index = 0
    while index < 8 {
      if index == zeros.lowerBound, !zeros.isEmpty {
        append("::")
        index = zeros.upperBound
        continue
      }
      if index > 0, index != zeros.upperBound || zeros.isEmpty { append(byte: 0x3A) }
      if index == 6, address.embedsIPv4(after: zeros) {
        append(IPv4Address(rawValue: UInt32(truncatingIfNeeded: address.low)))
        return
      }
      append(hexadecimal: UInt32(address.group(index)))
      index += 1
    }
  }

  /// Six pairs of hexadecimal digits with colons.
  mutating func append(_ address: MACAddress) {
    for shift in stride(from: UInt64(40), through: 0, by: -8) {
      append(hexadecimalByte: UInt8(truncatingIfNeeded: address.rawValue >> shift))
      if shift > 0 { append(byte: 0x3A) }
    }
  }
}
