import Dissection
import Exchanges
import Wire

/// Frames in a row: a byte for the link type, and for each frame two bytes of length and its bytes.
enum FramesInput {
  static func run(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let linkType = FrameInput.linkTypes[Int(choice & 7)]
    var options = HTTPOptions()
    options.memory = 1 << 20
    options.keepsAll = choice & 8 != 0
    var reader = HTTPReader(options)
    // Texts are what the trees of single frames are tried for.
    var dissector = PacketDissector(wantsText: false)
    var (place, number) = (1, 0)
    while place + 2 <= input.count {
      let length = Int(input[place]) << 8 | Int(input[place + 1])
      let bytes = Array(input[(place + 2)..<min(input.count, place + 2 + length)])
      (place, number) = (place + 2 + bytes.count, number + 1)
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(number) * 50_000_000), linkType: linkType,
        originalLength: max(length, bytes.count))
      reader.read(frame, bytes.span)
      while reader.next() != nil {}
      Oracle.memory(reader.heldBytes, of: options.memory, "HTTPReader")
      dissector.dissect(frame, bytes.span)
    }
    reader.finish()
    while reader.next() != nil {}
  }

  /// The input that a row of frames makes.
  static func encode(_ frames: [[UInt8]], linkType: LinkType) -> [UInt8] {
    let choice = FrameInput.linkTypes.firstIndex(of: linkType) ?? 0
    return frames.reduce(into: [UInt8(choice)]) { input, frame in
      let bytes = frame.prefix(Int(UInt16.max))
      input.append(bigEndian: UInt16(bytes.count))
      input += bytes
    }
  }
}
