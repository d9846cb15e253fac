public import Captures

extension WireEvidence {
  /// Reads a whole capture file.
  public init(capture path: String) throws(CaptureError) {
    self.init()
    var reader = try CaptureReader.open(path)
    while let frame = try reader.next() {
      read(frame, reader.bytes)
    }
    finish()
  }
}
