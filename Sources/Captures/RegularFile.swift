#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Checks whether files are regular, and identifies them.
public enum RegularFile {
  /// Whether a path is that of a regular file, which can be read twice.
  public static func isOne(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a descriptor is that of a regular file.
  public static func isOne(_ descriptor: CInt) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether two paths refer to the same file.
  public static func areSame(_ first: String, _ second: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
    return one.st_ino == other.st_ino && one.st_dev == other.st_dev && one.st_mode & S_IFMT == S_IFREG
  }

  /// Identifies a regular file independently of its path, with its size.
  public struct Identity: Hashable, Sendable {
    fileprivate var device: UInt64
    fileprivate var inode: UInt64
    /// In bytes.
    public var size: Int64
  }

  /// The identity of the file at a path; nil if it is not a regular file.
  public static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size))
  }

  /// How far this process has read a file, in bytes, according to the position of its open descriptor; nil if the
  /// file is not open.
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
