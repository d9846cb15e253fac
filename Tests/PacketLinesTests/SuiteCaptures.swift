import Captures
import Foundation
import TestSupport
import Wire

/// The packets of tcpdump's own test captures (`Fixtures/tcpdump`), of our recorded ones and of STUN, by link type.
enum SuiteCaptures {
  static let linkTypes: [LinkType] = [.ethernet, .linuxSLL, .null, .ipv4, .ipv6, .nflog]

  /// At most forty of each file: longer ones repeat themselves.
  static let packets: [LinkType: [FrameGenerator.Generated]] = {
    var packets: [LinkType: [FrameGenerator.Generated]] = [:]
    for path in files {
      guard var reader = try? CaptureReader.open(path) else { continue }
      while let frame = try? reader.next(), frame.number <= 40 {
        let bytes = reader.bytes.indices.map { reader.bytes[$0] }
        packets[frame.linkType, default: []].append(
          FrameGenerator.Generated(bytes: bytes, originalLength: frame.originalLength))
      }
    }
    return packets
  }()

  private static var files: [String] {
    let folders = ["Tests/DissectionTests/Fixtures/tcpdump", "captures/recorded"].map(Repository.file)
    let captures = folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().filter { $0.contains(".pcap") }.map { folder + "/" + $0 }
    }
    return captures + [Repository.file("Tests/DissectionTests/Fixtures/made/stun-turn.pcap")]
  }
}
