import FarSide
import Glibc
import TextOutput
import VirtualLink

/// `--inspect`: the TLS connections of the programs on a connected link end in this process, with certificates of an authority that
/// exists only for this run, and go on to the real servers.
final class LinkInspection: ConnectionHandler {
  /// What the programs trust in order to accept the certificates that they see.
  let authority: TrustedAuthority
  private let inspector: TLSInspector

  /// Says what it does, because nobody's traffic should be read without notice.
  init(_ keys: SessionKeys?) throws {
    guard let roots = TrustedAuthority.hostBundle, TrustedAuthority.path != nil else {
      throw LinkError(
        "--inspect finds no certificates of authorities on this system", remedy: "apt-get install ca-certificates")
    }
    let authority = try CertificateAuthority(name: "Headwind Inspection CA")
    inspector = try TLSInspector(authority: authority, trusting: Array(roots.utf8), noteSecrets: keys?.taker)
    self.authority = TrustedAuthority(pem: authority.pem, isBesideHosts: true)
    Headwind.say(
      "headwind: --inspect reads what is inside the program's TLS connections: for this link, the program trusts an authority of Headwind's"
    )
  }

  func take(_ connection: RelayedConnection) {
    let client = fcntl(connection.client.raw, F_DUPFD_CLOEXEC, 0)
    let server = fcntl(connection.upstream.raw, F_DUPFD_CLOEXEC, 0)
    guard client >= 0, server >= 0 else {
      // Out of descriptors: both connections end with their last reference.
      for descriptor in [client, server] where descriptor >= 0 { close(descriptor) }
      return
    }
    inspector.take(client: client, server: server, destination: "\(connection.destination)")
  }

  /// What was inspected and what was not so far, a line each.
  var lines: [String] { inspector.lines }

  /// Ends all connections, and says what was inspected and what was not. A refused certificate is an error to the program, so that is
  /// said in any case.
  func end(isQuiet: Bool) {
    inspector.stop()
    for line in isQuiet ? inspector.rejections : inspector.lines { Headwind.say("headwind: \(line)") }
  }
}
