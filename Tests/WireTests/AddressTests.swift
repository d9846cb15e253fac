import TestSupport
import Testing
import Wire

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct AddressTests {
  @Test func ipv4Text() {
    #expect(IPv4Address("192.0.2.255")?.rawValue == 0xC000_02FF)
    #expect(IPv4Address(10, 0, 0, 1).description == "10.0.0.1")
    for wrong in ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.+4", "1.2.3.-4", "1..2.3", " 1.2.3.4", "1.2.3.4 "] {
      #expect(IPv4Address(wrong) == nil, "\(wrong)")
    }
  }

  @Test func ipv6TextAsInetNtop() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<5000 {
      var address = IPv6Address(high: random.next(), low: random.next())
      // Many zero groups, so that every place of the run is seen.
      for index in 0..<8 where random.next() % 3 != 0 {
        let mask = ~(UInt64(0xFFFF) << UInt64((3 - index & 3) * 16))
        if index < 4 { address.high &= mask } else { address.low &= mask }
      }
      if random.next() % 8 == 0 { address = IPv6Address(high: 0, low: 0xFFFF_0000_0000 | address.low & 0xFFFF_FFFF) }
      let text = systemText(address)
      #expect(address.description == text)
      #expect(IPv6Address(text) == address)
    }
  }

  @Test func ipv6Spellings() {
    #expect(IPv6Address("::") == .any)
    #expect(IPv6Address("::1") == .loopback)
    #expect(IPv6Address("2001:DB8::")?.high == 0x2001_0DB8_0000_0000)
    #expect(IPv6Address("1:2:3:4:5:6:7:8")?.low == 0x0005_0006_0007_0008)
    #expect(IPv6Address("::ffff:192.0.2.1")?.low == 0xFFFF_C000_0201)
    for wrong in [
      "", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1:2:3:4:5:6:7::8", "::1%lo",
      "192.0.2.1::", "+1::", "1:",
    ] {
      #expect(IPv6Address(wrong) == nil, "\(wrong)")
    }
  }

  @Test func macText() {
    #expect(MACAddress("02:00:00:00:0a:FF")?.rawValue == 0x0200_0000_0AFF)
    #expect(MACAddress("02:00:00:00:0a") == nil && MACAddress("2:0:0:0:a:ff") == nil)
    #expect(MACAddress.broadcast.description == "ff:ff:ff:ff:ff:ff" && MACAddress.broadcast.isMulticast)
  }

  private func systemText(_ address: IPv6Address) -> String {
    var bytes: [UInt8] = []
    address.append(to: &bytes)
    var text = [CChar](repeating: 0, count: 64)
    inet_ntop(AF_INET6, bytes, &text, 64)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
