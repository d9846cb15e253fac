import Streams
import TLS
import Wire

/// A PATH_CHALLENGE that was not answered yet.
struct PathChallenge {
  var value: UInt64
  var side: TLSSide
  var path: Int
  var sent: PacketMark
}

// The paths of a connection, and its moves between them (RFC 9000 section 9).
extension QUICConnection {
  /// The challenges that are remembered.
  private static let mostChallenges = 64

  /// Takes note of the path of a datagram.
  func enterPath(of datagram: QUICDatagram, _ side: TLSSide) {
    let path =
      side == .client
      ? QUICPath(client: datagram.source, server: datagram.destination)
      : QUICPath(client: datagram.destination, server: datagram.source)
    if paths[self.path] == path { return }
    if let known = paths.firstIndex(of: path) {
      self.path = known
    } else if paths.count < limits.paths {
      paths.append(path)
      self.path = paths.count - 1
    }
  }

  /// A packet that does more than probe moves the connection to its path, if it is the client's latest.
  func usePath(_ packet: QUICPacket, _ receiver: inout some QUICReceiver) {
    let place = packet.place
    defer {
      if packet.path == currentPath { lastID[place.side] = packet.header.destinationID }
    }
    guard packet.path != currentPath, packet.path < paths.count, place.side == .client,
      place.number == nil || place.number == largest.client.application
    else { return }
    let isRebinding = lastID.client == packet.header.destinationID
    let migration = QUICMigration(
      paths[currentPath], paths[packet.path], isRebinding: isRebinding, path: packet.path)
    currentPath = packet.path
    facts.migrations += 1
    receiver.migrated(migration, place)
    receiver.learned(facts)
  }

  func takeChallenge(_ value: UInt64, _ packet: QUICPacket, _ receiver: inout some QUICReceiver) {
    if challenges.count >= Self.mostChallenges { challenges.removeFirst() }
    challenges.append(
      PathChallenge(value: value, side: packet.place.side, path: packet.path, sent: packet.place.packet))
    receiver.path(.challenged(path: packet.path), packet.place)
  }

  func takeResponse(_ value: UInt64, _ packet: QUICPacket, _ receiver: inout some QUICReceiver) {
    guard let index = challenges.firstIndex(where: { $0.value == value && $0.side != packet.place.side }) else {
      return
    }
    let challenge = challenges.remove(at: index)
    let time = packet.place.packet.timestamp - challenge.sent.timestamp
    receiver.path(.validated(path: challenge.path, after: max(0, time)), packet.place)
  }
}
