import Captures
import Dissection
import Wire

/// Says of packets whether they pass a display filter, knowing what the packets before them said.
struct PacketExaminer {
  private let filter: DisplayFilter
  private let readsHeaders: Bool
  private let wantsNotes: Bool
  private var dissector: PacketDissector

  /// - Parameters:
  ///   - hindsight: what an earlier pass has found.
  ///   - sharers: how many such examiners share the memory.
  init(_ filter: DisplayFilter, _ tables: DissectorTables, hindsight: CaptureHindsight? = nil, sharers: Int = 1) {
    self.filter = filter
    readsHeaders = filter.needsOnlyHeaders
    dissector = PacketDissector(
      wanted: filter.fields, wantsText: false, tables: tables,
      memory: hindsight == nil ? PacketDissector.usualMemory : PacketDissector.usualMemory / 2, sharers: sharers)
    if let hindsight { dissector.hindsight = hindsight }
    wantsNotes = dissector.wantsNotes
  }

  /// Whether anything was forgotten that later packets may depend on.
  var hasForgotten: Bool { dissector.hasForgotten }

  /// Whether the packet passes that the reader read last.
  /// - Parameter place: what the packets say that this examiner was not given; nil if it was given all.
  mutating func passes(_ frame: Frame, _ reader: borrowing CaptureReader, at place: CapturePlace? = nil) -> Bool {
    if readsHeaders, let passes = filter.matchesHeaders(frame, reader.bytes) { return passes }
    if let place { dissector.resume(at: place) }
    dissector.dissect(frame, reader.bytes, notes: wantsNotes ? reader.notes(on: frame) : PacketNotes())
    guard filter.matches(dissector.tree, reader.bytes) else { return false }
    dissector.markDisplayed()
    return true
  }
}
