import Glibc

/// Fills the backlog of a port where nobody accepts, so that it answers no SYN any more.
enum CrowdedPort {
  /// Connects to a listening socket until it has no room.
  ///
  /// To be called in the network namespace of the socket.
  /// - Parameter listener: a TCP socket that listens with a backlog of 0, which holds one connection.
  /// - Returns: the connections, which keep the room taken for as long as they are open.
  static func fill(_ listener: CInt) throws(FarSideError) -> [CInt] {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(listener, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    guard found == 0 else { throw FarSideError(action: "ask a socket for its address", code: errno) }
    let descriptor = socket(CInt(address.ss_family), CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FarSideError(action: "open a socket", code: errno) }
    // An address of all zeros leads to this host (RFC 1122 section 3.2.1.3 says so of none, but Linux does it).
    let connected = withUnsafeBytes(of: address) { bytes in
      connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
    }
    guard connected == 0 else {
      let error = FarSideError(action: "fill the backlog of a port", code: errno)
      close(descriptor)
      throw error
    }
    return [descriptor]
  }
}
