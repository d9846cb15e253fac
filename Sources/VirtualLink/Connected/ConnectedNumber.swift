import CLinux
import CNetlink
import Glibc
import Wire

/// A number that identifies one connected link on this host. The link's networks and the host's end of its veth pair
/// are derived from it.
///
/// The number is reserved by binding an abstract Unix socket of that name in the host's network namespace, so that
/// root and all other users share one set of numbers. It becomes free when this object or the process ends.
final class ConnectedNumber: Sendable {
  /// Numbers begin with 1, because private links use 0.
  private static let all = UInt8(1)...250

  let value: UInt8
  private let socket: Descriptor

  /// Takes the first free number, in the calling thread's network namespace. Numbers whose socket name is in use by
  /// any process are skipped.
  init() throws {
    let host = HostNetworks()
    for candidate in Self.all where !host.has(candidate) {
      let name = "headwind.number.\(candidate)".utf8CString.dropLast()
      let raw = Array(name).withUnsafeBufferPointer { hw_abstract_listen($0.baseAddress, $0.count) }
      if raw >= 0 {
        value = candidate
        socket = Descriptor(owning: raw)
        return
      }
      guard errno == EADDRINUSE else { throw LinkError("reserve a number for the link", errno: errno) }
    }
    throw LinkError(
      "all \(Self.all.count) numbers for connected links are in use, by links or by networks of this host",
      remedy: "take links down (headwind link list), or see the sockets @headwind.number.N in /proc/net/unix")
  }

  /// True if an address belongs to a link that has an interface on the host of the calling thread's network namespace.
  static func isOfLink(_ address: IPAddress) -> Bool {
    let number: UInt8
    switch address {
    case .v4(let address):
      guard [0x0A53, 0x0A54].contains(address.rawValue >> 16) else { return false }
      number = UInt8(truncatingIfNeeded: address.rawValue >> 8)
    case .v6(let address):
      guard [0xFD5B_8E1C_4D77, 0xFD5B_8E1C_4D78].contains(address.high >> 16) else { return false }
      number = UInt8(truncatingIfNeeded: address.high)
    }
    return if_nametoindex(interface(number)) != 0
  }

  /// The networks that contain those of all links and of their pairs.
  static let networks = (ipv4: "10.83.0.0/16, 10.84.0.0/16", ipv6: "fd5b:8e1c:4d77::/48, fd5b:8e1c:4d78::/48")

  /// The host's end of a link's pair.
  static func interface(_ number: UInt8) -> String { "hw\(number)" }

  /// The host's end of this link's pair.
  var interface: String { Self.interface(value) }
}

/// The networks and interfaces of the host that a connected link could collide with.
private struct HostNetworks {
  private let routes = HostRoutes.ipv4

  /// Whether something other than Headwind uses a number's networks or its interface name. What a killed link left
  /// behind does not count.
  func has(_ number: UInt8) -> Bool {
    let networks = [0x0A53_0000 | UInt32(number) << 8, 0x0A54_0000 | UInt32(number) << 8]
    let interface = ConnectedNumber.interface(number)
    let collides = routes.contains {
      $0.mask >= 0xFFFF_FF00 && networks.contains($0.destination & 0xFFFF_FF00) && $0.interface != interface
    }
    guard !collides else { return true }
    guard let index = try? InterfaceControl.index(of: interface) else { return false }
    // The interface can disappear during the check. It then belonged to a killed link.
    guard let state = try? InterfaceControl(socket: NetlinkSocket()).state(of: index) else { return false }
    return state.hardwareAddress != "\(MACAddress.hostUplink)"
  }
}
