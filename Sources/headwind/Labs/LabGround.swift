import Labs
import VirtualLink

/// The namespaces, interfaces and addresses of a lab, without what carries packets on its lines.
struct LabGround {
  /// The hosts, by name.
  let stations: [String: LabStation]
  /// The wires of all lines, in the lab's order.
  let wires: [(line: LabLine, topology: LinkTopology)]
  private let lab: Lab

  init(_ lab: Lab) throws {
    self.lab = lab
    let internet = try LabRouter(number: 0)
    var routers = [Lab.internet: internet]
    for (index, network) in lab.networks.enumerated() {
      routers[network.name] = try LabRouter(number: UInt8(index + 1))
    }
    var stations: [String: LabStation] = [:]
    for host in lab.hosts { stations[host.name] = try LabStation() }
    var wires: [(LabLine, LinkTopology)] = []
    var lines: [String: UInt8] = [:]
    var paths: UInt8 = 0
    for line in lab.lines {
      switch line.kind {
      case .network(let name):
        if let router = routers[name] { wires.append((line, try router.join(internet))) }
      case .access(let host, let network):
        guard let station = stations[host], let router = routers[network] else { continue }
        let number = lines[host, default: 0]
        lines[host] = number + 1
        wires.append((line, try router.attach(station, as: "c\(number)", isFirst: number == 0)))
      case .path(let from, let to):
        guard let one = stations[from], let other = stations[to] else { continue }
        paths += 1
        wires.append((line, try one.join(other, number: paths, as: "p\(paths)", and: "p\(paths)")))
      }
    }
    self.stations = stations
    self.wires = wires
  }

  /// The addresses at which a host finds another one: those on a network that both are on, if there is one and no path
  /// leads there; otherwise those on its first network.
  func addresses(of name: String, for host: String?) -> [InterfaceAddress] {
    let all = stations[name]?.addresses ?? []
    guard let there = lab[host: name], let here = host.flatMap({ lab[host: $0] }) else { return all.first ?? [] }
    let hasPath = lab.paths.contains { Set([$0.from, $0.to]) == [name, here.name] }
    let shared = there.attachments.firstIndex { place in here.attachments.contains { $0.network == place.network } }
    guard let shared, !hasPath, all.indices.contains(shared) else { return all.first ?? [] }
    return all[shared]
  }

  /// The lines of hosts(5) by which a host finds all others; nil for a router.
  func hostLines(for host: String?) -> [String] {
    lab.hosts.flatMap { other in addresses(of: other.name, for: host).map { "\($0.host) \(other.name)" } }
  }
}
