internal import Glibc

/// Prevents two commands from writing the captures of the same scenarios in one directory. Different shards of a
/// suite can share a directory.
///
/// Each scenario is a byte of a hidden file, which is locked as long as this object exists (fcntl_locking(2), open
/// file description locks).
final class CaptureLocks {
  /// F_OFD_SETLK of fcntl.h, which is defined only with _GNU_SOURCE.
  private static let setLock: CInt = 37

  private let descriptor: CInt
  private let path: String

  /// - Throws: `RunnerError` if another command uses one of the scenarios, or if the directory cannot be written to.
  init(directory: String, ids: [String]) throws(RunnerError) {
    path = "\(directory)/.lock"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw RunnerError("cannot write to the directory \(directory): \(String(cString: strerror(errno)))")
    }
    // On a file system that does not support locks, run without them.
    let taken = ids.first { !lock(from: Self.place(of: $0), length: 1) && [EAGAIN, EACCES].contains(errno) }
    guard let taken else { return }
    throw RunnerError(
      "another headwind test writes \(taken) in the directory \(directory): wait for it, or use another directory (--captures)"
    )
  }

  /// The last user removes the file.
  deinit {
    if lock(from: 0, length: 0) { unlink(path) }
    close(descriptor)
  }

  private func lock(from start: Int, length: Int) -> Bool {
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = start
    lock.l_len = length
    return withUnsafeMutablePointer(to: &lock) { fcntl(descriptor, Self.setLock, UnsafeMutableRawPointer($0)) } == 0
  }

  /// An FNV-1a hash, limited to valid file offsets.
  private static func place(of id: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(hash >> 2)
  }
}
