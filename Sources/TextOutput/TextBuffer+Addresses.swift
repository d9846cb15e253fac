public import Wire

extension TextBuffer {
  /// Dotted decimal.
  @inlinable
  package mutating func append(_ address: IPv4Address) {
    write(atMost: 16 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(address, at: &length)
      return length
    }
  }

  /// `address.port > address.port`.
  @inlinable
  package mutating func append(
    _ source: IPv4Address, _ sourcePort: UInt16, to destination: IPv4Address, _ destinationPort: UInt16
  ) {
    write(atMost: 48 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(source, at: &length)
      room.put(port: sourcePort, at: &length)
      room.put(0x203E20, counting: 3, at: &length)
      room.put(destination, at: &length)
      room.put(port: destinationPort, at: &length)
      return length
    }
  }

  /// RFC 5952, with embedded IPv4 addresses as `inet_ntop` writes them.
  package mutating func append(_ address: IPv6Address) {
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
  package mutating func append(_ address: MACAddress) {
    for shift in stride(from: UInt64(40), through: 0, by: -8) {
      append(hexadecimalByte: UInt8(truncatingIfNeeded: address.rawValue >> shift))
      if shift > 0 { append(byte: 0x3A) }
    }
  }
}
