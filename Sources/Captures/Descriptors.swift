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

/// The name that messages give a file that was opened by the name of a descriptor (`-`, `/proc/self/fd/4`): its own name, if it has one.
func nameOfFile(_ descriptor: FileDescriptor, openedAs path: String) -> String {
  guard path == "-" || path.hasPrefix("/proc/self/fd/") || path.hasPrefix("/dev/fd/"), isRegularFile(descriptor) else {
    return path
  }
  var bytes = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/fd/\(descriptor.rawValue)", &bytes, bytes.count)
  guard count > 0 else { return path }
  let name = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  guard name.hasSuffix(" (deleted)") else { return name }
  return "a file without a name in \(FilePath(name).removingLastComponent())"
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
