import Captures
import Dissection
import TLS

extension CaptureHindsight {
  /// The results of a first pass over a file; nil if they are not needed, or if the source can be read only once.
  ///
  /// - Parameters:
  ///   - path: the file, or nil if the source is not a file.
  ///   - side: the end that the second pass reads, of a capture of both ends.
  ///   - wanted: the fields that the second pass needs.
  ///   - memory: the memory limit of the pass, in bytes.
  static func of(
    _ path: String?, side: CaptureSide, wanted: FieldSet, _ tables: DissectorTables, memory: Int,
    isAskedFor: Bool = false
  ) -> CaptureHindsight? {
    guard isAskedFor || wanted.intersects(CaptureHindsight.fields), let path, RegularFile.isOne(path) else {
      return nil
    }
    var learner = PacketDissector.learner(tables: tables, memory: memory)
    do {
      var reader = try CaptureReader.open(path, side: side)
      while let frame = try reader.next() {
        tables.keys?.add(reader.takeKeyLog())
        learner.dissect(frame, reader.bytes)
      }
    } catch {
      // Ignore the error here: the second pass reports it after the packets before it.
    }
    return learner.hindsight
  }
}
