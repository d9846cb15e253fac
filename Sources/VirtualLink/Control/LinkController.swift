import CLinux
public import LinkConditions
import Glibc

/// Answers what is asked of a link over its control socket; docs/control.md is the protocol.
public struct LinkController: Sendable {
  private let name: LinkName
  private let link: Link
  private let resolution: NameResolution
  private let started = EngineClock.now
  private let findProfile: @Sendable (String) throws -> Profile
  private let mark: @Sendable (String) -> Void
  private let takeDown: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - findProfile: what `switch` reads names with.
  ///   - mark: notes a text in the capture.
  ///   - takeDown: ends the link, or nil if it is not for others to end.
  public init(
    name: LinkName, link: Link, resolution: NameResolution, findProfile: @escaping @Sendable (String) throws -> Profile,
    mark: @escaping @Sendable (String) -> Void, takeDown: (@Sendable () -> Void)? = nil
  ) {
    self.name = name
    self.link = link
    self.resolution = resolution
    self.findProfile = findProfile
    self.mark = mark
    self.takeDown = takeDown
  }

  /// Answers one request.
  public func answer(_ line: String) -> ControlReply {
    let words = line.split(separator: " ", maxSplits: 1)
    let argument = words.count > 1 ? String(words[1]) : ""
    do {
      switch words.first {
      case "status": return try status()
      case "statistics": return try statistics()
      case "switch":
        try link.change(to: findProfile(argument))
        return ControlReply([("profile", link.profile.name)])
      case "cut":
        try link.cut()
        return ControlReply()
      case "heal":
        try link.heal()
        return ControlReply([("profile", link.profile.name)])
      case "rebind":
        try link.perform(.rebind)
        return ControlReply()
      case "link-down", "link-up":
        try link.perform(.carrier(isUp: words.first == "link-up"))
        return ControlReply()
      case "mark":
        mark(argument)
        return ControlReply()
      case "enter": return try enter()
      case "down":
        guard let takeDown else { return ControlReply(error: "this link ends with the program that runs on it") }
        takeDown()
        return ControlReply()
      default:
        return ControlReply(
          error:
            "unknown request; known are status, statistics, switch, cut, heal, rebind, link-down, link-up, mark, enter, down"
        )
      }
    } catch {
      return ControlReply(error: "\(error)")
    }
  }

  private func status() throws -> ControlReply {
    let statistics = try link.statistics()
    let addresses = link.topology.addresses
    return ControlReply([
      ("name", name.text), ("profile", link.profile.name), ("state", link.isCut ? "cut" : "up"),
      ("kind", link.kind.rawValue), ("engine", link.engineKind.rawValue), ("seed", String(link.seed.value)),
      ("age", String((EngineClock.now - started).nanoseconds / 1_000_000_000)), ("process", String(getpid())),
      ("client", addresses.client.map(\.host).joined(separator: " ")),
      ("far-side", addresses.farSide.map(\.host).joined(separator: " ")),
      ("uplink-packets", String(statistics.uplink.left)), ("downlink-packets", String(statistics.downlink.left)),
    ])
  }

  private func statistics() throws -> ControlReply {
    let statistics = try link.statistics()
    func lines(_ name: String, _ direction: DirectionStatistics) -> [(name: String, value: String)] {
      [
        ("\(name)-entered-packets", String(direction.entered)),
        ("\(name)-entered-bytes", String(direction.enteredBytes)),
        ("\(name)-left-packets", String(direction.left)), ("\(name)-left-bytes", String(direction.leftBytes)),
        ("\(name)-lost-packets", String(direction.droppedByLoss)),
        ("\(name)-queue-drops", String(direction.droppedByQueue)),
        ("\(name)-list-drops", String(direction.droppedByList)), ("\(name)-mtu-drops", String(direction.droppedByMTU)),
        ("\(name)-kernel-drops", String(direction.droppedByKernel)),
        ("\(name)-rebind-drops", String(direction.droppedByRebinding)),
        ("\(name)-memory-drops", String(direction.droppedByMemory)),
        ("\(name)-send-drops", String(direction.droppedBySend)), ("\(name)-overruns", String(direction.overruns)),
        ("\(name)-queued", String(direction.queued)),
      ]
    }
    return ControlReply(lines("uplink", statistics.uplink) + lines("downlink", statistics.downlink))
  }

  private func enter() throws -> ControlReply {
    let user = hw_open_user_namespace()
    guard user >= 0 else { throw LinkError("open the user namespace of this thread", errno: errno) }
    var values: [(name: String, value: String)] = [
      ("nameserver", resolution.nameserver), ("control", ControlAddress(name).description),
    ]
    values += resolution.options.map { ("resolver", $0) }
    values += resolution.authority.map { [("authority", $0.line)] } ?? []
    return ControlReply(values, descriptors: [link.topology.client.descriptor, Descriptor(owning: user)])
  }
}
