internal import CLinux
internal import Glibc
public import Wire

/// Queries the kernel for the sockets of one network namespace (sock_diag(7)).
public final class SocketDiagnosis: Sendable {
  private let descriptor: Int32

  /// Opens a socket in the calling thread's network namespace. Any thread may use it later.
  public init() throws(CaptureError) {
    descriptor = hw_diagnosis_open()
    guard descriptor >= 0 else {
      throw CaptureError(
        .captureFailed, path: "--process",
        "the kernel does not support socket diagnosis (sock_diag): \(String(cString: strerror(-descriptor)))")
    }
  }

  deinit {
    close(descriptor)
  }

  /// Whether a process has the socket open that receives packets from `remote` to `local`. A closed socket can exist
  /// for a while without an owner.
  public func hasOwner(_ transport: IPProtocol, local: Endpoint, remote: Endpoint) -> Bool {
    inode(transport, local: local, remote: remote) != nil
  }

  /// The inode of the socket that receives packets from `remote` to `local`; nil if there is none.
  func inode(_ transport: IPProtocol, local: Endpoint, remote: Endpoint) -> UInt64? {
    var ends = hw_socket_ends()
    ends.protocol = Int32(transport.rawValue)
    ends.local_port = local.port
    ends.remote_port = remote.port
    switch (local.address, remote.address) {
    case (.v4(let local), .v4(let remote)):
      ends.family = AF_INET
      withUnsafeMutableBytes(of: &ends.local) { $0.storeBytes(of: local.rawValue.bigEndian, as: UInt32.self) }
      withUnsafeMutableBytes(of: &ends.remote) { $0.storeBytes(of: remote.rawValue.bigEndian, as: UInt32.self) }
    case (.v6(let local), .v6(let remote)):
      ends.family = AF_INET6
      for (address, path) in [(local, \hw_socket_ends.local), (remote, \hw_socket_ends.remote)] {
        withUnsafeMutableBytes(of: &ends[keyPath: path]) { bytes in
          bytes.storeBytes(of: address.high.bigEndian, toByteOffset: 0, as: UInt64.self)
          bytes.storeBytes(of: address.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
      }
    default: return nil
    }
    let inode = hw_diagnosis_inode(descriptor, &ends)
    return inode > 0 ? UInt64(inode) : nil
  }
}
