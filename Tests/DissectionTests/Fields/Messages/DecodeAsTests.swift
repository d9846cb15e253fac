import Dissection
import Testing
import Wire

@Suite("Decode as")
struct DecodeAsTests {
  @Test("says what is known where a word is not understood")
  func errors() throws {
    for (text, part) in [
      ("9000", "tcp.port==9000,http"), ("tcp.prt==9000,http", "tcp.port"), ("tcp.port==90000,http", "65535"),
      ("tcp.port==9000,smtp", "http, http2, json"), ("udp.port==a,dns", "number"), ("tcp.port==5-2,http", "range"),
    ] {
      let error = #expect(throws: DecodeAs.Failure.self) { try DecodeAs(text) }
      #expect(error?.description.contains(part) == true, "\(text): \(error?.description ?? "")")
    }
    #expect(try DecodeAs("udp.port==5300-5310,dns").numbers == 5300...5310)
  }

  @Test("goes before what a port and its bytes say")
  func streams() throws {
    let path = MessageCaptures.path("http")
    var tables = DissectorTables()
    tables.decode(as: try DecodeAs("tcp.port==8001,data"))
    let fields = ["http.request.uri", "data.len"].compactMap { FieldTable.field(named: $0)?.id }
    let rows = try CaptureFile.columns(path, fields, tables: tables)
    #expect(rows.allSatisfy { $0.hasPrefix("\t") } && rows.contains { $0 != "\t" })
  }

  @Test("finds DNS on any port, and on one that is named")
  func datagrams() throws {
    let query: [UInt8] = [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 97, 0, 0, 1, 0, 1]
    let datagram = { (payload: [UInt8]) in
      let length = 8 + payload.count
      let header: [UInt8] = [
        0x45, 0, 0, UInt8(20 + length), 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
        0x30, 0, 0x14, 0xB4, 0, UInt8(length), 0, 0,
      ]
      return header + payload
    }
    let protocols = { (payload: [UInt8], word: String?) in
      var tables = DissectorTables()
      if let word { tables.decode(as: try DecodeAs(word)) }
      var dissector = PacketDissector(tables: tables)
      let bytes = datagram(payload)
      let frame = Frame(
        number: 1, timestamp: Timestamp(nanoseconds: 0), linkType: .raw, originalLength: bytes.count)
      dissector.dissect(frame, bytes.span)
      return dissector.tree.protocols.last
    }
    #expect(try protocols(query, nil) == "dns")
    #expect(try protocols(query + [0], nil) == "data")
    #expect(try protocols(Array("{\"a\": [1]}".utf8), nil) == "json")
    #expect(try protocols(Array("{\"a\": [1".utf8), nil) == "data")
    #expect(try protocols(query + [0], "udp.port==5300,dns") == "dns")
    #expect(try protocols(query, "udp.port==5300,data") == "data")
  }
}
