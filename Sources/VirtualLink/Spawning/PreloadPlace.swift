import Glibc

/// The empty file over which programs see the library that is loaded into them (`--keys preload`).
///
/// A program that changes its user is still told to load the library, so the file is where every user can reach it, and the library in it
/// can be read by every user. It holds no secret.
enum PreloadPlace {
  /// The prefix of the names of such files.
  static let prefix = "headwind-"
  /// Directories that every user can search (hier(7)), in the order in which they are tried.
  private static let directories = ["/tmp", "/var/tmp", "/dev/shm"]

  /// Removes such files of processes of this user that are gone.
  static func sweep() {
    for path in directories {
      let raw = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard raw >= 0 else { continue }
      let directory = Descriptor(owning: raw)
      for name in FileNames.all(in: path) where name.hasPrefix(prefix + KeyLogFile.prefix) {
        AbandonedFile.remove(name, in: directory.raw)
      }
    }
  }

  /// Creates the file.
  /// - Throws: `LinkError` that says of each directory why there is no file in it.
  static func make(_ name: String) throws(LinkError) -> (path: String, descriptor: Descriptor, file: PrivateFile) {
    var reasons: [String] = []
    for directory in directories {
      do throws(LinkError) {
        return try make(name, in: directory)
      } catch {
        reasons.append(error.message)
      }
    }
    throw LinkError(reasons.joined(separator: "; "))
  }

  private static func make(
    _ name: String, in directory: String
  ) throws(LinkError) -> (path: String, descriptor: Descriptor, file: PrivateFile) {
    let path = "\(directory)/\(name)"
    let raw = open(path, O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o444)
    guard raw >= 0 else { throw LinkError("create \(path)", errno: errno) }
    let made = Descriptor(owning: raw)
    // As long as this process lives; see `AbandonedFile`.
    flock(raw, LOCK_EX | LOCK_NB)
    var status = stat()
    // The mask of file modes may have taken away what others need.
    guard fchmod(raw, 0o444) == 0, fstat(raw, &status) == 0 else {
      throw LinkError("set the mode of \(path)", errno: errno)
    }
    return (
      path, made,
      PrivateFile(directory: directory, name: name, device: status.st_dev, number: status.st_ino, isShared: true)
    )
  }
}
