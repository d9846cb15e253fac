import LinkConditions
import Testing

@testable import Labs

/// What a lab file says, and what is said of one that is broken.
struct LabFileTests {
  private struct Unknown: Error, CustomStringConvertible {
    var description: String
  }

  /// Knows one profile and one timeline.
  static var finder: ConditionsFinder {
    ConditionsFinder { name in
      switch name {
      case "Slow": return Timeline(first: Profile(name: "Slow"))
      case "Rush":
        let phase = Timeline.Phase(trigger: .after(.milliseconds(1)), profile: .clean)
        return Timeline(first: Profile(name: "Rush"), phases: [phase])
      default: throw Unknown(description: "there is no profile '\(name)'")
      }
    }
  }

  static func lab(_ text: String) throws(ProfileFileError) -> Lab {
    try LabFile.lab(in: Array(text.utf8), file: "lab.yaml", finder: finder)
  }

  static func problems(_ text: String) -> [String] {
    do {
      _ = try lab(text)
      return []
    } catch {
      return error.lines
    }
  }

  @Test func aLabIsReadWithItsLines() throws {
    let lab = try Self.lab(
      """
      name: shop
      hosts:
        web:
          command: [python3, -m, http.server]
          ready: { port: 8000, within: 5 s }
          daemon: true
          networks: { home: { profile: Slow }, office: }
        a:
          command: curl http://web
          environment: [A=1, "B=x=y"]
          working_dir: sub
          depends_on: { web: { condition: service_healthy } }
          network: home
          profile: { delay: 10 ms }
        world: { far_side: true }
      networks:
        home: { profile: Slow, then: [Slow after 2 s] }
        office: { profile: { bandwidth: 1 Mbps }, load: 50 % web down }
      paths:
        - { from: a, to: world, profile: Rush }
      """)
    #expect(lab.lines.map(\.name) == ["home", "office", "web", "web-office", "a", "world", "a-world"])
    let web = try #require(lab[host: "web"])
    #expect(web.role == .command(["python3", "-m", "http.server"]))
    #expect(web.readiness == LabHost.Readiness(port: 8000, limit: .milliseconds(5_000)))
    #expect(web.attachments.map(\.timeline.first.name) == ["Slow", "Clean"])
    #expect(web.isDaemon)
    let client = try #require(lab[host: "a"])
    #expect(client.role == .command(["/bin/sh", "-c", "curl http://web"]))
    #expect(client.environment.map(\.value) == ["1", "x=y"])
    #expect(client.dependencies == [LabHost.Dependency(host: "web", state: .ready)])
    #expect(client.attachments[0].timeline.first.uplink.delay == .milliseconds(10))
    #expect(lab[host: "world"]?.role == .farSide)
    #expect(lab[host: "world"]?.attachments.map(\.network) == [Lab.internet])
    #expect(lab.networks[0].timeline.phases.count == 1)
    #expect(lab.networks[1].load == LoadRequest(share: 0.5, pattern: .web, directions: [.downlink]))
    #expect(lab.paths[0].timeline.phases.count == 1)
  }

  /// Each with the beginning of what is said of it, after the name of the file.
  private static let broken: [(String, String)] = [
    ("hosts:\n  a: { comand: x }", "2:8: error: hosts.a.comand: unknown key; did you mean 'command'?"),
    (
      "hosts:\n  a: { command: x, network: hom }\nnetworks: { home: }",
      "2:29: error: hosts.a.network: there is no network 'hom'; did you mean 'home'?"
    ),
    (
      "hosts:\n  a: { command: x, depends_on: [b1] }\n  b: { command: y }",
      "2:33: error: hosts.a.depends_on: there is no host 'b1'; did you mean 'b'?"
    ),
    (
      "hosts:\n  a: { command: x, depends_on: b }\n  b: { command: y, depends_on: a }",
      "2:3: error: hosts.a.depends_on: it waits for itself, by way of other hosts"
    ),
    ("hosts: { a: { command: x, depends_on: a } }", "1:39: error: hosts.a.depends_on: a host cannot wait for itself"),
    ("hosts: { a: {} }", "1:10: error: hosts.a: has neither 'command:' nor 'far_side: true' nor 'devices:'"),
    (
      "hosts: { a: { devices: eth1 }, b: { devices: eth1 } }",
      "1:32: error: hosts.b.devices: a has the devices at eth1 already"
    ),
    (
      "hosts: { a: { command: x, far_side: true } }",
      "1:24: error: hosts.a: has more than one of 'command:', 'far_side: true' and 'devices:'"
    ),
    (
      "hosts: { a: { far_side: true, ready: { port: 1 } } }",
      "1:38: error: hosts.a.ready: the far side is Headwind's own servers"
    ),
    ("hosts: { a: { command: x, ready: { port: 0 } } }", "1:42: error: hosts.a.ready.port: write a TCP port"),
    (
      "hosts: { a: { command: x, ready: { port: 1, within: 3 } } }",
      "1:53: error: hosts.a.ready.within: '3' has no unit"
    ),
    ("hosts: { a: { command: x, profile: Slw } }", "1:36: error: hosts.a.profile: there is no profile 'Slw'"),
    ("hosts: { a: { command: x, profile: { delay: 3 } } }", "1:45: error: delay: '3' has no unit"),
    (
      "hosts: { a: { command: x, profile: Rush, then: Slow after 1 s } }",
      "1:48: error: hosts.a.then: the profile is a timeline"
    ),
    (
      "hosts: { a: { command: x, then: Slow soon } }",
      "1:33: error: hosts.a.then: 'Slow soon' does not say what starts the profile"
    ),
    (
      "hosts: { a: { command: x, network: n, networks: [n] } }\nnetworks: { n: }",
      "1:36: error: hosts.a.network: 'networks' is there too"
    ),
    (
      "hosts: { a: { command: x, networks: [n, n] } }\nnetworks: { n: }",
      "1:37: error: hosts.a.networks: a network appears more than once"
    ),
    ("hosts: { a: { command: x, environment: [B] } }", "1:41: error: hosts.a.environment: found 'B'; write NAME=value"),
    ("hosts: { a: { command: [] } }", "1:24: error: hosts.a.command: found an empty list"),
    ("hosts: { a: { command: x, daemon: maybe } }", "1:35: error: hosts.a.daemon: found 'maybe'; write true or false"),
    ("hosts: { a b: { command: x } }", "1:10: error: hosts: 'a b' is not a valid name"),
    (
      "hosts: { internet: { command: x } }",
      "1:10: error: hosts: 'internet' is the network of all hosts without another one"
    ),
    ("hosts: { a: { command: x } }\nnetworks: { n: }", "2:13: error: networks.n: no host is on it"),
    (
      "hosts: { a: { command: x, network: n } }\nnetworks: { n: { profile: Slow } }",
      "2:13: error: networks.n: all hosts are on it, so nothing crosses its line"
    ),
    (
      "hosts: { n: { command: x, network: n }, b: { command: x } }\nnetworks: { n: }",
      "1:1: error: two lines of the lab would be called 'n'"
    ),
    (
      "hosts: { a: { command: x } }\npaths: [{ from: a, to: a }]",
      "2:9: error: paths[1]: a path leads from a host to another one"
    ),
    ("hosts: { a: { command: x } }\npaths: [{ from: a }]", "2:9: error: paths[1].to: missing"),
    (
      "hosts: { a: { command: x }, b: { command: x } }\npaths: [{ from: a, to: b }, { from: b, to: a }]",
      "2:29: error: paths[2]: there is another path between"
    ),
    (
      "hosts: { a: { command: x, depends_on: { b: ended } }, b: { far_side: true } }",
      "1:10: error: hosts.a.depends_on: b is Headwind's own servers"
    ),
    (
      "hosts: { a: { command: x, depends_on: { b: done } }, b: { command: x } }",
      "1:44: error: hosts.a.depends_on.b: found 'done'; write started, ready or ended"
    ),
    ("name: a b\nhosts: { a: { command: x } }", "1:7: error: name: 'a b' is not a valid name"),
    ("networks: { n: }", "1:1: error: hosts: missing"),
    ("hosts: [a]", "1:8: error: hosts: found a list"),
    ("hosts: { a: { command: x }", "1:27: error: not YAML"),
    (
      "hosts: { a: { command: x, network: n }, b: { command: x } }\nnetworks: { n: { profile: Slow, load: 80 % } }",
      "2:39: error: networks.n.load: a load is a share of a bandwidth, and the profile has none"
    ),
    (
      "hosts: { a: { command: x, network: n }, b: { command: x } }\nnetworks: { n: { profile: Slow, load: 80 } }",
      "2:39: error: networks.n.load: found '80'; write a share such as '80 %'"
    ),
  ]

  @Test(arguments: broken.indices) func aProblemHasItsPlaceAndSaysWhatToDo(index: Int) {
    let (text, start) = Self.broken[index]
    let found = Self.problems(text)
    #expect(found.contains { $0.hasPrefix("lab.yaml:" + start) }, "\(text): \(found)")
  }

  /// A line of each host is a thread, and a name is a link's.
  @Test func aLabHasLimits() {
    let hosts = (1...101).map { "  h\($0): { command: x }" }.joined(separator: "\n")
    #expect(Self.problems("hosts:\n\(hosts)").contains { $0.contains("a lab has at most 100") })
    let long = "name: abcdefghijklmnopqrst\nhosts: { abcdefghijklmnopqrst: { command: x } }"
    #expect(Self.problems(long).contains { $0.contains("more than 32 letters") })
  }
}
