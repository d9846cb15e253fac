public import Exchanges
import Wire

/// A display filter over HTTP exchanges: the fields of the request, of the responses, and of the exchange as a whole.
///
///     var filter = try ExchangeFilter("http.response.code >= 500 && http.time > 1")
///     if filter.matches(exchange) { ... }
///
/// A field has the values that the messages and packets of the exchange have, those of the request first. So a comparison
/// holds where any of them fits, as in a packet that has a field several times.
public struct ExchangeFilter {
  private let filter: DisplayFilter
  private var tree: ExchangeTree

  /// Reads and checks a filter; fields that an exchange never has are an error.
  public init(_ text: String) throws(FilterError) {
    filter = try DisplayFilter(text)
    tree = ExchangeTree(wanted: filter.fields)
    guard let unknown = FieldTable.fields.first(where: { filter.fields.contains($0.id) && !ExchangeTree.has($0) })
    else { return }
    throw Self.error(unknown, text)
  }

  /// Whether heads and bodies are looked at, so that `HTTPOptions.keepsAll` is needed.
  public var needsDetail: Bool { tree.needsHeads || needsBodies }

  /// Whether bodies are.
  public var needsBodies: Bool { tree.needsBodies }

  /// Whether an exchange matches.
  public mutating func matches(_ exchange: HTTPExchange) -> Bool {
    tree.build(exchange)
    let nothing: [UInt8] = []
    return filter.matches(tree.tree, nothing.span)
  }

  private static func error(_ field: Field, _ text: String) -> FilterError {
    let (scalars, name) = (Array(text.unicodeScalars), Array(field.name.unicodeScalars))
    let start = scalars.indices.first { scalars[$0...].starts(with: name) } ?? 0
    var error = FilterError(
      "An exchange has no \(field.name); it has fields of http, json, tcp.stream, tcp.port, quic.connection.number, udp.port, ip, ipv6 and exchange",
      start..<min(scalars.count, start + name.count))
    error.text = text
    return error
  }
}
