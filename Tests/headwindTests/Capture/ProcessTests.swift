import TestSupport
import Testing

/// The process behind a packet: in its line, in its comment, and when the comment is read again.
@Suite(.waiting) struct ProcessTests {
  @Test(arguments: ["127.0.0.1", "::1"], ["udp", "tcp"])
  func theOwnerOfASocketIsNamed(address: String, transport: String) throws {
    let script = """
      ip link set lo up
      cat > $folder/peer.py <<'END'
      import socket, sys, time
      family = socket.AF_INET6 if ':' in sys.argv[1] else socket.AF_INET
      kind = socket.SOCK_STREAM if sys.argv[2] == 'tcp' else socket.SOCK_DGRAM
      server = socket.socket(family, kind)
      server.bind((sys.argv[1], 7))
      if sys.argv[2] == 'tcp': server.listen()
      client = socket.socket(family, kind)
      client.connect((sys.argv[1], 7))
      client.send(b'x')
      time.sleep(60)
      END
      "$headwind" capture -n -t -q -i lo --process -w $folder/x.pcapng --print \(transport) port 7 > $folder/out 2> $folder/err & capture=$!
      for i in $(seq 500); do grep -q listening $folder/err && break; sleep 0.02; done
      python3 $folder/peer.py \(address) \(transport) & peer=$!
      for i in $(seq 500); do grep -q '1$\\|1 \\[' $folder/out && break; sleep 0.02; done
      kill -INT $capture; wait $capture; echo $?; kill $peer
      grep -vc "\\[python3 $peer\\]$" $folder/out
      tshark -r $folder/x.pcapng -T fields -e frame.comment 2> /dev/null | sort -u | sed "s/$peer/PEER/"
      "$headwind" capture -n -t -q -r $folder/x.pcapng --process 2> /dev/null | cmp - $folder/out && echo same
      """
    let result = try Shell.run(
      script, tools: ["ip": "iproute2", "tshark": "tshark", "python3": "python3"], isolated: true)
    #expect(result.lines == ["0", "0", "process python3, pid PEER", "same"], "\(result.output) \(result.errors)")
  }

  @Test func aRunNotesThemInItsRecording() throws {
    let script = """
      "$headwind" run -q --capture $folder/x.pcapng --process --profile "Slow Net" -- \
        curl -s -o /dev/null 'http://search.example/search.json?q=apple&rpp=1' || exit 1
      "$headwind" capture -r $folder/x.pcapng -T fields -e frame.comment tcp 2> /dev/null > $folder/notes
      grep -o 'process .*' $folder/notes | sed 's/[0-9]*$//' | sort -u
      grep -vc process $folder/notes
      """
    let result = try Shell.run(script, tools: ["curl": "curl"])
    #expect(result.lines == ["process curl, pid ", "0"], "\(result.output) \(result.errors)")
  }
}
