import TestSupport
import Testing

/// A result without rows says why it has none, on standard error, and is no failure.
@Suite(.waiting) struct EmptyResultTests {
  /// A capture of a TLS conversation and one of a DNS query, without HTTP.
  private static let files = """
    python3 - "$folder" <<'END'
    import struct, sys
    def pcap(name, packets):
        with open(sys.argv[1] + '/' + name, 'wb') as file:
            file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 1))
            for number, packet in enumerate(packets):
                file.write(struct.pack('<IIII', 1700000000, number * 1000, len(packet), len(packet)) + packet)
    def ip(protocol, payload, back=False):
        ends = [b'\\x0a\\0\\0\\1', b'\\x0a\\0\\0\\2']
        if back: ends.reverse()
        header = struct.pack('>BBHHHBBH', 0x45, 0, 20 + len(payload), 1, 0, 64, protocol, 0) + b''.join(ends)
        return b'\\2\\0\\0\\0\\0\\2\\2\\0\\0\\0\\0\\1\\x08\\0' + header + payload
    def tcp(sequence, acknowledged, flags, data=b'', back=False, port=443):
        ports = (port, 40000) if back else (40000, port)
        return ip(6, struct.pack('>HHIIBBHHH', *ports, sequence, acknowledged, 0x50, flags, 65535, 0, 0) + data, back)
    name = b'search.example'
    extension = struct.pack('>HHHBH', 0, len(name) + 5, len(name) + 3, 0, len(name)) + name
    body = b'\\x03\\x03' + bytes(32) + b'\\0' + b'\\0\\2\\x13\\1' + b'\\1\\0' + struct.pack('>H', len(extension)) + extension
    hello = b'\\x16\\3\\1' + struct.pack('>H', len(body) + 4) + b'\\1' + struct.pack('>I', len(body))[1:] + body
    start = [tcp(0, 0, 2), tcp(0, 1, 0x12, back=True), tcp(1, 1, 0x10)]
    pcap('tls.pcap', start + [tcp(1, 1, 0x18, hello), tcp(1, 1 + len(hello), 0x18, b'\\x17\\3\\3\\0\\4abcd', True)])
    pcap('data.pcap', [p for p in [tcp(0, 0, 2, port=9000), tcp(0, 1, 0x12, back=True, port=9000),
        tcp(1, 1, 0x18, b'\\1\\2\\3\\4', port=9000)]])
    pcap('none.pcap', [])
    END

    """

  @Test(arguments: [
    (
      "http -r $folder/tls.pcap",
      "headwind: no HTTP: 2 packets of TLS to search.example, 3 of TCP without data"
    ),
    (
      "http -r $folder/tls.pcap",
      "1 TLS connection to search.example: the capture does not have the beginning of the handshake"
    ),
    ("http -r $folder/tls.pcap --json", "headwind: no HTTP: 2 packets of TLS to search.example"),
    ("export har -r $folder/tls.pcap", "headwind: no HTTP: 2 packets of TLS to search.example"),
    ("export jsonl -r $folder/tls.pcap", "headwind: no HTTP: 2 packets of TLS to search.example"),
    ("export objects -r $folder/tls.pcap $folder/o", "headwind: no HTTP: 2 packets of TLS"),
    ("http -r $folder/data.pcap", "no HTTP: 1 packet of other data over TCP to port 9000, 2 of TCP"),
    ("http -r $folder/none.pcap", "no HTTP: the capture has no packets"),
    ("http -r - < $folder/none.pcap", "no HTTP"),
    (
      "http -r $captures/clean.pcapng -Y 'http.response.code == 555'",
      "the one exchange does not match 'http.response.code == 555'"
    ),
    (
      "capture -r $folder/tls.pcap -Y http",
      "no packet matches 'http': the capture has 2 packets of TLS to search.example"
    ),
    ("capture -r $folder/tls.pcap -T fields -e http.host", "none of the 5 packets has http.host"),
  ])
  func saysWhy(words: String, expected: String) throws {
    let script = Self.files + "captures='\(Repository.file("captures/recorded"))'\n\"$headwind\" \(words)"
    let result = try Shell.run(script, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains(expected), "\(result.everything)")
  }

  @Test func aResultWithRowsSaysNothing() throws {
    let script = """
      captures='\(Repository.file("captures/recorded"))'
      "$headwind" http -r $captures/clean.pcapng
      "$headwind" capture -r $captures/clean.pcapng -T fields -e frame.number -Y http 2>&1 >/dev/null | grep -v 'reading from'
      """
    let result = try Shell.run(script)
    #expect(result.errors.isEmpty, "\(result.errors)")
  }
}
