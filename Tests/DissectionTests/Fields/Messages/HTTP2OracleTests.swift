import Dissection
import TLS
import TestSupport
import Testing
import TextOutput
import Wire

@Suite("Fields of HTTP/2 agree with tshark")
struct HTTP2OracleTests {
  @Test("of every packet, value by value", arguments: PackedCaptures.http2)
  func values(_ name: String) throws {
    try TemporaryFolder.with { folder in
      try FieldComparison(prefixes: ["http2.", "json."]).run(try PackedCaptures.http2(name, folder), name)
    }
  }

  /// tshark 4.0 gives up a field block that is longer than one frame.
  @Test("and have the fields of a block that is continued")
  func continuation() throws {
    try TemporaryFolder.with { folder in
      let path = try PackedCaptures.http2("nghttp-continuation", folder)
      let fields = ["http2.type", "http2.headers.method", "http2.header.count", "http2.request.full_uri"]
        .compactMap { FieldTable.field(named: $0)?.id }
      let rows = try CaptureFile.columns(path, fields)
      #expect(rows.contains("9\tGET\t13\thttp://127.0.0.1:8080/small.txt"), "\(rows)")
    }
  }
}

@Suite("Decrypted and multiplexed messages, of captures that lack packets")
struct LossyLayerTests {
  @Test(
    "never trap, and keep every node inside its bytes",
    arguments: ["sessions", "nghttp-continuation"] + PackedCaptures.http2)
  func hostile(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let path = name == "sessions" ? try PackedCaptures.sessions(folder) : try PackedCaptures.http2(name, folder)
      var tables = DissectorTables()
      tables.keys = KeyLog()
      tables.keys?.add(try Files.read(PackedCaptures.keys))
      var random = SeededGenerator(seed: 7)
      for round in 0..<3 {
        var dissector = PacketDissector(tables: tables)
        var printer = TreePrinter()
        try CaptureFile.read(path) { frame, span, _ in
          if round > 0, random.below(12) == 0 { return }
          var bytes = [UInt8](span)
          if round == 2, bytes.count > 80, random.below(3) == 0 {
            bytes[66 + random.below(bytes.count - 66)] = UInt8(random.below(256))
          }
          dissector.dissect(frame, bytes.span)
          let tree = dissector.tree
          for node in tree.nodes {
            let length = node.buffer == 0 ? bytes.count : tree.buffers[Int(node.buffer)].bytes.count
            #expect(node.range.upperBound <= max(length, frame.originalLength))
          }
          printer.appendText(tree, bytes.span)
          _ = printer.take()
        }
      }
    }
  }
}
