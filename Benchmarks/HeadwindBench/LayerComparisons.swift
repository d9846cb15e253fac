/// What is in TLS and in HTTP/2, against tshark with the same secrets; and HTTP/2 against HTTP/1.1, both here.
struct LayerComparisons {
  let headwind: String
  let folder: String
  let megabytes: Int

  /// The rows, each with the captures that it needs.
  var all: [(kinds: [TrafficKind], comparison: Comparison)] {
    [
      (
        [.secureHTTP1], rows("TLS 1.3 with HTTP/1.1", .secureHTTP1, "http", ["http.request.uri", "http.response.code"])
      ),
      (
        [.secureHTTP2],
        rows("TLS 1.3 with HTTP/2", .secureHTTP2, "http2.headers", ["http2.headers.path", "http2.headers.status"])
      ),
      ([.secureHTTP1], exchanges("TLS 1.3 with HTTP/1.1, exchanges", .secureHTTP1, "http.request.uri")),
      ([.secureHTTP2], exchanges("TLS 1.3 with HTTP/2, exchanges", .secureHTTP2, "http2.headers.path")),
      ([.http1, .http2], inTheClear),
    ]
  }

  private func file(_ kind: TrafficKind) -> String { kind.file(megabytes, in: folder) }

  private func tshark(_ kind: TrafficKind, _ filter: String, _ fields: [String]) -> [String] {
    ["tshark", "-r", file(kind), "-o", "tls.keylog_file:\(file(kind)).keys", "-o", "tcp.reassemble_out_of_order:TRUE"]
      + ["-Y", filter, "-T", "fields"] + fields.flatMap { ["-e", $0] }
  }

  /// The same columns of the same packets.
  private func rows(_ title: String, _ kind: TrafficKind, _ filter: String, _ fields: [String]) -> Comparison {
    let options = ["-Y", filter, "-T", "fields"] + fields.flatMap { ["-e", $0] }
    return Comparison(
      title: "\(title), rows", ours: [headwind, "capture", "-r", file(kind), "--keys", file(kind) + ".keys"] + options,
      theirs: tshark(kind, filter, fields), target: 50, rounds: 1, judge: OutputFiles.areEqual)
  }

  private func exchanges(_ title: String, _ kind: TrafficKind, _ field: String) -> Comparison {
    Comparison(
      title: title,
      ours: [headwind, "http", "-r", file(kind), "--keys", file(kind) + ".keys", "--fields", Self.target],
      theirs: tshark(kind, field, [field]), target: 50, rounds: 1
    ) { ours, theirs in
      let mine = try OutputFiles.sortedRows(ours) { $0.first.map(String.init) }
      let other = try OutputFiles.sortedRows(theirs) { $0.first.map(String.init) }.flatMap { $0.split(separator: ",") }
      return (
        mine == other.map(String.init).sorted() && !mine.isEmpty,
        "\(mine.count) exchanges; tshark finds \(other.count) requests"
      )
    }
  }

  private static let target = "http.request.uri"

  /// The captures are as large as one another.
  private var inTheClear: Comparison {
    let options = ["--fields", "http.request.uri,http.response.code,decoded"]
    return Comparison(
      title: "HTTP/2 in the clear against HTTP/1.1, one core", ours: [headwind, "http", "-r", file(.http2)] + options,
      theirs: [headwind, "http", "-r", file(.http1)] + options, target: 1 / 1.5, onOneCore: true
    ) { ours, theirs in
      let (mine, other) = (try Self.sum(ours), try Self.sum(theirs))
      return (
        mine.isComplete && other.isComplete,
        "\(mine.bytes / 1_000_000) MB of bodies decoded in \(mine.count) exchanges, and \(other.bytes / 1_000_000) MB in \(other.count)"
      )
    }
  }

  /// The exchanges and their bodies; whether all were answered.
  private static func sum(_ path: String) throws -> (count: Int, bytes: Int, isComplete: Bool) {
    var (bytes, isComplete) = (0, true)
    let count = try OutputFiles.lines(path) { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count == 3 else { return false }
      bytes += Int(columns[2]) ?? 0
      isComplete = isComplete && columns[1] == "200"
      return true
    }
    return (count, bytes, isComplete && count > 0)
  }
}
