import Glibc

/// Fills the backlog of a port where nothing is accepted, so that it no longer answers a SYN.
enum CrowdedPort {
  /// Connects to a listening socket until its backlog is full.
  ///
  /// Call it in the network namespace of the socket.
  /// - Parameter listener: a TCP socket that listens with a backlog of 0, which holds one connection.
  /// - Returns: the connections. They keep the backlog full as long as they are open.
  static func fill(_ listener: CInt) throws(FarSideError) -> [CInt] {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(listener, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    guard found == 0 else { throw FarSideError(action: "ask a socket for its address", code: errno) }
    let descriptor = socket(CInt(address.ss_family), CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FarSideError(action: "open a socket", code: errno) }
    // On Linux, a connection to the address of all zeros reaches this host (RFC 1122 section 3.2.1.3 does not require
    // it).
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
