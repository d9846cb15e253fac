import TestSupport
import Testing

/// Bodies that are small on the wire and large when they are decoded and shown.
@Suite(.waiting) struct CompressionBombTests {
  /// A capture of one response whose body is eight million zero bytes, in the coding that is given.
  private static let recording = #"""
    import struct, subprocess, sys, zlib
    plain = bytes(8_000_000)
    coding = sys.argv[1]
    if coding == "zstd": body = subprocess.run(["zstd", "-q", "-19", "-c"], input=plain, stdout=subprocess.PIPE, check=True).stdout
    elif coding == "gzip": body = subprocess.run(["gzip", "-9"], input=plain, stdout=subprocess.PIPE, check=True).stdout
    else: body = zlib.compress(plain, 9)
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n"
    request, response = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", (head % (coding, len(body))).encode() + body
    out = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 101)
    def packet(isUp, sequence, acknowledgment, flags, data=b""):
        global out
        ends = (b"\x0a\0\0\1", b"\x0a\0\0\2") if isUp else (b"\x0a\0\0\2", b"\x0a\0\0\1")
        ports = (40000, 80) if isUp else (80, 40000)
        tcp = struct.pack(">HHIIBBHHH", *ports, sequence, acknowledgment, 0x50, flags, 65535, 0, 0) + data
        ip = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0, 64, 6, 0) + ends[0] + ends[1] + tcp
        out += struct.pack("<IIII", 1, 0, len(ip), len(ip)) + ip
    packet(True, 0, 0, 2); packet(False, 0, 1, 18); packet(True, 1, 1, 16); packet(True, 1, 1, 24, request)
    place = 1
    for start in range(0, len(response), 1400):
        packet(False, place, 1 + len(request), 24, response[start:start + 1400]); place += len(response[start:start + 1400])
    packet(False, place, 1 + len(request), 17)
    sys.stdout.buffer.write(out)
    """#

  /// Shown text takes four characters for each of these bytes: as a whole, 32 MB several times over.
  @Test(arguments: ["zstd", "gzip", "deflate"]) func showingTakesLittleMoreThanTheBody(coding: String) throws {
    let result = try Shell.run(
      """
      cd $folder
      cat >make.py <<'END'
      \(Self.recording)
      END
      python3 make.py \(coding) >bomb.pcap
      python3 - "$headwind" <<'END'
      import hashlib, resource, subprocess, sys
      shown = subprocess.run([sys.argv[1], "http", "-r", "bomb.pcap", "--show", "1"], stdout=subprocess.PIPE).stdout
      print(shown.count(b"\\\\x00") == 8_000_000, shown.endswith(b"\\\\x00\\n"))
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
      END
      """, tools: ["python3": "python3", "zstd": "zstd"])
    try #require(result.lines.count == 2, "\(result.everything)")
    #expect(result.lines[0] == "True True")
    let megabytes = try #require(Int(result.lines[1]))
    #expect(megabytes < 100, "\(megabytes) MB")
  }
}
