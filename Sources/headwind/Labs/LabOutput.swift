import Glibc
import TextOutput

/// Shows what the programs of a lab write: each line behind the name of its host.
struct LabOutput {
  /// The most bytes that may wait for the end of their line.
  private static let longestLine = 64 << 10
  /// The colours of the names (ECMA-48 section 8.3.117).
  private static let colours = ["36", "33", "32", "35", "34"]

  private let labels: [PrintableText]
  private let paint: Paint
  /// The beginning of each member's last line, for standard output and error.
  private var rests: [[[UInt8]]]

  init(hosts: [String], _ paint: Paint) {
    let width = hosts.map(\.utf8.count).max() ?? 0
    labels = hosts.enumerated().map { index, host in
      let label: PrintableText = "\(host)"
      let text = label.padded(to: width) + " |"
      guard paint.isOn else { return text }
      // The escape sequences are constants, and the text between them is already escaped.
      return PrintableText(verbatim: "\u{1b}[\(Self.colours[index % Self.colours.count])m\(text.text)\u{1b}[0m")
    }
    self.paint = paint
    rests = hosts.map { _ in [[], []] }
  }

  /// Shows the lines that are complete.
  mutating func add(_ bytes: [UInt8], of member: Int, isError: Bool) {
    var rest = rests[member][isError ? 1 : 0] + bytes
    let end = rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? (rest.count >= Self.longestLine ? rest.count : 0)
    guard end > 0 else {
      rests[member][isError ? 1 : 0] = rest
      return
    }
    let lines = Array(rest[..<end])
    rest.removeFirst(end)
    rests[member][isError ? 1 : 0] = rest
    show(lines, of: member, isError)
  }

  /// Shows the last line of a member, should it have no end.
  mutating func finish(_ member: Int) {
    for (index, rest) in rests[member].enumerated() where !rest.isEmpty {
      rests[member][index] = []
      show(rest, of: member, index == 1)
    }
  }

  private func show(_ bytes: [UInt8], of member: Int, _ isError: Bool) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      let content = line.last == 0x0D ? line.dropLast() : line
      let text = labels[member] + " " + PrintableText(lines: String(decoding: content, as: UTF8.self))
      if isError { Headwind.say(text.trimmed) } else { StandardOutput.tell(text.trimmed) }
    }
  }
}
