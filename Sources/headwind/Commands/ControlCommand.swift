import ArgumentParser
import Dissection
import Glibc
import TextOutput
import VirtualLink

/// `headwind control`: sends requests of the control protocol to the link that the command runs on.
struct ControlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "control",
    abstract: "Change the link that this command runs on, or ask what crossed it.",
    discussion: """
      Sends requests of the control protocol (docs/control.md) to the link that HEADWIND_CONTROL names. Without requests, \
      it reads them from standard input, one per line, and prints each answer up to its line 'ok' or 'error: REASON'. \
      Programs whose language cannot connect to an abstract socket (Java, Node) start it as a bridge.

      Exit status: 0, or 1 if the link refuses a request, or 4 if the link cannot be reached.
      """)

  @Argument(
    help: ArgumentHelp("The requests, one per argument: 'switch Slow Net' 'mark start'.", valueName: "request"))
  var requests: [String] = []

  func run() throws {
    let client = try connect()
    if requests.isEmpty { return try relay(client) }
    for request in requests {
      do {
        try Self.write(Self.lines(of: try client.request(request)))
      } catch let error as LinkError {
        throw Failure(PrintableText(lines: error.message), status: ExitStatus.foundWrong)
      }
    }
  }

  private func connect() throws -> ControlClient {
    let remedy: PrintableText = "run it on a link: headwind run -- COMMAND"
    guard let text = getenv(ControlAddress.variable).map({ String(cString: $0) }), !text.isEmpty else {
      throw Failure("\(ControlAddress.variable) is not set", remedy: remedy, status: ExitStatus.environment)
    }
    guard let address = ControlAddress(parsing: text) else {
      throw Failure(
        "\(ControlAddress.variable) is \"\(text)\", which is not the address of a control socket",
        status: ExitStatus.environment)
    }
    guard let client = try ControlClient(address) else {
      throw Failure("nobody answers at the control socket \(text)", remedy: remedy, status: ExitStatus.environment)
    }
    return client
  }

  /// Answers lines of standard input until it ends. A refusal is an answer.
  private func relay(_ client: ControlClient) throws {
    while let request = readLine() {
      do {
        try Self.write(Self.lines(of: try client.request(request)) + "ok\n")
      } catch let error as LinkError {
        try Self.write("error: \(error.message)\n")
      }
    }
  }

  private static func lines(of reply: ControlReply) -> String {
    reply.values.map { "\($0.name): \($0.value)\n" }.joined()
  }

  /// Writes an answer at once. A program gets it byte for byte, a terminal gets text that it cannot mistake for commands.
  private static func write(_ text: String) throws {
    if Console.isOutput { return try StandardOutput.show(text: PrintableText(lines: text)) }
    try StandardOutput().write(Array(text.utf8).span)
  }
}
