import TextOutput

// The packet's bytes after its line: -A, -x and -X.

extension TextBuffer {
  /// `-A`: a line feed, then every byte as text. A carriage return before a line feed, or with fewer than two bytes
  /// after it, is left out.
  mutating func appendText(_ bytes: Span<UInt8>) {
    append(byte: 0x0A)
    var start = 0
    while start < bytes.count {
      let end = carriageReturn(in: bytes, from: start)
      appendPrintable(bytes.extracting(start..<end))
      guard end < bytes.count else { return }
      if bytes.count &- end > 2, bytes[end &+ 1] != 0x0A { append(byte: 0x2E) }
      start = end &+ 1
    }
  }

  /// The first carriage return, or the end; looked for sixteen bytes at a time.
  private func carriageReturn(in bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while bytes.count &- index >= 16 {
      let block = bytes.extracting(index..<(index &+ 16))
      var found: UInt8 = 0
      for lane in 0..<16 { found |= block[lane] == 0x0D ? 1 : 0 }
      if found != 0 { break }
      index &+= 16
    }
    while index < bytes.count, bytes[index] != 0x0D { index &+= 1 }
    return index
  }

  /// The bytes of a run without carriage returns. Written without a table or a branch, which the optimizer turns into
  /// vector code.
  private mutating func appendPrintable(_ run: Span<UInt8>) {
    let count = run.count
    write(atMost: count) { room in
      for index in 0..<count {
        let byte = run[index]
        let isShown = (byte &- 0x20 < 0x5F) || (byte &- 0x09 < 2)
        room[index] = isShown ? byte : 0x2E
      }
      return count
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
