import ArgumentParser
import Captures
import Glibc
import LinkConditions
import TextOutput
import VirtualLink
import Wire

/// `headwind extcap`: shows links among the interfaces of Wireshark and tshark, as their extcap protocol asks
/// (Wireshark's `doc/extcap.adoc`, extcap(4)).
struct ExtcapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extcap",
    abstract: "Show links among Wireshark's interfaces.",
    discussion: """
      Wireshark and tshark call this command themselves, once it is installed. Then each link that is up, and each run, \
      is an interface headwind-NAME:

        $ headwind extcap --install
        $ tshark -i headwind-shop

      The options extcap-... are those of Wireshark's protocol.
      """)

  @Flag(help: "Make Wireshark and tshark of this user find links, or of all users for root.")
  var install = false
  @Flag(help: "Undo --install.")
  var uninstall = false

  @Flag(help: .hidden) var extcapInterfaces = false
  @Option(help: .hidden) var extcapVersion: String?
  @Option(help: .hidden) var extcapInterface: String?
  @Flag(help: .hidden) var extcapDlts = false
  @Flag(help: .hidden) var extcapConfig = false
  @Option(help: .hidden) var extcapReloadOption: String?
  @Option(help: .hidden) var extcapCaptureFilter: String?
  @Flag(help: .hidden) var capture = false
  @Option(help: .hidden) var fifo: String?
  @Option(help: .hidden) var profile: String?
  @Flag(help: .hidden) var stripKeys = false

  func run() throws {
    if install { return try ExtcapInstallation.wanted().install() }
    if uninstall { return try ExtcapInstallation.wanted().remove() }
    if extcapInterfaces { return try StandardOutput.show(ExtcapSentences.interfaces(LinkDirectory.list())) }
    guard let extcapInterface else {
      throw Failure(
        "extcap is called by Wireshark", remedy: "make Wireshark find it: headwind extcap --install",
        status: ExitStatus.usage)
    }
    if extcapDlts { return try StandardOutput.show(ExtcapSentences.linkType) }
    let link = try Self.link(extcapInterface)
    if extcapConfig {
      return try StandardOutput.show(ExtcapSentences.options(profiles: Self.profiles()))
    }
    if capture { try self.capture(link) } else if extcapCaptureFilter != nil { try checkFilter() }
  }

  /// The link that an interface stands for.
  private static func link(_ interface: String) throws -> LinkName {
    guard interface.hasPrefix(ExtcapSentences.prefix) else {
      throw Failure("'\(interface)' is no interface of headwind's", status: ExitStatus.usage)
    }
    return try LinkName(word: String(interface.dropFirst(ExtcapSentences.prefix.count)))
  }

  /// The names of the shipped profiles, which every link knows.
  private static func profiles() -> [String] {
    ProfileLibrary.shipped.profiles.map(\.name)
  }

  /// Wireshark asks whether a filter is one while the user types it: what is printed is what is wrong with it.
  private func checkFilter() throws {
    do {
      _ = try CaptureFilter(extcapCaptureFilter ?? "", linkType: .ethernet)
    } catch {
      try StandardOutput.show("\("\(error)")\n")
    }
  }

  /// Writes what crosses the link to Wireshark's pipe, until Wireshark closes it.
  private func capture(_ link: LinkName) throws {
    guard let fifo else { throw Failure("--capture needs --fifo", status: ExitStatus.usage) }
    do {
      let client = try LinkDirectory.find(link)
      if let profile, !profile.isEmpty { try client.request("switch " + profile) }
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
    var words = ["-i", link.text, "-w", fifo, "--format", "pcapng", "-U"]
    if stripKeys { words.append("--strip-keys") }
    if let filter = extcapCaptureFilter, !filter.isEmpty { words.append(filter) }
    // Wireshark shows its user what is said on standard error. The summary of a capture is no trouble.
    let errors = dup(STDERR_FILENO)
    let silence = open("/dev/null", O_WRONLY | O_CLOEXEC)
    dup2(silence, STDERR_FILENO)
    defer {
      dup2(errors, STDERR_FILENO)
      close(errors)
      close(silence)
    }
    try CaptureCommand.parse(words).run()
  }
}
