import TextOutput
import Wire

extension PacketListing {
  /// Appends a message of the Trivial File Transfer Protocol (RFC 1350 section 5, RFC 2347).
  mutating func appendTFTP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "tftp"
    text.append("TFTP, length ")
    text.append(length: length)
    guard length >= 2 else { return appendTruncation() }
    let operation = try bytes.get16(start)
    let names = ["RRQ", "WRQ", "DATA", "ACK", "ERROR", "OACK"]
    guard (1...6).contains(operation) else { return text.append(", tftp-#", operation) }
    text.append(", ")
    text.append(names[Int(operation) - 1])
    let body = (start + 2)..<(start + length)
    let isWhole: Bool
    switch operation {
    case 1, 2: isWhole = try appendTFTPRequest(bytes, body)
    case 3, 4:
      isWhole = body.count >= 2
      if isWhole { text.append(" block ", try bytes.get16(body.lowerBound)) }
    case 5: isWhole = try appendTFTPError(bytes, body)
    default: isWhole = try appendTFTPOptions(bytes, body)
    }
    if !isWhole { appendTruncation() }
  }

  /// A name, a mode, and options; false where the message ends within one.
  private mutating func appendTFTPRequest(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(Truncation) -> Bool {
    guard !body.isEmpty else { return false }
    text.append(" \"")
    let name = appendTerminated(bytes, body)
    text.append("\"")
    guard let name, name < body.upperBound else { return false }
    text.append(" ")
    guard let mode = appendTerminated(bytes, name..<body.upperBound) else { return false }
    return try appendTFTPOptions(bytes, mode..<body.upperBound)
  }

  private mutating func appendTFTPOptions(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(Truncation) -> Bool {
    var offset = body.lowerBound
    while offset < body.upperBound {
      if try bytes.get8(offset) != 0 { text.append(" ") }
      guard let next = appendTerminated(bytes, offset..<body.upperBound) else { return false }
      offset = next
    }
    return true
  }

  private mutating func appendTFTPError(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(Truncation) -> Bool {
    guard body.count >= 2 else { return false }
    let names = ["EUNDEF", "ENOTFOUND", "EACCESS", "ENOSPACE", "EBADOP", "EBADID", "EEXISTS", "ENOUSER"]
    let code = try bytes.get16(body.lowerBound)
    text.append(" ")
    if Int(code) < names.count {
      text.append(names[Int(code)])
    } else {
      text.append("tftp-err-#", code)
      text.append(" \"")
    }
    guard body.count > 2 else { return false }
    text.append(" \"")
    let end = appendTerminated(bytes, body.dropFirst(2))
    text.append("\"")
    return end != nil
  }
}
