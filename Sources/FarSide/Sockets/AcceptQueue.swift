import Glibc

/// The queues of a listening socket, for connections that are not accepted and data that is not read.
struct AcceptQueue {
  /// How many connections can wait to be accepted (listen(2)). Linux accepts one more than this.
  var backlog: CInt = SOMAXCONN
  /// How many bytes can wait to be read, or nil for the kernel's default.
  var receiveBuffer: Int?
}
