import Wire

/// Which of the client's destinations the relay takes care of, and where it looks for them.
struct RelayScope: Sendable {
  /// What becomes of packets to a destination.
  enum Place: Hashable {
    /// The relay dials this address on the host.
    case host(IPAddress)
    /// The relay dials the host's own loopback interface.
    case hostLoopback
    /// There is nobody at this address.
    case nobody
    /// The far side itself answers, or forwards.
    case farSide
  }

  /// Whether the relay is the whole way out, and not only the way to the host's loopback interface.
  let isWayOut: Bool
  /// The interface of the host by which it dials; nil for where the host's routes lead.
  let interface: String?
  /// True if it leads to link-local addresses and to a cloud's metadata.
  private let reachesLinkLocal: Bool
  private let addresses: LinkAddresses

  init(_ addresses: LinkAddresses, isWayOut: Bool, reachesLinkLocal: Bool = false, interface: String? = nil) {
    self.addresses = addresses
    self.isWayOut = isWayOut
    self.reachesLinkLocal = reachesLinkLocal
    self.interface = interface
  }

  /// Where clients look for whoever serves addresses: the limited broadcast of DHCP, and the servers of DHCPv6
  /// (RFC 8415 section 7.1). The far side hears these itself.
  static let serversOfAddresses: [IPAddress] = [
    .v4(.broadcast), .v6(IPv6Address(high: 0xFF02_0000_0000_0000, low: 0x1_0002)),
  ]

  /// The addresses under which the client reaches the host's loopback interface.
  var hostLoopback: [InterfaceAddress] { addresses.hostLoopback }

  /// The far side's own addresses, at which it serves names.
  var gateways: [InterfaceAddress] { addresses.farSide }

  /// The far side's address of a version of IP, from which it reports errors.
  func gateway(isIPv6: Bool) -> IPAddress { addresses.farSide[isIPv6 ? 1 : 0].address }

  /// The place of a destination.
  func place(of address: IPAddress) -> Place {
    if addresses.hostLoopback.contains(where: { $0.address == address }) { return .hostLoopback }
    guard isWayOut, !addresses.farSide.contains(where: { $0.address == address }) else { return .farSide }
    return isSomewhere(address) ? .host(address) : .nobody
  }

  /// Whether an address can be that of a single host beyond the link.
  private func isSomewhere(_ address: IPAddress) -> Bool {
    guard !address.isMulticast, !addresses.networks.contains(where: { $0.isNetwork(of: address) }) else { return false }
    guard reachesLinkLocal || !LinkLocalNetworks.contain(address) else { return false }
    return switch address {
    // "This network", loopback, and the limited broadcast (RFC 6890 section 2.2.2).
    case .v4(let address): ![0, 127].contains(address.rawValue >> 24) && address != .broadcast
    // Unspecified, loopback, IPv4-mapped, and link-local, which nobody can dial without an interface.
    case .v6(let address): !(address.high == 0 && address.low >> 32 <= 0xFFFF) && address.high >> 54 != 0x3FA
    }
  }
}

extension InterfaceAddress {
  /// Whether another address is in this network.
  func isNetwork(of other: IPAddress) -> Bool {
    let (own, other) = (address.octets, other.octets)
    guard own.count == other.count else { return false }
    return (0..<prefix).allSatisfy { bit in
      let mask: UInt8 = 0x80 >> UInt8(bit % 8)
      return own[bit / 8] & mask == other[bit / 8] & mask
    }
  }
}
