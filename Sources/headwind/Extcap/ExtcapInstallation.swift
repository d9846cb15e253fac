import Glibc
import SystemPackage
import TextOutput

/// The file by which Wireshark and tshark find `headwind extcap`: a script in the folder of their extcap programs.
struct ExtcapInstallation {
  /// The user's own folder, which Wireshark knows since version 4.2; earlier ones know only the system's.
  private static let ownFolder = ".local/lib/wireshark/extcap"
  /// Where Debian, Fedora and others have it.
  private static let systemFolders = [
    "/usr/lib/x86_64-linux-gnu/wireshark/extcap", "/usr/lib/aarch64-linux-gnu/wireshark/extcap",
    "/usr/lib64/wireshark/extcap", "/usr/lib/wireshark/extcap",
  ]

  var folder: String
  private var path: String { folder + "/headwind" }

  /// Root installs it for all users, others for themselves.
  static func wanted() throws(Failure) -> ExtcapInstallation {
    if let folder = getenv("WIRESHARK_EXTCAP_DIR") { return ExtcapInstallation(folder: String(cString: folder)) }
    if geteuid() == 0 {
      guard let folder = systemFolders.first(where: { access($0, F_OK) == 0 }) else {
        throw Failure(
          "no folder of Wireshark's extcap programs is here: \(systemFolders.joined(separator: ", "))",
          remedy: "install wireshark-common, or name the folder: WIRESHARK_EXTCAP_DIR=FOLDER headwind extcap --install",
          status: ExitStatus.environment)
      }
      return ExtcapInstallation(folder: folder)
    }
    guard let home = getenv("HOME") else {
      throw Failure("HOME is not set, so there is no folder of yours", status: ExitStatus.environment)
    }
    return ExtcapInstallation(folder: "\(String(cString: home))/\(ownFolder)")
  }

  func install() throws {
    guard let program = realpath("/proc/self/exe", nil) else {
      throw Failure("/proc is not mounted", status: ExitStatus.environment)
    }
    defer { free(program) }
    let quoted = String(cString: program).replacing("'", with: "'\\''")
    do {
      try makeFolders()
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter {
        try file.writeAll(
          "#!/bin/sh\n# Shows links among Wireshark's interfaces.\nexec '\(quoted)' extcap \"$@\"\n".utf8)
        guard fchmod(file.rawValue, 0o755) == 0 else { throw Errno(rawValue: errno) }
      }
    } catch {
      throw Failure("cannot write \(path): \("\(error)")", status: ExitStatus.environment)
    }
    try StandardOutput.show("wrote \(path)\n")
    if folder.hasSuffix(Self.ownFolder) {
      Headwind.say(
        "Wireshark 4.2 and later look there. For an earlier one: WIRESHARK_EXTCAP_DIR=\(folder) tshark -D, or install it as root."
      )
    }
  }

  func remove() throws {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw Failure("cannot remove \(path): \(String(cString: strerror(errno)))", status: ExitStatus.environment)
    }
    try StandardOutput.show("removed \(path)\n")
  }

  private func makeFolders() throws {
    var folder = FilePath(folder)
    var missing: [FilePath] = []
    while !folder.isEmpty, access(folder.string, F_OK) != 0 {
      missing.append(folder)
      folder.removeLastComponent()
    }
    for folder in missing.reversed() {
      guard mkdir(folder.string, 0o755) == 0 else { throw Errno(rawValue: errno) }
    }
  }
}
