import Glibc

/// A file that its process has locked for as long as it lives (flock(2)). Without that lock, the process is gone.
enum AbandonedFile {
  /// Removes a regular file of this user whose process is gone. In a directory that others can write to, a name may lead to anything:
  /// links are not followed, and files of other users are left alone.
  /// - Parameter directory: a descriptor of the directory.
  static func remove(_ name: String, in directory: Int32) {
    let raw = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard raw >= 0 else { return }
    let file = Descriptor(owning: raw)
    var (status, found) = (stat(), stat())
    guard fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      flock(file.raw, LOCK_EX | LOCK_NB) == 0
    else { return }
    // Only this user could have put another file in its place.
    guard fstatat(directory, name, &found, AT_SYMLINK_NOFOLLOW) == 0, found.st_ino == status.st_ino,
      found.st_dev == status.st_dev
    else { return }
    unlinkat(directory, name, 0)
  }
}
