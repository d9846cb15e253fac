import Captures
import Dissection

extension CaptureHindsight {
  /// What a first pass over a file finds; nil if nobody needs it, or the packets come only once.
  ///
  /// - Parameters:
  ///   - path: the file, if the source is one.
  ///   - side: which end of a capture of both ends the second pass reads.
  ///   - wanted: the fields that are looked at.
  ///   - memory: how many bytes the pass may take.
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
      while let frame = try reader.next() { learner.dissect(frame, reader.bytes) }
    } catch {
      // The second pass meets the same error, and says so after what comes before it.
    }
    return learner.hindsight
  }
}
