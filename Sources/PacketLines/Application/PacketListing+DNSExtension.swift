import TextOutput
import Wire

extension PacketListing {
  /// Appends the data of an option of an OPT record, one byte at least, all of it within `bytes`.
  mutating func appendExtension(
    _ code: UInt16, _ bytes: Span<UInt8>, _ data: Range<Int>, _ reader: DNSLineReader
  ) throws(DNSLineEnd) {
    let start = data.lowerBound
    switch code {
    case 8: appendClientSubnet(bytes, data)
    case 10:
      guard data.count == 8 || (16...40).contains(data.count) else { return appendInvalid() }
      for offset in data {
        if offset == start + 8 { text.append(" ") }
        text.append(hexadecimalByte: bytes[offset])
      }
    case 11:
      guard data.count == 2 else { return appendInvalid() }
      let tenths = bytes.uint16(at: start)
      text.append(tenths / 10)
      text.append(".")
      text.append(tenths % 10)
      text.append(" sec")
    case 9:
      guard data.count == 4 else { return appendInvalid() }
      text.append(bytes.uint32(at: start))
      text.append(" sec")
    case 12:
      text.append("(")
      text.append(length: data.count)
      text.append(")")
    case 14:
      guard data.count % 2 == 0 else { return appendInvalid() }
      for offset in stride(from: start, to: data.upperBound, by: 2) {
        if offset > start { text.append(" ") }
        text.append(bytes.uint16(at: offset))
      }
    case 5, 6, 7:
      for offset in data {
        if offset > start { text.append(" ") }
        appendAlgorithm(bytes[offset], of: code)
      }
    case 13:
      do {
        _ = try appendDomainName(bytes, at: start, message: data.upperBound)
      } catch {
        throw .missing
      }
    default: for offset in data { text.append(hexadecimalByte: bytes[offset]) }
    }
  }

  /// RFC 7871 section 6.
  private mutating func appendClientSubnet(_ bytes: Span<UInt8>, _ data: Range<Int>) {
    guard data.count >= 4 else { return appendInvalid() }
    let start = data.lowerBound
    let family = bytes.uint16(at: start)
    let source = Int(bytes[start + 2])
    let scope = Int(bytes[start + 3])
    let octets = data.count - 4
    let bits = family == 1 ? 32 : 128
    guard family == 1 || family == 2, octets <= bits / 8, source <= bits, scope <= bits, (source + 7) / 8 == octets
    else { return appendInvalid() }
    var address = IPv6Address.any
    for index in 0..<octets {
      address.set(bytes[start + 4 + index], at: index)
    }
    if family == 1 {
      text.append(IPv4Address(rawValue: UInt32(truncatingIfNeeded: address.high >> 32)))
    } else {
      text.append(address)
    }
    text.append("/")
    text.append(length: source)
    text.append("/")
    text.append(length: scope)
  }

  mutating func appendExtensionName(_ code: UInt16) {
    switch code {
    case 1: text.append("LLQ")
    case 2: text.append("UL")
    case 3: text.append("NSID")
    case 5: text.append("DAU")
    case 6: text.append("DHU")
    case 7: text.append("N3U")
    case 8: text.append("ECS")
    case 9: text.append("EXPIRE")
    case 10: text.append("COOKIE")
    case 11: text.append("KEEPALIVE")
    case 12: text.append("PADDING")
    case 13: text.append("CHAIN")
    case 14: text.append("KEY-TAG")
    case 16: text.append("CLIENT-TAG")
    case 17: text.append("SERVER-TAG")
    default:
      text.append("Opt")
      text.append(code)
    }
  }

  private mutating func appendAlgorithm(_ number: UInt8, of code: UInt16) {
    let name: String? =
      switch (code, number) {
      case (5, 0): "DELETE"
      case (5, 1): "RSAMD5"
      case (5, 2): "DH"
      case (5, 3): "DS"
      case (5, 5): "RSASHA1"
      case (5, 6): "DSA-NSEC3-SHA1"
      case (5, 7): "RSASHA1-NSEC3-SHA1"
      case (5, 8): "RSASHA256"
      case (5, 10): "RSASHA512"
      case (5, 12): "ECC-GOST"
      case (5, 13): "ECDSAP256SHA256"
      case (5, 14): "ECDSAP384SHA384"
      case (5, 15): "ED25519"
      case (5, 16): "ED448"
      case (5, 252): "INDIRECT"
      case (5, 253): "PRIVATEDNS"
      case (5, 254): "PRIVATEOID"
      case (6, 1), (7, 1): "SHA-1"
      case (6, 2): "SHA-256"
      case (6, 3): "GOST_R_34.11-94"
      case (6, 4): "SHA-384"
      default: nil
      }
    if let name { return text.append(name) }
    text.append("Alg_")
    text.append(number)
  }

  /// The name of a record type (IANA "DNS Parameters") as tcpdump knows it.
  mutating func appendRecordTypeName(_ type: UInt16) {
    if let name = Self.recordTypeNames[type] { return text.append(name) }
    text.append("Type")
    text.append(type)
  }

  private static let recordTypeNames: [UInt16: String] = [
    1: "A", 2: "NS", 3: "MD", 4: "MF", 5: "CNAME", 6: "SOA", 7: "MB", 8: "MG", 9: "MR", 10: "NULL", 11: "WKS",
    12: "PTR", 13: "HINFO", 14: "MINFO", 15: "MX", 16: "TXT", 17: "RP", 18: "AFSDB", 19: "X25", 20: "ISDN", 21: "RT",
    22: "NSAP", 23: "NSAP_PTR", 24: "SIG", 25: "KEY", 26: "PX", 27: "GPOS", 28: "AAAA", 29: "LOC", 30: "NXT",
    31: "EID", 32: "NIMLOC", 33: "SRV", 34: "ATMA", 35: "NAPTR", 36: "KX", 37: "CERT", 38: "A6", 39: "DNAME",
    40: "SINK", 41: "OPT", 42: "APL", 43: "DS", 44: "SSHFP", 45: "IPSECKEY", 46: "RRSIG", 47: "NSEC", 48: "DNSKEY",
    99: "SPF", 100: "UINFO", 101: "UID", 102: "GID", 103: "UNSPEC", 104: "UNSPECA", 249: "TKEY", 250: "TSIG",
    251: "IXFR", 252: "AXFR", 253: "MAILB", 254: "MAILA", 255: "ANY", 256: "URI",
  ]
}

extension IPv6Address {
  /// Sets bits of the octet at `index`, 0 to 15, that are zero so far.
  mutating func set(_ octet: UInt8, at index: Int) {
    if index < 8 {
      high |= UInt64(octet) << UInt64(56 - 8 * index)
    } else {
      low |= UInt64(octet) << UInt64(120 - 8 * index)
    }
  }
}
