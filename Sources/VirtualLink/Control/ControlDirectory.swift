import CLinux
import Glibc

/// A directory in which only this user can create sockets, list them, and connect to them. So no other user can take
/// the name of a link or control it. The kernel enforces this by the directory's mode (0700), whatever user
/// namespaces the two ends are in.
///
/// One directory holds the sockets of several network namespaces: each name ends with `@` and the number of its
/// namespace.
struct ControlDirectory {
  let path: String
  private let descriptor: Descriptor

  /// The candidate locations of the directory, in the order in which they are tried.
  static var places: [String] {
    let user = geteuid()
    var places: [String] = []
    // The runtime directory of this user's session (XDG Base Directory Specification). Under `sudo`, the variable can
    // name another user's directory.
    if let value = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), value.hasPrefix("/") {
      places.append(value + "/headwind")
    }
    places.append("/run/user/\(user)/headwind")
    if user == 0 { places.append("/run/headwind") }
    places.append("/tmp/headwind-\(user)")
    var seen: Set<String> = []
    return places.filter { seen.insert($0).inserted }
  }

  /// The locations that exist and are accessible to this user only.
  static var existing: [ControlDirectory] {
    places.compactMap { try? ControlDirectory(path: $0) }
  }

  /// Reserves a name in the first directory that exists or can be created.
  /// - Returns: nil if a process already listens under the name.
  /// - Throws: `LinkError` that says of each place what is wrong with it, if there is none.
  static func reserve(_ name: String) throws(LinkError) -> (Descriptor, PrivateFile)? {
    while true {
      let directory = try make()
      do throws(LinkError) {
        return try directory.listen(name)
      } catch {
        // Another process removed the directory together with its last socket. Try again.
        guard error == gone else { throw error }
      }
    }
  }

  /// Creates a file that only this user can read, in the first directory that can be made.
  static func makeFile(_ name: String) throws(LinkError) -> (path: String, descriptor: Descriptor, file: PrivateFile) {
    while true {
      let directory = try make()
      do throws(LinkError) {
        return try directory.create(name)
      } catch {
        guard error == gone else { throw error }
      }
    }
  }

  private func create(_ name: String) throws(LinkError) -> (path: String, descriptor: Descriptor, file: PrivateFile) {
    try lock()
    defer { unlock() }
    clearKeyLogs()
    let raw = openat(descriptor.raw, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard raw >= 0 else { throw LinkError("create \(path)/\(name)", errno: errno) }
    let made = Descriptor(owning: raw)
    // As long as this process lives; see `clearKeyLogs`.
    flock(raw, LOCK_EX | LOCK_NB)
    var status = stat()
    guard fstat(raw, &status) == 0 else { throw LinkError("read the status of \(path)/\(name)", errno: errno) }
    let file = PrivateFile(directory: path, name: name, device: status.st_dev, number: status.st_ino)
    return ("\(path)/\(name)", made, file)
  }

  /// Makes the first one that can be made.
  /// - Throws: `LinkError` that says of each place what is wrong with it.
  private static func make() throws(LinkError) -> ControlDirectory {
    var reasons: [String] = []
    for place in places {
      do throws(LinkError) {
        return try make(place)
      } catch {
        reasons.append(error.message)
      }
    }
    throw LinkError(reasons.joined(separator: "; "))
  }

  private static func make(_ place: String) throws(LinkError) -> ControlDirectory {
    while true {
      if mkdir(place, 0o700) != 0, errno != EEXIST { throw LinkError("create \(place)", errno: errno) }
      do throws(LinkError) {
        return try ControlDirectory(path: place)
      } catch {
        guard error == gone else { throw error }
      }
    }
  }

  private init(path: String) throws(LinkError) {
    let raw = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard raw >= 0 || errno != ENOENT else { throw Self.gone }
    guard raw >= 0 else { throw LinkError("open \(path)", errno: errno) }
    descriptor = Descriptor(owning: raw)
    self.path = path
    var status = stat()
    guard fstat(raw, &status) == 0 else { throw LinkError("read the status of \(path)", errno: errno) }
    guard status.st_uid == geteuid() else { throw LinkError("\(path) belongs to another user") }
    guard status.st_mode & 0o077 == 0 else { throw LinkError("\(path) is open to other users") }
  }

  /// Takes a name in the calling thread's network namespace.
  /// - Returns: nil if somebody listens there.
  func listen(_ name: String) throws(LinkError) -> (Descriptor, PrivateFile)? {
    try lock()
    defer { unlock() }
    let (file, target) = (try Self.fileName(name), try self.target(name))
    if hw_path_is_served(target) { return nil }
    // The socket file refuses connections, so its process was killed.
    unlinkat(descriptor.raw, file, 0)
    let raw = hw_path_listen(target)
    guard raw >= 0 else { throw LinkError("listen on \(path)/\(file)", errno: errno) }
    let listener = Descriptor(owning: raw)
    var status = stat()
    guard fstatat(descriptor.raw, file, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw LinkError("read the status of \(path)/\(file)", errno: errno)
    }
    return (listener, PrivateFile(directory: path, name: file, device: status.st_dev, number: status.st_ino))
  }

  /// Connects to a name in the calling thread's network namespace. Returns nil if nobody listens under it.
  func connect(_ name: String) throws(LinkError) -> Descriptor? {
    let target = try target(name)
    let raw = hw_path_connect(target)
    if raw >= 0 { return Descriptor(owning: raw) }
    if errno == ECONNREFUSED { clear(name) }
    guard errno == ECONNREFUSED || errno == ENOENT else {
      throw LinkError("connect to \(path)/\(name)", errno: errno)
    }
    return nil
  }

  /// The names in the calling thread's network namespace.
  var names: [String] {
    guard let ending = try? "@\(Self.namespaceNumber())" else { return [] }
    if (try? lock()) != nil {
      clearKeyLogs()
      rmdir(path)
      unlock()
    }
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.utf8.count)) }
  }

  /// The names of all files.
  private var files: [String] {
    guard let stream = opendir("/proc/self/fd/\(descriptor.raw)") else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      // The name is an array of bytes that ends with a zero.
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }

  /// Removes the key logs of processes that were killed together with the one that would have removed them: nobody holds the lock
  /// of such a file. To be called with the directory locked.
  private func clearKeyLogs() {
    for name in files where name.hasPrefix(KeyLogFile.prefix) && !name.contains("@") {
      let raw = openat(descriptor.raw, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard raw >= 0 else { continue }
      if flock(raw, LOCK_EX | LOCK_NB) == 0 { unlinkat(descriptor.raw, name, 0) }
      Glibc.close(raw)
    }
  }

  /// Removes the socket file that a killed process left under a name. Preserves `errno`.
  private func clear(_ name: String) {
    let code = errno
    if let file = try? Self.fileName(name), let target = try? target(name), (try? lock()) != nil {
      clearKeyLogs()
      if !hw_path_is_served(target), unlinkat(descriptor.raw, file, 0) == 0 { rmdir(path) }
      unlock()
    }
    errno = code
  }

  /// Prevents other processes from creating and removing sockets in this directory.
  /// - Throws: `LinkError` if another process has removed the directory.
  private func lock() throws(LinkError) {
    while flock(descriptor.raw, LOCK_EX) != 0 {
      guard errno == EINTR else { throw LinkError("lock \(path)", errno: errno) }
    }
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0, status.st_nlink > 0 else {
      unlock()
      throw Self.gone
    }
  }

  private func unlock() {
    flock(descriptor.raw, LOCK_UN)
  }

  private static let gone = LinkError("the directory of control sockets has been removed")

  /// The path of a socket. It goes through the directory's descriptor, so it is short enough (108 bytes, unix(7)) and
  /// names this very directory.
  private func target(_ name: String) throws(LinkError) -> String {
    "/proc/self/fd/\(descriptor.raw)/\(try Self.fileName(name))"
  }

  private static func fileName(_ name: String) throws(LinkError) -> String {
    "\(name)@\(try namespaceNumber())"
  }

  private static func namespaceNumber() throws(LinkError) -> UInt {
    var status = stat()
    guard stat("/proc/thread-self/ns/net", &status) == 0 else {
      throw LinkError("read the status of the network namespace of this thread", errno: errno)
    }
    return UInt(status.st_ino)
  }
}

/// A file of ours in a directory of control sockets, to be removed with this object.
public final class PrivateFile: Sendable {
  private let directory: String
  private let name: String
  private let device: dev_t
  private let number: ino_t

  init(directory: String, name: String, device: dev_t, number: ino_t) {
    self.directory = directory
    self.name = name
    self.device = device
    self.number = number
  }

  deinit {
    remove()
  }

  /// Removes the file, unless another file has replaced it, and then the directory if it is empty. May be called more
  /// than once.
  public func remove() {
    withFile { hw_remove_socket_file($0) }
  }

  /// Passes the file to a C function.
  func withFile<Value>(_ body: (UnsafePointer<hw_socket_file>) -> Value) -> Value {
    directory.withCString { directory in
      name.withCString { name in
        var file = hw_socket_file(directory: directory, name: name, device: device, number: number)
        return body(&file)
      }
    }
  }
}
