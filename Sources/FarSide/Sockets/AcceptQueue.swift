import Glibc

/// How a listening socket keeps what has not been accepted or read yet.
struct AcceptQueue {
  /// How many connections wait to be accepted (listen(2)); one more than this fits on Linux.
  var backlog: CInt = SOMAXCONN
  /// How many bytes wait to be read, or nil for the kernel's choice.
  var receiveBuffer: Int?
}
