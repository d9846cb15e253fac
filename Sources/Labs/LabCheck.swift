import LinkConditions
import YAML

/// Checks what concerns several parts of a lab.
struct LabCheck {
  /// The longest name of a link.
  private static let longestLinkName = 32

  let lab: Lab
  let problems: ProblemCollector

  /// - Parameters:
  ///   - written: the hosts in the file.
  ///   - networks: the networks in the file.
  func check(hosts written: [LabReader.Entry], networks: YAMLNode?, root: YAMLNode) {
    let keys = Dictionary(written.map { ($0.name, $0.key) }, uniquingKeysWith: { first, _ in first })
    let places = networks.map { Self.keys(of: $0) } ?? [:]
    checkNames(root)
    for network in lab.networks { check(network, at: places[network.name] ?? root) }
    for host in lab.hosts { check(host, at: keys[host.name] ?? root) }
    for name in [Lab.internet] + lab.networks.map(\.name) where members(of: name).count > 250 {
      problems.report("\(name): a network has at most 250 hosts", at: places[name] ?? root)
    }
  }

  private static func keys(of node: YAMLNode) -> [String: YAMLNode] {
    guard case .mapping(let mapping) = node else { return [:] }
    return Dictionary(
      mapping.compactMap { key, _ in key.scalar.map { ($0.string, key) } }, uniquingKeysWith: { first, _ in first })
  }

  private func members(of network: String) -> [LabHost] {
    lab.hosts.filter { $0.attachments.contains { $0.network == network } }
  }

  private func checkNames(_ root: YAMLNode) {
    var seen: Set<String> = []
    for line in lab.lines {
      if !seen.insert(line.name).inserted {
        problems.report("two lines of the lab would be called '\(line.name)'; rename a host or a network", at: root)
      }
      let name = "\(lab.name)-\(line.name)"
      if name.utf8.count > Self.longestLinkName {
        problems.report(
          "the link '\(name)' would have a name of more than \(Self.longestLinkName) letters; shorten 'name:' or the hosts' names",
          at: root)
      }
    }
    if lab.lines.count > Lab.mostLines {
      problems.report("there are \(lab.lines.count) lines; a lab has at most \(Lab.mostLines)", at: root)
    }
  }

  private func check(_ network: LabNetwork, at node: YAMLNode) {
    let path = "networks.\(network.name)"
    if members(of: network.name).isEmpty {
      problems.report("\(path): no host is on it; write 'network: \(network.name)' at one, or remove it", at: node)
    }
    let isConditioned = network.timeline != Timeline(first: .clean)
    if isConditioned, lab.hosts.allSatisfy({ $0.attachments.contains { $0.network == network.name } }) {
      problems.report(
        "\(path): all hosts are on it, so nothing crosses its line, which leads to the internet: leave one host's "
          + "network out, or give the profile to a host or a path", at: node)
    }
  }

  private func check(_ host: LabHost, at node: YAMLNode) {
    if case .devices(let interface) = host.role,
      let first = lab.hosts.first(where: { $0.role == host.role }), first.name != host.name
    {
      problems.report("hosts.\(host.name).devices: \(first.name) has the devices at \(interface) already", at: node)
    }
    for dependency in host.dependencies {
      guard let other = lab[host: dependency.host] else { continue }
      if dependency.state == .ended, !other.role.isCommand || other.isDaemon {
        let reason =
          switch other.role {
          case .farSide: "is Headwind's own servers and never ends"
          case .devices: "is a router of devices and never ends"
          case .command: "is a daemon"
          }
        problems.report("hosts.\(host.name).depends_on: \(other.name) \(reason)", at: node)
      }
    }
    if waits(host.name, for: host.name, []) {
      problems.report("hosts.\(host.name).depends_on: it waits for itself, by way of other hosts", at: node)
    }
  }

  private func waits(_ name: String, for target: String, _ seen: Set<String>) -> Bool {
    guard let host = lab[host: name], !seen.contains(name) else { return false }
    return host.dependencies.contains {
      $0.host == target || waits($0.host, for: target, seen.union([name]))
    }
  }
}
