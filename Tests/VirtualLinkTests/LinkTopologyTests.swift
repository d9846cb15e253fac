import Glibc
import TestSupport
import Testing

@testable import VirtualLink

@Suite struct LinkTopologyTests {
  @Test func joinsThreeNamespaces() throws {
    let link = try LinkTopology()
    #expect(link.client != link.wire)
    #expect(link.wire != link.farSide)
    #expect(try link.client != NetworkNamespace.current())
    #expect(try link.client.perform { InterfaceNames.here } == ["lo", "c0"])
    #expect(try link.wire.perform { InterfaceNames.here } == ["lo", "m0", "m1"])
    #expect(try link.farSide.perform { InterfaceNames.here } == ["lo", "s0"])
  }

  /// Each address takes packets from the moment that the link is there: both ends have a local route to theirs.
  @Test func ipv6AddressesAreLocalAtOnce() throws {
    for _ in 0..<20 {
      let link = try LinkTopology()
      for (end, addresses) in [(link.client, link.addresses.client), (link.farSide, link.addresses.farSide)] {
        let routes = try end.perform { try Files.text("/proc/thread-self/net/ipv6_route") }.split(separator: "\n")
        for address in addresses where address.isIPv6 {
          let start = try hexadecimal(address.host) + " 80 "
          #expect(routes.contains { $0.hasPrefix(start) && $0.hasSuffix(" lo") }, "\(routes)")
        }
      }
    }
  }
}

/// An IPv6 address as the kernel's tables have it: 32 digits.
private func hexadecimal(_ host: String) throws -> String {
  var bytes = [UInt8](repeating: 0, count: 16)
  try #require(inet_pton(AF_INET6, host, &bytes) == 1)
  return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
