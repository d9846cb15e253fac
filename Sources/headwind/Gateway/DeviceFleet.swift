import LinkConditions
import TextOutput
import VirtualLink
import Wire

/// The devices at an interface, each with a link of its own, which are led to their router.
///
/// To be used on the main thread.
final class DeviceFleet {
  /// How many descriptors a device takes.
  static let descriptorsOfDevice = 32
  static let most = GatewayGround.leases.count

  /// What devices have in common.
  struct Wishes {
    var timeline: Timeline
    /// That of the first device.
    var seed: UInt64
    var resolution: NameResolution
    var isQuiet: Bool
    var setting: LabLink.Setting
  }

  let ground: GatewayGround
  let addressServer: AddressServer
  private let wishes: Wishes
  private var devices: [MACAddress: DeviceLink] = [:]
  private var leases: [AddressServer.Lease] = []
  /// The number of devices that have joined by now, with those that were forgotten.
  private var joined: UInt64 = 0

  init(_ wishes: Wishes, on ground: GatewayGround) throws {
    (self.wishes, self.ground) = (wishes, ground)
    addressServer = try AddressServer()
  }

  /// Looks for new devices, new names and links that failed. To be called several times a second.
  func look() throws {
    try admit()
    try readLeases()
    dropFailed()
  }

  /// Gives new devices a link. If there are too many, the one that has sent nothing for longest makes room: phones change their hardware
  /// addresses.
  private func admit() throws {
    for mac in ground.devices.newcomers {
      while devices.count >= Self.most, let oldest = ground.devices.leastRecentlyUsed.first { forget(oldest) }
      let wire = try ground.makeWire()
      let (interface, known) = (ground.interface, ground.devices)
      let device = try DeviceLink(
        mac, on: wire, wishes.timeline, seed: RunSeed(wishes.seed &+ joined),
        resolution: wishes.resolution,
        facts: { DeviceFacts(mac: mac, gateway: interface, addresses: known.addresses(of: mac)) }, wishes.setting)
      try ground.lead(mac, over: wire)
      devices[mac] = device
      joined += 1
      say("\(device.name.text) has joined")
      // It may be one that has a lease already.
      leases = []
    }
  }

  /// Calls devices by the names that they give with DHCP.
  private func readLeases() throws {
    let now = addressServer.leases()
    guard now != leases else { return }
    leases = now
    for lease in now {
      guard let device = devices[lease.mac] else { continue }
      if let address = IPAddress(lease.address) { ground.devices.note(address, of: lease.mac) }
      guard let name = lease.name else { continue }
      let former = device.name.text
      if try device.rename(to: name) { say("\(former) is \(device.name.text), \(lease.address)") }
    }
  }

  private func forget(_ mac: MACAddress) {
    ground.devices.forget(mac)
    guard let device = devices.removeValue(forKey: mac) else { return }
    device.end(isQuiet: wishes.isQuiet)
    say("\(device.name.text) is forgotten: there are \(Self.most) devices, and it has sent nothing for longest")
  }

  /// A link that failed takes only its device with it.
  private func dropFailed() {
    for (mac, device) in devices {
      guard let reason = device.link.alarm.reason else { continue }
      ground.devices.refuse(mac)
      devices[mac] = nil
      device.end(isQuiet: wishes.isQuiet)
      Headwind.say("headwind: the link of \(device.name.text) is down: \(reason)")
    }
  }

  /// What dnsmasq's end means, with the last line that it wrote.
  static func hasEnded(_ words: [UInt8]) -> LinkError {
    let reason = String(decoding: words, as: UTF8.self).split(separator: "\n").last.map { ": \($0)" } ?? ""
    return LinkError("dnsmasq, which gives devices their addresses, has ended\(reason)")
  }

  /// dnsmasq is not there.
  static var lacksServer: LinkError {
    LinkError(
      "dnsmasq, which gives devices their addresses, is not installed",
      remedy: "on Debian and Ubuntu: apt-get install dnsmasq-base; on Fedora: dnf install dnsmasq")
  }

  private func say(_ text: String) {
    if !wishes.isQuiet { Headwind.say("headwind: \(text)") }
  }

  /// Ends everything. The interface is as it was: nothing of it was changed.
  func end() {
    ground.close()
    for device in devices.values { device.end(isQuiet: wishes.isQuiet) }
  }
}
