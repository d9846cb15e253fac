import Glibc

/// Finds the first process of a running container, by asking the programs that run containers.
public enum ContainerFinder {
  /// A program to ask, and its words before the container's name. It answers with the number of a process, and 0 if the container
  /// does not run.
  private static let inquiries: [(tool: String, words: String)] = [
    ("podman", "podman inspect --type container --format '{{.State.Pid}}'"),
    ("docker", "docker inspect --type container --format '{{.State.Pid}}'"),
    ("machinectl", "machinectl show --property Leader --value"),
  ]

  /// - Parameter name: a name or an identifier.
  /// - Throws: `LinkError` that says what each program has answered.
  public static func process(of name: String) throws(LinkError) -> Int32 {
    let isName =
      name.utf8.first.map { $0 != 0x2D && $0 != 0x2E } == true
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x5F].contains(byte)
      }
    guard isName else {
      throw LinkError(
        "'\(name.prefix(64))' is not the name of a container", remedy: "names have letters, digits, '.', '_' and '-'")
    }
    var answers: [String] = []
    for (tool, words) in inquiries {
      let (status, output) = ask("\(words) -- \(name)")
      let line = output.split(separator: "\n").last.map(String.init) ?? ""
      if status == 0, let process = Int32(line) {
        if process > 0 { return process }
        throw LinkError(
          "the container '\(name)' does not run (says \(tool))", remedy: "start it: \(tool) start \(name)")
      }
      answers.append(status == 127 ? "\(tool): not installed" : "\(tool): \(line.isEmpty ? "no answer" : line)")
    }
    throw LinkError(
      "there is no container '\(name)': \(answers.joined(separator: "; "))",
      remedy: "a rootless container is known to its user only; for other containers, give --pid of a process in it")
  }

  /// Runs a command by the shell, and returns its status and its whole output.
  private static func ask(_ command: String) -> (status: Int32, output: String) {
    // The name in the command has been checked: the shell sees nothing special in it.
    guard let stream = popen("\(command) 2>&1 </dev/null", "re") else { return (127, "") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 16 {
      let count = fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      bytes += buffer.prefix(count)
    }
    let status = pclose(stream)
    return (status & 0x7F == 0 ? status >> 8 & 0xFF : -1, String(decoding: bytes, as: UTF8.self))
  }
}
