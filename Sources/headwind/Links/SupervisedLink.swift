import VirtualLink

/// What the process does that holds a link.
struct SupervisedLink {
  let name: LinkName
  let options: LinkOptions

  init(_ name: LinkName, _ options: LinkOptions) {
    self.name = name
    self.options = options
  }

  /// Makes the link, and returns when it is down again.
  /// - Parameter ready: to be called with a line for the user when the link is up.
  func hold(ready: (String) throws -> Void) throws {
    let findProfile = options.finder()
    let signals = try HeldSignals()
    let isRootless = try Privilege.obtain()
    let address = ControlAddress(name)
    let reservation = try ControlServer.reserve(address)
    guard let reservation else {
      throw LinkError("the link '\(name)' is up already", remedy: "take it down first: headwind link down \(name)")
    }
    let session = try LinkSession(options, isRootless: isRootless)
    defer { session.end() }
    let ending = try Alarm()
    let controller = LinkController(
      name: name, link: session.link, resolution: session.resolution, findProfile: session.finder(findProfile),
      observer: session.observer, takeDown: { ending.raise("it was taken down") })
    let server = try ControlServer(reservation, in: [session.link.topology.client]) { controller.answer($0, from: $1) }
    defer { server.close() }
    let addresses = session.link.topology.addresses.client.map(\.description).joined(separator: " ")
    try ready("\(name): \(session.description); \(LinkTopology.clientInterface) \(addresses)")
    signals.wait(orUntil: [ending, session.link.alarm])
  }
}
