import Dissection
import Exchanges
import Glibc
import SensitiveFiles
import SystemPackage
import TextOutput

/// A folder for bodies, one file each. File names cannot lead out of it, and existing files are not changed. Bodies
/// can contain passwords and tokens, so the files are readable only by their owner.
struct ObjectFolder: ~Copyable {
  /// The most files with the same name. A capture with more would be an attack on the disk.
  private static let numberLimit = 100_000

  let path: String
  private let descriptor: FileDescriptor
  /// The most names that are remembered.
  private static let nameLimit = 65_536

  /// The next number for each name, in lower case, so that a thousand files of one name need not be tried one by one.
  private var numbers: [String: Int] = [:]
  /// The names of the files so far, in lower case, because `A` and `a` may be the same file where the folder is
  /// copied to.
  private var taken: Set<String> = []

  /// Opens the folder, and creates it if necessary.
  init(_ path: String) throws(Failure) {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw Failure("\(path): cannot create the folder: \(Errno(rawValue: errno))", status: ExitStatus.environment)
    }
    do {
      descriptor = try .open(FilePath(path), .readOnly, options: [.directory, .closeOnExec])
    } catch {
      throw Failure("\(path): cannot open the folder: \(error)", status: ExitStatus.environment)
    }
  }

  deinit {
    try? descriptor.close()
  }

  /// Writes a file and returns its name. A number is added if the name is taken.
  mutating func write(_ bytes: [UInt8], named name: String) throws(Failure) -> String {
    let key = name.lowercased()
    var number = numbers[key] ?? 0
    while number <= Self.numberLimit {
      let numbered = ObjectName.numbered(name, number)
      number += 1
      if taken.contains(numbered.lowercased()) { continue }
      let target: FileDescriptor
      do throws(SensitiveFileError) {
        target = try SensitiveFile.create(numbered, in: descriptor)
      } catch {
        if error.errno == .fileExists { continue }
        throw trouble(numbered, error)
      }
      if numbers.count < Self.nameLimit { numbers[key] = number }
      if taken.count < Self.nameLimit { taken.insert(numbered.lowercased()) }
      do {
        try target.closeAfter { _ = try target.writeAll(bytes) }
      } catch {
        // Do not leave an incomplete file.
        unlinkat(descriptor.rawValue, numbered, 0)
        throw trouble(numbered, error)
      }
      return numbered
    }
    throw Failure("\(path): more than \(Self.numberLimit) objects are named \(name)", status: ExitStatus.environment)
  }

  private func trouble(_ name: String, _ error: any Error) -> Failure {
    Failure("\(path)/\(name): cannot write: \(error)", status: ExitStatus.environment)
  }
}
