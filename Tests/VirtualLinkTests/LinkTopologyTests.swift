import Glibc
import Testing

@testable import VirtualLink

@Suite struct LinkTopologyTests {
  @Test func joinsThreeNamespaces() throws {
    let link = try LinkTopology()
    #expect(link.client != link.wire)
    #expect(link.wire != link.farSide)
    #expect(try link.client != NetworkNamespace.current())
    #expect(try interfaces(in: link.client) == ["lo", "c0"])
    #expect(try interfaces(in: link.wire) == ["lo", "m0", "m1"])
    #expect(try interfaces(in: link.farSide) == ["lo", "s0"])
  }
}

/// The interfaces that a namespace has, in the kernel's order.
private func interfaces(in namespace: NetworkNamespace) throws -> [String] {
  try namespace.perform {
    guard let list = if_nameindex() else { return [] }
    defer { if_freenameindex(list) }
    var names: [String] = []
    var next = list
    while let name = next.pointee.if_name {
      names.append(String(cString: name))
      next += 1
    }
    return names
  }
}
