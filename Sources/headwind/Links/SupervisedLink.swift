import TextOutput
import VirtualLink

/// The work of the process that holds a link.
struct SupervisedLink {
  let name: LinkName
  let options: LinkOptions

  init(_ name: LinkName, _ options: LinkOptions) {
    self.name = name
    self.options = options
  }

  /// Creates the link, and returns when it has been taken down.
  /// - Parameter ready: called with a line for the user when the link is up.
  func hold(ready: (String) throws -> Void) throws {
    let findProfile = options.finder()
    let signals = try HeldSignals()
    let address = ControlAddress(name)
    let isTaken = LinkError(
      "the link '\(name)' is already up", remedy: "take it down first: headwind link down \(name)")
    // Check this before entering a user namespace, while the kernel can still identify the user of the listener.
    if try ControlClient(address) != nil { throw isTaken }
    let isRootless = try Privilege.obtain()
    let session = try LinkSession(options, isRootless: isRootless)
    defer { session.end() }
    guard let reservation = try ControlServer.reserve(address) else { throw isTaken }
    if let weakness = reservation.weakness { Headwind.say("headwind: \(weakness)") }
    let ending = try Alarm()
    // Its first process outlives us for as long as it takes to remove the control socket's file.
    let programs = try ProcessTree(
      network: session.link.topology.client, removing: reservation.file, and: session.keys?.file)
    defer { programs.end() }
    try programs.raise(ending)
    let controller = LinkController(
      name: name, link: session.link, resolution: session.resolution, findProfile: session.finder(findProfile),
      keyLog: session.keys?.file?.place,
      observer: session.observer, processes: programs, takeDown: { ending.raise("it was taken down") })
    let server = try ControlServer(reservation, and: controller.address, in: [session.link.topology.client]) {
      controller.answer($0, from: $1)
    }
    defer { server.close() }
    let addresses = session.link.topology.addresses.client.map(\.description).joined(separator: " ")
    try ready("\(name): \(session.description); \(LinkTopology.clientInterface) \(addresses)")
    signals.wait(orUntil: [ending, session.link.alarm])
  }
}
