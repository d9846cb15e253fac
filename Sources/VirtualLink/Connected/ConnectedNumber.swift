import CLinux
import CNetlink
import Glibc

/// A number that no other connected link of this host has: its networks and the host's end are named by it.
///
/// It is held by an abstract Unix socket of that name, which belongs to the host's network namespace, for root and for every
/// user alike. It is free again when this object or the process that holds it is gone.
final class ConnectedNumber: Sendable {
  /// Numbers are from 1: private links have 0.
  private static let all = UInt8(1)...250

  let value: UInt8
  private let socket: Descriptor

  /// Takes the first free number, in the calling thread's network namespace. A name that somebody else has taken is passed
  /// over, whoever that is.
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
      guard errno == EADDRINUSE else { throw LinkError("take a number for the link", errno: errno) }
    }
    throw LinkError(
      "all \(Self.all.count) numbers for connected links are in use, by links or by networks of this host",
      remedy: "take links down (headwind link list), or see the sockets @headwind.number.N in /proc/net/unix")
  }

  /// The host's end of a link's pair.
  static func interface(_ number: UInt8) -> String { "hw\(number)" }

  /// The host's end of this link's pair.
  var interface: String { Self.interface(value) }
}

/// What the host has beside our links that a link's networks would collide with.
private struct HostNetworks {
  private let routes = HostRoutes.ipv4

  /// Whether a number's networks or its interface's name are somebody else's. What a killed link has left is ours.
  func has(_ number: UInt8) -> Bool {
    let networks = [0x0A53_0000 | UInt32(number) << 8, 0x0A54_0000 | UInt32(number) << 8]
    let interface = ConnectedNumber.interface(number)
    let collides = routes.contains {
      $0.mask >= 0xFFFF_FF00 && networks.contains($0.destination & 0xFFFF_FF00) && $0.interface != interface
    }
    guard !collides else { return true }
    guard let index = try? InterfaceControl.index(of: interface) else { return false }
    // It may go while we look: then it was that of a killed link.
    guard let state = try? InterfaceControl(socket: NetlinkSocket()).state(of: index) else { return false }
    return state.hardwareAddress != MACAddress.hostUplink.text
  }
}
