import Glibc
import SensitiveFiles
import SystemPackage
import TestSupport
import Testing

@Suite struct SensitiveFileTests {
  @Test func newFileIsForItsOwner() throws {
    try TemporaryFolder.with { folder in
      try Self.write("secret", to: folder + "/new")
      #expect(try Self.mode(folder + "/new") == 0o600)
      #expect(try Files.text(folder + "/new") == "secret")
    }
  }

  @Test(arguments: [0o644, 0o666, 0o640, 0o604, 0o400 | 0o200, 0o777]) func existingFileIsTakenFromOthers(
    _ before: UInt32
  )
    throws
  {
    try TemporaryFolder.with { folder in
      let path = folder + "/old"
      try Files.write("what was there before", to: path)
      #expect(chmod(path, before) == 0)
      try Self.write("secret", to: path)
      #expect(try Self.mode(path) & 0o077 == 0)
      #expect(try Files.text(path) == "secret")
    }
  }

  @Test func linkIsNotFollowed() throws {
    try TemporaryFolder.with { folder in
      try Files.write("somebody else's", to: folder + "/victim")
      for target in ["victim", "not there", "link"] {
        #expect(symlink(target, folder + "/link") == 0)
        let error = #expect(throws: SensitiveFileError.self) { try SensitiveFile.create(folder + "/link") }
        #expect(error?.description == "it is a symbolic link; name the file itself")
        #expect(unlink(folder + "/link") == 0)
      }
      #expect(try Files.text(folder + "/victim") == "somebody else's")
      #expect(access(folder + "/not there", F_OK) != 0)
    }
  }

  /// The folders that lead to a file may be links, as `/tmp` is in many places.
  @Test func linkToFolderIsFollowed() throws {
    try TemporaryFolder.with { folder in
      #expect(mkdir(folder + "/real", 0o700) == 0)
      #expect(symlink("real", folder + "/link") == 0)
      try Self.write("secret", to: folder + "/link/file")
      #expect(try Self.mode(folder + "/real/file") == 0o600)
    }
  }

  @Test func devicesAreWrittenAsTheyAre() throws {
    try TemporaryFolder.with { folder in
      let before = try Self.mode("/dev/null")
      try Self.write("nothing", to: "/dev/null")
      #expect(symlink("/dev/null", folder + "/link") == 0)
      try Self.write("nothing", to: folder + "/link")
      #expect(try Self.mode("/dev/null") == before)
    }
  }

  @Test func pipeIsWritten() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/pipe"
      #expect(mkfifo(path, 0o644) == 0)
      let reader = try FileDescriptor.open(path, .readOnly, options: .nonBlocking)
      defer { try? reader.close() }
      try Self.write("packets", to: path)
      #expect(try Self.read(reader) == "packets")
      #expect(try Self.mode(path) == 0o644)
    }
  }

  @Test func terminalIsWritten() throws {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (CInt, CInt) = (0, -1)
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift cannot import.
    #expect(terminal >= 0 && ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
    defer { close(terminal) }
    let name = "/dev/pts/\(number)"
    let before = try Self.mode(name)
    let file = try SensitiveFile.create(name)
    _ = try file.closeAfter { try file.writeAll("packets".utf8) }
    #expect(try Self.read(FileDescriptor(rawValue: terminal)) == "packets")
    #expect(try Self.mode(name) == before)
  }

  /// `/dev/stdout` is a link to such a name, and may stand for a pipe or for a file of the shell's.
  @Test(arguments: ["/dev/fd/", "/proc/self/fd/"]) func nameOfDescriptorStandsForIt(_ prefix: String) throws {
    let ends = try FileDescriptor.pipe()
    try ends.writeEnd.closeAfter { try Self.write("packets", to: prefix + String(ends.writeEnd.rawValue)) }
    #expect(try ends.readEnd.closeAfter { try Self.read(ends.readEnd) } == "packets")
    try TemporaryFolder.with { folder in
      let file = try FileDescriptor.open(
        FilePath(folder + "/of the shell"), .writeOnly, options: .create, permissions: [.ownerReadWrite, .groupRead])
      try file.closeAfter {
        try file.writeAll("before ".utf8)
        try Self.write("after", to: prefix + String(file.rawValue))
      }
      #expect(try Files.text(folder + "/of the shell") == "before after")
    }
    #expect(throws: SensitiveFileError.self) { try SensitiveFile.create(prefix + "99999") }
  }

  @Test func onlyRegularRefusesTheRest() throws {
    try TemporaryFolder.with { folder in
      #expect(mkfifo(folder + "/pipe", 0o644) == 0)
      for path in [folder + "/pipe", "/dev/null"] {
        #expect(throws: SensitiveFileError.self) { try SensitiveFile.create(path, onlyRegular: true) }
      }
      try SensitiveFile.create(folder + "/file", onlyRegular: true).close()
    }
  }

  @Test func newFileInFolderReplacesNothing() throws {
    try TemporaryFolder.with { path in
      let folder = try FileDescriptor.open(FilePath(path), .readOnly, options: .directory)
      defer { try? folder.close() }
      try SensitiveFile.create("new", in: folder).close()
      #expect(try Self.mode(path + "/new") == 0o600)
      #expect(symlink("not there", path + "/link") == 0)
      for name in ["new", "link"] {
        let error = #expect(throws: SensitiveFileError.self) { try SensitiveFile.create(name, in: folder) }
        #expect(error?.errno == .fileExists)
      }
      #expect(access(path + "/not there", F_OK) != 0)
    }
  }

  @Test func unnamedFileLeavesNothing() throws {
    try TemporaryFolder.with { folder in
      let file = try SensitiveFile.createUnnamed(in: folder)
      defer { try? file.close() }
      var status = stat()
      #expect(fstat(file.rawValue, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_nlink == 0)
      #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }
  }

  @Test func childrenDoNotInheritIt() throws {
    try TemporaryFolder.with { folder in
      for path in [folder + "/file", "/dev/null"] {
        let file = try SensitiveFile.create(path)
        #expect(fcntl(file.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        try file.close()
      }
    }
  }

  private static func write(_ text: String, to path: String) throws {
    let file = try SensitiveFile.create(path)
    _ = try file.closeAfter { try file.writeAll(text.utf8) }
  }

  private static func read(_ file: FileDescriptor) throws -> String {
    let bytes = try [UInt8](unsafeUninitializedCapacity: 100) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func mode(_ path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }
}
