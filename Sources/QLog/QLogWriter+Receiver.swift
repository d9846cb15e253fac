public import QUIC
import Streams
import TLS
import Wire

extension QLogWriter: QUICReceiver {
  public mutating func began(_ connection: QUICFacts) {
    flushPacket()
    beginTrace(connection)
    let time = connection.began.timestamp.nanoseconds
    log(connection.number, at: time, "connectivity:connection_started") {
      let isIPv6 = if case .v6 = connection.path.client.address { true } else { false }
      $0.set("ip_version", isIPv6 ? "v6" : "v4")
      $0.set("src_ip", connection.path.client.address.description)
      $0.set("dst_ip", connection.path.server.address.description)
      $0.set("protocol", "QUIC")
      $0.set("src_port", Int(connection.path.client.port))
      $0.set("dst_port", Int(connection.path.server.port))
      $0.set("dst_cid", hexadecimal: connection.originalDestinationID.bytes)
    }
  }

  public mutating func packet(_ packet: QUICPacket, _ payload: Span<UInt8>) {
    flushPacket()
    pending = QLogPacket(packet)
  }

  public mutating func frame(_ frame: QUICFrame, _ range: Range<Int>, _ payload: Span<UInt8>, _ place: QUICPlace) {
    let said = traces[place.connection].map { place.side == .client ? $0.clientDelayExponent : $0.serverDelayExponent }
    // Delays in Initial and Handshake packets have the usual exponent (RFC 9000 section 19.3).
    let exponent = place.type.space == .application ? said ?? 3 : 3
    pending?.append(frame: QLogFrame.json(frame, payload, delayExponent: exponent))
  }

  public mutating func malformed(_ error: QUICFrameError, _ place: QUICPlace) {
    pending?.append(frame: QLogFrame.unknown(error))
  }

  public mutating func learned(_ facts: QUICFacts) {
    if let client = facts.client.parameters { traces[facts.number]?.clientDelayExponent = client.ackDelayExponent }
    if let server = facts.server.parameters { traces[facts.number]?.serverDelayExponent = server.ackDelayExponent }
    note(facts)
  }

  public mutating func roundTrip(_ sample: QUICRoundTripSample, _ place: QUICPlace) {
    // A trace has one sender, whose measures these are.
    guard sample.sender == flow else { return }
    later(place, "recovery:metrics_updated") {
      $0.set("latest_rtt", milliseconds: sample.latest)
      $0.set("min_rtt", milliseconds: sample.estimate.least)
      $0.set("smoothed_rtt", milliseconds: sample.estimate.smoothed)
      $0.set("rtt_variance", milliseconds: sample.estimate.variation)
    }
  }

  public mutating func lost(_ loss: QUICLoss, _ place: QUICPlace) {
    guard loss.sender == flow else { return }
    let trigger = loss.cause == .packetThreshold ? "reordering_threshold" : "time_threshold"
    for packet in loss.packets {
      later(place, "recovery:packet_lost") {
        $0.set("header") {
          $0.set("packet_type", loss.space.packetType)
          $0.set("packet_number", packet.number)
        }
        $0.set("trigger", trigger)
      }
    }
  }

  public mutating func updatedKeys(_ count: Int, _ place: QUICPlace) {
    let isOwn = place.side == flow
    later(place, "security:key_updated") {
      $0.set("key_type", place.side == .client ? "client_1rtt_secret" : "server_1rtt_secret")
      $0.set("generation", count)
      $0.set("trigger", isOwn ? "local_update" : "remote_update")
    }
  }

  public mutating func migrated(_ migration: QUICMigration, _ place: QUICPlace) {
    let (client, server) = (migration.client.after, migration.server.after)
    let (local, remote) = flow == .client ? (client, server) : (server, client)
    later(place, "connectivity:path_assigned") {
      $0.set("path_id", String(migration.path))
      Self.append(local, as: "path_local", to: &$0)
      Self.append(remote, as: "path_remote", to: &$0)
      $0.set("is_rebinding", migration.isRebinding)
    }
  }

  public mutating func closed(_ close: QUICClose, _ place: QUICPlace) {
    let isOwn = place.side == flow
    later(place, "connectivity:connection_closed") {
      $0.set("owner", isOwn ? "local" : "remote")
      switch close {
      case .transport(let code, _, let reason):
        if let name = QLogNames.transportError(code) {
          $0.set("connection_code", name)
        } else {
          $0.set("connection_code", code.rawValue)
        }
        $0.set("reason", reason)
        $0.set("trigger", code == .noError ? "clean" : "error")
      case .application(let code, let reason):
        $0.set("application_code", code)
        $0.set("reason", reason)
        $0.set("trigger", "application")
      case .statelessReset: $0.set("trigger", "stateless_reset")
      }
    }
  }

  public mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) {
    flushPacket()
    note(connection)
    endTrace(connection.number)
  }

  private static func append(_ end: Endpoint, as name: String, to object: inout QLogObject) {
    let isIPv6 = if case .v6 = end.address { true } else { false }
    object.set(name) {
      $0.set(isIPv6 ? "ip_v6" : "ip_v4", end.address.description)
      $0.set(isIPv6 ? "port_v6" : "port_v4", Int(end.port))
    }
  }
}

extension QUICSpace {
  /// The packets whose numbers it has.
  fileprivate var packetType: String {
    switch self {
    case .initial: QLogNames.type(.initial)
    case .handshake: QLogNames.type(.handshake)
    case .application: QLogNames.type(.oneRTT)
    }
  }
}
