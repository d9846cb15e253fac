import ArgumentParser
import LinkConditions
import TextOutput
import VirtualLink
import Wire

/// `headwind gateway`: the router for devices at an interface.
struct GatewayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gateway",
    abstract: "Be the router for the devices at an interface, each on a link of its own.",
    discussion: """
      Whatever is plugged in or joins at the interface gets addresses (DHCP, IPv6 by router advertisements) and a link, under the name \
      that it gives itself. The links of devices are links like any other: 'headwind link', 'capture -i', 'http -i'. The command needs \
      root and dnsmasq. It runs until Ctrl-C or another signal. The interface itself is not changed, so there is nothing to restore.
      """,
    subcommands: [GatewayDevices.self, GatewaySwitch.self])

  @Option(
    help: ArgumentHelp("The interface at which the devices are.", valueName: "interface"),
    completion: Candidates.interfaces)
  var to: String?

  @Option(
    help: ArgumentHelp(
      "Let devices out by this interface only. By default, they go where this machine's routes lead.",
      valueName: "interface"), completion: Candidates.interfaces)
  var uplink: String?

  @Flag(name: .customLong("private"), help: "Devices meet Headwind's own servers, and nothing else.")
  var isPrivate = false

  @Option(
    help: ArgumentHelp(
      "The conditions of each device's link: the name of a profile or a timeline, a file, or a profile in braces.",
      valueName: "name"))
  var profile = "Clean"

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "The engine that carries the packets: userspace (the default), netem (the kernel's) or auto.")
  var engine: EngineRequest?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("End after this time: 10m, 30s, \"2 h\".", valueName: "time"))
  var time: String?

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  func run() throws {
    guard let to else { throw ValidationError("give the interface at which the devices are: --to eth1") }
    guard uplink == nil || !isPrivate else { throw ValidationError("give --uplink or --private, not both") }
    do {
      try serve(to)
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }

  private func serve(_ interface: String) throws {
    let time = try time.map { try duration($0) }
    let timeline: Timeline =
      switch try profiles.choice.conditions(profile) {
      case .profile(let profile): Timeline(first: profile)
      case .timeline(_, let timeline): timeline
      }
    guard Privilege.isSufficient else {
      throw LinkError("a gateway needs root: it listens to an interface of this machine", remedy: "use sudo")
    }
    try Surroundings.require(
      descriptors: LinkSession.descriptors + DeviceFleet.most * DeviceFleet.descriptorsOfDevice,
      for: "a gateway")
    let signals = try HeldSignals()
    let session = try GatewaySession(
      GatewaySession.Wishes(
        interface: interface, way: isPrivate ? .privateLink : .connected(interface: uplink), timeline: timeline,
        engine: engine, seed: seed ?? UInt64.random(in: 0...UInt64(UInt32.max)), isQuiet: quiet,
        findProfile: profiles.finder()))
    defer { session.end() }
    try session.run(signals, for: time)
  }

  private func duration(_ text: String) throws -> Duration {
    do {
      return .nanoseconds(try LeaseTime.duration(text).nanoseconds)
    } catch {
      throw Failure("--for \(text): \(error.words)", remedy: "write 30s, 10m or \"2 h\"", status: ExitStatus.usage)
    }
  }
}

/// `headwind gateway devices`.
struct GatewayDevices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the devices behind gateways.")

  @Flag(help: "Print a line of JSON for each.")
  var json = false

  @OptionGroup var color: ColorOption

  func run() throws {
    let devices = DeviceEntry.all
    if json {
      struct Row: Encodable {
        var name: String
        var mac: String
        var status: LinkStatusJSON
      }
      return try StandardOutput.show(
        try JSONText.lines(
          of: devices.map { Row(name: $0.name.text, mac: $0.mac, status: LinkStatusJSON($0.status)) }))
    }
    var table = TextTable(
      [
        .init(title: "NAME"), .init(title: "MAC"), .init(title: "AT"), .init(title: "PROFILE", wraps: true),
        .init(title: "ADDRESSES", wraps: true), .init(title: "PACKETS", wraps: true),
      ], hasTitles: !devices.isEmpty)
    for device in devices {
      let status = device.status
      let isCut = status["state"] == "cut"
      table.add([
        .init(device.name.text), .init(device.mac), .init(status["gateway"] ?? "?"),
        .init(isCut ? "cut" : status["profile"] ?? "?", isCut ? .bad : nil), .init(status["client"] ?? ""),
        .init("\(status["uplink-packets"] ?? "?") up, \(status["downlink-packets"] ?? "?") down"),
      ])
    }
    if devices.isEmpty { Headwind.say("headwind: no device is behind a gateway") }
    try StandardOutput.show(table.lines(width: Console.width, color.paint))
  }
}

/// `headwind gateway switch`.
struct GatewaySwitch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Switch the link of a device to another profile.")

  @Argument(help: "The device: its name, its MAC address or an IP address.") var device: String
  @Argument(help: "The profile: its name or a file.", completion: Candidates.profiles) var profile: String

  func run() throws {
    do {
      let name = try DeviceEntry.find(device).name
      try LinkDirectory.find(name).request("switch \(profile.contains("/") ? absolutePath(profile) : profile)")
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }
}

/// A device behind a gateway of this user, as its link tells of it.
private struct DeviceEntry {
  let name: LinkName
  let mac: String
  let status: ControlReply

  static var all: [DeviceEntry] {
    LinkDirectory.list().compactMap { entry in
      guard let status = entry.status, let mac = status["device"] else { return nil }
      return DeviceEntry(name: entry.name, mac: mac, status: status)
    }
  }

  /// - Parameter text: a name, a MAC address or an IP address.
  static func find(_ text: String) throws -> DeviceEntry {
    let all = all
    let mac = MACAddress(text)?.description
    let found = all.first { device in
      device.name.text == text || device.mac == mac
        || (device.status["client"] ?? "").split(separator: " ").contains { $0 == text }
    }
    guard let found else {
      throw LinkError(
        "there is no device '\(text)'",
        remedy: all.isEmpty
          ? "no device is behind a gateway" : "devices are: " + all.map(\.name.text).joined(separator: ", "))
    }
    return found
  }
}
