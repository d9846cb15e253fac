import CLinux
import CNetlink
import Glibc
import Synchronization
import Wire

/// The relay's sockets towards the client.
struct RelaySockets: Sendable {
  /// Sees connection requests, resets and echo requests arrive at the far side, and sends what the relay answers itself.
  let tap: Descriptor
  /// Sends held requests to the far side, past the link's conditions: they have crossed the link already.
  let wire: Descriptor
  /// Accepts connections to any destination.
  let listener: Descriptor
  /// Receive datagrams to any destination, by IPv4 and by IPv6.
  let datagrams: [Descriptor]
  /// Where they were opened.
  let farSide: NetworkNamespace

  /// The port that the rule hands packets to. Any will do.
  static let port: UInt16 = 1

  init(_ topology: LinkTopology) throws {
    farSide = topology.farSide
    wire = try topology.wire.perform {
      try Self.open("send to the far side", hw_relay_injector(LinkTopology.wireDownlinkInterface))
    }
    (tap, listener, datagrams) = try farSide.perform {
      var own: [UInt8] = []
      MACAddress.relay.append(to: &own)
      return (
        try Self.open("see connections begin", hw_relay_tap(LinkTopology.farSideInterface, own)),
        try Self.open("accept connections to any address", hw_transparent_listener(Self.port)),
        [
          try Self.open("receive datagrams to any address", hw_transparent_datagrams(AF_INET, Self.port)),
          try Self.open("receive datagrams to any address", hw_transparent_datagrams(AF_INET6, Self.port)),
        ]
      )
    }
  }

  private static func open(_ purpose: String, _ result: Int32) throws -> Descriptor {
    do throws(SocketFailure) {
      return try SocketFailure.check(result)
    } catch {
      throw LinkError("open a socket to \(purpose)", errno: error.code)
    }
  }
}

/// What the relay has to say at the end.
final class RelayCounters: Sendable {
  private let shortages = Atomic(0)

  /// Records that something could not be relayed because this process was out of descriptors.
  func noteShortage() {
    shortages.add(1, ordering: .relaxed)
  }

  /// How often that happened.
  var shortageCount: Int { shortages.load(ordering: .relaxed) }
}
