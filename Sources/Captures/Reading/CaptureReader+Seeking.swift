/// Reads packets where they are in the file, without what is before them.
///
/// Whoever has read a file once in order remembers the place of each packet, and the section that it is in:
///
///     while let frame = try reader.next() { places.append((reader.recordOffset, reader.sectionContext)) }
///     try reader.seek(to: places[70].0, in: places[70].1, number: 71)
///     let frame = try reader.next()
extension CaptureReader {
  /// What the blocks before a packet say about it.
  public struct SectionContext: Sendable {
    /// The number of the section, from 1; nil if the format has no sections.
    public let section: Int?
    /// The interfaces that the section has described so far.
    public private(set) var interfaces: [CaptureInterface]
    fileprivate let bigEndian: Bool

    fileprivate init(section: Int?, interfaces: [CaptureInterface], bigEndian: Bool) {
      (self.section, self.interfaces, self.bigEndian) = (section, interfaces, bigEndian)
    }

    /// Adds interfaces that the section has described since.
    public mutating func extend(by more: some Sequence<CaptureInterface>) {
      interfaces.append(contentsOf: more)
    }
  }

  /// Whether `seek` works: not for pipes, and not for compressed files.
  public var isSeekable: Bool { input.isSeekable }

  /// Where the record of the current frame begins.
  public var recordOffset: Int { input.offset }

  /// The context of the current frame.
  public var sectionContext: SectionContext {
    SectionContext(section: section, interfaces: interfaces, bigEndian: bigEndian)
  }

  /// Makes the record at `offset` the next one, even after the end or after an error.
  ///
  /// - Parameter number: the number of that packet in the file.
  public mutating func seek(to offset: Int, in context: SectionContext, number: Int) throws(CaptureError) {
    try input.seek(to: offset)
    if section != context.section || interfaces.count != context.interfaces.count {
      (section, interfaces, bigEndian) = (context.section, context.interfaces, context.bigEndian)
    }
    resume(before: number)
  }
}
