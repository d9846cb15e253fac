extension Scenario {
  /// The same with host names of its own, for a program that lives on: `http://api.test/x` becomes `http://s7.api.test/x`.
  ///
  /// What the program remembers of earlier scenarios by name (addresses, connections, cookies) then does not meet this one. The rules of
  /// DNS are also for the names below theirs, and certificates are made for the name that the client asks for.
  func isolated(number: Int) -> Scenario {
    var scenario = self
    scenario.requests = requests.map { request in
      var request = request
      request.url = Self.isolated(request.url, number)
      return request
    }
    scenario.grant?.url = Self.isolated(grant?.url ?? "", number)
    return scenario
  }

  /// The host of a URL; empty if there is none.
  static func host(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return "" }
    return String(withoutUser(url[scheme.upperBound...]).prefix { $0 != "/" && $0 != ":" && $0 != "?" })
  }

  /// What follows the user and the password in what follows the scheme of a URL.
  private static func withoutUser(_ rest: Substring) -> Substring {
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    return authority.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
  }

  /// The number of the scenario that a host name belongs to; nil if it belongs to none.
  static func number(ofHost host: String) -> Int? {
    guard host.hasPrefix("s"), let dot = host.firstIndex(of: ".") else { return nil }
    return Int(host[host.index(after: host.startIndex)..<dot])
  }

  private static func isolated(_ url: String, _ number: Int) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let host = host(of: url)
    // Addresses, and names without a dot, are not the far side's names.
    guard !host.hasPrefix("["), host.contains("."), host.contains(where: \.isLetter) else { return url }
    let rest = withoutUser(url[scheme.upperBound...])
    return url[..<rest.startIndex] + "s\(number)." + rest
  }
}
