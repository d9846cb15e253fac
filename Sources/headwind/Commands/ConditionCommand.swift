import ArgumentParser
import Dissection
import LinkConditions
import TextOutput
import VirtualLink

/// `headwind condition`: applies conditions to an interface of the host.
struct ConditionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "condition",
    abstract: "Apply a profile to an interface of this host while the command runs, and undo it afterwards.",
    discussion: """
      The command needs root and a kernel with netem. The conditions are removed when it ends: by Ctrl-C or another signal, \
      at the end of --for, by --off, and after kill -9 by a process that watches it. Over ssh, add --except 'port 22'.

      The directions of a profile are those of this host: uplink is what it sends on the interface, and downlink is what it \
      receives there. If the interface leads to a device (a phone on your access point, a container, a virtual machine), use \
      --toward-device: the directions are then those of the device.
      """)

  @Argument(help: "The interface.", completion: Candidates.interfaces) var interface: String

  @Option(
    help: ArgumentHelp("The conditions: the name of a profile, a file, or a profile in braces.", valueName: "name"),
    completion: Candidates.profiles)
  var profile: String?

  @OptionGroup var profiles: ProfileOptions

  @Flag(
    help: "The interface leads to a device, and the directions are those of the device: this host receives its uplink.")
  var towardDevice = false

  @Option(
    name: .customLong("for"), parsing: .unconditional,
    help: ArgumentHelp("End after this time: 10m, 30s, \"2 h\".", valueName: "time"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "Exempt this traffic: 'port 22', 'tcp port 22', 'udp port 53', 'host 10.0.0.1'. Can be repeated.",
      valueName: "traffic"))
  var except: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The seed of the kernel's random decisions (Linux 6.7).", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64?

  @Flag(help: "Remove the conditions from the interface.")
  var off = false

  @Flag(help: "Show the conditions on the interface.")
  var show = false

  @Flag(name: .shortAndLong, help: "Print only errors.")
  var quiet = false

  func validate() throws {
    guard [profile != nil, off, show].filter({ $0 }).count == 1 else {
      throw ValidationError("give one of --profile, --off or --show")
    }
    guard profile != nil || (time == nil && except.isEmpty && seed == nil && !towardDevice) else {
      throw ValidationError("--for, --except, --seed and --toward-device need --profile")
    }
  }

  func run() throws {
    do {
      try Surroundings.require(descriptors: 64, for: "'condition'")
      if off { return say(try ConditionLease.off(interface)) }
      if show { return try showConditions() }
      let end = try ConditionLease.hold(try request()) { say($0) }
      say(end)
    } catch {
      if error is StandardOutput.Trouble { throw error }
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }

  private func request() throws -> ConditionLease.Request {
    ConditionLease.Request(
      interface: interface, profile: try profiles.choice.find(profile ?? "", for: "condition"),
      towardDevice ? .device : .host,
      exceptions: try except.map { try exception($0) },
      time: try time.map { try duration($0) },
      seed: RunSeed(seed ?? UInt64.random(in: 0...UInt64(UInt32.max))))
  }

  /// Parses an exception. An error in it is a usage error.
  private func exception(_ text: String) throws -> TrafficException {
    do {
      return try TrafficException(text)
    } catch {
      throw Failure(error, status: ExitStatus.usage)
    }
  }

  private func duration(_ text: String) throws -> LinkDuration {
    do {
      return try LeaseTime.duration(text)
    } catch {
      throw Failure("--for \(text): \(error.words)", remedy: "write 30s, 10m or \"2 h\"", status: ExitStatus.usage)
    }
  }

  private func showConditions() throws {
    guard let values = try ConditionLease.show(interface) else {
      return try StandardOutput.show("\(interface) is not conditioned")
    }
    try StandardOutput.show(values.map { "\($0.name): \($0.value)" })
  }

  private func say(_ text: String) {
    if !quiet { Headwind.say("headwind: \(text)") }
  }
}
