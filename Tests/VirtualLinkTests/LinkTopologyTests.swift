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

  /// Each address takes packets from the moment that the link is there: both ends have a local route to theirs, besides the one
  /// that the kernel makes in its own time. It is on the link's own interface, and so goes with it.
  @Test func ipv6AddressesAreLocalAtOnce() throws {
    for _ in 0..<20 {
      let link = try LinkTopology()
      let ends = [(link.client, link.addresses.client, "c0"), (link.farSide, link.addresses.farSide, "s0")]
      for (end, addresses, interface) in ends {
        let routes = try end.perform { try Files.text("/proc/thread-self/net/ipv6_route") }.split(separator: "\n")
        for address in addresses where address.isIPv6 {
          let start = try hexadecimal(address.host) + " 80 "
          // The sixth word is the metric: that of the kernel's own route is 0.
          let isThere = routes.contains {
            $0.hasPrefix(start) && $0.hasSuffix(" \(interface)") && $0.split(separator: " ")[5] == "00000400"
          }
          #expect(isThere, "\(routes)")
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
