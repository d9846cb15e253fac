import Captures
import Wire

/// A frame, kept.
struct Seen: Hashable {
  var frame: Frame
  var bytes: [UInt8]
  var comments: [String] = []

  /// Everything a file delivers, and how it ended.
  static func all(in path: String) -> (seen: [Seen], error: CaptureError?) {
    var seen: [Seen] = []
    do throws(CaptureError) {
      var reader = try CaptureReader.open(path)
      while let frame = try reader.next() {
        let bytes = reader.bytes
        seen.append(Seen(frame: frame, bytes: (0..<bytes.count).map { bytes[$0] }, comments: reader.comments))
      }
      return (seen, nil)
    } catch {
      return (seen, error)
    }
  }
}
