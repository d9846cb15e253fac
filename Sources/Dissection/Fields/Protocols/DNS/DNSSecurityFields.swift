import TextOutput
import Wire

/// The records of DNSSEC (RFC 4034, RFC 5155) and SSH's fingerprints (RFC 4255).
enum DNSSecurityFields {
  /// Adds the data of a record; false if its type is none of these.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ start: Int, _ type: UInt64
  ) throws(DissectionStop) -> Bool {
    switch type {
    case 43, 59, 32769: try digest(&tree, bytes, start)
    case 44: try fingerprint(&tree, bytes, start)
    case 24, 46: try signature(&tree, bytes, message, start)
    case 47:
      var position = start
      let name = try DNSNameText.read(bytes, message: message, &position)
      tree.add(.dnsNsecNextDomainName, start..<position, .string(name))
      try types(&tree, bytes, position)
    case 48, 60: try key(&tree, bytes, start)
    case 50, 51: try hashed(&tree, bytes, start, isParameter: type == 51)
    default: return false
    }
    return true
  }

  private static func digest(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    try tree.number(.dnsDsKeyId, bytes, start, 2)
    try tree.number(.dnsDsAlgorithm, bytes, start + 2, 1)
    try tree.number(.dnsDsDigestType, bytes, start + 3, 1)
    try tree.bytes(.dnsDsDigest, bytes, start + 4, bytes.count - start - 4)
  }

  private static func fingerprint(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    try tree.number(.dnsSshfpAlgorithm, bytes, start, 1)
    try tree.number(.dnsSshfpFingerprintType, bytes, start + 1, 1)
    if bytes.count > start + 2 { try tree.bytes(.dnsSshfpFingerprint, bytes, start + 2, bytes.count - start - 2) }
  }

  private static func signature(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ message: Int, _ start: Int)
    throws(DissectionStop)
  {
    try tree.number(.dnsRrsigTypeCovered, bytes, start, 2)
    try tree.number(.dnsRrsigAlgorithm, bytes, start + 2, 1)
    try tree.number(.dnsRrsigLabels, bytes, start + 3, 1)
    try tree.number(.dnsRrsigOriginalTtl, bytes, start + 4, 4)
    for (field, offset) in [(FieldID.dnsRrsigSignatureExpiration, 8), (.dnsRrsigSignatureInception, 12)] {
      let seconds = try bytes.number(4, at: start + offset)
      let range = start + offset..<start + offset + 4
      tree.add(field, range, .absoluteTime(Int64(seconds) * 1_000_000_000))
    }
    try tree.number(.dnsRrsigKeyTag, bytes, start + 16, 2)
    var position = start + 18
    let name = try DNSNameText.read(bytes, message: message, &position)
    tree.add(.dnsRrsigSignersName, start + 18..<position, .string(name))
    try tree.bytes(.dnsRrsigSignature, bytes, position, bytes.count - position)
  }

  private static func key(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let flags = try bytes.number(2, at: start)
    let range = start..<start + 2
    let mark = tree.begin(.dnsDnskeyFlags, range, .unsigned(flags))
    for field in [
      FieldID.dnsDnskeyFlagsZoneKey, .dnsDnskeyFlagsKeyRevoked, .dnsDnskeyFlagsSecureEntryPoint,
      .dnsDnskeyFlagsReserved,
    ] { tree.bits(field, of: flags, range) }
    tree.end(mark)
    try tree.number(.dnsDnskeyProtocol, bytes, start + 2, 1)
    let algorithm = try tree.number(.dnsDnskeyAlgorithm, bytes, start + 3, 1)
    let tag = tag(bytes, start, algorithm)
    tree.generate(.dnsDnskeyKeyId, .unsigned(tag))
    try tree.bytes(.dnsDnskeyPublicKey, bytes, start + 4, bytes.count - start - 4)
  }

  /// The number that signatures call a key by (RFC 4034 appendix B).
  static func tag(_ bytes: Span<UInt8>, _ start: Int, _ algorithm: UInt64) -> UInt64 {
    if algorithm == 1 { return bytes.count - start >= 7 ? UInt64(bytes.uint16(at: bytes.count - 3)) : 0 }
    var sum: UInt64 = 0
    for index in start..<bytes.count { sum &+= UInt64(bytes[index]) << ((index - start) & 1 == 0 ? 8 : 0) }
    return (sum &+ (sum >> 16)) & 0xFFFF
  }

  private static func hashed(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isParameter: Bool)
    throws(DissectionStop)
  {
    try tree.number(.dnsNsec3Algo, bytes, start, 1)
    let flags = try bytes.number(1, at: start + 1)
    let mark = tree.begin(.dnsNsec3Flags, start + 1..<start + 2, .unsigned(flags))
    if !isParameter { tree.bits(.dnsNsec3FlagsOptOut, of: flags, start + 1..<start + 2) }
    tree.end(mark)
    try tree.number(.dnsNsec3Iterations, bytes, start + 2, 2)
    let salt = Int(try tree.number(.dnsNsec3SaltLength, bytes, start + 4, 1))
    try tree.bytes(.dnsNsec3SaltValue, bytes, start + 5, salt)
    guard !isParameter else { return }
    let position = start + 5 + salt
    let length = Int(try tree.number(.dnsNsec3HashLength, bytes, position, 1))
    try bytes.need(length, at: position + 1)
    let range = position + 1..<position + 1 + length
    tree.add(.dnsNsec3HashValue, range, .string(base32(bytes, range)))
    try types(&tree, bytes, range.upperBound)
  }

  private static let digits = Array("0123456789abcdefghijklmnopqrstuv")

  /// Base 32 with the extended alphabet (RFC 4648 section 7), without padding.
  private static func base32(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    var (text, bits, count) = ("", UInt64(0), 0)
    for index in range {
      bits = (bits << 8 | UInt64(bytes[index])) & 0xFFFF
      count += 8
      while count >= 5 {
        count -= 5
        text.append(digits[Int(bits >> UInt64(count) & 31)])
      }
    }
    if count > 0 { text.append(digits[Int(bits << UInt64(5 - count) & 31)]) }
    return text
  }

  /// The bitmap of types that there are (RFC 4034 section 4.1.2).
  static func types(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let window = try bytes.number(1, at: position) << 8
      let length = Int(try bytes.number(1, at: position + 1))
      try bytes.need(length, at: position + 2)
      for index in 0..<length {
        for bit in 0..<8 where bytes[position + 2 + index] & (0x80 >> UInt8(bit)) != 0 {
          let type = window | UInt64(index * 8 + bit)
          let name = ValueNames.dnsQryType[type] ?? "TYPE\(type)"
          tree.add(
            .dnsRespType, position + 2 + index..<position + 3 + index, .unsigned(type),
            text: "Type that exists: \(name)")
        }
      }
      position += 2 + length
    }
  }
}
