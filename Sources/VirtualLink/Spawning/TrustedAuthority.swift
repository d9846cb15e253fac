import FoundationEssentials
import Glibc

/// A certificate authority that a program on a link trusts.
///
/// The program sees it in place of the system's bundle, and through the environment variables that name a bundle.
/// Like the link's resolv.conf, it exists only in the program's own mount namespace, and not on a disk.
public struct TrustedAuthority: Sendable, Hashable {
  /// The paths of systems' CA bundles, as listed in Go's crypto/x509.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
    "/etc/pki/tls/cacert.pem", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
  ]
  /// The environment variables that name a bundle: Headwind's own, then those of OpenSSL and Go, curl, Python's
  /// requests, Node, Git, AWS, Deno, Cargo, pip, gRPC, Perl's LWP, and Swift's URLSession.
  private static let names = [
    "HEADWIND_CA", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO",
    "AWS_CA_BUNDLE", "DENO_CERT", "CARGO_HTTP_CAINFO", "PIP_CERT", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
    "PERL_LWP_SSL_CA_FILE", "URLSessionCertificateAuthorityInfoFile",
  ]
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// The authority's certificate in PEM (RFC 7468).
  public let pem: String

  public init(pem: String) {
    self.pem = pem
  }

  /// The path at which programs find it; nil if the system has no bundle that it could replace.
  public static var path: String? { places.first }

  private static var places: [String] { bundles.filter { access($0, F_OK) == 0 } }

  /// Files that replace each bundle of the system and the trust store of each Java runtime.
  func files(for command: ProgramCommand) -> [ProgramFile] {
    let store = JavaTrustStore.bytes(certificate)
    return Self.places.map { ProgramFile(path: $0, pem) }
      + JavaTrustStore.places(for: command).map { ProgramFile(path: $0, bytes: store) }
  }

  /// The environment variables that name the bundle.
  public var variables: [(name: String, value: String)] {
    Self.path.map { path in Self.names.map { ($0, path) } } ?? []
  }
}

/// The one-line form that the control protocol uses.
extension TrustedAuthority {
  /// The certificate in DER; empty if the text is not base64.
  var certificate: [UInt8] {
    Data(base64Encoded: line).map { Array($0) } ?? []
  }

  /// The certificate as base64, without the PEM header and line feeds.
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
