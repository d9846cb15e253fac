import TestSupport
import Testing

@testable import FarSide

/// Scripts of WebSockets, as a client of raw sockets sees them.
@Suite(.waiting) struct WebSocketScriptTests {
  /// What a client in Python prints, which has the functions `shake`, `read` and `write`.
  private func client(_ program: String, of far: LoopbackFarSide) throws -> String {
    let result = try Shell.run(
      """
      cat >$folder/client.py <<'END'
      import os, socket, struct
      connection = socket.create_connection(("127.0.0.1", \(far.httpPort)), timeout=20)
      stream = connection.makefile("rb")
      def shake(more=b""):
        connection.sendall(b"GET /feed HTTP/1.1\\r\\nHost: a\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\n"
          b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\nSec-WebSocket-Version: 13\\r\\n\\r\\n" + more)
        lines = []
        while not lines or lines[-1]: lines.append(stream.readline().decode().strip())
        return lines
      def frame(opcode, payload):
        return bytes([0x80 | opcode, 0x80 | len(payload), 0, 0, 0, 0]) + payload
      def write(opcode, payload=b""): connection.sendall(frame(opcode, payload))
      def read():
        head = stream.read(2)
        if not head: return "end"
        length, key = head[1] & 0x7f, None
        if length == 126: length = struct.unpack(">H", stream.read(2))[0]
        if head[1] & 0x80: key = stream.read(4)
        payload = stream.read(length)
        if key: payload = bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))
        return (head[0], bool(key), payload)
      \(program)
      END
      /usr/bin/python3 $folder/client.py
      """)
    #expect(result.status == 0, "\(result.everything)")
    return result.output
  }

  private static func plan(_ steps: [ServerStep]) -> FarSidePlan {
    FarSidePlan(http: ServerScript(acts: .connections([[.readRequest] + steps])))
  }

  private static func text(_ text: String) -> ServerStep {
    .webSocket(.send(ScriptedWebSocketFrame(opcode: 1, payload: Array(text.utf8))))
  }

  /// The key and the accepting value are those of RFC 6455 section 1.3.
  @Test func aHandshakeIsAnswered() throws {
    let conduct = WebSocketConduct(headers: [ScriptedResponse.Header("Sec-WebSocket-Protocol", "chat")])
    let steps = [ServerStep.webSocket(.upgrade(conduct)), Self.text("hello"), .webSocket(.send(.close(1012)))]
    try LoopbackFarSide.with(Self.plan(steps)) { far throws in
      let output = try client("print(shake()); print(read()); print(read())", of: far)
      for words in [
        "HTTP/1.1 101 Switching Protocols", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
        "Sec-WebSocket-Protocol: chat", #"(129, False, b'hello')"#, #"(136, False, b'\x03\xf4')"#,
      ] {
        #expect(output.contains(words), "\(words)\n\(output)")
      }
      #expect(far.comeToSee(#"{"event":"response","status":101}"#), "\(far.events)")
    }
  }

  /// Also if they come in one packet with the handshake.
  @Test func pingsAndCloseFramesAreAnsweredUnlessTheScriptForbidsIt() throws {
    let program = """
      shake(frame(9, b"are you there"))
      write(8, struct.pack(">H", 1000))
      print(read(), read(), read())
      """
    let usual = [ServerStep.webSocket(.upgrade(WebSocketConduct())), .stall]
    try LoopbackFarSide.with(Self.plan(usual)) { far throws in
      #expect(
        try client(program, of: far) == #"(138, False, b'are you there') (136, False, b'\x03\xe8') end"# + "\n")
    }
    let mute = [
      ServerStep.webSocket(.upgrade(WebSocketConduct(answersPings: false, answersClose: false))),
      .webSocket(.read(.ping)), .webSocket(.read(.close)), Self.text("heard"), .close,
    ]
    try LoopbackFarSide.with(Self.plan(mute)) { far throws in
      #expect(try client(program.replacing(", read())", with: ")"), of: far) == "(129, False, b'heard') end\n")
    }
  }

  @Test func stepsWaitForTheClient() throws {
    let steps = [
      ServerStep.webSocket(.upgrade(WebSocketConduct())), .webSocket(.read(.message)), Self.text("one"),
      .webSocket(.send(ScriptedWebSocketFrame(opcode: 9, payload: [65]))), .webSocket(.read(.pong)), Self.text("two"),
      .close,
    ]
    try LoopbackFarSide.with(Self.plan(steps)) { far throws in
      let program = """
        shake()
        connection.settimeout(0.3)
        try: print(read())
        except OSError: print("nothing yet")
        stream = connection.makefile("rb")
        connection.settimeout(20)
        write(1, b"go"); print(read(), read()); write(10, b"A"); print(read(), read())
        """
      #expect(
        try client(program, of: far)
          == "nothing yet\n(129, False, b'one') (137, False, b'A')\n(129, False, b'two') end\n")
    }
  }

  @Test func framesAreSentAsTheyAreScripted() {
    func bytes(_ frame: ScriptedWebSocketFrame) -> [UInt8] { WebSocketFrames.bytes(of: frame) }
    #expect(
      bytes(ScriptedWebSocketFrame(opcode: 2, isFinal: false, reserved: 4, payload: [1, 2])) == [0x42, 2, 1, 2])
    // The masked text of RFC 6455 section 5.7.
    #expect(
      bytes(ScriptedWebSocketFrame(opcode: 1, isMasked: true, payload: Array("Hello".utf8)))
        == [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58])
    let long = ScriptedWebSocketFrame(opcode: 2, payload: [UInt8](repeating: 7, count: 256), stopsAfter: 3)
    #expect(bytes(long) == [0x82, 126, 1, 0, 7, 7, 7])
    let longer = ScriptedWebSocketFrame(opcode: 2, payload: [UInt8](repeating: 7, count: 65_536), stopsAfter: 0)
    #expect(bytes(longer) == [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(bytes(.close(nil)) == [0x88, 0])
  }
}
