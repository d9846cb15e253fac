import TextOutput

/// What is said of the secrets in a capture.
enum SecretWords {
  /// - Parameters:
  ///   - hasKeys: whether the capture holds secrets.
  ///   - missing: how many connections had no secrets when they were needed.
  static func say(hasKeys: Bool, missing: Int) {
    if hasKeys { Headwind.say("headwind: the capture holds the secrets of its TLS connections") }
    guard missing > 0 else { return }
    let connections = missing == 1 ? "1 TLS connection" : "\(missing) TLS connections"
    Headwind.say(
      "headwind: the secrets of \(connections) are not known, or came too late for Wireshark")
  }
}
