/// Bytes in hexadecimal and text, sixteen per line, in the format of `tcpdump -X`.
enum HexDump {
  private static let digits = Array("0123456789abcdef")

  static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: 16).map { start in
      let row = bytes[start..<min(start + 16, bytes.endIndex)]
      var hex = ""
      for (index, byte) in row.enumerated() {
        if index > 0, index % 2 == 0 { hex += " " }
        hex.append(digits[Int(byte >> 4)])
        hex.append(digits[Int(byte & 15)])
      }
      let text = row.map { (0x21...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
      let offset = String(start - bytes.startIndex, radix: 16)
      let zeros = String(repeating: "0", count: max(0, 4 - offset.count))
      return "\t0x\(zeros)\(offset):  " + hex + String(repeating: " ", count: 40 - hex.count + 1) + String(text)
    }
  }
}
