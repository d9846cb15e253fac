import Exchanges
import Wire

/// SSDP (UPnP Device Architecture 2.0 section 1): messages like those of HTTP, one in a datagram.
enum SSDPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ssdp, entries: [.udpPort(1900, to: dissector)],
    summaries: [HTTPSummary.ssdp])

  static let dissector = Dissector("ssdp") { (tree, bytes, start) throws(DissectionStop) in
    var position = start
    let line = HTTPDissector.line(bytes, &position)
    guard let first = HTTPStartLine(bytes.extracting(line.content)) else { return tree.data(bytes, start) }
    let exchange = HTTPTreeExchange(0, 1, after: nil)
    var facts = HTTPMessageFacts(exchange, isRequest: false)
    switch first.kind {
    case .request(let method, let target):
      facts.isRequest = true
      (exchange.method, exchange.target, exchange.host) = (method, target, host(bytes, position))
    case .response(let status, _): facts.status = status
    }
    try HTTPDissector.dissect(&tree, bytes, start, facts, as: .ssdp)
  }

  /// What the `Host` field says.
  private static func host(_ bytes: Span<UInt8>, _ start: Int) -> String? {
    var position = start
    while position < bytes.count {
      let line = HTTPDissector.line(bytes, &position)
      let parts = HTTPFieldLines.text(bytes, line.content).split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "host" else { continue }
      return String(parts[1].drop { $0 == " " || $0 == "\t" })
    }
    return nil
  }
}
