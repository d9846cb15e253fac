internal import Wire

/// Two namespaces that are joined only by a pair of interfaces. Links are compared with it.
package struct DirectPair: Sendable {
  /// The IPv4 addresses of the two ends.
  static let clientAddress = IPv4Address(10, 84, 0, 2)
  static let farSideAddress = IPv4Address(10, 84, 0, 1)

  /// Where the client would be.
  package let client: NetworkNamespace
  /// Where the far side would be.
  package let farSide: NetworkNamespace

  package init() throws {
    client = try NetworkNamespace()
    farSide = try NetworkNamespace()
    let farSide = farSide
    try client.perform {
      let route = try RouteSocket()
      try route.addVeth("b0", mac: .client, peer: "b1", peerMAC: .farSide, in: farSide)
      try route.bringUp("b0")
      try route.add(InterfaceAddress(Self.clientAddress, prefix: 24), to: "b0")
    }
    try farSide.perform {
      let route = try RouteSocket()
      try route.bringUp("b1")
      try route.add(InterfaceAddress(Self.farSideAddress, prefix: 24), to: "b1")
    }
  }
}
