import FoundationEssentials
import Glibc

/// Notices that files below some paths change. It compares times of modification, which works on every file system: shared folders
/// and containers often lack inotify.
struct FileWatch {
  /// What tells one version of a file from another.
  private struct Version: Equatable {
    var modified: Int64
    var size: Int64
    var inode: UInt64
  }

  /// Folders that builds and tools write, by their names. So are all hidden ones.
  static let ignoredNames: Set<String> = ["node_modules", "__pycache__", "build", "target", "dist", "out", "vendor"]
  /// How often to look, in nanoseconds.
  private static let pause: UInt64 = 500_000_000
  private static let deepest = 32

  private let paths: [String]
  /// These are not watched, by their real paths.
  private let ignored: Set<String>
  private var versions: [String: Version] = [:]
  private var nextLook: UInt64 = 0

  /// - Parameters:
  ///   - paths: folders, and files that are watched in any case.
  ///   - ignored: files and folders that are not watched, such as the captures and reports.
  init(_ paths: [String], ignored: [String]) {
    self.paths = paths
    // The command's own output may go to a file that is watched.
    let outputs = ["/proc/self/fd/1", "/proc/self/fd/2"]
    self.ignored = Set((ignored + outputs).map(Self.real))
    versions = current()
  }

  /// Looks for changes if it is time to.
  /// - Returns: the path of a file that was changed, added or removed since the last look; nil if there is none.
  mutating func change() -> String? {
    let now = Self.now
    guard now >= nextLook else { return nil }
    let found = current()
    // A large tree takes long to read. Do not spend more than a tenth of the time on it.
    nextLook = Self.now + max(Self.pause, 10 * (Self.now - now))
    defer { versions = found }
    guard found != versions else { return nil }
    return found.keys.filter { versions[$0] != found[$0] }.min() ?? versions.keys.filter { found[$0] == nil }.min()
  }

  private func current() -> [String: Version] {
    var found: [String: Version] = [:]
    for path in paths { add(path, depth: 0, to: &found) }
    return found
  }

  private func add(_ path: String, depth: Int, to found: inout [String: Version]) {
    var status = stat()
    // Links inside a folder are not followed, because they can form circles.
    guard (depth == 0 ? stat(path, &status) : lstat(path, &status)) == 0, !ignored.contains(Self.real(path)) else {
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      found[path] = Version(
        modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
        size: Int64(status.st_size), inode: UInt64(status.st_ino))
      return
    }
    guard depth < Self.deepest else { return }
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    where !name.hasPrefix(".") && !Self.ignoredNames.contains(name) {
      add(path == "." ? name : "\(path)/\(name)", depth: depth + 1, to: &found)
    }
  }

  /// The path without links. A file that does not exist yet, such as a report, has that of its folder.
  private static func real(_ path: String) -> String {
    if let existing = existing(path) { return existing }
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    let folder = path.hasPrefix("/") ? "/" : "./"
    return existing(folder + path.split(separator: "/").dropLast().joined(separator: "/")).map { "\($0)/\(name)" }
      ?? path
  }

  private static func existing(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
