import ArgumentParser
import VirtualLink

/// `headwind link`: virtual interfaces that live until they are taken down.
struct LinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Puts links up, lists them, switches their profiles, runs commands on them, takes them down.",
    subcommands: [LinkUp.self, LinkList.self, LinkSwitch.self, LinkExec.self, LinkDown.self])
}

/// `headwind link list`.
struct LinkList: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the links that are up.")

  func run() {
    let entries = LinkDirectory.list()
    let rows = entries.map { entry in
      guard let status = entry.status else { return [entry.name.text, "does not answer"] }
      let packets = "\(status["uplink-packets"] ?? "?") up, \(status["downlink-packets"] ?? "?") down"
      let profile = status["state"] == "cut" ? "cut" : status["profile"]
      return [
        entry.name.text, profile ?? "?", status["kind"] ?? "?", status["engine"] ?? "?", age(status["age"]),
        status["client"] ?? "?", packets,
      ]
    }
    guard !rows.isEmpty else { return }
    let table = [["NAME", "PROFILE", "KIND", "ENGINE", "AGE", "ADDRESSES", "PACKETS"]] + rows
    for row in table { print(line(row, of: table)) }
    for entry in entries {
      if let trouble = entry.status?["capture-trouble"] { Headwind.say("headwind: \(entry.name): \(trouble)") }
    }
  }

  private func line(_ row: [String], of table: [[String]]) -> String {
    row.enumerated().map { column, text in
      let width = table.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
      return column == row.count - 1 ? text : text + String(repeating: " ", count: width + 2 - text.count)
    }.joined()
  }

  private func age(_ text: String?) -> String {
    guard let seconds = text.flatMap(Int.init) else { return "?" }
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3600 { return "\(seconds / 60) min" }
    return "\(seconds / 3600) h \(seconds % 3600 / 60) min"
  }
}

/// `headwind link switch`.
struct LinkSwitch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Puts another profile in force on a link.")

  @Argument(help: "The link.") var name: String
  @Argument(help: "The profile, by name or as a file.") var profile: String

  func run() throws {
    do {
      let client = try LinkDirectory.find(LinkName(name))
      // The link's supervisor has another working directory than we have.
      try client.request("switch " + (profile.contains("/") ? absolutePath(profile) : profile))
    } catch {
      throw Failure(error, status: ExitStatus.environment)
    }
  }
}

/// `headwind link down`.
struct LinkDown: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "down", abstract: "Takes a link down, and returns when nothing of it is left.")

  @Argument(help: "The link.") var name: String

  func run() throws {
    do {
      let client = try LinkDirectory.find(LinkName(name))
      let trouble = try client.request("status")["capture-trouble"]
      try client.request("down")
      client.waitForEnd()
      if let trouble { throw LinkError("\(name) is down; of its capture: \(trouble)") }
    } catch {
      throw Failure(error, status: ExitStatus.environment)
    }
  }
}

/// `headwind link exec`.
struct LinkExec: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "exec", abstract: "Runs a command on a link, passed through as `run` does.")

  @Argument(help: "The link.") var name: String

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
    let signals = try HeldSignals()
    let client = try LinkDirectory.find(LinkName(name))
    let link = try LinkMembership(client)
    try link.joinUserNamespace()
    let program = try ProgramSession(signals: signals)
    let alarm = try Alarm()
    try client.raise(alarm)
    let end = try program.run(
      command, on: link.network, resolution: link.resolution, control: link.control, alarm: alarm)
    return hasWholeCapture() || end != .exited(0) ? end : .exited(ExitStatus.ownFailure.rawValue)
  }

  /// Says what is wrong with the link's capture. That the program is content must not hide that there is no whole record of it.
  private func hasWholeCapture() -> Bool {
    guard let client = try? LinkDirectory.find(LinkName(name)),
      let trouble = try? client.request("status")["capture-trouble"]
    else { return true }
    Headwind.say("headwind: \(name): \(trouble)")
    return false
  }
}
