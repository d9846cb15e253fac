internal import Glibc
internal import SystemPackage

/// Waits until a descriptor that was not ready takes bytes again.
func waitUntilWritable(_ descriptor: FileDescriptor) {
  var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
  _ = poll(&entry, 1, -1)
}

/// Whether a descriptor is a file that can be cut to a length.
func isRegularFile(_ descriptor: FileDescriptor) -> Bool {
  var status = stat()
  return fstat(descriptor.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
