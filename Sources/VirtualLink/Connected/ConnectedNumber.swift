import CLinux
import Glibc

/// A number that no other connected link of this host has: its networks and the host's end are named by it.
///
/// It is held by an abstract Unix socket of that name, so that it is free again when the process that held it is gone.
final class ConnectedNumber: Sendable {
  let value: UInt8
  private let socket: Descriptor

  /// Takes the first free number, in the calling thread's network namespace.
  init() throws {
    for candidate in UInt8(1)...250 {
      let name = "headwind.number.\(candidate)".utf8CString.dropLast()
      let raw = Array(name).withUnsafeBufferPointer { hw_abstract_listen($0.baseAddress, $0.count) }
      if raw >= 0 {
        value = candidate
        socket = Descriptor(owning: raw)
        return
      }
      guard errno == EADDRINUSE else { throw LinkError("take a number for the link", errno: errno) }
    }
    throw LinkError("250 connected links are up already", remedy: "take some down: headwind link list")
  }
}
