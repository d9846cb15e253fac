import CLinux
import Glibc

/// Connections of the client to its own loopback interface that were refused: the program may have meant the host's.
public final class LoopbackRefusals: Sendable {
  private let tap: Descriptor

  /// Watches the loopback interface of a link's client from now on.
  public init(on link: Link) throws {
    tap = try link.topology.client.perform {
      do throws(SocketFailure) {
        return try SocketFailure.check(hw_refusal_tap())
      } catch {
        throw LinkError("watch the loopback interface", errno: error.code)
      }
    }
  }

  /// The ports that have refused the client since the last call and at which somebody listens on the loopback interface of the
  /// calling thread's network namespace, in ascending order. Of many refusals, only the first few hundred are known.
  public func portsOfTheHost() -> [UInt16] {
    var refused: Set<UInt16> = []
    while let port = UInt16(exactly: hw_next_refused_port(tap.raw)) { refused.insert(port) }
    guard !refused.isEmpty else { return [] }
    return refused.intersection(Self.listeningPorts()).sorted()
  }

  /// The TCP ports at which somebody listens on all addresses or on those of the loopback interface (proc_net_tcp.txt of the
  /// kernel's documentation).
  private static func listeningPorts() -> Set<UInt16> {
    let addresses: Set<Substring> = [
      "00000000", "0100007F", "00000000000000000000000000000000", "00000000000000000000000001000000",
      "0000000000000000FFFF00000100007F",
    ]
    let lines = ["tcp", "tcp6"].flatMap {
      (Sysctl.readFile("/proc/thread-self/net/\($0)") ?? "").split(separator: "\n").dropFirst()
    }
    let ports = lines.compactMap { line -> UInt16? in
      // A number, the local end, the remote end, and the state, of which 0A is LISTEN.
      let words = line.split(separator: " ")
      guard words.count > 3, words[3] == "0A" else { return nil }
      let end = words[1].split(separator: ":")
      guard end.count == 2, addresses.contains(end[0]) else { return nil }
      return UInt16(end[1], radix: 16)
    }
    return Set(ports)
  }
}
