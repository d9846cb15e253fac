import Captures
import Foundation
import TestSupport
import Wire

/// All captures of the fixtures, and the recorded ones, in one file: tshark takes longer to start than to read it.
enum FixtureCapture {
  /// Writes it; each packet's interface has the name of the file that it is from.
  static func write(to path: String) throws {
    let fixtures = Repository.file("Tests/DissectionTests/Fixtures")
    let folders = [fixtures + "/tcpdump", fixtures + "/made", Repository.file("captures/recorded")]
    var writer = try CaptureWriter.create(path, format: .pcapng)
    for folder in folders {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      for name in names.sorted() where name.contains(".pcap") {
        try copy(folder + "/" + name, name, &writer)
      }
    }
    try writer.close()
  }

  private static func copy(_ path: String, _ name: String, _ writer: inout CaptureWriter) throws {
    var reader = try CaptureReader.open(path)
    var places: [Int: Int] = [:]
    while var frame = try? reader.next() {
      if places[frame.interfaceID] == nil {
        var interface = reader.interfaces[frame.interfaceID]
        interface.name = name
        places[frame.interfaceID] = try writer.addInterface(interface)
      }
      frame.interfaceID = places[frame.interfaceID] ?? 0
      try writer.write(frame, reader.bytes)
    }
  }
}
