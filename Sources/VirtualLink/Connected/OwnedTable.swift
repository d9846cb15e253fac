import CLinux
import CNetlink
import Glibc

/// An nftables table that only its owner can change, and that the kernel removes when the owner's socket closes
/// (NFT_TABLE_F_OWNER, Linux 5.12).
///
/// The owner is an `nft` process that waits for commands. It runs in a process tree that cannot outlive Headwind.
final class OwnedTable: Sendable {
  /// Whether another table has a chain on the forward hook whose default policy is to drop.
  let otherTablesDropForwarded: Bool
  // `nft` ends when this end of its standard input is closed.
  private let input: Descriptor
  private let helpers: ProcessTree
  /// The process that owns the table.
  let owner: pid_t

  /// Creates a table with a source-NAT chain that contains these rules.
  init(name: String, rules: [String], helpers: ProcessTree) throws {
    self.helpers = helpers
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    let standardInput = Descriptor(owning: ends[0])
    let input = Descriptor(owning: ends[1])
    self.input = input
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    let output = Descriptor(owning: ends[0])
    let standardOutput = Descriptor(owning: ends[1])
    do {
      owner = try Program(
        ProgramCommand(["nft", "-i"], environment: ["PATH=/usr/sbin:/sbin:/usr/bin:/bin", "TERM=dumb"]), network: nil,
        tree: helpers, standard: (standardInput.raw, standardOutput.raw, standardOutput.raw)
      ).process
    } catch let error where error.kind == .notFound {
      throw LinkError(
        "nft is not installed, but root needs it for a connected link", remedy: "apt-get install nftables")
    } catch {
      throw LinkError(error.message)
    }
    let chain = "inet \(name) out"
    var commands = ["list chains", "add table inet \(name) { flags owner; }"]
    commands.append("add chain \(chain) { type nat hook postrouting priority 100; }")
    commands += rules.map { "add rule \(chain) \($0)" }
    commands.append("list table inet \(name)")
    let text = Array(commands.map { $0 + "\n" }.joined().utf8)
    guard text.withUnsafeBytes({ write(input.raw, $0.baseAddress, $0.count) }) == text.count else {
      throw LinkError("send commands to nft", errno: errno)
    }
    let answer = Self.answer(from: output)
    guard answer.isWhole else {
      throw LinkError(
        "cannot masquerade with nftables: \(answer.lines.first { $0.contains("Error") } ?? "nft did not answer")",
        remedy: "the kernel needs nf_tables with masquerading and table owners (Linux 5.12)")
    }
    otherTablesDropForwarded = answer.lines.contains { $0.contains("hook forward") && $0.contains("policy drop") }
  }

  /// Ends the owner, which also removes the table.
  func close() {
    helpers.end()
  }

  /// Reads the output of `nft` up to the end of the table's listing, an error, or 5 seconds without output.
  private static func answer(from output: Descriptor) -> (lines: [Substring], isWhole: Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < 1 << 20 {
      var source = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&source, 1, 5000) > 0 else { break }
      let length = buffer.withUnsafeMutableBytes { read(output.raw, $0.baseAddress, $0.count) }
      guard length > 0 else { break }
      bytes += buffer.prefix(length)
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      if lines.contains(where: { $0.hasPrefix("Error") }) { return (lines, false) }
      guard let ours = lines.lastIndex(where: { $0.hasSuffix("flags owner") }) else { continue }
      if bytes.last == 0x0A, lines[ours...].contains("}") { return (lines, true) }
    }
    return (String(decoding: bytes, as: UTF8.self).split(separator: "\n"), false)
  }
}
