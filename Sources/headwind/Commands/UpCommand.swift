import ArgumentParser
import Glibc
import Labs
import LinkConditions
import TextOutput
import VirtualLink

/// `headwind up`: several hosts on networks with conditions.
struct UpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up",
    abstract: "Run the hosts of a lab: several commands on networks that they share.",
    discussion: """
      A lab file names hosts, the networks that they share, and the conditions of each line. The lab ends when all commands have ended \
      that are no daemons, or with Ctrl-C. While it runs, each line is a link: 'headwind link list' shows them.

      Exit status: that of the first command that failed, or 0; 125 if headwind itself fails, 126 if a command cannot be executed, \
      127 if it is not found.
      """)

  @Argument(help: ArgumentHelp("The lab file.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  var file = "lab.yaml"

  @Option(
    help: ArgumentHelp("What the names of the links begin with, instead of the file's 'name:'.", valueName: "name"))
  var name: String?

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "The engine that carries the packets: userspace (the default), netem (the kernel's) or auto.")
  var engine: EngineRequest?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of the random decisions on all lines.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Write the packets of a line to a pcapng file: LINE=FILE, where LINE is a host, a network, or FROM-TO for a path. Can be repeated.",
      valueName: "line=file"))
  var capture: [String] = []

  @Option(
    name: .customLong("exit-code-from"),
    help: ArgumentHelp("End with this host's command, and with its exit status.", valueName: "host"))
  var exitHost: String?

  @Flag(name: .customLong("abort-on-exit"), help: "End with the first command that ends, and with its exit status.")
  var endsWithFirst = false

  @Flag(name: .customLong("no-keys"), help: "Do not collect the secrets of TLS connections.")
  var withoutKeys = false

  @Flag(name: .shortAndLong, help: "Print only what the commands print, and errors.")
  var quiet = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard exitHost == nil || !endsWithFirst else {
      throw ValidationError("--exit-code-from says when the lab ends: omit --abort-on-exit")
    }
  }

  func run() throws {
    do {
      ProgramSession.end(as: try runLab())
    } catch let error as ProfileFileError {
      color.say(error)
      throw ExitStatus.ownFailure
    } catch {
      throw Failure(error, status: ExitStatus.ownFailure)
    }
  }

  private func runLab() throws -> ProgramEnd {
    let choice = try LabChoice(file, profiles)
    var lab = choice.lab
    if let name { lab.name = name }
    let ending = try ending(of: lab)
    let names = try lab.lines.map { try LinkName("\(lab.name)-\($0.name)") }
    let captures = try captures(of: lab)
    let interfaces = lab.hosts.compactMap { if case .devices(let interface) = $0.role { interface } else { nil } }
    if let interface = interfaces.first, !Privilege.isSufficient {
      throw LinkError(
        "devices at \(interface) need root: the lab listens to an interface of this machine", remedy: "use sudo")
    }
    try Surroundings.require(
      descriptors: LinkSession.descriptors + LabSession.descriptorsOfLine * names.count
        + DeviceFleet.descriptorsOfDevice * DeviceFleet.most * interfaces.count, for: "a lab of \(names.count) lines")
    guard ParentProcess.bind() else { ProgramSession.end(as: .killed(SIGKILL)) }
    let signals = try HeldSignals()
    // Check this before entering a user namespace, while the kernel can still identify the user of the listener.
    for name in names where try ControlClient(ControlAddress(name)) != nil { throw LabLink.isTaken(name) }
    try Privilege.obtain()
    let seed = seed ?? UInt64.random(in: 0...UInt64(UInt32.max))
    let session = try LabSession(
      lab,
      LabSession.Wishes(
        engine: engine, seed: seed, captures: captures, withoutKeys: withoutKeys, isQuiet: quiet,
        findProfile: profiles.finder()))
    defer { session.end() }
    if !quiet { Headwind.say("headwind: lab '\(lab.name)': \(names.count) links, seed \(seed)") }
    var run = try LabRun(
      session, signals: signals, until: ending, in: choice.directory, isQuiet: quiet, color.paint)
    let end = try run.run()
    return session.end() || end != .exited(0) ? end : .exited(ExitStatus.ownFailure.rawValue)
  }

  private func ending(of lab: Lab) throws -> LabRun.Ending {
    guard let exitHost else { return endsWithFirst ? .first : .last }
    guard let host = lab[host: exitHost], case .command = host.role else {
      let names = lab.hosts.filter(\.role.isCommand).map(\.name)
      throw Failure(
        "--exit-code-from: the lab has no command on a host '\(exitHost)'",
        remedy: "the hosts with commands are: \(names.joined(separator: ", "))", status: ExitStatus.ownFailure)
    }
    return .host(exitHost)
  }

  /// The paths of captures, by the names of lines.
  private func captures(of lab: Lab) throws -> [String: String] {
    var captures: [String: String] = [:]
    for text in capture {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Failure("--capture: '\(text)' is not LINE=FILE", status: ExitStatus.ownFailure)
      }
      guard lab.lines.contains(where: { $0.name == parts[0] }) else {
        throw Failure(
          "--capture: the lab has no line '\(parts[0])'",
          remedy: "its lines are: \(lab.lines.map(\.name).joined(separator: ", "))", status: ExitStatus.ownFailure)
      }
      captures[parts[0]] = parts[1]
    }
    return captures
  }
}
