internal import Captures
internal import FoundationEssentials
import Glibc

/// The files that a client was given for bodies, compared with what the wire brought.
struct ClientOutputs {
  /// Larger files are not read.
  private static let largest = 64 << 20

  let files: RunFiles
  let scenario: Scenario
  /// Whether the client was given a file for its first body in its command, so that it must have written one.
  let isTold: Bool

  /// Compares all files.
  /// - Returns: whether all that can be compared are whole, or nil if none can; and how many bytes are in those that are not.
  func compared(with evidence: WireEvidence) -> (areWhole: Bool?, leftBytes: Int) {
    var areWhole: Bool?
    var left = 0
    let expected = evidence.expectedBodies(for: scenario.requests)
    for (index, path) in scenario.requests.indices.map({ files.output(of: $0) }).enumerated() {
      let exists = FileManager.default.fileExists(atPath: path)
      guard exists || (index == 0 && isTold) else { continue }
      let isWhole = exists ? isWhole(path, expected[index], evidence) : Self.isKnown(expected[index]) ? false : nil
      if isWhole != true { left += Self.size(of: path) }
      if let isWhole { areWhole = isWhole && areWhole != false }
    }
    return (areWhole, left)
  }

  /// Whether each file consists of messages that came whole, in their order; nil if there is no such file.
  func haveOnlyWholeMessages(in evidence: WireEvidence) -> Bool? {
    let answers = zip(scenario.requests.indices, evidence.requestsFor(scenario.requests)).compactMap {
      index, requests in
      let path = files.output(of: index)
      let lines = MessageLines(requests)
      guard lines.isKnown, requests.contains(where: \.dialogue.hasMessages),
        FileManager.default.fileExists(atPath: path), RegularFile.isOne(path), Self.size(of: path) <= Self.largest,
        let data = try? Data(contentsOf: URL(filePath: path))
      else { return Bool?.none }
      return lines.begin(with: Array(data))
    }
    return answers.isEmpty ? nil : !answers.contains(false)
  }

  private func isWhole(_ path: String, _ expected: ExpectedBodies, _ evidence: WireEvidence) -> Bool? {
    // The file may be larger than memory.
    guard RegularFile.isOne(path), Self.size(of: path) <= Self.largest,
      let data = try? Data(contentsOf: URL(filePath: path))
    else { return false }
    let output = Array(data)
    // Without the secrets of TLS, only the script says what was sent.
    let isUnseen = evidence.requests.contains { $0.stream < 0 }
    if isUnseen { return scenario.requests.count == 1 ? scenario.expectedBody.map { $0 == output } : nil }
    return expected.contain(output, coded: scenario.codedBodies)
  }

  private static func isKnown(_ expected: ExpectedBodies) -> Bool { expected.whole?.isEmpty == false }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
