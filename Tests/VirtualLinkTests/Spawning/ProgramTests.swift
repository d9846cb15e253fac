import CLinux
import Glibc
import Testing

@testable import VirtualLink

/// Programs on a link, started for real.
@Suite struct ProgramTests {
  @Test func endsAsTheProgramEnds() throws {
    #expect(try run(["sh", "-c", "exit 7"]).end == .exited(7))
    #expect(try run(["sh", "-c", "kill -KILL $$"]).end == .killed(SIGKILL))
  }

  @Test func tellsWhyAProgramDoesNotStart() throws {
    #expect(throws: ProgramError(kind: .notFound, message: "no-such-program: command not found")) {
      try run(["no-such-program"])
    }
    let error = #expect(throws: ProgramError.self) { try run(["/etc/passwd"]) }
    #expect(error?.kind == .cannotExecute)
  }

  @Test func runsAScriptThatNamesNoInterpreter() throws {
    var path = Array("/tmp/headwind-script-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unlink(name) }
    _ = "exit 9\n".withCString { write(file, $0, 7) }
    fchmod(file, 0o755)
    close(file)
    #expect(try run([name]).end == .exited(9))
  }

  @Test func givesTheProgramItsOwnFilesAndNoDescriptor() throws {
    let files = [ProgramFile(path: "/etc/resolv.conf", "nameserver 10.83.0.1\n")]
    #expect(try run(["cat", "/etc/resolv.conf"], files: files).output == "nameserver 10.83.0.1\n")
    // `ls` itself holds the directory open, as number 3.
    #expect(try run(["ls", "/proc/self/fd"], files: files).output == "0\n1\n2\n3\n")
    #expect(Sysctl.readFile("/etc/resolv.conf") != "nameserver 10.83.0.1\n")
  }

  @Test func leavesNothingOfAProgramThatDetaches() throws {
    var ends: [Int32] = [-1, -1]
    #expect(hw_pipe(&ends) == 0)
    let tree = try ProcessTree()
    let program = try Program(
      ProgramCommand(["sh", "-c", "setsid sleep 300 & exit 0"]), network: nil, tree: tree, standard: (0, ends[1], 2))
    close(ends[1])
    #expect(waitpid(program.process, nil, 0) == program.process)
    tree.forget(program.process)
    tree.end()
    // The end of the pipe that the detached `sleep` held is closed: it is gone.
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) == 0)
    close(ends[0])
  }

  @Test func seesOnlyItsOwnNetwork() throws {
    let link = try LinkTopology()
    let output = try run(["cat", "/proc/net/dev"], network: link.client).output
    #expect(output.contains("c0:"))
    #expect(!output.contains("s0:"))
  }

  /// Runs a program to its end, and says how it ended and what it wrote.
  private func run(
    _ words: [String], network: NetworkNamespace? = nil, files: [ProgramFile] = []
  ) throws -> (end: ProgramEnd, output: String) {
    var ends: [Int32] = [-1, -1]
    #expect(hw_pipe(&ends) == 0)
    let output = Descriptor(owning: ends[0])
    let tree = try ProcessTree()
    defer { tree.end() }
    let program: Program
    do {
      defer { close(ends[1]) }
      program = try Program(
        ProgramCommand(words), network: network, tree: tree, files: files, standard: (0, ends[1], ends[1]))
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let length = read(output.raw, &buffer, buffer.count)
      guard length > 0 else { break }
      bytes += buffer.prefix(length)
    }
    var status: Int32 = 0
    waitpid(program.process, &status, 0)
    tree.forget(program.process)
    return (ProgramEnd(waitStatus: status), String(decoding: bytes, as: UTF8.self))
  }
}
