import QUIC
import Streams
import TLS
import TextOutput
import Wire

extension QLogWriter {
  /// Adds an event about the packet at hand. It follows that packet's own event, whose frames may not all have been told.
  mutating func later(_ place: QUICPlace, _ name: String, _ data: (inout QLogObject) -> Void) {
    after(place.connection, place.now.timestamp.nanoseconds, name, data)
  }

  /// Writes the packet at hand, and what was said about it.
  mutating func flushPacket() {
    guard let whole = pending else { return }
    pending = nil
    let packet = whole.packet
    let time = packet.place.packet.timestamp.nanoseconds
    log(packet.place.connection, at: time, name(of: packet)) { object in
      object.set("header") { QLogPacket.append(header: packet, to: &$0) }
      object.set("raw") { $0.set("length", packet.header.range.count) }
      if let trigger = Self.trigger(of: packet) { object.set("trigger", trigger) }
      guard packet.opening == .opened || packet.opening == .none else { return }
      var frames = TextBuffer(capacity: whole.frames.count + 2)
      frames.append("[")
      whole.frames.withBytes { frames.append($0) }
      frames.append("]")
      object.set("frames", json: frames)
    }
    let events = waiting
    waiting = []
    for event in events { log(event.connection, at: event.time, event.name, json: event.data) }
  }

  private func name(of packet: QUICPacket) -> String {
    switch packet.opening {
    case .duplicate, .notAuthentic: "transport:packet_dropped"
    case .waiting: "transport:packet_buffered"
    case .none, .opened, .unreadable, .cut:
      packet.place.side == flow ? "transport:packet_sent" : "transport:packet_received"
    }
  }

  private static func trigger(of packet: QUICPacket) -> String? {
    switch packet.opening {
    case .duplicate: "duplicate"
    case .notAuthentic: "payload_decrypt_error"
    case .waiting: "keys_unavailable"
    case .none, .opened, .unreadable, .cut: nil
    }
  }

  /// Writes what has become known of a connection since the last call: versions, protocols and parameters.
  mutating func note(_ facts: QUICFacts) {
    guard let known = traces[facts.number]?.notes else { return }
    let time = facts.last.timestamp.nanoseconds
    if !known.contains(.versions), facts.serverHello != nil || !facts.negotiatedVersions.isEmpty {
      traces[facts.number]?.notes.insert(.versions)
      after(facts.number, time, "transport:version_information") {
        if !facts.negotiatedVersions.isEmpty {
          $0.set("server_versions", facts.negotiatedVersions.map(QLogNames.version))
        }
        $0.set("client_versions", [QLogNames.version(facts.firstVersion)])
        $0.set("chosen_version", QLogNames.version(facts.version))
      }
    }
    if !known.contains(.protocols), let chosen = facts.selectedProtocol {
      traces[facts.number]?.notes.insert(.protocols)
      after(facts.number, time, "transport:alpn_information") {
        $0.set("client_alpns", facts.offeredProtocols)
        $0.set("chosen_alpn", chosen)
      }
    }
    note(facts.client.parameters, of: .client, .clientParameters, facts, time)
    note(facts.server.parameters, of: .server, .serverParameters, facts, time)
  }

  private mutating func note(
    _ parameters: TransportParameters?, of side: TLSSide, _ mark: QLogNotes, _ facts: QUICFacts, _ time: Int64
  ) {
    guard let parameters, traces[facts.number]?.notes.insert(mark).inserted == true else { return }
    let isOwn = side == flow
    after(facts.number, time, "transport:parameters_set") {
      $0.set("owner", isOwn ? "local" : "remote")
      if side == .server { $0.set("tls_cipher", facts.cipherSuite?.name) }
      for (parameter, name) in QLogNames.bytesParameters {
        if let value = parameters[parameter] { $0.set(name, hexadecimal: value) }
      }
      for (parameter, name) in QLogNames.integerParameters { $0.set(name, parameters.integer(parameter)) }
      $0.set("disable_active_migration", parameters[.disableActiveMigration] != nil)
    }
  }

  private mutating func after(
    _ connection: Int, _ time: Int64, _ name: String, _ data: (inout QLogObject) -> Void
  ) {
    guard pending != nil else { return log(connection, at: time, name, data) }
    var object = QLogObject()
    data(&object)
    waiting.append(QLogWaitingEvent(connection: connection, time: time, name: name, data: object.closed()))
  }
}

/// An event that waits for the frames of its packet.
struct QLogWaitingEvent: Sendable {
  var connection: Int
  var time: Int64
  var name: String
  /// The object in JSON.
  var data: TextBuffer
}

/// What of a connection has been written.
struct QLogNotes: OptionSet, Sendable {
  let rawValue: UInt8

  static let versions = QLogNotes(rawValue: 1)
  static let protocols = QLogNotes(rawValue: 2)
  static let clientParameters = QLogNotes(rawValue: 4)
  static let serverParameters = QLogNotes(rawValue: 8)
}
