import Wire

/// A domain name as Wireshark writes it: labels with dots, `<Root>` for the root.
enum DNSNameText {
  /// Reads a name and moves `position` past it; a name that cannot be read is malformed.
  static func read(_ bytes: Span<UInt8>, message: Int, _ position: inout Int) throws(DissectionStop) -> String {
    guard position < bytes.count, message <= bytes.count else { throw .bounds }
    let name: DNSName
    do {
      name = try DNSName(bytes, message: message..<bytes.count, position: &position)
    } catch {
      throw error.problem == .truncated ? .bounds : .malformed
    }
    return text(name)
  }

  static func text(_ name: DNSName) -> String {
    guard !name.labels.isEmpty else { return "<Root>" }
    return name.labels.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }
}
