import Captures
import Wire

/// All that a file says, in its order: packets with their options, and what stands between them.
enum Told: Hashable {
  case block(CaptureBlock)
  case packet(Frame, [UInt8], [CaptureOption])

  static func all(in path: String) throws(CaptureError) -> [Told] {
    var reader = try CaptureReader.open(path, keepsBlocks: true)
    var told: [Told] = []
    while let frame = try reader.next() {
      told += reader.takeBlocks().map { .block($0) }
      let bytes = reader.bytes
      told.append(.packet(frame, (0..<bytes.count).map { bytes[$0] }, reader.options))
    }
    return told + reader.takeBlocks().map { .block($0) }
  }

  static func write(_ told: [Told], to path: String, format: CaptureFormat = .pcapng) throws(CaptureError) {
    var writer = try CaptureWriter.create(path, format: format)
    for one in told {
      switch one {
      case .block(let block): try writer.write(block)
      case .packet(let frame, let bytes, let options): try writer.write(frame, bytes.span, options: options)
      }
    }
    try writer.close()
  }
}
