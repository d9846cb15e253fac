public import ArgumentParser
public import VirtualLink

/// `--keys WAY`: further ways to ask programs on a link for the secrets of their TLS connections.
struct KeyLogRequestOption: ParsableArguments {
  @Option(
    name: .customLong("keys"),
    help: ArgumentHelp(
      "Also collect the TLS secrets of programs that do not read SSLKEYLOGFILE: node adds --tls-keylog to NODE_OPTIONS, preload loads a library into programs that are linked with OpenSSL. Can be repeated.",
      valueName: "way"))
  var ways: [KeyLogRequest.Way] = []

  /// How to ask a program.
  /// - Parameter place: where the link keeps secrets; nil if it does not collect them.
  func request(_ place: KeyLogPlace?) throws(LinkError) -> KeyLogRequest? {
    if let place { return try KeyLogRequest(place, by: ways) }
    guard ways.isEmpty else {
      throw LinkError("this link does not collect secrets", remedy: "omit --keys, or create the link without --no-keys")
    }
    return nil
  }
}

extension KeyLogRequest.Way: ExpressibleByArgument {}
