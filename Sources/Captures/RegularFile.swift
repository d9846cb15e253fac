internal import Glibc

/// Regular files by their names.
public enum RegularFile {
  /// Whether a name is one's, which can be read twice.
  public static func isOne(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a descriptor is of one.
  public static func isOne(_ descriptor: CInt) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether two names are of the same one.
  public static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev && one.st_mode & S_IFMT == S_IFREG
  }

  /// A regular file, whatever its name, and how long it is.
  public struct Identity: Hashable, Sendable {
    fileprivate var device: UInt64
    fileprivate var inode: UInt64
    /// In bytes.
    public var size: Int64
  }

  /// Which file a name is one's; nil if it is no regular file's.
  public static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size))
  }

  /// How far this process has read a file, in bytes, as the kernel knows it of the descriptor that is open on it; nil if none is.
  public static func position(in file: Identity) -> Int64? {
    for descriptor in Int32(3)..<256 {
      var status = stat()
      guard fstat(descriptor, &status) == 0, UInt64(status.st_dev) == file.device,
        UInt64(status.st_ino) == file.inode
      else { continue }
      let position = lseek(descriptor, 0, SEEK_CUR)
      if position >= 0 { return Int64(position) }
    }
    return nil
  }
}
