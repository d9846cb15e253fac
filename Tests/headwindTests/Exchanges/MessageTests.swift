import TestSupport
import Testing

/// The messages that exchanges carry, as other programs sent them.
@Suite(.waiting) struct MessageTests {
  private static func run(_ words: String) throws -> ToolResult {
    try Shell.run(
      """
      messages=\(Repository.file("Tests/headwindTests/Fixtures/messages.pcap"))
      multiplexed=\(Repository.file("Tests/headwindTests/Fixtures/websocket-h2.pcap"))
      calls=\(Repository.file("Tests/HTTP2Tests/Fixtures/captures/grpc.pcap.gz"))
      cd $folder

      """ + words, tools: ["jq": "jq", "tshark": "tshark"])
  }

  /// With compression and without, after an upgrade and in a stream of HTTP/2.
  @Test func webSocketsAreRead() throws {
    let result = try Self.run(
      """
      for number in 1 2; do
        "$headwind" http -r $messages --json --show $number | jq -c '[.websocket, .message_count, [.messages[] | .kind], .messages[2].text, .messages[4].bytes, .messages[6].base64]'
      done
      "$headwind" http -r $multiplexed --json | jq -c '[.websocket, .http2_stream, [.messages[] | [.from, .kind, .text]]]'
      "$headwind" http -r $messages --messages --fields number | grep -c '^1[.]'
      """)
    let kinds = Array(repeating: "\"text\"", count: 6) + ["\"binary\"", "\"binary\"", "\"text\"", "\"text\""]
    let all = (kinds + ["\"ping\"", "\"pong\"", "\"text\"", "\"text\"", "\"close\"", "\"close\""]).joined(
      separator: ",")
    let line = "[true,16,[\(all)],\"{\\\"a\\\": [1, 2]}\",5000,\"AAEC/w==\"]"
    let hello = "hello over h2 hello over h2"
    #expect(
      result.lines == [
        line, line,
        "[true,1,[[\"client\",\"text\",\"\(hello)\"],[\"server\",\"text\",\"\(hello)\"],[\"client\",\"text\",\"hello over h2 again\"],"
          + "[\"server\",\"text\",\"hello over h2 again\"],[\"client\",\"close\",\"\"],[\"server\",\"close\",\"\"]]]",
        "16",
      ], "\(result.output) \(result.errors)")
  }

  /// tshark reads the same texts after the upgrade of HTTP/1.1.
  @Test func webSocketsAreTsharks() throws {
    let result = try Self.run(
      """
      tshark -r $messages -Y websocket.payload.text -T fields -e websocket.payload.text 2>/dev/null > theirs
      "$headwind" http -r $messages --json | jq -r '.messages[] | select(.kind == "text") | .text' > ours
      test -s theirs; diff ours theirs
      """)
    #expect(result.status == 0, "\(result.output.prefix(500)) \(result.errors)")
  }

  @Test func archivesHaveTheMessagesOfWebSockets() throws {
    let result = try Self.run(
      """
      "$headwind" export har -r $messages | jq -c '.log.entries[] | select(._resourceType == "websocket") | [._webSocketMessages[0,7] | .type, .opcode, .data]'
      """)
    #expect(
      result.lines == Array(repeating: #"["send",1,"hello","receive",2,"AAEC/w=="]"#, count: 2),
      "\(result.output) \(result.errors)")
  }

  @Test func eventsAndCallsAreRead() throws {
    let result = try Self.run(
      """
      "$headwind" http -r $messages --json --show 3 | jq -c '[.messages[] | [.type, .id, .text]]'
      "$headwind" http -r $calls --json | jq -c '[.grpc_status, .grpc_message, .grpc_timeout != null, .message_count]'
      "$headwind" http -r $calls --show 2 | grep -E '^deadline|^grpc-status|10 bytes [(]packet|^5[.]'
      "$headwind" http -r $calls --failed --fields trouble
      """)
    #expect(
      result.lines == [
        #"[["tick","0","{\"n\": 0}"],["tick","1","{\"n\": 1}"],["tick","2","{\"n\": 2}"]]"#, "[0,\"\",true,2]",
        "[0,\"\",true,6]", "[5,\"no such thing: ä 100%\",true,1]", "[0,\"\",true,2]", "deadline: 5.01 s",
        "grpc-status: 0 OK",
        "  0.005943 s  grpc from the server, 10 bytes (packet 22)", "5..<10   1: \"abc\"", "5..<10   1: \"abc\"",
        "5..<10   1: \"abc\"", "grpc-status 5 NOT_FOUND: no such thing: ä 100%",
      ], "\(result.output) \(result.errors)")
  }

  /// Bodies that are not text are shown as trees.
  @Test func bodiesAreTrees() throws {
    let result = try Self.run(
      """
      for number in 4 5 6 7 8 9; do
        "$headwind" http -r $messages --show $number | grep -E 'key "c"|"café"|3: message|^GraphQL|filename=|^4[.]'
      done
      """)
    #expect(
      result.lines == [
        "4..<5        1", "22..<24    key \"c\"", "24..<30    \"café\"", "4..<5        1", "23..<25    key \"c\"",
        "25..<31    \"café\"", "12..<17  3: message", "GraphQL query GetUser",
        "Content-Disposition: form-data; name=\"f\"; filename=\"s.py\"", "4..<12  b = c d!",
      ], "\(result.output) \(result.errors)")
  }

  /// With the schema as a source and as the descriptor set that protoc makes of it.
  @Test func callsHaveTheNamesOfASchema() throws {
    let result = try Self.run(
      """
      cat >test.proto <<'PROTO'
      syntax = "proto3";
      package test;
      message Note { string text = 1; }
      service Test { rpc Stream (Note) returns (stream Note); }
      PROTO
      python3 - <<'PY'
      def field(number, content): return bytes([number << 3 | 2, len(content)]) + content
      note = field(1, b"Note") + field(2, field(1, b"text") + bytes([3 << 3, 1, 4 << 3, 1, 5 << 3, 9]))
      method = field(1, b"Stream") + field(2, b".test.Note") + field(3, b".test.Note")
      service = field(1, b"Test") + field(2, method)
      file = field(1, b"test.proto") + field(2, b"test") + field(4, note) + field(6, service)
      open("test.pb", "wb").write(field(1, file))
      PY
      for schema in test.proto test.pb; do
        "$headwind" http -r $calls --show 2 --proto $schema | grep -c ' text: "abc"'
      done
      "$headwind" http -r $calls --proto test.proto 2>&1 | head -1
      "$headwind" http -r $calls --show 2 --proto $calls 2>&1 | grep -c 'descriptor set'
      """)
    #expect(result.lines == ["11", "11", "Error: --proto needs --show.", "1"], "\(result.output) \(result.errors)")
  }

  /// Messages have their rows before that of their exchange, which goes on.
  @Test func messagesAreFollowed() throws {
    let result = try Self.run(
      """
      "$headwind" http -r $multiplexed --messages --follow --fields number,http.request.method | cut -f 1,3-6
      """)
    #expect(
      result.lines == [
        "1\tCONNECT\thttp://ws.example/chat\tbegins", "1.1\tclient\ttext\t27\thello over h2 hello over h2",
        "1.2\tserver\ttext\t27\thello over h2 hello over h2", "1.3\tclient\ttext\t19\thello over h2 again",
        "1.4\tserver\ttext\t19\thello over h2 again", "1.5\tclient\tclose\t0\t1000 ", "1.6\tserver\tclose\t0\t1000 ",
        "1",
      ], "\(result.output) \(result.errors)")
  }
}
