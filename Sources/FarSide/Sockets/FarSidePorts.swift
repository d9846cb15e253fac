/// The ports of a far side.
public struct FarSidePorts: Sendable {
  /// The port for DNS over UDP and TCP.
  public var dns: UInt16
  public var http: UInt16
  public var https: UInt16

  public init(dns: UInt16 = 53, http: UInt16 = 80, https: UInt16 = 443) {
    self.dns = dns
    self.http = http
    self.https = https
  }
}
