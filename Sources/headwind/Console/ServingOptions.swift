import ArgumentParser
import Console
import FarSide
import Glibc
import TextOutput
import VirtualLink

/// Where the console is served.
struct ServingOptions: ParsableArguments {
  @Option(help: "Serve on this port of 127.0.0.1; 0 selects one that is free.")
  var port = 0

  @Option(
    help: ArgumentHelp(
      "Serve on a Unix socket that only you can open: for `curl --unix-socket` and `ssh -L 8080:PATH HOST`.",
      valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      """
      Serve on this address of the machine, so that others reach the console. It is served over TLS, to whoever knows the password of \
      --password-file. Port 0 selects one that is free.
      """, valueName: "address:port"))
  var listen: String?

  @Option(
    name: .customLong("password-file"),
    help: ArgumentHelp(
      "With --listen: the file whose first line is the password, of 12 characters or more.", valueName: "file"))
  var passwordFile: String?

  @Option(
    help: ArgumentHelp(
      "With --listen: the server's certificate in PEM, and those that signed it. Default: one that is made for this run.",
      valueName: "file"))
  var certificate: String?

  @Option(
    name: .customLong("certificate-key"), help: ArgumentHelp("The key of --certificate, in PEM.", valueName: "file"))
  var certificateKey: String?

  /// The shortest password that is taken.
  private static let shortest = 12

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("--port \(port): a port is a number from 0 to 65535.") }
    guard [port != 0, socket != nil, listen != nil].filter({ $0 }).count <= 1 else {
      throw ValidationError("Give one of --port, --socket and --listen.")
    }
    guard (certificate == nil) == (certificateKey == nil) else {
      throw ValidationError("--certificate and --certificate-key belong together.")
    }
    guard listen != nil || (passwordFile ?? certificate) == nil else {
      throw ValidationError("--password-file and --certificate belong to --listen.")
    }
    guard let listen else { return }
    guard Self.parts(of: listen) != nil else {
      throw ValidationError("--listen \(listen): write ADDRESS:PORT, such as 192.0.2.7:8443 or [::]:8443.")
    }
    guard passwordFile != nil else {
      throw ValidationError(
        "--listen lets other machines ask, so it needs a password: --password-file FILE. It is always served over TLS.")
    }
  }

  /// Whether programs of this machine may be run by whoever is let in.
  var runsClients: Bool { listen == nil }

  /// Where it is served, for messages, and the option that says so.
  var placeWords: PrintableText {
    if let socket { return "the socket \(socket)" }
    if let listen { return "\(listen)" }
    return "port \(port) of 127.0.0.1"
  }
  var placeOption: String { socket != nil ? "--socket" : listen != nil ? "--listen" : "--port" }

  /// What to say besides the address.
  var remark: PrintableText? {
    guard let socket else { return nil }
    return
      "headwind: served on the socket \(socket). From another machine: ssh -L 8080:\(socket) HOST, then open the address with localhost:8080"
  }

  /// The place, and the fingerprint of a certificate that was made for it.
  func place() throws -> (place: ConsolePlace, fingerprint: String?) {
    if let socket { return (.socket(path: socket), nil) }
    guard let listen, let (host, port) = Self.parts(of: listen), let passwordFile else {
      return (.loopback(port: port), nil)
    }
    let password = try Self.password(in: passwordFile)
    if let certificate, let certificateKey {
      let identity = ConsolePlace.ServerCertificate(
        chain: try Self.bytes(of: certificate), key: try Self.bytes(of: certificateKey))
      return (.network(host: host, port: port, identity, password: password), nil)
    }
    let made = try SelfSignedCertificate(names: [Self.hostName], addresses: Self.address(host).map { [$0] } ?? [])
    let identity = ConsolePlace.ServerCertificate(chain: Array(made.certificate.utf8), key: Array(made.key.utf8))
    return (.network(host: host, port: port, identity, password: password), made.fingerprint)
  }

  private static var hostName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "localhost" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func parts(of text: String) -> (host: String, port: Int)? {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), 0...65_535 ~= port
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return address(host) == nil ? nil : (host, port)
  }

  /// An IP address in network order.
  private static func address(_ text: String) -> [UInt8]? {
    for (family, length) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: length)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }

  private static func password(in path: String) throws -> String {
    let password = String(decoding: try bytes(of: path).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    guard password.count >= shortest else {
      throw Failure(
        "the password in \(path) has \(password.count) characters", remedy: "make it \(shortest) or more",
        status: ExitStatus.usage)
    }
    return password
  }

  private static func bytes(of path: String) throws(Failure) -> [UInt8] {
    try WholeFile.bytes(of: path, limit: 1 << 20)
  }
}
