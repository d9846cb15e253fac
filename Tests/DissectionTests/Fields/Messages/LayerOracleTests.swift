import Dissection
import TLS
import TestSupport
import Testing
import Wire

/// What real clients and servers say above HTTP and in the handshake of TLS, beside tshark.
@Suite("Fields of gRPC, protobuf, WebSocket and certificates agree with tshark")
struct LayerOracleTests {
  static func path(_ name: String) -> String {
    Repository.file("Tests/DissectionTests/Fixtures/layers/\(name)")
  }

  /// The dissection of a recorded capture, with the secrets that are beside it.
  static func tables(_ name: String) -> DissectorTables {
    var tables = DissectorTables()
    guard let secrets = try? Files.read(path(name + ".keys")) else { return tables }
    tables.keys = KeyLog()
    tables.keys?.add(secrets)
    return tables
  }

  static func compare(_ name: String, _ prefixes: [String], ignored: Set<String> = [], except: Set<Int> = []) throws {
    try TemporaryFolder.with { folder in
      let comparison = FieldComparison(
        prefixes: prefixes, tables: tables(name), ignored: ignored,
        options: ["-o", "tls.keylog_file:\(path(name + ".keys"))"])
      let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/\(name).pcap.gz", folder)
      try comparison.run(capture, name, except: except)
    }
  }

  @Test(
    "calls of all four kinds, compressed and in pieces, in the clear and in TLS", arguments: ["grpc-clear", "grpc-tls"])
  func calls(_ name: String) throws {
    // tshark counts all of a record to a frame that ends in its middle.
    try Self.compare(name, ["grpc.", "protobuf.", "http2."], ignored: ["http2.data.data"])
  }

  @Test("calls of gRPC-Web")
  func webCalls() throws {
    try Self.compare("grpc-web", ["grpc.", "protobuf."])
  }

  @Test("text, binary, fragments, a ping and a close, compressed or not", arguments: ["ws-plain", "ws-deflate"])
  func sockets(_ name: String) throws {
    var except: Set<Int> = []
    if name == "ws-deflate" {
      // tshark 4.0 does not decompress a message in fragments.
      try TemporaryFolder.with { folder in
        let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/\(name).pcap.gz", folder)
        except = Set(try CaptureFile.numbers(capture, "websocket.opcode == 0 and websocket.fin == 1"))
      }
    }
    try Self.compare(name, ["websocket."], except: except)
  }

  @Test("frames that other RFCs have added to HTTP/2")
  func frames() throws {
    try Self.compare("frames", ["http2."])
  }

  @Test("a chain with all kinds of names, keys and extensions", arguments: ["certificates-12", "certificates-13"])
  func certificates(_ name: String) throws {
    // tshark does not show the values of extensions that it does not know.
    try Self.compare(
      name, ["x509", "pkcs1.", "pkix1", "ber.", "tls.handshake.certificate"], ignored: ["x509af.extnValue"])
  }

  /// No client and server of Debian 12 compress certificates together: the message is made here (RFC 8879 section 4).
  private static let compressed = """
    import struct, sys, zlib
    certificate = open("cert.der", "rb").read()
    def vector(width, content): return len(content).to_bytes(width, "big") + content
    plain = b"\\0" + vector(3, vector(3, certificate) + b"\\0\\0")
    small = zlib.compress(plain)
    message = b"\\0\\1" + len(plain).to_bytes(3, "big") + vector(3, small)
    record = b"\\x16\\x03\\x03" + vector(2, b"\\x19" + vector(3, message))
    def packet(source, target, number, flags, payload):
        tcp = struct.pack(">HHIIBBHHH", source, target, number, 1, 0x50, flags, 65535, 0, 0) + payload
        ip = struct.pack(">BBHHHBBH4s4s", 0x45, 0, 20 + len(tcp), 1, 0, 64, 6, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
        frame = bytes(12) + b"\\x08\\0" + ip + tcp
        return struct.pack("<IIII", 1, 0, len(frame), len(frame)) + frame
    packets = [packet(5000, 443, 0, 2, b"")] + [packet(443, 5000, 0, 18, b""), packet(443, 5000, 1, 24, record)]
    packets += [packet(5000, 443, 1, 16, b"")] * 4
    open("made.pcap", "wb").write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1) + b"".join(packets))
    """

  @Test("a certificate that was compressed")
  func compressedCertificate() throws {
    try TemporaryFolder.with { folder in
      try Files.write(Array(Self.compressed.utf8), to: folder + "/make.py")
      _ = try Tool.output(of: [
        "sh", "-c",
        """
        cd \(folder) && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -outform DER \\
          -out cert.der -days 30 -subj /CN=small.example 2>/dev/null && python3 make.py
        """,
      ])
      let path = folder + "/made.pcap"
      try FieldComparison(prefixes: ["tls.compress_certificate", "tls.handshake.type"]).run(path, "compressed")
      #expect(try CaptureFile.numbers(path, "x509sat.uTF8String == \"small.example\"") == [3])
    }
  }

  @Test("DNS over TLS and over HTTPS", arguments: ["dns-tls", "dns-https"])
  func names(_ name: String) throws {
    try Self.compare(name, ["dns.qry.", "dns.resp.", "dns.flags", "dns.a", "dns.id", "dns.count"])
  }

  /// tshark repeats what was asked for in each later packet of the connection.
  @Test("the handshake with a SOCKS proxy, and what goes through it", arguments: ["socks", "socks-password"])
  func proxies(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/\(name).pcap.gz", folder)
      let fields = FieldTable.fields.filter { $0.name.hasPrefix("socks.") }
      let ours = try CaptureFile.columns(capture, fields.map(\.id)).filter { $0.contains { $0 != "\t" } }
      let theirs = try Wireshark.read(
        capture,
        ["-Y", "socks.auth_method or socks.auth_accepted_method or socks.subnegotiation_version or socks.reserved"]
          + ["-T", "fields"] + fields.flatMap { ["-e", $0.name] })
      #expect(ours == theirs.map(String.init) && ours.count > 5)
    }
    try Self.compare(name, ["http."])
  }

  @Test("TLS in a tunnel that CONNECT has opened")
  func tunnel() throws {
    // tshark repeats in each later packet where the tunnel leads.
    try Self.compare(
      "connect", ["http.", "tls.alert"], ignored: ["http.proxy_connect_host", "http.proxy_connect_port"])
  }

  @Test("the statistic of protocols has what is inside TLS")
  func protocols() throws {
    let keys = KeyLog()
    keys.add(try Files.read(Self.path("grpc-tls.keys")))
    for (keys, isFound) in [(keys, true), (KeyLog(), false)] {
      var statistic = ProtocolStatistics(keys: keys)
      try TemporaryFolder.with { folder in
        let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/grpc-tls.pcap.gz", folder)
        try CaptureFile.read(capture) { frame, bytes, _ in statistic.add(frame, bytes, isCounted: true) }
      }
      var lines: [String] = []
      statistic.table.eachObject { lines.append($0) }
      #expect(lines.contains { $0.contains("tls:http2:grpc:protobuf") } == isFound)
    }
  }

  @Test("a filter finds what is in calls, sockets and certificates")
  func filters() throws {
    for (name, filter, isFound) in [
      ("grpc-clear", "grpc.message_length > 1000", true),
      ("grpc-clear", "protobuf.field.value contains \"echo\"", true),
      ("ws-deflate", "websocket.payload.text == \"one two three\"", true),
      ("certificates-12", "x509ce.dNSName == \"*.example\"", true),
      ("certificates-12", "x509sat.uTF8String contains \"nobody\"", false),
      ("certificates-12", "x509af.algorithm.id == \"1.2.840.10045.4.3.2\"", true),
    ] {
      try TemporaryFolder.with { folder in
        let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/\(name).pcap.gz", folder)
        #expect(try CaptureFile.numbers(capture, filter).isEmpty != isFound, "\(filter)")
      }
    }
  }

  @Test("a body that only the end of the connection ends is shown, and said to be uncertain without close_notify")
  func ends() throws {
    try TemporaryFolder.with { folder in
      let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/ends.pcap.gz", folder)
      let names = ["http.response.code", "http.file_data", "_ws.expert.message"]
      let rows = try CaptureFile.columns(
        capture, names.compactMap { FieldTable.field(named: $0)?.id }, tables: Self.tables("ends"))
      let responses = rows.filter { $0.hasPrefix("200\t") }
      #expect(responses.count == 2 && responses.allSatisfy { $0.contains("some of the text") }, "\(rows)")
      #expect(responses.map { $0.contains("close_notify") } == [false, true], "\(rows)")
    }
  }

  @Test("what the user says of a port holds inside TLS")
  func decodeAs() throws {
    try TemporaryFolder.with { folder in
      let name = "grpc-tls"
      let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/\(name).pcap.gz", folder)
      let fields = ["http2.headers.path", "grpc.message_length"].compactMap { FieldTable.field(named: $0)?.id }
      var tables = Self.tables(name)
      let known = try CaptureFile.columns(capture, fields, tables: tables)
      tables.decode(as: try DecodeAs("tcp.port==443,http2"))
      #expect(try CaptureFile.columns(capture, fields, tables: tables) == known)
      #expect(known.contains { $0.hasPrefix("/test.Test/Unary") })
    }
  }
}

@Suite("Hostile certificates, calls and proxies")
struct HostileLayerTests {
  @Test(
    "never trap, and keep every node inside its bytes",
    arguments: ["certificates-12", "grpc-clear", "grpc-web", "ws-deflate", "frames", "socks-password"])
  func changed(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let capture = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/\(name).pcap.gz", folder)
      var random = SeededGenerator(seed: 5)
      for _ in 0..<40 {
        var dissector = PacketDissector(tables: LayerOracleTests.tables(name))
        var printer = TreePrinter()
        try CaptureFile.read(capture) { frame, span, _ in
          var bytes = [UInt8](span)
          // Behind the headers of Ethernet, IPv4 and TCP.
          let start = name.hasPrefix("certificates") ? 140 : 66
          for _ in 0..<(bytes.count > start ? 1 + random.below(4) : 0) {
            bytes[start + random.below(bytes.count - start)] = UInt8(random.below(256))
          }
          dissector.dissect(frame, bytes.span)
          printer.appendText(dissector.tree, bytes.span)
          _ = printer.take()
          for node in dissector.tree.nodes {
            let limit = node.buffer == 0 ? bytes.count : dissector.tree.buffers[Int(node.buffer)].bytes.count
            #expect(node.range.upperBound <= limit)
          }
        }
      }
    }
  }
}
