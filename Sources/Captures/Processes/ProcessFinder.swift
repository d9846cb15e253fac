internal import Glibc
public import Wire

/// Finds the process of a live packet: the owner of the socket that sent it or, failing that, of the socket that
/// receives it.
///
/// A conversation is looked up when its first packet is seen. If the socket is already closed, it has no known owner.
public struct ProcessFinder: Sendable {
  /// What is known about one direction of a conversation.
  private struct Finding {
    var process: ProcessName?
    /// Whether the process is the sender, and not the receiver.
    var isSender = false
    /// The number of lookups.
    var attempts = 0
    /// The time of the last lookup.
    var time = Timestamp(nanoseconds: 0)
  }

  private struct Way: Hashable {
    var transport: IPProtocol
    var from: Endpoint
    var to: Endpoint

    var back: Way { Way(transport: transport, from: to, to: from) }
  }

  private static let mostAttempts = 5
  private static let mostWays = 65_536
  /// How long a result for a UDP conversation is valid, in nanoseconds, because ports are reused.
  private static let oldest: Int64 = 1_000_000_000

  private let diagnosis: SocketDiagnosis
  private var owners: SocketOwners
  private var findings: [Way: Finding] = [:]

  /// Finds processes in the network namespace of the calling thread. Any thread may use it later.
  public init() throws(CaptureError) {
    diagnosis = try SocketDiagnosis()
    guard let namespace = ProcessFiles.namespace(of: "/proc/thread-self/ns/net") else {
      throw CaptureError(
        .captureFailed, path: "--process", "/proc, which lists the open sockets of processes, is not mounted")
    }
    owners = SocketOwners(namespace: namespace)
  }

  /// The process of a TCP or UDP packet; nil if it is unknown.
  public mutating func process(of frame: Frame, _ bytes: Span<UInt8>) -> ProcessName? {
    let headers = PacketHeaders(frame, bytes)
    guard let from = headers.sourceEndpoint(in: bytes), let to = headers.destinationEndpoint(in: bytes) else {
      return nil
    }
    let way = Way(transport: headers.transport, from: from, to: to)
    let begins = headers.tcp(in: bytes).map { $0.flags.contains(.syn) && !$0.flags.contains(.ack) } ?? false
    let known = findings[way]
    if let known, !begins, !isStale(known, way.transport, at: frame.timestamp) { return known.process }
    if findings.count >= Self.mostWays { findings.removeAll(keepingCapacity: true) }
    var finding = look(way)
    if !finding.isSender, !begins {
      finding.process = known?.process ?? finding.process ?? findings[way.back]?.process
    }
    finding.attempts = begins ? 1 : (known?.attempts ?? 0) + 1
    finding.time = frame.timestamp
    findings[way] = finding
    return finding.process
  }

  private func isStale(_ finding: Finding, _ transport: IPProtocol, at time: Timestamp) -> Bool {
    // The sender's socket may become visible only with the next packet.
    if finding.process == nil || !finding.isSender, finding.attempts < Self.mostAttempts { return true }
    return transport == .udp && time - finding.time > Self.oldest
  }

  /// Looks for the socket at either end or, if those are already closed, for a listening socket at either end.
  private mutating func look(_ way: Way) -> Finding {
    if let owner = owner(way.transport, local: way.from, remote: way.to) {
      return Finding(process: owner, isSender: true)
    }
    if let owner = owner(way.transport, local: way.to, remote: way.from) { return Finding(process: owner) }
    guard way.transport == .tcp else { return Finding() }
    let listener =
      owner(.tcp, local: way.to, remote: way.from.unspecified)
      ?? owner(.tcp, local: way.from, remote: way.to.unspecified)
    return Finding(process: listener)
  }

  private mutating func owner(_ transport: IPProtocol, local: Endpoint, remote: Endpoint) -> ProcessName? {
    diagnosis.inode(transport, local: local, remote: remote).flatMap { owners.owner(of: $0) }
  }
}

extension Endpoint {
  /// The unspecified address and port of the same family.
  fileprivate var unspecified: Endpoint {
    switch address {
    case .v4: Endpoint(address: .v4(.any), port: 0)
    case .v6: Endpoint(address: .v6(.any), port: 0)
    }
  }
}
