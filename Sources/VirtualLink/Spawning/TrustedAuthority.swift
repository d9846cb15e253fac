import Glibc

/// An authority whose certificates a program on a link is to trust.
///
/// The program finds it in place of the system's bundle, and by the variables by which programs are told of one; like the
/// link's resolv.conf it is in the program's own mount namespace, and on no disk.
public struct TrustedAuthority: Sendable, Hashable {
  /// Where systems keep the bundle of authorities that they trust, as Go's crypto/x509 lists the places.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
  /// The variables by which programs are told of a bundle: OpenSSL and Go, curl, Python's requests, Node, Git, AWS, Deno,
  /// Cargo, pip, gRPC, Perl's LWP, Swift's URLSession; the first is ours.
  private static let names = [
    "HEADWIND_CA", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO",
    "AWS_CA_BUNDLE", "DENO_CERT", "CARGO_HTTP_CAINFO", "PIP_CERT", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
    "PERL_LWP_SSL_CA_FILE", "URLSessionCertificateAuthorityInfoFile",
  ]
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// Its certificate in PEM (RFC 7468).
  public let pem: String

  public init(pem: String) {
    self.pem = pem
  }

  /// Where programs find it; nil where the system has no bundle whose place it could take.
  public static var path: String? { places.first }

  private static var places: [String] { bundles.filter { access($0, F_OK) == 0 } }

  /// In place of each bundle that the system has, and of each trust store of a Java runtime.
  func files(for command: ProgramCommand) -> [ProgramFile] {
    let store = JavaTrustStore.bytes(certificate)
    return Self.places.map { ProgramFile(path: $0, pem) }
      + JavaTrustStore.places(for: command).map { ProgramFile(path: $0, bytes: store) }
  }

  /// What the program's environment says of it.
  public var variables: [(name: String, value: String)] {
    Self.path.map { path in Self.names.map { ($0, path) } } ?? []
  }
}

/// In one line, as the control protocol passes it on.
extension TrustedAuthority {
  /// The certificate in DER.
  var certificate: [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for letter in line.utf8 {
      // What is none of them is the padding at the end.
      guard let value = letters.firstIndex(of: letter) else { break }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }

  /// The certificate in base64 alone.
  var line: String {
    pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
  }

  init(line: String) {
    var lines = [Self.begin]
    var rest = line[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    self.init(pem: (lines + [Self.end, ""]).joined(separator: "\n"))
  }
}
