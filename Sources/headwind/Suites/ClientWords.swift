import ArgumentParser

/// The words of a client's command, before a suite runs them.
struct ClientWords {
  /// Programs that request the URLs of their command lines and know no variable of Headwind's.
  private static let fetchers: Set<String> = [
    "curl", "wget", "wget2", "http", "https", "xh", "xhs", "curlie", "httpie", "aria2c", "lynx", "w3m", "ab", "hey",
    "wrk", "oha", "h2load",
  ]

  private let words: [String]

  init(_ words: [String]) { self.words = words }

  /// Refuses a program that would request the same URL in each scenario, or none.
  /// - Parameter command: the command that the words follow, for the error.
  func validate(for command: String) throws(ValidationError) {
    guard let program = words.first?.split(separator: "/").last.map(String.init), Self.fetchers.contains(program),
      !words.contains(where: { $0.contains("{url}") }),
      !words.dropFirst().contains(where: { Self.readsFile($0, program) })
    else { return }
    let own = words.dropFirst().first { $0.contains("://") }
    let rest = words.map { $0 == own ? "{url}" : $0 } + (own == nil ? ["{url}"] : [])
    throw ValidationError(
      "{url} is missing: \(program) would \(own.map { "request \($0)" } ?? "request nothing") in each scenario. "
        + "Headwind puts the URL of a scenario in its place: \(command) -- \(rest.joined(separator: " "))")
  }

  /// Options that name a file with URLs or with further options.
  private static func readsFile(_ word: String, _ program: String) -> Bool {
    let options = program == "curl" ? ["-K", "--config"] : ["-i", "--input-file"]
    return options.contains { word == $0 || $0.hasPrefix("--") && word.hasPrefix($0 + "=") }
  }
}
