import CLinux
import Glibc
import Wire

/// What a link has to know of the interface that it is attached to.
struct InterfaceFacts: Sendable {
  let name: String
  let index: Int32
  let mac: MACAddress
  let mtu: UInt32
  /// Its addresses, IPv4 first, without those of one link only.
  let addresses: [InterfaceAddress]

  /// Reads them in the calling thread's network namespace.
  /// - Parameter name: nil for the interface of the default route, or the only one.
  /// - Parameter place: where it is, for errors.
  init(_ name: String?, of place: String) throws {
    let name = try name ?? Self.usual(of: place)
    let state = hw_packet_is_ready(name)
    guard state >= 0 else {
      throw LinkError(
        "\(place) has no usable interface \(name): \(systemMessage(-state))",
        remedy: "it has \(Self.list)")
    }
    guard state == 1 else {
      throw LinkError(
        "\(name) of \(place) is down, or no Ethernet interface (loopback, tunnels)", remedy: "it has \(Self.list)")
    }
    let index = try InterfaceControl.index(of: name)
    let control = InterfaceControl(socket: try NetlinkSocket())
    let known = try NetlinkSocket.attempt("read the state of \(name)") { () throws(NetlinkSocket.Refusal) in
      try control.state(of: index)
    }
    guard let mac = MACAddress(known.hardwareAddress) else {
      throw LinkError("\(name) of \(place) has no hardware address")
    }
    (self.name, self.index, self.mac, mtu) = (name, index, mac, known.mtu)
    addresses = Self.addresses(of: name)
  }

  private static var names: [String] {
    guard let list = if_nameindex() else { return [] }
    defer { if_freenameindex(list) }
    var names: [String] = []
    var entry = list
    while entry.pointee.if_index > 0, let name = entry.pointee.if_name {
      names.append(String(cString: name))
      entry += 1
    }
    return names.filter { $0 != "lo" }
  }

  private static var list: String { names.isEmpty ? "no interface but lo" : names.joined(separator: ", ") }

  private static func usual(of place: String) throws -> String {
    if let way = HostRoutes.ipv4.first(where: { $0.mask == 0 && $0.destination == 0 }) { return way.interface }
    let names = names
    if names.contains("eth0") { return "eth0" }
    guard names.count == 1 else {
      throw LinkError("it is unclear which interface of \(place) is meant: it has \(list)", remedy: "give --interface")
    }
    return names[0]
  }

  private static func addresses(of name: String) -> [InterfaceAddress] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [InterfaceAddress] = []
    var entry = list
    while let this = entry {
      entry = this.pointee.ifa_next
      guard String(cString: this.pointee.ifa_name) == name,
        let address = this.pointee.ifa_addr.flatMap({ IPAddress(socketAddress: $0) }), !address.isLocal
      else { continue }
      let mask = this.pointee.ifa_netmask.flatMap { IPAddress(socketAddress: $0) }
      found.append(InterfaceAddress(address, prefix: mask?.octets.reduce(0) { $0 + $1.nonzeroBitCount } ?? 0))
    }
    return found.filter { !$0.isIPv6 } + found.filter(\.isIPv6)
  }
}
