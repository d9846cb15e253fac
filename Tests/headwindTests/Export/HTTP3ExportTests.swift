import TestSupport
import Testing

/// Exchanges of HTTP/3 in the formats of other programs, each by the name that those have for it.
@Suite(.waiting) struct HTTP3ExportTests {
  private func run(_ script: String) throws -> ToolResult {
    let peers = Repository.file("Tests/DissectionTests/Fixtures/peers")
    let functions = """
      say() { "$headwind" "$@" --keys \(peers)/h3-aioquic.keys -r \(peers)/h3-aioquic.pcap.gz 2>/dev/null; }

      """
    return try Shell.run(functions + script, tools: ["jq": "jq"])
  }

  @Test func formatsNameTheVersion() throws {
    let result = try run(
      """
      say export har | jq -c '[.log.entries[] | [.request.httpVersion, .response.httpVersion, .connection]] | unique'
      say export har | jq -c '.log.entries[0].timings | [.connect > 0, .ssl]'
      say export curl | grep -c '^curl --http3 '
      say export otlp | jq -sc '[.[].resourceSpans[].scopeSpans[].spans[0].attributes | map({(.key): (.value[])}) | add |
        [.["network.transport"], .["network.protocol.version"], .["headwind.quic.connection"]]] | unique'
      say export netlog | jq '.constants.logEventTypes.QUIC_SESSION_POOL_JOB_CONNECT as $type | [.events[] | select(.type == $type)] | length'
      say export jsonl | jq -sc '[.[] | select(.path == "/slow" or .path == "/broken") | [.http3_stream, .http3_error, .http2_stream, .outcome]]'
      say http -Y 'quic.connection.number == 0 and http.request.method == "POST"' --fields http.request.uri,protocol,http3.streamid
      """)
    #expect(
      result.output == """
        [["h3","h3","quic-0"]]
        [true,-1]
        14
        [["quic","3","0"]]
        2
        [[44,"H3_INTERNAL_ERROR",null,"reset_by_server"],[48,"H3_REQUEST_CANCELLED",null,"abandoned"]]
        /echo	h3 #20	20
        /echo	h3 #24	24

        """, "\(result.output) \(result.errors)")
  }
}
