/// The addresses of a link's two ends. IPv4 is private space (RFC 1918), IPv6 unique local (RFC 4193).
///
/// Links whose far side is closed all have the same ones, so that captures of two runs can be compared line by line;
/// they never meet. A connected link takes a `number` of its own, because the host has a route to it.
public struct LinkAddresses: Hashable, Sendable {
  /// The client's addresses, on `c0`.
  public var client: [IPAddress]
  /// The far side's addresses, on `s0`: the client's gateway, and where it finds DNS.
  public var farSide: [IPAddress]

  /// The networks that both are in.
  public var networks: [IPAddress]

  /// - Parameter number: tells links apart where they share a host.
  public init(number: UInt8 = 0) {
    // As inet_ntop(3) writes it: a last group of zero is part of the gap.
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
