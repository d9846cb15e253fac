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
  public static let names = [
    "HEADWIND_CA", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO",
    "AWS_CA_BUNDLE", "DENO_CERT", "CARGO_HTTP_CAINFO", "PIP_CERT", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
    "PERL_LWP_SSL_CA_FILE", "URLSessionCertificateAuthorityInfoFile",
  ]
  private static let begin = "-----BEGIN CERTIFICATE-----"
  private static let end = "-----END CERTIFICATE-----"

  /// The authority's certificate in PEM (RFC 7468).
  public let pem: String
  /// Whether the program trusts the host's authorities, too.
  public let isBesideHosts: Bool

  /// - Parameters:
  ///   - pem: the certificate.
  ///   - isBesideHosts: whether the host's authorities are trusted, too.
  public init(pem: String, isBesideHosts: Bool = false) {
    self.pem = pem
    self.isBesideHosts = isBesideHosts
  }

  /// The path at which programs find it; nil if the system has no bundle that it could replace.
  public static var path: String? { places.first }

  private static var places: [String] { bundles.filter { access($0, F_OK) == 0 } }

  /// The certificates that this process trusts, in PEM: the file that `SSL_CERT_FILE` names, or the system's bundle. Nil if there is
  /// none.
  public static var hostBundle: String? {
    let named = getenv("SSL_CERT_FILE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    return (named ?? path).flatMap { Sysctl.readFile($0) }
  }

  /// Files that replace each bundle of the system and the trust store of each Java runtime.
  func files(for command: ProgramCommand) -> [ProgramFile] {
    let bundle = (isBesideHosts ? Self.hostBundle.map { $0 + "\n" } ?? "" : "") + pem
    let store = JavaTrustStore.bytes(Self.certificates(in: bundle))
    return Self.places.map { ProgramFile(path: $0, bundle) }
      + JavaTrustStore.places(for: command).map { ProgramFile(path: $0, bytes: store) }
  }

  /// The certificates of a bundle in DER. What is not base64 is left out.
  static func certificates(in bundle: String) -> [[UInt8]] {
    var certificates: [[UInt8]] = []
    var base64: String?
    for line in bundle.split(whereSeparator: \.isNewline) {
      if line.hasPrefix(begin) {
        base64 = ""
      } else if line.hasPrefix(end) {
        if let data = base64.flatMap({ Data(base64Encoded: $0) }) { certificates.append(Array(data)) }
        base64 = nil
      } else {
        base64? += line.filter { !$0.isWhitespace }
      }
    }
    return certificates
  }

  /// The environment variables that name the bundle.
  public var variables: [(name: String, value: String)] {
    Self.path.map { path in Self.names.map { ($0, path) } } ?? []
  }
}

/// The one-line form that the control protocol uses.
extension TrustedAuthority {
  /// The certificate as base64, without the PEM header and line feeds.
  var line: String {
    pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
  }

  init(line: String, isBesideHosts: Bool) {
    var lines = [Self.begin]
    var rest = line[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    self.init(pem: (lines + [Self.end, ""]).joined(separator: "\n"), isBesideHosts: isBesideHosts)
  }
}
