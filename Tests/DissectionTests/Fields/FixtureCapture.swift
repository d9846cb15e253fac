import Captures
import Foundation
import Wire

/// All captures of the fixtures, and the recorded ones, in one file: tshark takes longer to start than to read it.
enum FixtureCapture {
  /// Writes it; each packet's interface has the name of the file that it is from.
  static func write(to path: String) throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let recorded = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "captures/recorded")
    let folders = [tests.appending(path: "Fixtures/tcpdump"), tests.appending(path: "Fixtures/made"), recorded]
    var writer = try CaptureWriter.create(path, format: .pcapng)
    for folder in folders {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      for name in names.sorted() where name.contains(".pcap") {
        try copy(folder.appending(path: name).path, name, &writer)
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
