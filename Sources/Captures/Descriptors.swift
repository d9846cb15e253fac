internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Waits until a descriptor is writable again.
func waitUntilWritable(_ descriptor: FileDescriptor) {
  var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
  _ = poll(&entry, 1, -1)
}

/// Whether a descriptor is a regular file, which can be truncated.
func isRegularFile(_ descriptor: FileDescriptor) -> Bool {
  var status = stat()
  return fstat(descriptor.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// Whether a descriptor has bytes to read or is at its end.
func isReadable(_ descriptor: FileDescriptor) -> Bool {
  var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
  return poll(&entry, 1, 0) > 0
}

/// Waits until one of two descriptors has bytes to read or is at its end. The first is the source of frames.
/// - Parameter timeout: in milliseconds; -1 for no timeout.
/// - Returns: false after a timeout.
@discardableResult
func waitUntilReadable(_ descriptor: FileDescriptor, or alarm: FileDescriptor?, timeout: Int32 = -1) -> Bool {
  var entries = [descriptor, alarm].compactMap { $0 }.map {
    pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
  }
  return poll(&entries, nfds_t(entries.count), timeout) > 0
}
