internal import Glibc
internal import SystemPackage

/// Waits until a descriptor that was not ready takes bytes again.
func waitUntilWritable(_ descriptor: FileDescriptor) {
  var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
  _ = poll(&entry, 1, -1)
}
