import TestSupport
import Testing

@testable import Labs

/// The published schema of labs (docs/lab.schema.json) and our own reader, on the same files.
@Suite(.waiting) struct LabSchemaTests {
  private static let tools = ["python3": "python3 python3-jsonschema python3-yaml"]

  /// Prints the names of the files that the schema refuses.
  private static let validator = """
    import json, sys, yaml, jsonschema
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    for path in sys.argv[2:]:
        if not checker.is_valid(yaml.safe_load(open(path))): print(path.split('/')[-1].split('.')[0])
    """

  /// What the schema and `lab check` refuse.
  private static func refused(_ texts: [String]) throws -> (schema: [String], reader: [String]) {
    let files = texts.enumerated().map { "cat > $folder/\($0).yaml <<'END'\n\($1)\nEND" }
    let result = try Shell.run(
      """
      \(files.joined(separator: "\n"))
      cat > $folder/validator.py <<'END'
      \(validator)
      END
      python3 $folder/validator.py \(Repository.file("docs/lab.schema.json")) $folder/*.yaml | sort -n | xargs || exit 1
      for file in $(ls $folder/*.yaml | sort -V); do
        $headwind lab check $file > /dev/null 2>&1 || basename $file .yaml
      done | xargs
      """, tools: tools)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(result.status == 0 && lines.count >= 2, "\(result.errors)")
    return (lines[0].split(separator: " ").map(String.init), lines[1].split(separator: " ").map(String.init))
  }

  private static let good = [
    "hosts: { a: { command: x } }",
    "name: l\nhosts: { a: { command: [x, y], environment: { A: 1, B: }, working_dir: w, network: n, profile: LTE }, b: { far_side: true } }\nnetworks: { n: { profile: { bandwidth: 1 Mbps }, then: [Edge after 2 s, LTE after 1 min] } }",
    "hosts: { a: { command: x, ready: { port: 80, within: 2 s }, daemon: true }, b: { command: y, depends_on: [a] }, c: { command: y, depends_on: { a: ready, b: { condition: service_completed_successfully } } } }",
    "hosts: { a: { command: x, networks: [n, m], environment: [A=b] }, b: { command: x, networks: { n: , m: { profile: Edge } } }, c: { command: x } }\nnetworks: { n: , m: { profile: DSL, load: 50 % web down, then: Edge after 1 s } }\npaths: [{ from: a, to: c, profile: LTE }]",
    "hosts: { a: { devices: eth1, network: n, profile: LTE }, b: { command: x }, c: { devices: enp0s31f6.7, far_side: false } }\nnetworks: { n: }",
  ]

  @Test func bothAcceptWhatIsGood() throws {
    let refused = try Self.refused(Self.good)
    #expect(refused.schema == [] && refused.reader == [], "\(refused)")
  }

  private static let broken = [
    "networks: { n: }", "hosts: []", "hosts: {}", "host: { a: { command: x } }", "hosts: { a: {} }",
    "hosts: { a: { comand: x } }", "hosts: { a: { command: [] } }", "hosts: { a: { command: x, far_side: true } }",
    "hosts: { a: { far_side: true, daemon: true } }", "hosts: { a b: { command: x } }",
    "hosts: { localhost: { command: x } }", "hosts: { a: { command: x, ready: 80 } }",
    "hosts: { a: { command: x, ready: { port: 0 } } }", "hosts: { a: { command: x, ready: { port: 80, within: 3 } } }",
    "hosts: { a: { command: x, daemon: perhaps } }", "hosts: { a: { command: x, environment: [A] } }",
    "hosts: { a: { command: x, networks: [] } }",
    "hosts: { a: { command: x, network: n, networks: [n] } }\nnetworks: { n: }",
    "hosts: { a: { command: x, depends_on: { b: done } }, b: { command: y } }",
    "hosts: { a: { command: x, profile: [LTE] } }",
    "hosts: { a: { command: x, network: n }, b: { command: x } }\nnetworks: { n: { profil: LTE } }",
    "hosts: { a: { command: x }, b: { command: x } }\npaths: [{ from: a }]", "hosts: { a: { command: x } }\npaths: {}",
    "hosts: { a: { command: x, network: n }, b: { command: x } }\nnetworks: { n: { profile: LTE, load: 80 } }",
    "hosts: { a: { command: x, network: n }, b: { command: x } }\nnetworks: { n: { profile: LTE, load: 80 % fast } }",
    "hosts: { a: { devices: eth1, command: x } }", "hosts: { a: { devices: eth1, far_side: true } }",
    "hosts: { a: { devices: eth1, daemon: true } }", "hosts: { a: { devices: a/b } }",
    "hosts: { a: { devices: '..' } }", "hosts: { a: { devices: sixteen-letters-x } }",
    "name: a b\nhosts: { a: { command: x } }", "name: []\nhosts: { a: { command: x } }",
  ]

  @Test func bothRefuseWhatIsBroken() throws {
    let refused = try Self.refused(Self.broken)
    let all = Self.broken.indices.map { "\($0)" }
    #expect(refused.schema == all && refused.reader == all, "\(refused)")
  }

  /// The keys that the reader knows are those of the schema.
  @Test func theKeysAreThoseOfTheReader() throws {
    let script = """
      $headwind lab schema | cmp - \(Repository.file("docs/lab.schema.json")) || exit 1
      python3 -c '
      import json, sys
      schema = json.load(open(sys.argv[1]))
      parts = schema["$defs"]
      for part in (schema, parts["host"], parts["host"]["properties"]["ready"], parts["line"], parts["network"], parts["path"]):
          print(" ".join(sorted(part["properties"])))
      ' \(Repository.file("docs/lab.schema.json"))
      """
    let expected = [
      LabFile.keys, LabFile.hostKeys, LabFile.readyKeys, LabFile.lineKeys, LabFile.networkKeys, LabFile.pathKeys,
    ]
    #expect(try Shell.run(script, tools: Self.tools).lines == expected.map { $0.sorted().joined(separator: " ") })
  }
}
