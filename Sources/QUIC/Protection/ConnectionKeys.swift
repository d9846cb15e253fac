import RecordCiphers
import TLS

/// What opens the packets of a connection, as far as it is known.
struct ConnectionKeys {
  /// Whether there are keys for a packet.
  enum Answer {
    /// More than one where the suite is not known.
    case keys([PacketKeys])
    case wait
    case never(QUICUnreadable)
  }

  /// The keys of one side's 1-RTT packets (RFC 9001 section 6).
  struct Application {
    var current: PacketKeys
    var previous: PacketKeys?
    /// Those that may come; empty if they were not needed yet.
    var next: [PacketKeys] = []
    /// How often they changed.
    var updates = 0
    /// The lowest number that was opened with the current ones.
    var first = PacketNumber.greatest
  }

  private let keyLog: KeyLog
  /// By version: a server may answer in another one (RFC 9368).
  private(set) var initial: [InitialKeys] = []
  private(set) var initialID: QUICConnectionID?
  private var early: [PacketKeys] = []
  private var handshake = BySide<[PacketKeys]>(both: [])
  private var applicationCandidates = BySide<[PacketKeys]>(both: [])
  var application = BySide<Application?>(both: nil)

  var clientRandom: ClientRandom?
  var suite: CipherSuite?
  var offeredSuites: [CipherSuite] = []

  init(_ keyLog: KeyLog) {
    self.keyLog = keyLog
  }

  /// Grows whenever a secret comes.
  var revision: Int { keyLog.revision }

  /// Begins anew with a destination connection ID of the client's Initial.
  mutating func setInitial(_ id: QUICConnectionID) {
    initial = []
    initialID = id
  }

  mutating func initial(_ version: QUICVersion) -> InitialKeys? {
    if let known = initial.first(where: { $0.client.version == version }) { return known }
    // Hostile packets can have any version that is read, of which there are few.
    guard let initialID, let keys = InitialKeys(version, initialID) else { return nil }
    initial.append(keys)
    return keys
  }

  /// The keys of a packet's type, but 1-RTT's once they have opened one.
  mutating func keys(_ type: QUICPacketType, _ side: TLSSide, _ version: QUICVersion) -> Answer {
    switch type {
    case .initial:
      guard let keys = initial(version) else { return .never(.beginningMissing) }
      // After a change of version some go on with the keys of the first one.
      return .keys([keys[side]] + initial.filter { $0.client.version != version }.map { $0[side] })
    case .zeroRTT: return Self.secret(.clientEarlyTraffic, version, source, among: offeredSuites, &early)
    case .handshake:
      let label: KeyLogLabel = side == .client ? .clientHandshakeTraffic : .serverHandshakeTraffic
      return Self.secret(label, version, source, among: suite.map { [$0] } ?? [], &handshake[side])
    default:
      let label: KeyLogLabel = side == .client ? .clientTraffic : .serverTraffic
      return Self.secret(label, version, source, among: suite.map { [$0] } ?? [], &applicationCandidates[side])
    }
  }

  /// Keeps what has opened a packet, of several.
  mutating func settle(_ keys: PacketKeys, _ type: QUICPacketType, _ side: TLSSide) {
    switch type {
    case .zeroRTT: early = [keys]
    case .handshake: handshake[side] = [keys]
    case .oneRTT: application[side] = Application(current: keys)
    default: break
    }
  }

  /// Where secrets are looked for.
  private var source: (keyLog: KeyLog, clientRandom: ClientRandom?) { (keyLog, clientRandom) }

  private static func secret(
    _ label: KeyLogLabel, _ version: QUICVersion, _ source: (keyLog: KeyLog, clientRandom: ClientRandom?),
    among suites: [CipherSuite], _ known: inout [PacketKeys]
  ) -> Answer {
    if let first = known.first, first.version == version { return .keys(known) }
    guard let clientRandom = source.clientRandom else { return .wait }
    if let suite = suites.first, suites.count == 1, !suite.isReadInQUIC { return .never(.unsupportedSuite(suite)) }
    guard let secret = source.keyLog.secret(label, of: clientRandom) else { return .wait }
    known = PacketKeys.candidates(version, secret: secret, among: suites.isEmpty ? PacketKeys.allSuites : suites)
    return known.isEmpty ? .never(.wrongSecret(clientRandom)) : .keys(known)
  }
}

extension CipherSuite {
  /// Whether packets of QUIC that have it can be opened.
  fileprivate var isReadInQUIC: Bool { PacketKeys.allSuites.contains(self) }
}
