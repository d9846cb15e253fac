// The packet's bytes after its line: -A, -x and -X.

/// What `-A` writes for a byte: itself if it is printable, a tab, a space or a line feed, else a full stop.
private let printable: [UInt8] = (0...255).map { byte in
  (0x20...0x7E).contains(byte) || byte == 0x09 || byte == 0x0A ? UInt8(byte) : 0x2E
}

extension TextBuffer {
  /// `-A`: a line feed, then every byte as text. A carriage return before a line feed, or with fewer than two bytes
  /// after it, is left out.
  mutating func appendText(_ bytes: Span<UInt8>) {
    let count = bytes.count
    append(byte: 0x0A)
    let table = printable.span
    write(atMost: count) { room, base in
      var written = 0
      for index in 0..<count {
        let byte = bytes[index]
        if byte == 0x0D, count &- index <= 2 || bytes[index &+ 1] == 0x0A { continue }
        room[base &+ written] = table[Int(byte)]
        written &+= 1
      }
      return written
    }
  }

  /// `-x`: sixteen bytes a line in groups of two, each line begun with `prefix` and the offset.
  mutating func appendHexadecimal(_ bytes: Span<UInt8>, prefix: String = "\n\t") {
    var index = 0
    while index < bytes.count {
      if index & 15 == 0 { appendOffset(index, prefix: prefix) }
      if index & 1 == 0 { append(byte: 0x20) }
      append(hexadecimalByte: bytes[index])
      index += 1
    }
  }

  /// `-X`: as `-x`, and the printable characters beside it.
  mutating func appendHexadecimalAndText(_ bytes: Span<UInt8>, prefix: String = "\n\t") {
    var start = 0
    while start < bytes.count {
      let end = min(start + 16, bytes.count)
      appendOffset(start, prefix: prefix)
      for index in start..<end {
        if index & 1 == 0 { append(byte: 0x20) }
        append(hexadecimalByte: bytes[index])
      }
      let width = (end - start) / 2 * 5 + (end & 1 == 1 ? 3 : 0)
      for _ in width..<42 { append(byte: 0x20) }
      for index in start..<end {
        let byte = bytes[index]
        append(byte: (0x21...0x7E).contains(byte) ? byte : 0x2E)
      }
      start = end
    }
  }

  private mutating func appendOffset(_ offset: Int, prefix: String) {
    append(prefix)
    append("0x")
    append(hexadecimal: UInt32(truncatingIfNeeded: offset), paddedTo: 4)
    append(": ")
  }

  /// A byte as `cat -v` shows it: `^C`, `M-^C`.
  mutating func append(visible byte: UInt8) {
    var low = byte
    if byte & 0x80 != 0 {
      append("M-")
      low &= 0x7F
    }
    if low < 0x20 || low == 0x7F {
      append(byte: 0x5E)
      low ^= 0x40
    }
    append(byte: low)
  }
}
