import Captures
import Dissection
import Exchanges
import TextOutput

/// Explains why no exchanges were found.
enum EmptyExchanges {
  /// Prints the explanation on standard error, if no exchange was shown.
  /// - Parameters:
  ///   - filter: the display filter, if there was one.
  ///   - onlyFailed: whether only exchanges that failed were to be shown.
  ///   - count: the number of exchanges.
  ///   - passed: how many of them matched the filter.
  static func explain(
    _ source: ExchangeSource, filter: String?, onlyFailed: Bool, count: Int, passed: Int,
    _ unreadable: UnreadableConnections
  ) {
    for line in unreadable.words { Headwind.say("headwind: \(line)") }
    guard passed == 0 else { return }
    if count > 0, let filter {
      let whole = count == 1 ? "the one exchange does not match" : "none of the \(count) exchanges matches"
      return Headwind.say("headwind: \(whole) '\(filter)'")
    }
    if count > 0, onlyFailed { return Headwind.say("headwind: none of the \(count) exchanges failed") }
    guard count == 0 else { return }
    guard source.isRegularFile, let file = source.file else { return Headwind.say("headwind: no HTTP") }
    let contents = CaptureContents(of: [file], side: source.side, source.decoding.tables)
    guard contents.packets > 0 else { return Headwind.say("headwind: no HTTP: the capture has no packets") }
    Headwind.say("headwind: no HTTP: \(contents.words)")
    for line in advice(contents) { Headwind.say("  \(line)") }
  }

  /// Suggestions for the user.
  private static func advice(_ contents: CaptureContents) -> [PrintableText] {
    var lines: [PrintableText] = []
    if contents.holds("TLS") || contents.holds("QUIC") {
      lines.append("'headwind capture -V -Y tls.handshake' shows the handshakes.")
    }
    if contents.holds("other data over TCP") {
      lines.append("'headwind capture --follow tcp,0' shows the data of a connection.")
    }
    return lines
  }
}

/// Explains why no packet matched a display filter.
enum EmptyPackets {
  static func explain(_ paths: [String], side: CaptureSide, filter: String, _ tables: DissectorTables) {
    let files = paths.filter { $0 != "-" && RegularFile.isOne($0) }
    let start: PrintableText = "headwind: no packet matches '\(filter)'"
    guard files.count == paths.count else { return Headwind.say(start) }
    let contents = CaptureContents(of: files, side: side, tables)
    Headwind.say(
      contents.packets == 0 ? "headwind: the capture has no packets" : "\(start): the capture has \(contents.words)")
  }
}
