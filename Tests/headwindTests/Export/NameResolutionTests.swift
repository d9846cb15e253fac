import TestSupport
import Testing

/// How long names took, in captures of links whose programs ask over IPv4 and connect over IPv6, as private links are.
@Suite(.waiting) struct NameResolutionTests {
  @Test(arguments: ["-6", "-4", ""]) func theTimeOfNamesIsFound(family: String) throws {
    let result = try Shell.run(
      """
      cd $folder
      "$headwind" run -q --capture x.pcapng --profile '{ downlink: { delay: 30 ms } }' -- sh -c '
        curl \(family) -sS http://search.example/search.json http://search.example/search.json >/dev/null
        curl \(family) -sS http://other.example/search.json >/dev/null' || exit 8
      "$headwind" export har -r x.pcapng | jq -c '.log.entries[].timings.dns >= 30'
      "$headwind" export jsonl -r x.pcapng | jq -c '.dns == null or (.dns >= 0.03 and .dns < 5)'
      "$headwind" export jsonl -r x.pcapng | jq -c 'select(.dns != null) | .server_address' | wc -l
      """, tools: ["curl": "curl", "jq": "jq"])
    #expect(result.status == 0, "\(result.errors)")
    // The second exchange is on the connection of the first.
    #expect(
      result.lines == ["true", "false", "true", "true", "true", "true", "2"], "\(result.output) \(result.errors)")
  }
}
