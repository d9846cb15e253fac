internal import CPcap
public import Wire

/// A capture filter in the language of pcap-filter(7), compiled by libpcap: `tcp port 80 and host 10.0.0.1`.
public final class CaptureFilter {
  private let expression: String
  private let snapshotLength: Int
  private var linkType: LinkType
  private var program: FilterProgram?
  private var otherPrograms: [LinkType: FilterProgram?] = [:]

  /// Compiles a filter for frames of a link type. The empty filter matches every frame.
  ///
  /// A file can contain further link types, for which the filter is compiled when one occurs. If the filter cannot be
  /// compiled for a link type, its frames do not match.
  public init(
    _ expression: String, linkType: LinkType, snapshotLength: Int = CaptureInterface.defaultSnapshotLength
  ) throws(CaptureError) {
    self.expression = expression
    self.snapshotLength = snapshotLength
    self.linkType = linkType
    program = try FilterProgram(expression, linkType: linkType, snapshotLength: snapshotLength)
  }

  /// The format of a printed program.
  public enum Style: Int, Sendable {
    /// Assembly, such as `(000) ldh [12]`.
    case assembly = 1
    /// The elements of a C array.
    case c = 2
    /// Numbers, beginning with their count.
    case numbers = 3
  }

  /// The text of the program that the kernel would run for a filter.
  public static func program(
    _ expression: String, linkType: LinkType, snapshotLength: Int, style: Style
  ) throws(CaptureError) -> String {
    try FilterProgram(expression, linkType: linkType, snapshotLength: snapshotLength).text(style)
  }

  /// Whether the frame matches.
  public func matches(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    if frame.linkType != linkType {
      turn(to: frame.linkType)
    }
    return program?.matches(frame, bytes) ?? false
  }

  private func turn(to next: LinkType) {
    otherPrograms[linkType] = program
    if otherPrograms[next] == nil {
      otherPrograms[next] = try? FilterProgram(expression, linkType: next, snapshotLength: snapshotLength)
    }
    program = otherPrograms[next] ?? nil
    linkType = next
  }
}
