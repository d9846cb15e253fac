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
    sweepAll()
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
    sweepAll()
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
    // Where somebody keeps the lock, the file is made without it: only a directory that is being removed or swept needs it.
    let isLocked = try lock()
    defer { if isLocked { unlock() } }
    let raw = openat(descriptor.raw, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard raw >= 0 || errno != ENOENT else { throw Self.gone }
    guard raw >= 0 else { throw LinkError("create \(path)/\(name)", errno: errno) }
    let made = Descriptor(owning: raw)
    // As long as this process lives; see `clear`.
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
    guard try lock() else {
      throw LinkError(
        "another process keeps \(path) locked", remedy: "end it; this names it: fuser -v \(path)")
    }
    defer { unlock() }
    let (file, target) = (try Self.fileName(name), try self.target(name))
    switch hw_path_probe(target) {
    case ENOENT: break
    // Its process was killed.
    case ECONNREFUSED: unlinkat(descriptor.raw, file, 0)
    case 0: return nil
    case let code: throw LinkError("look for a listener on \(path)/\(file)", errno: code)
    }
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
    let code = errno
    guard code == ECONNREFUSED || code == ENOENT else { throw LinkError("connect to \(path)/\(name)", errno: code) }
    if code == ECONNREFUSED { sweep() }
    return nil
  }

  /// The names in the calling thread's network namespace.
  var names: [String] {
    guard let ending = try? "@\(Self.namespaceNumber())" else { return [] }
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.utf8.count)) }
  }

  /// The names of all files.
  private var files: [String] { FileNames.all(in: "/proc/self/fd/\(descriptor.raw)") }

  /// Removes what killed processes of this user have left in all locations, and the files of `PreloadPlace`.
  static func sweepAll() {
    for directory in existing { directory.sweep() }
    PreloadPlace.sweep()
  }

  /// Removes what killed processes have left, and then the directory if it is empty. Leaves all of it where another process keeps the
  /// directory locked: whoever comes next sweeps.
  private func sweep() {
    guard (try? lock()) == true else { return }
    defer { unlock() }
    for name in files { clear(name) }
    rmdir(path)
  }

  /// Removes a file whose process is gone: a socket of any network namespace at which nobody listens, or a key log that nobody has
  /// locked. To be called with the directory locked, so that nobody is between making a file and listening or locking.
  private func clear(_ name: String) {
    if name.hasPrefix(KeyLogFile.prefix), !name.contains("@") {
      AbandonedFile.remove(name, in: descriptor.raw)
    } else if name.contains("@"), hw_path_probe("/proc/self/fd/\(descriptor.raw)/\(name)") == ECONNREFUSED {
      unlinkat(descriptor.raw, name, 0)
    }
  }

  /// Prevents other processes from creating and removing files in this directory.
  /// - Returns: false if another process keeps it locked for a second.
  /// - Throws: `LinkError` if another process has removed the directory.
  private func lock() throws(LinkError) -> Bool {
    guard hw_lock(descriptor.raw) else {
      guard errno == EWOULDBLOCK else { throw LinkError("lock \(path)", errno: errno) }
      return false
    }
    var status = stat()
    guard fstat(descriptor.raw, &status) == 0, status.st_nlink > 0 else {
      unlock()
      throw Self.gone
    }
    return true
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
