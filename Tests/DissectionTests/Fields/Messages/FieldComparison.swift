import Dissection
import TestSupport
import Testing

/// The values of fields in every packet of a capture, ours beside tshark's.
struct FieldComparison {
  /// What the names of the fields begin with.
  var prefixes: [String]
  var tables = DissectorTables()
  /// The fields that are not compared.
  var ignored: Set<String> = []
  /// What tshark is told besides.
  var options: [String] = []

  /// - Parameters:
  ///   - except: the packets in which we differ on purpose.
  ///   - least: how many packets there are at the least.
  func run(_ path: String, _ name: String, except: Set<Int> = [], atLeast least: Int = 6) throws {
    let fields = FieldTable.fields.filter { field in
      field.type != .protocol && !CaptureHindsight.fields.contains(field.id)
        && !ignored.union(Wireshark.newerFields).union(Wireshark.sentences).contains(field.name)
        && prefixes.contains { field.name.hasPrefix($0) }
    }
    let ours = try CaptureFile.columns(path, fields.map(\.id), tables: tables).map(Self.columns)
    let options = options + ["-o", "tcp.reassemble_out_of_order:TRUE", "-T", "fields"]
    let theirs = try Wireshark.read(path, options + fields.flatMap { ["-e", $0.name] }).map { Self.columns(String($0)) }
    #expect(ours.count == theirs.count && ours.count >= least)
    var found: [String: [String]] = [:]
    for (row, (own, other)) in zip(ours, theirs).enumerated() where !except.contains(row + 1) {
      try #require(own.count == other.count, "packet \(row + 1)")
      for (column, field) in fields.enumerated() where own[column] != other[column] {
        found[field.name, default: []].append(
          "\(row + 1): \(own[column].prefix(100)) instead of \(other[column].prefix(100))")
      }
    }
    for (field, differences) in found.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(name): \(field), \(differences.count) packets, \(differences.prefix(10).joined(separator: "; "))")
    }
  }

  private static func columns(_ line: String) -> [Substring] {
    line.split(separator: "\t", omittingEmptySubsequences: false)
  }
}

/// Captures of other tests, which are kept compressed.
enum PackedCaptures {
  static let keys = Repository.file("Tests/TLSTests/Fixtures/sessions.keys")
  static let http2 = [
    "curl", "grpc", "h2load", "h2o-upgrade", "h2o-nghttp-upgrade", "httpx", "nghttp", "nghttp-window", "nginx-push",
    "nginx-upload", "node",
  ]

  /// The sessions of the TLS reader's tests.
  static func sessions(_ folder: String) throws -> String {
    try unpacked("TLSTests/Fixtures/sessions.pcap.gz", folder)
  }

  /// A capture of HTTP/2 in the clear.
  static func http2(_ name: String, _ folder: String) throws -> String {
    try unpacked("HTTP2Tests/Fixtures/captures/\(name).pcap.gz", folder)
  }

  static func unpacked(_ name: String, _ folder: String) throws -> String {
    let path = folder + "/unpacked.pcap"
    _ = try Tool.output(of: ["sh", "-c", "gunzip -c \(Repository.file("Tests/" + name)) > \(path)"])
    return path
  }
}
