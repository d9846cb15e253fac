public import LinkConditions

/// Several hosts on networks: what a lab file describes.
///
/// Each host has a line to each of its networks, and each network has a line to the internet, which all its hosts share.
/// Hosts without a network are on the internet themselves. A path is a line between two hosts alone.
public struct Lab: Hashable, Sendable {
  /// The network that always exists, and that all others are connected to.
  public static let internet = "internet"
  /// The most lines that a lab may have: each has an engine of its own.
  public static let mostLines = 100

  /// What the names of its links begin with.
  public var name: String
  /// In the order of the file.
  public var hosts: [LabHost]
  /// In the order of the file, without the internet.
  public var networks: [LabNetwork]
  public var paths: [LabPath]

  public init(name: String, hosts: [LabHost], networks: [LabNetwork] = [], paths: [LabPath] = []) {
    self.name = name
    self.hosts = hosts
    self.networks = networks
    self.paths = paths
  }

  /// The host of this name, or nil.
  public subscript(host name: String) -> LabHost? { hosts.first { $0.name == name } }

  /// All lines, in the order in which they are made: those of the networks, those of the hosts, the paths.
  public var lines: [LabLine] {
    let access = hosts.flatMap { host in
      host.attachments.enumerated().map { index, attachment in
        LabLine(
          name: index == 0 ? host.name : "\(host.name)-\(attachment.network)",
          kind: .access(host: host.name, network: attachment.network), timeline: attachment.timeline)
      }
    }
    return networks.map { LabLine(name: $0.name, kind: .network($0.name), timeline: $0.timeline) } + access
      + paths.map {
        LabLine(name: "\($0.from)-\($0.to)", kind: .path(from: $0.from, to: $0.to), timeline: $0.timeline)
      }
  }
}

/// A line of a lab: a link with conditions.
public struct LabLine: Hashable, Sendable {
  /// Between what it is.
  public enum Kind: Hashable, Sendable {
    /// Between a network, which is the client's side, and the internet.
    case network(String)
    /// Between a host, which is the client's side, and a network.
    case access(host: String, network: String)
    /// Between two hosts; the first is the client's side.
    case path(from: String, to: String)
  }

  /// Its name within the lab.
  public var name: String
  public var kind: Kind
  /// Its conditions.
  public var timeline: Timeline
}

/// A host of a lab.
public struct LabHost: Hashable, Sendable {
  /// What a host does.
  public enum Role: Hashable, Sendable {
    /// It runs a program with these arguments.
    case command([String])
    /// It is Headwind's own servers: those of the far side of a private link.
    case farSide
    /// It is the router of the devices at this interface of the machine.
    case devices(interface: String)

    /// Whether the host runs a program of the user's.
    public var isCommand: Bool { if case .command = self { true } else { false } }
  }

  /// A variable of the environment.
  public struct Variable: Hashable, Sendable {
    public var name: String
    public var value: String
  }

  /// A host's line to a network.
  public struct Attachment: Hashable, Sendable {
    /// The name of the network, or `Lab.internet`.
    public var network: String
    public var timeline: Timeline
  }

  /// What a host waits for before it starts.
  public struct Dependency: Hashable, Sendable {
    /// What has become of the other host.
    public enum State: String, CaseIterable, Hashable, Sendable {
      /// Its program runs.
      case started
      /// It listens, as its `ready` says.
      case ready
      /// Its program has ended with status 0.
      case ended
    }

    public var host: String
    public var state: State
  }

  /// When a host counts as ready.
  public struct Readiness: Hashable, Sendable {
    /// The TCP port that listens then.
    public var port: UInt16
    /// How long that may take.
    public var limit: LinkDuration
  }

  public var name: String
  public var role: Role
  public var environment: [Variable] = []
  /// Where the program starts; nil for the directory of the lab file.
  public var workingDirectory: String?
  public var dependencies: [Dependency] = []
  public var readiness: Readiness?
  /// Whether the lab ends without waiting for its program.
  public var isDaemon = false
  /// At least one. The first is the one of its default route.
  public var attachments: [Attachment]
}

/// A network of a lab, other than the internet.
public struct LabNetwork: Hashable, Sendable {
  public var name: String
  /// The conditions of its line to the internet, which its hosts share. Uplink is the direction to the internet.
  public var timeline: Timeline
  /// The background traffic on that line, or nil.
  public var load: LoadRequest?
}

/// A line between two hosts that carries only what these send to each other.
public struct LabPath: Hashable, Sendable {
  public var from: String
  public var to: String
  public var timeline: Timeline
}
