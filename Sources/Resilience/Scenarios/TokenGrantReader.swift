internal import LinkConditions
internal import YAML

/// Reads the access token that a client begins with: `{ token, refresh-token, url, expires-in }`.
struct TokenGrantReader {
  private static let keys = ["token", "refresh-token", "url", "expires-in"]

  let problems: ProblemCollector
  let requests: AskedRequestReader

  func grant(_ node: YAMLNode, path: String) -> TokenGrant? {
    let shape = "'{ token: first, refresh-token: renew, url: http://auth.test/token }'"
    guard let own = MappingReader(node, path: path, keys: Self.keys, shape: shape, problems: problems) else {
      return nil
    }
    let missing = Self.keys.dropLast().filter { own[$0] == nil }
    for key in missing { problems.report("\(own.place(key)): missing; write \(shape)", at: node) }
    guard missing.isEmpty, let access = token("token", own), let refresh = token("refresh-token", own),
      let place = own["url"], let text = own.text("url"), let url = requests.url(text, at: place, own.place("url"))
    else { return nil }
    return TokenGrant(
      accessToken: access, refreshToken: refresh, url: url,
      lifetime: own.duration("expires-in").map { Int($0.nanoseconds / 1_000_000_000) })
  }

  /// A token of RFC 6750 section 2.1.
  private func token(_ key: String, _ reader: MappingReader) -> String? {
    guard let node = reader[key], let text = reader.text(key) else { return nil }
    let isToken = text.utf8.allSatisfy { byte in
      let isAlphanumeric = Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
      return byte < 128 && (isAlphanumeric || "-._~+/=".utf8.contains(byte))
    }
    guard isToken, !text.isEmpty else {
      problems.report(
        "\(reader.place(key)): '\(text.shortened)' is not a token; write letters, digits and -._~+/=", at: node)
      return nil
    }
    return text
  }
}
