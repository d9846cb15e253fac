import Dissection
import Foundation
import TLS
import TestSupport
import Testing
import TextOutput
import Wire

/// The column of protocols beside tshark's, for every packet of the fixtures.
@Suite("Protocols of packet summaries agree with tshark")
struct PacketSummaryOracleTests {
  @Test("of every packet of the fixtures")
  func fixtures() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/fixtures.pcapng"
      try FixtureCapture.write(to: path)
      try compare(path, leastCount: 1000, finds: IntendedProtocols.fixtures)
    }
  }

  @Test("of HTTP, TLS, WebSocket, and HTTP/2 in the clear")
  func plain() throws {
    try TemporaryFolder.with { folder in
      var intended = IntendedProtocols.http2
      for name in ["http", "tls", "websocket"] {
        try compare(Repository.file("captures/protocols/\(name).pcap"), leastCount: 10, finds: [])
      }
      for name in PackedCaptures.http2 {
        let used = try compare(try PackedCaptures.http2(name, folder), leastCount: 6, allowing: IntendedProtocols.http2)
        intended.removeAll { used.contains($0) }
      }
      #expect(intended == [], "differences that are none any more")
    }
  }

  @Test("of decrypted TLS and QUIC")
  func decrypted() throws {
    try TemporaryFolder.with { folder in
      var unused = IntendedProtocols.decrypted
      let captures =
        ["h2-13", "h2-12", "dot"].map {
          ("DissectionTests/Fixtures/secure/\($0)", "DissectionTests/Fixtures/secure/\($0)")
        }
        + ["plain", "lossy", "early-accepted", "frames", "suites", "refused"].map {
          ("QUICTests/Fixtures/\($0)", "QUICTests/Fixtures/\($0)")
        }
        + [("TLSTests/Fixtures/sessions", "TLSTests/Fixtures/sessions")]
      for (capture, keys) in captures {
        let path = try PackedCaptures.unpacked("\(capture).pcap.gz", folder)
        let used = try compare(
          path, keys: Repository.file("Tests/\(keys).keys"), leastCount: 2, allowing: IntendedProtocols.decrypted)
        unused.removeAll { used.contains($0) }
      }
      #expect(unused == [], "differences that are none any more")
    }
  }

  @Test("of TLS, gRPC, SOCKS, WebSocket and DNS inside each other")
  func layers() throws {
    try TemporaryFolder.with { folder in
      var unused = IntendedProtocols.layers
      for name in [
        "certificates-12", "certificates-13", "connect", "dns-https", "dns-tls", "ends", "frames", "grpc-clear",
        "grpc-tls", "grpc-web", "socks", "socks-password", "ws-deflate", "ws-plain",
      ] {
        let place = "DissectionTests/Fixtures/layers/\(name)"
        let keys = Repository.file("Tests/\(place).keys")
        let used = try compare(
          try PackedCaptures.unpacked("\(place).pcap.gz", folder),
          keys: FileManager.default.fileExists(atPath: keys) ? keys : nil, leastCount: 6,
          allowing: IntendedProtocols.layers)
        unused.removeAll { used.contains($0) }
      }
      #expect(unused == [], "differences that are none any more")
    }
  }

  /// Compares a capture, and fails also for a difference that is intended and not there.
  private func compare(_ path: String, leastCount: Int, finds intended: [IntendedProtocol]) throws {
    let used = try compare(path, leastCount: leastCount, allowing: intended)
    #expect(intended.filter { !used.contains($0) } == [], "\(path): differences that are none any more")
  }

  /// - Returns: the intended differences that were met.
  private func compare(
    _ path: String, keys: String? = nil, leastCount: Int, allowing intended: [IntendedProtocol]
  ) throws -> Set<IntendedProtocol> {
    var tables = DissectorTables()
    tables.keys = KeyLog()
    if let keys { tables.keys?.add(try Files.read(keys)) }
    var dissector = PacketDissector(wanted: PacketSummary.fields, wantsText: false, tables: tables)
    var ours: [String] = []
    try CaptureFile.read(path) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      ours.append(PacketSummary(dissector.tree).name.text)
    }
    let theirs = try Wireshark.read(
      path,
      (keys.map { ["-o", "tls.keylog_file:\($0)"] } ?? []) + [
        "-o", "tcp.reassemble_out_of_order:TRUE", "-T", "fields", "-e", "_ws.col.Protocol", "-e",
        "frame.interface_name",
      ])
    #expect(ours.count == theirs.count && ours.count >= leastCount)
    var used: Set<IntendedProtocol> = []
    var found: [String: Int] = [:]
    for (row, (own, other)) in zip(ours, theirs).enumerated() {
      let columns = other.split(separator: "\t", omittingEmptySubsequences: false)
      let name = String(columns.first ?? "")
      guard own != name else { continue }
      let file = columns.count > 1 ? String(columns[1]) : ""
      if let known = intended.first(where: { $0.fits(ours: own, theirs: name, file: file) }) {
        used.insert(known)
      } else {
        found["\(file): \(own) instead of \(name)", default: row + 1] = min(
          found["\(file): \(own) instead of \(name)"] ?? .max, row + 1)
      }
    }
    for (words, first) in found.sorted(by: { $0.key < $1.key }) { Issue.record("\(path), packet \(first), \(words)") }
    return used
  }
}
