/// The addresses of a link's two ends. IPv4 is private space (RFC 1918), IPv6 unique local (RFC 4193).
///
/// All private links have the same addresses, so that captures of two runs can be compared line by line. They cannot
/// conflict, because private links never share a network. Each connected link needs its own `number`, because the
/// host has a route to it.
public struct LinkAddresses: Hashable, Sendable {
  /// The client's addresses, on `c0`.
  public var client: [IPAddress]
  /// The far side's addresses, on `s0`: the client's gateway and name server.
  public var farSide: [IPAddress]

  /// The networks of both ends.
  public var networks: [IPAddress]

  /// - Parameter number: distinguishes the connected links of one host.
  public init(number: UInt8 = 0) {
    // Write the address as inet_ntop(3) does: a zero in the last group is part of the `::`.
    let network = number == 0 ? "fd5b:8e1c:4d77" : "fd5b:8e1c:4d77:" + String(number, radix: 16)
    networks = [IPAddress("10.83.\(number).0", prefix: 24), IPAddress("\(network)::", prefix: 64)]
    client = [
      IPAddress("10.83.\(number).2", prefix: 24), IPAddress("\(network)::2", prefix: 64),
    ]
    farSide = [
      IPAddress("10.83.\(number).1", prefix: 24), IPAddress("\(network)::1", prefix: 64),
    ]
  }

  /// The far side's IPv4 address, in text.
  public var gateway4: String { farSide[0].host }
  /// The far side's IPv6 address, in text.
  public var gateway6: String { farSide[1].host }
}
