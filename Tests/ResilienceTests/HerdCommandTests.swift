import FoundationEssentials
import Herd
import TestSupport
import Testing

/// `headwind herd` on a client whose conduct is known.
@Suite(.waiting) struct HerdCommandTests {
  /// Makes three attempts of two seconds, each followed by a pause of 0.3 s, on IPv4. A name is looked up once.
  private static let client = #"""
    import os, socket, sys, time
    address = socket.getaddrinfo(os.environ["HEADWIND_URL"].split("/")[2], 80, socket.AF_INET, socket.SOCK_STREAM)[0][4]
    for attempt in range(3):
        try:
            with socket.create_connection(address[:2], 2) as s:
                s.sendall(b"GET /item HTTP/1.1\r\nHost: api.test\r\n\r\n")
                if s.recv(65536).startswith(b"HTTP/1.1 200"): sys.exit(0)
        except OSError as error: print(error)
        time.sleep(0.3)
    sys.exit(1)
    """#

  private func herd(_ words: String, then: String = "true", inspect: (String) throws -> Void = { _ in }) throws
    -> ToolResult
  {
    try TemporaryFolder.with { folder in
      try Files.write(Self.client, to: folder + "/client.py")
      let result = try Shell.run("exec 2>&1; cd '\(folder)' || exit; \"$headwind\" herd \(words)")
      try inspect(folder)
      return result
    }
  }

  @Test func theConductOfAClientIsLearnedFromItsPackets() throws {
    let words =
      "--repeat 2 --deadline 4 --clients 300 --every '5 s' --outage '10 s' --save c.json --report html=p.html --report json=r.json --max-peak 0.1"
    let result = try herd("\(words) -- python3 client.py") { folder in
      let conduct = try JSONDecoder().decode(
        ClientConduct.self, from: Data(contentsOf: URL(filePath: folder + "/c.json")))
      try conduct.check()
      #expect(conduct.client == ["python3", "client.py"] && conduct.later.isEmpty)
      for state in ServiceState.allCases {
        let courses = conduct[state]
        #expect(courses.count == 2, "\(state)")
        for course in courses {
          #expect(course.attempts.count == (state == .healthy ? 1 : 3), "\(state): \(course)")
          #expect(!course.isCut)
          let counts = course.attempts.map { attempt in
            WireEvent.Kind.allCases.map { kind in attempt.events.count { $0.kind == kind } }
          }
          // The name is looked up once, for its IPv4 address.
          #expect(counts.map { $0[0] } == [1] + counts.dropFirst().map { _ in 0 }, "\(state): \(counts)")
          #expect(counts.allSatisfy { $0[1] >= 1 && $0[2] == 0 }, "\(state): \(counts)")
          let hasRequests = [.healthy, .unavailable, .silent].contains(state)
          #expect(counts.allSatisfy { $0[3] == (hasRequests ? 1 : 0) }, "\(state): \(counts)")
          #expect(course.attempts.dropFirst().allSatisfy { $0.gap >= (state == .silent ? 2.3 : 0.3) }, "\(course)")
          if state == .silent { #expect(course.attempts.allSatisfy { ($0.abandoned ?? 0) >= 2 }, "\(course)") }
        }
      }
      let report = try JSONDecoder().decode(HerdReport.self, from: Data(contentsOf: URL(filePath: folder + "/r.json")))
      #expect(report.rows.count == 1 + RetryPolicy.allCases.count && report.rows[0].isMeasured)
      // Without TLS, nobody makes a handshake.
      #expect(report.rows.allSatisfy { $0.curves.handshakes.allSatisfy { $0 == 0 } })
      #expect(try Files.text(folder + "/p.html").contains("What one python3 does"))
    }
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("python3: when the service is back, it gets up to "), "\(result.output)")
    #expect(result.output.contains("a service that refuses connections: 3 attempts"), "\(result.output)")
  }

  @Test func aClientThatFailsAgainstAHealthyServiceIsNotLearned() throws {
    let result = try herd(
      "--repeat 1 --deadline 1 -- python3 -c 'import socket; socket.getaddrinfo(\"api.test\", 80); exit(3)'")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("the client failed although the service answered at once"), "\(result.output)")
  }

  @Test(arguments: [
    ("missing.json", 4, "cannot read missing.json"),
    ("client.py", 3, "client.py: this is not JSON"),
    ("--clients 0", 2, "--clients 0: must be from 1 to"),
    ("--every 5", 2, "--every '5': '5' has no unit"),
    ("--kind healthy", 2, "--kind healthy is no outage"),
    ("--capacity much", 2, "write a number of requests per second, such as 50000/s"),
    ("--queue '1 s'", 2, "--queue needs --capacity"),
    ("--bin '1 ns'", 2, "the curves would have more than a million points"),
    ("--report pdf=x", 2, "write json=PATH or html=PATH"),
    ("--compare a.json", 2, "--compare needs two files"),
    ("--policy slow", 2, "slow"),
    ("a.json -- true", 2, "give files, or a client after '--', but not both"),
    ("-- no-such-program", 4, "no-such-program: command not found"),
  ])
  func whatIsWrongIsSaid(words: String, status: Int, said: String) throws {
    let result = try herd(words)
    #expect(result.status == Int32(status), "\(result.output)")
    #expect(result.output.contains(said), "\(result.output)")
  }

  @Test func twoClientsAreCompared() throws {
    let result = try TemporaryFolder.with { folder in
      let encoder = JSONEncoder()
      for (name, count) in [("a", 1), ("b", 3)] {
        var conduct = ClientConduct.plain
        let attempt = Attempt(gap: 1, events: [WireEvent(.syn, at: 0)])
        conduct.courses[ServiceState.refused.rawValue] = [
          Course(attempts: Array(repeating: attempt, count: count), ending: 0.1)
        ]
        try Files.write(String(decoding: try encoder.encode(conduct), as: UTF8.self), to: "\(folder)/\(name).json")
      }
      return try Shell.run(
        "exec 2>&1; cd '\(folder)' && \"$headwind\" herd -q --clients 2000 --kind refused --compare a.json b.json --policy none"
      )
    }
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("peak of SYNs in the outage: "), "\(result.output)")
    #expect(result.output.contains(" of a.json, ") && result.output.contains(" times"), "\(result.output)")
  }
}
