import Cryptography
import Glibc

/// A Java trust store in JKS, the oldest format, which every Java runtime reads. The layout is that of
/// sun.security.provider.JavaKeyStore of the JDK.
///
/// A runtime trusts the certificates in its file `cacerts`. For a program on a link, this trust store is mounted over
/// that file. The environment variables that could name another file (JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS) are not
/// used: a runtime that reads one prints a message on standard error, even for `java -version`, and build tools parse
/// its first line.
enum JavaTrustStore {
  /// The password of the JDK's own file. A runtime that reads the file without a password does not verify its digest.
  private static let password = "changeit"

  /// A trust store that holds certificates (DER).
  static func bytes(_ certificates: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [0xFE, 0xED, 0xFE, 0xED]
    bytes += number(UInt32(2)) + number(UInt32(certificates.count))
    for (index, certificate) in certificates.enumerated() {
      // An entry consists of its kind (trusted certificate), alias, creation time (milliseconds since 1970),
      // certificate type, and the certificate.
      bytes +=
        number(UInt32(2)) + text(index == 0 ? "headwind" : "headwind-\(index)") + number(UInt64(0)) + text("X.509")
      bytes += number(UInt32(certificate.count)) + certificate
    }
    let salt = password.utf16.flatMap { number($0) } + Array("Mighty Aphrodite".utf8)
    return bytes + Digest.sha1(salt + bytes)
  }

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static func text(_ value: String) -> [UInt8] {
    number(UInt16(value.utf8.count)) + Array(value.utf8)
  }

  /// The trust stores of the Java runtimes on this machine: the system's, the program's own if it is a runtime, those
  /// of JAVA_HOME and PATH, and those in the directories where package managers and build tools install runtimes.
  static func places(for command: ProgramCommand) -> [String] {
    var homes = [command.variable("JAVA_HOME"), runtime(of: command.candidates)].compactMap { $0 }
    homes += [runtime(of: command.candidates(for: "java"))].compactMap { $0 }
    var folders = ["/usr/lib/jvm", "/usr/java", "/opt/java", "/opt"]
    if let home = command.variable("HOME") {
      folders += [".sdkman/candidates/java", ".jdks", ".gradle/jdks", ".asdf/installs/java"].map { "\(home)/\($0)" }
    }
    homes += folders.flatMap(children)
    let stores = homes.flatMap { home in
      ["lib", "jre/lib"].flatMap { ["\(home)/\($0)/security/jssecacerts", "\(home)/\($0)/security/cacerts"] }
    }
    var seen: Set<String> = []
    return
      (["/etc/ssl/certs/java/cacerts", "/etc/pki/ca-trust/extracted/java/cacerts", "/etc/pki/java/cacerts"] + stores)
      .compactMap(resolved).filter { seen.insert($0).inserted }.prefix(mostPlaces).map { $0 }
  }

  /// A limit that is larger than the number of runtimes on any real machine.
  private static let mostPlaces = 64

  /// The home directory of the runtime whose `bin/NAME` is the first of these files that exists; nil if none does.
  private static func runtime(of files: [String]) -> String? {
    guard let file = files.lazy.compactMap(resolved).first else { return nil }
    let parts = file.split(separator: "/")
    return parts.count > 2 && parts[parts.count - 2] == "bin" ? "/" + parts.dropLast(2).joined(separator: "/") : nil
  }

  private static func children(of folder: String) -> [String] {
    FileNames.all(in: folder).sorted().map { "\(folder)/\($0)" }
  }

  /// The path without symbolic links, or nil if there is no such file.
  private static func resolved(_ path: String) -> String? {
    guard let buffer = realpath(path, nil) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }
}
