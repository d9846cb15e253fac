public import Captures

extension WireEvidence {
  /// Reads a whole capture file.
  public init(capture path: String, servers: ServerLog = ServerLog()) throws(CaptureError) {
    self.init(servers: servers)
    var reader = try CaptureReader.open(path)
    while let frame = try reader.next() {
      read(frame, reader.bytes)
    }
    finish()
  }
}
