import Captures
import Foundation
import TestSupport
import Wire

/// The packets of tcpdump's own test captures (`Fixtures/tcpdump`), and of our recorded ones, by link type.
enum SuiteCaptures {
  static let linkTypes: [LinkType] = [.ethernet, .linuxSLL, .null, .ipv4, .ipv6, .nflog]

  /// At most forty of each file: longer ones repeat themselves.
  static let packets: [LinkType: [FrameGenerator.Generated]] = {
    var packets: [LinkType: [FrameGenerator.Generated]] = [:]
    for folder in ["Tests/DissectionTests/Fixtures/tcpdump", "captures/recorded"].map(Repository.file) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() where name.contains(".pcap") {
        guard var reader = try? CaptureReader.open(folder + "/" + name) else { continue }
        while let frame = try? reader.next(), frame.number <= 40 {
          let bytes = reader.bytes.indices.map { reader.bytes[$0] }
          packets[frame.linkType, default: []].append(
            FrameGenerator.Generated(bytes: bytes, originalLength: frame.originalLength))
        }
      }
    }
    return packets
  }()
}
