#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif
public import SystemPackage

/// Creates the files that hold packets, secrets of TLS or bodies.
///
/// Only their owner can read and write them (mode 0600), also where a file of this name exists with another mode. A symbolic link is not
/// followed: it could lead to a file of somebody else's choice. Nothing else in Headwind creates such files.
public enum SensitiveFile {
  private static let mode = FilePermissions.ownerReadWrite
  /// Everything that lets somebody other than the owner use a file.
  private static let forOthers: mode_t = 0o077

  /// Opens a file for writing, and empties it. It is not inherited by child processes.
  ///
  /// A pipe, a device or a terminal is opened as it is. The names of open descriptors (`/dev/stdout`, `/dev/fd/3`) stand for these
  /// descriptors, as in the shell.
  /// - Parameters:
  ///   - options: further options, such as `.append` and `.nonBlocking`.
  ///   - onlyRegular: whether to refuse pipes and devices, on which opening or writing can block.
  public static func create(
    _ path: String, options: FileDescriptor.OpenOptions = [], onlyRegular: Bool = false
  ) throws(SensitiveFileError) -> FileDescriptor {
    let opened: FileDescriptor
    if let number = descriptorNumber(path) {
      opened = try system { try number.duplicate() }
    } else {
      opened = try open(path, options.union(onlyRegular ? .nonBlocking : []))
      try closing(opened) { () throws(SensitiveFileError) in try protect(opened) }
    }
    try closing(opened) { () throws(SensitiveFileError) in
      if onlyRegular, !isRegular(opened) { throw SensitiveFileError(.notRegular) }
    }
    return opened
  }

  /// Creates a new file in a folder, for writing. A name that exists is not taken (`EEXIST`).
  public static func create(
    _ name: String, in folder: FileDescriptor
  ) throws(SensitiveFileError) -> FileDescriptor {
    let file = openat(folder.rawValue, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode.rawValue)
    guard file >= 0 else { throw SensitiveFileError(.system(Errno(rawValue: errno))) }
    let opened = FileDescriptor(rawValue: file)
    // A default ACL of the folder can give more than was asked for.
    try closing(opened) { () throws(SensitiveFileError) in try protect(opened) }
    return opened
  }

  /// Creates a file without a name in a folder, for reading and writing. It is gone when the last process closes it.
  public static func createUnnamed(in folder: String) throws(SensitiveFileError) -> FileDescriptor {
    var template = Array("\(folder)/headwind-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw SensitiveFileError(.system(Errno(rawValue: errno))) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return FileDescriptor(rawValue: file)
  }

  /// Opens without following a link, unless it leads to something that is no file.
  private static func open(
    _ path: String, _ options: FileDescriptor.OpenOptions
  ) throws(SensitiveFileError) -> FileDescriptor {
    let all = options.union([.closeOnExec])
    do {
      return try .open(FilePath(path), .writeOnly, options: all.union([.create, .noFollow]), permissions: mode)
    } catch Errno.tooManySymbolicLinkLevels {
      guard leadsElsewhere(path) else { throw SensitiveFileError(.symbolicLink) }
      let opened = try system { try FileDescriptor.open(FilePath(path), .writeOnly, options: all) }
      // Between the two looks, somebody may have changed the link.
      try closing(opened) { () throws(SensitiveFileError) in
        if isRegular(opened) { throw SensitiveFileError(.symbolicLink) }
      }
      return opened
    } catch {
      throw SensitiveFileError(error)
    }
  }

  /// Takes the file from others, and then what it held.
  private static func protect(_ file: FileDescriptor) throws(SensitiveFileError) {
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else { throw SensitiveFileError(.system(Errno(rawValue: errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    if status.st_mode & forOthers != 0, fchmod(file.rawValue, mode.rawValue) != 0 {
      throw SensitiveFileError(status.st_uid == geteuid() ? .unprotected(Errno(rawValue: errno)) : .ofAnotherUser)
    }
    guard ftruncate(file.rawValue, 0) == 0 else { throw SensitiveFileError(.system(Errno(rawValue: errno))) }
  }

  /// The open descriptor that a path names.
  private static func descriptorNumber(_ path: String) -> FileDescriptor? {
    switch path {
    case "/dev/stdout": return .standardOutput
    case "/dev/stderr": return .standardError
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return CInt(path.dropFirst(folder.utf8.count)).map { FileDescriptor(rawValue: $0) }
      }
      return nil
    }
  }

  private static func isRegular(_ file: FileDescriptor) -> Bool {
    var status = stat()
    return fstat(file.rawValue, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// True if a link leads to something that is there and is no file.
  private static func leadsElsewhere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func system<Result>(_ call: () throws -> Result) throws(SensitiveFileError) -> Result {
    do { return try call() } catch { throw SensitiveFileError(error) }
  }

  /// Closes a file if something fails.
  private static func closing(
    _ file: FileDescriptor, _ check: () throws(SensitiveFileError) -> Void
  ) throws(SensitiveFileError) {
    do throws(SensitiveFileError) {
      try check()
    } catch {
      try? file.close()
      throw error
    }
  }
}

/// Why a file could not be created, in words that follow "cannot write PATH: ".
public struct SensitiveFileError: Error, Hashable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case system(Errno)
    case symbolicLink
    case notRegular
    case ofAnotherUser
    /// The file system keeps no modes, or the mode must not be changed.
    case unprotected(Errno)
  }

  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }
  init(_ error: any Error) { reason = .system(error as? Errno ?? .ioError) }

  /// The system's error; nil for a reason of ours.
  public var errno: Errno? {
    switch reason {
    case .system(let errno), .unprotected(let errno): errno
    case .symbolicLink: .tooManySymbolicLinkLevels
    case .notRegular, .ofAnotherUser: nil
    }
  }

  public var description: String {
    switch reason {
    case .system(let errno): errno.description
    case .symbolicLink: "it is a symbolic link; name the file itself"
    case .notRegular: "it is not a regular file"
    case .ofAnotherUser: "it belongs to another user, who could read it; name another file"
    case .unprotected(let errno): "others could read it, and its mode cannot be changed (\(errno)); name another file"
    }
  }
}
