import ArgumentParser
import Dissection
import LinkConditions
import TextOutput
import VirtualLink

/// `headwind link`: manages links that exist until they are taken down.
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Create links, list them, switch their profiles, run commands on them, and take them down.",
    subcommands: [LinkUp.self, LinkList.self, LinkSwitch.self, LinkExec.self, LinkDown.self])
}

/// `headwind link list`.
struct LinkList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List the links that are up.")

  @Flag(help: "Print a line of JSON for each.")
  var json = false

  @OptionGroup var color: ColorOption

  func run() throws {
    let entries = LinkDirectory.list()
    if json { return try StandardOutput.show(try Self.json(entries)) }
    try StandardOutput.show(Self.table(entries).lines(width: Console.width, color.paint))
    for entry in entries {
      if let trouble = entry.status?["capture-trouble"] { Headwind.say("headwind: \(entry.name): \(trouble)") }
    }
  }

  /// An object for each link, with its status.
  private static func json(_ entries: [LinkDirectory.Entry]) throws -> [PrintableText] {
    struct Row: Encodable {
      var name: String
      var answers: Bool
      var status: LinkStatusJSON?
    }
    return try JSONText.lines(
      of: entries.map {
        Row(name: $0.name.text, answers: $0.status != nil, status: $0.status.map { LinkStatusJSON($0) })
      })
  }

  private static func table(_ entries: [LinkDirectory.Entry]) -> TextTable {
    var table = TextTable(
      [
        .init(title: "NAME"), .init(title: "PROFILE", wraps: true), .init(title: "KIND"), .init(title: "ENGINE"),
        .init(title: "AGE"), .init(title: "ADDRESSES", wraps: true), .init(title: "PACKETS", wraps: true),
      ], hasTitles: !entries.isEmpty)
    for entry in entries {
      guard let status = entry.status else {
        table.add([.init(entry.name.text), .init("does not answer", .bad)])
        continue
      }
      let packets = "\(status["uplink-packets"] ?? "?") up, \(status["downlink-packets"] ?? "?") down"
      let isCut = status["state"] == "cut"
      table.add([
        .init(entry.name.text), .init(isCut ? "cut" : status["profile"] ?? "?", isCut ? .bad : nil),
        .init(status["kind"] ?? "?"), .init(status["engine"] ?? "?"), .init(age(status["age"])),
        .init(status["client"] ?? "?"), .init(packets),
      ])
    }
    return table
  }

  private static func age(_ text: String?) -> String {
    guard let seconds = text.flatMap(Int.init) else { return "?" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}

/// `headwind link switch`.
struct LinkSwitch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Switch a link to another profile.",
    discussion: """
      On the userspace engine, packets that wait for the bandwidth are sent at the new one, as they are in a router. netem decides when a \
      packet leaves as soon as it arrives, so there a switch always keeps what waits, and --queued rerate and drop are refused.
      """)

  @Argument(help: "The link.", completion: Candidates.links) var name: String
  @Argument(help: "The profile: its name or a file.", completion: Candidates.profiles) var profile: String

  @Option(
    help: ArgumentHelp(
      """
      What happens to the packets that wait for the bandwidth: rerate (they are sent at the new one; the default of the userspace \
      engine), keep (they leave when they would have left), drop.
      """, valueName: "keep|rerate|drop"),
    completion: .list(QueuedTreatment.allCases.map(\.rawValue)),
    transform: {
      guard let treatment = QueuedTreatment(rawValue: $0) else {
        throw ValidationError("write keep, rerate or drop.")
      }
      return treatment
    })
  var queued: QueuedTreatment?

  func run() throws {
    do {
      let client = try LinkDirectory.find(try LinkName(word: name))
      // The link's supervisor may have another working directory, so send an absolute path.
      let words = profile.contains("/") ? absolutePath(profile) : profile
      try client.request("switch \(words)\(queued.map { " queued \($0.rawValue)" } ?? "")")
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }
}

/// `headwind link down`.
struct LinkDown: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "down", abstract: "Take a link down, and wait until it is gone.")

  @Argument(help: "The link.", completion: Candidates.links) var name: String

  func run() throws {
    do {
      let client = try LinkDirectory.find(try LinkName(word: name))
      let status = try client.request("status")
      let trouble = status["capture-trouble"]
      try client.request("down")
      client.waitForEnd()
      for value in status.values where value.name == "inspection" {
        Headwind.say("headwind: \(name): \(value.value)")
      }
      if let trouble { throw LinkError("\(name) is down, but its capture is incomplete: \(trouble)") }
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }
}

/// `headwind link exec`.
struct LinkExec: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Run a command on a link, like `run`.",
    discussion: """
      Processes that the command leaves behind end with it. To start a server that runs until the link is taken down, use --detach: \
      headwind link exec NAME --detach -- python3 -m http.server >server.log 2>&1
      """)

  @Argument(help: "The link.", completion: Candidates.links) var name: String

  @Flag(
    help: """
      Start the command in the background, without a terminal, and return at once. The command and its child processes run until \
      they exit or the link is taken down. Only output that is redirected to a file is kept.
      """)
  var detach = false

  @OptionGroup var keys: KeyLogRequestOption

  @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after '--'.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    guard !command.isEmpty else { throw ValidationError("give a command to run after '--'") }
  }

  func run() throws {
    do {
      ProgramSession.end(as: try runProgram())
    } catch {
      throw Failure(error, status: ExitStatus.ownFailure)
    }
  }

  private func runProgram() throws -> ProgramEnd {
    try Surroundings.require(descriptors: 64, for: "'link exec'")
    let signals = try HeldSignals()
    let client = try LinkDirectory.find(LinkName(name))
    let status = try client.request("status")
    if let place = status["attached"] {
      throw LinkError(
        "\(name) is the link of \(place), which is not Headwind's: start programs there as usual",
        remedy: "in a container: podman exec; in a namespace: ip netns exec, nsenter --net")
    }
    if let device = status["device"] {
      throw LinkError(
        "\(name) is the link of the device \(device): what runs on it, runs on the device",
        remedy: "to run a command of this machine on a bad network: headwind run --profile NAME -- COMMAND")
    }
    let link = try LinkMembership(client)
    let request = try keys.request(link.keyLog)
    try link.joinUserNamespace()
    if detach {
      try self.detach(on: link, request)
      return .exited(0)
    }
    let program = try ProgramSession(signals: signals, network: link.network)
    let alarm = try Alarm()
    try client.raise(alarm)
    let end = try program.run(
      command, resolution: link.resolution, control: link.control, keyLog: request, alarm: alarm)
    return hasWholeCapture() || end != .exited(0) ? end : .exited(ExitStatus.ownFailure.rawValue)
  }

  private func detach(on link: LinkMembership, _ request: KeyLogRequest?) throws {
    guard let processes = link.processes else {
      throw LinkError(
        "this link ends with the program that runs on it", remedy: "create a standing link: headwind link up NAME")
    }
    let command = ProgramSession.command(command, link.resolution, link.control, keyLog: request)
    try Program.detach(
      command, network: link.network, in: processes,
      files: link.resolution.files(for: command) + (request?.files ?? []))
  }

  /// Reports problems with the link's capture. The program's success must not hide that its capture is incomplete.
  private func hasWholeCapture() -> Bool {
    guard let client = try? LinkDirectory.find(LinkName(name)),
      let trouble = try? client.request("status")["capture-trouble"]
    else { return true }
    Headwind.say("headwind: \(name): \(trouble)")
    return false
  }
}
