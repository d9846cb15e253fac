import TestSupport
import Testing

@testable import LinkConditions

/// The published schema of profiles (docs/profile.schema.json) and our own reader, on the same files.
@Suite(.waiting) struct ProfileSchemaTests {
  private static let tools = ["python3": "python3 python3-jsonschema python3-yaml"]

  /// Prints a line for each file that the schema refuses: its name and why.
  private static let validator = """
    import json, sys, yaml, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[2:]:
        error = next(checker.iter_errors(yaml.safe_load(open(path))), None)
        if error: print(path.split('/')[-1] + ': ' + error.message[:200])
    """

  private static func refused(_ files: String, write: String = "") throws -> [String] {
    let result = try Shell.run(
      """
      \(write)
      cat > $folder/validator.py <<'END'
      \(validator)
      END
      python3 $folder/validator.py \(Repository.root)/docs/profile.schema.json \(files)
      """, tools: tools)
    #expect(result.status == 0, "\(result.errors)")
    return result.lines
  }

  private static func refused(texts: [String]) throws -> Set<Int> {
    let files = texts.enumerated().map { "cat > $folder/\($0).yaml <<'END'\nname: A\n\($1)\nEND" }
    let lines = try refused("$folder/*.yaml", write: files.joined(separator: "\n"))
    return Set(lines.compactMap { Int($0.prefix { $0 != "." }) })
  }

  @Test func allShippedProfilesAreGood() throws {
    #expect(try Self.refused("\(Repository.root)/profiles/*.yaml") == [])
  }

  /// The keys that the reader knows are those of the schema.
  @Test func theKeysAreThoseOfTheReader() throws {
    let script = """
      python3 -c '
      import json, sys
      schema = json.load(open(sys.argv[1]))
      for part in (schema, schema["$defs"]["direction"], schema["$defs"]["selection"]): print(" ".join(sorted(part["properties"])))
      ' \(Repository.root)/docs/profile.schema.json
      """
    let ways = ["downlink", "uplink"]
    let expected = [
      ProfileFile.keys, DirectionReader.keys, DirectionReader.keys + SelectionReader.selectorKeys + ways,
    ]
    #expect(try Shell.run(script, tools: Self.tools).lines == expected.map { $0.sorted().joined(separator: " ") })
  }

  private static let good = [
    "downlink: { bandwidth: 1.5 Mbps, counts: { base: ethernet, overhead: -14 B, cell: 48 B, cell-overhead: 5 B } }",
    "downlink: { bandwidth: 10 Mbps to 100 kbps over 5 s, delay: 20 ms to 500 ms over 5 s, loss: 0 % to 10 % over 5 s }",
    "downlink: { delay: 100ms, jitter: 20 ms, distribution: paretonormal, correlation: exact 25 % }",
    "uplink: { loss: { random: 10 %, correlation: 25 % }, ecn: true, duplicate: 1 %, corrupt: { probability: 1 % } }",
    "uplink: { loss: { gilbert-elliott: { p: 2 %, r: 25 %, loss-in-bad: 100 %, loss-in-good: 0.5 % } } }",
    "uplink: { loss: { four-state: { p13: 5 %, p31: 30 %, p32: 20 %, p23: 40 %, p14: 1 % } } }",
    "uplink: { delay: 1 s, reorder: { probability: 25 %, correlation: 50 %, gap: 5 packets }, queue: 1 packet }",
    "uplink: { bandwidth: 1 Mbit/s, queue: 64 KiB, slot: { from: 20 ms, to: 40 ms, packets: 10 packets, bytes: 8 KB } }",
    "uplink: { slot: { delay: 20 ms, jitter: 5 ms, distribution: normal }, mtu: { bytes: 1400 B, icmp: false } }",
    "uplink: { trace: tunnel, counts: ethernet, queue: 200 ms, mtu: 1400 B, drop: [3, 7..9] }",
    "uplink: { bandwidth: 1 Mbps, queue: codel }\ndownlink: { bandwidth: 1 Mbps, queue: { discipline: fifo, limit: 64 KB } }",
    "uplink: { bandwidth: 1 Mbps, queue: { discipline: codel, target: 5 ms, interval: 100 ms, limit: 99 packets, ecn: true, "
      + "ce-threshold: 1 ms } }",
    "uplink: { bandwidth: 1 Mbps, queue: { discipline: fq_codel, flows: 1024 flows, quantum: 300 B, ecn: false } }",
    "uplink: { trace: tunnel, queue: { discipline: pie, target: 15 ms, tupdate: 15 ms, alpha: 2, beta: 20, bytemode: true } }",
    "drop: down 3, 7..9\ncorrelation: exact\ndns: { delay: 200 ms, loss: 3 % }\nuplink: { bandwidth: unlimited, drop: 4 }",
    "select:\n  - { host: '*.example', loss: 100 % }\n  - { protocol: tcp, port: 443, first: 3 packets, delay: 1 s }\n"
      + "  - { address: 2001:db8::/32, port: 8000..8999, direction: up, uplink: { bandwidth: 1 kbps } }",
  ]

  @Test func bothAcceptWhatIsGood() throws {
    for text in Self.good {
      #expect(throws: Never.self) { try ProfileFile.profile(in: Array("name: A\n\(text)".utf8), file: "good") }
    }
    #expect(try Self.refused(texts: Self.good) == [])
  }

  private static let broken = [
    "downlnk: {}", "uplink: { bandwith: 1 Mbps }", "uplink: { bandwidth: 32 }", "uplink: { bandwidth: 32 kBps }",
    "uplink: { bandwidth: -1 Mbps }", "uplink: { bandwidth: nan Mbps }", "uplink: { bandwidth: [1] }",
    "uplink: { bandwidth: }", "uplink: { bandwidth: 1 Mbps to 2 Mbps }", "uplink: { delay: 100 }",
    "uplink: { delay: -1 ms }", "uplink: { delay: 100 MS }", "uplink: { loss: 90 }", "uplink: { loss: 101 % }",
    "uplink: { loss: 100.1 % }", "uplink: { loss: inf % }", "uplink: { loss: {} }",
    "uplink: { loss: { random: 1 %, four-state: {} } }", "uplink: { loss: { gilbert-elliott: { p: 1 % } } }",
    "uplink: { correlation: 3 % }", "uplink: { distribution: normal }", "uplink: { reorder: 10 % }",
    "uplink: { jitter: 1 ms }",
    "uplink: { delay: 1 s, jitter: 1 ms, distribution: norml }", "uplink: { ecn: true }",
    "uplink: { ecn: maybe, loss: 1 % }",
    "uplink: { queue: 0 packets }", "uplink: { queue: 50 }", "uplink: { counts: ip }", "uplink: fast",
    "uplink: { trace: elevater }", "uplink: { trace: elevator, bandwidth: 1 Mbps }", "uplink: { drop: [0] }",
    "uplink: { drop: [] }", "uplink: { mtu: 1400 }", "uplink: { mtu: {} }", "uplink: { slot: { to: 1 ms } }",
    "uplink: { slot: { delay: 1 ms, jitter: 1 ms } }", "uplink: { bandwidth: 1 Mbps, counts: { cell-overhead: 5 B } }",
    "dns: 200 ms", "dns: { dealy: 1 s }", "drop: 3", "correlation: 25 %", "select: { host: a }",
    "select: [{ loss: 1 % }]",
    "select: [{ host: a b }]", "select: [{ port: 70000 }]", "select: [{ protocol: sctp }]", "select: [{ prot: tcp }]",
    "select: [{ port: 4, loss: 1 %, uplink: { delay: 1 s } }]", "select: [{ port: 4, first: 0 packets }]",
    "summary: [1]",
  ]

  @Test func bothRefuseWhatIsBroken() throws {
    for text in Self.broken {
      #expect(throws: ProfileFileError.self, "\(text)") {
        try ProfileFile.profile(in: Array("name: A\n\(text)".utf8), file: "broken")
      }
    }
    let refused = try Self.refused(texts: Self.broken)
    #expect(Self.broken.indices.filter { !refused.contains($0) }.map { Self.broken[$0] } == [])
  }
}
