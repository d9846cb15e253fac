import Dissection
import TLS
import TestSupport
import Testing
import Wire

/// Fields of decrypted TLS against tshark, with the capture of the TLS reader's own tests: 65 sessions of OpenSSL, GnuTLS, curl and
/// Python in TLS 1.0 to 1.3, with all kinds of ciphers, resumption, key updates, early data and renegotiation.
@Suite("Fields of decrypted TLS agree with tshark")
struct DecryptedOracleTests {
  @Test("of every packet of HTTP/2 in TLS 1.3 and 1.2, and of DNS over TLS", arguments: ["h2-13", "h2-12", "dot"])
  func multiplexed(_ name: String) throws {
    try TemporaryFolder.with { folder in
      let keys = Repository.file("Tests/DissectionTests/Fixtures/secure/\(name).keys")
      var tables = DissectorTables()
      tables.keys = KeyLog()
      tables.keys?.add(try Files.read(keys))
      let comparison = FieldComparison(
        prefixes: ["http2.", "json.", "tls.", "dns."], tables: tables,
        // tshark counts padding to the data of DATA, and all of a record to a frame that ends in its middle.
        ignored: ["tls.handshake.extension.data", "http2.data.data", "tls.segment.data"],
        options: ["-o", "tls.keylog_file:\(keys)"])
      try comparison.run(try PackedCaptures.unpacked("DissectionTests/Fixtures/secure/\(name).pcap.gz", folder), name)
    }
  }

  private static let prefixes = ["http", "tls.", "data", "tcp.segment.", "tcp.reassembled."]

  /// Where we differ on purpose. tshark takes port 4420 for NVMe. It takes what ends that have agreed on HTTP say for HTTP,
  /// whatever it is. It decrypts early data before the server has said whether it takes it.
  private static let intended = Set(Array(323...333) + [555, 556, 571, 572, 987, 1021])

  @Test("of every packet, value by value")
  func values() throws {
    try TemporaryFolder.with { folder in
      var tables = DissectorTables()
      tables.keys = KeyLog()
      tables.keys?.add(try Files.read(PackedCaptures.keys))
      let comparison = FieldComparison(
        prefixes: Self.prefixes, tables: tables,
        // tshark prints the data of an extension that has none as "<MISSING>".
        ignored: ["tls.handshake.extension.data"], options: ["-o", "tls.keylog_file:\(PackedCaptures.keys)"])
      try comparison.run(try PackedCaptures.sessions(folder), "sessions", except: Self.intended)
    }
  }
}
