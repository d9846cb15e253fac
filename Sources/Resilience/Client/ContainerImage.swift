internal import Glibc
internal import VirtualLink

/// An image whose containers are the clients. They run in the network namespace of their link, so the link, its names and its CA are
/// theirs.
public struct ContainerImage: Sendable {
  /// What the contract says by variables (docs/scenarios.md).
  private static let variables = [
    "HEADWIND_URL", "HEADWIND_DEADLINE", "HEADWIND_OUTPUT", "HEADWIND_METHOD", "HEADWIND_BODY", "HEADWIND_SCENARIO",
    "HEADWIND_REQUESTS", "HEADWIND_AUTH", "HEADWIND_READY", "HEADWIND_PERSISTENT", "HEADWIND_CONTROL",
    "HEADWIND_RUN_ID",
  ]
  /// The engine starts containers as children of its own. That of Docker is a daemon outside of the link, which cannot.
  public static let engine = "podman"

  /// How long the engine may take to remove containers, in units of 10 ms.
  private static let patience = 2000

  public var name: String
  /// Marks the containers of this process.
  private let label = "headwind=\(getpid())"

  public init(_ name: String) {
    self.name = name
  }

  /// Whether there is an engine.
  public static var hasEngine: Bool { ClientCommand([engine]).isFound }

  /// What the engine, or the first process of the container, said of a container that it could not start: there is no such image, or no
  /// such command in it.
  static func complaint(in outcome: ClientOutcome) -> String? {
    guard outcome.begun == nil, outcome.status != 0 else { return nil }
    let words = outcome.output.split(separator: "\n").first { line in
      line.hasPrefix("Error: ") || line.hasPrefix("ERROR (catatonit") || line.contains(" level=error msg=")
    }
    // An engine of an ordinary user makes a user namespace with many users, which that of the link, with one, does not allow.
    let advice = geteuid() == 0 ? "" : " (containers of an ordinary user cannot join a link: run it with sudo)"
    return words.map { $0 + advice }
  }

  /// Removes what the engine still knows of containers that ended with their links.
  public func removeContainers() {
    let script = "\(Self.engine) ps --all --quiet --filter label=\(label) | xargs -r \(Self.engine) rm --force --time 0"
    let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    let home = getenv("HOME").map { ["HOME=" + String(cString: $0)] } ?? []
    guard let child = try? ChildProcess(words: ["sh", "-c", script], environment: ["PATH=" + path] + home) else {
      return
    }
    for _ in 0..<Self.patience where child.advance() == nil { usleep(10_000) }
  }

  /// The command that runs a container.
  /// - Parameters:
  ///   - words: the command inside the image; none for its own.
  ///   - captures: the directory of the files that the contract names, which the container sees at the same place.
  public func command(running words: [String], captures: String) -> ClientCommand {
    let names = Self.variables + TrustedAuthority.names
    let authority = TrustedAuthority.path.map { ["--volume", "\($0):\($0):ro"] } ?? []
    // Without control groups and limits of its own, an engine needs no service and no privilege. The first process of a PID namespace
    // ignores the signals that it does not handle, so the client must not be the first: --init.
    var command = ClientCommand(
      [
        Self.engine, "--log-level=error", "run", "--rm", "--init", "--interactive", "--label", label, "--network=host",
        "--pull=missing",
        "--cgroups=disabled", "--ulimit=nofile=1024:1024", "--ulimit=nproc=4096:4096",
        "--volume", "\(captures):\(captures)",
      ] + authority + names.flatMap { ["--env", $0] } + [name] + words)
    command.helpers = [Self.engine, "conmon"]
    return command
  }
}
