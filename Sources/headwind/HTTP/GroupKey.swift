import ArgumentParser
import Exchanges

/// What `headwind http --group` groups exchanges by.
enum GroupKey: String, CaseIterable, ExpressibleByArgument {
  case host, path

  /// The longest name of a group, in bytes.
  private static let longestName = 256

  /// The group of an exchange: the name or address of the server, or that with the path of the URL, without its query.
  func group(_ exchange: HTTPExchange) -> String {
    let name = name(exchange)
    return name.utf8.count <= Self.longestName
      ? name : String(decoding: name.utf8.prefix(Self.longestName), as: UTF8.self)
  }

  private func name(_ exchange: HTTPExchange) -> String {
    let host = exchange.request?.fields.host ?? exchange.destination
    guard self == .path else { return host }
    guard let target = exchange.request?.target else { return host }
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return target.first == "/" ? host + String(Substring(path)) : String(Substring(path))
  }
}
