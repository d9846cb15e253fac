import LinkConditions
import TextOutput
import VirtualLink
import Wire

/// The link of a device behind a gateway: with an engine, and a control socket under the device's name, which may change.
///
/// To be used on the main thread.
final class DeviceLink {
  let mac: MACAddress
  let link: Link
  private(set) var name: LinkName
  /// What the device itself, by DHCP, has said that it is called.
  private var hostName: String?
  private let setting: LabLink.Setting
  private let resolution: NameResolution
  private let facts: @Sendable () -> DeviceFacts
  private let observer: WireObserver
  private var server: ControlServer?
  /// Its first process removes the file of the control socket, should we be killed.
  private var watch: ProcessTree?

  /// - Parameters:
  ///   - wire: a wire that leads nowhere yet.
  ///   - facts: what is known of the device.
  init(
    _ mac: MACAddress, on wire: LinkTopology, _ timeline: Timeline, seed: RunSeed, resolution: NameResolution,
    facts: @escaping @Sendable () -> DeviceFacts, _ setting: LabLink.Setting
  ) throws {
    self.mac = mac
    self.facts = facts
    self.setting = setting
    self.resolution = resolution
    name = try LinkName("device-" + mac.description.replacing(":", with: ""))
    link = try Link(
      kind: .privateLink, timeline: timeline, seed: seed, engine: setting.engine, mayYield: setting.mayYield,
      insight: setting.keys.map { LinkInsight($0) }, on: wire)
    observer = WireObserver(link, recorder: nil, keys: setting.keys, inspection: nil, hasClients: false)
    try answer(as: name)
  }

  /// Calls the link as the device calls itself, or with a number behind that if another link has the name.
  /// - Returns: whether the name is a new one.
  func rename(to text: String) throws -> Bool {
    guard text != hostName else { return false }
    hostName = text
    try answer(as: LinkName(Self.nameText(of: text)))
    return true
  }

  /// What of a host name can be a link's name.
  private static func nameText(of text: String) -> String {
    let word = text.utf8.map { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        ? Character(Unicode.Scalar(byte)) : "-"
    }
    let name = String(word.drop { $0 == "-" }.prefix(28))
    return name.isEmpty ? "device" : name
  }

  private func answer(as wish: LinkName) throws {
    for number in 1...200 {
      let candidate = number == 1 ? wish : try LinkName("\(wish.text)-\(number)")
      guard let reservation = try ControlServer.reserve(ControlAddress(candidate)) else { continue }
      let watch = try ProcessTree(removing: reservation.file)
      let controller = LinkController(
        name: candidate, link: link, resolution: resolution, findProfile: setting.findProfile, observer: observer,
        device: facts)
      let server = try ControlServer(reservation, in: []) { controller.answer($0, from: $1) }
      self.server?.close()
      self.watch?.end()
      (self.server, self.watch, name) = (server, watch, candidate)
      return
    }
    throw LinkError("too many links are called \(wish)")
  }

  /// Ends the link, and says so if it was not what its profile says.
  func end(isQuiet: Bool) {
    server?.close()
    watch?.end()
    let statistics = link.stop()
    observer.end()
    if let shortfall = statistics.shortfall(), !isQuiet {
      Headwind.say(
        "headwind: \(name.text) was not what its profile says, because this machine was too busy: \(shortfall)")
    }
  }
}
