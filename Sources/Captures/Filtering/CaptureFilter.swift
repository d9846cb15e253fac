internal import CPcap
public import Wire

/// A capture filter in the language of pcap-filter(7), compiled by libpcap: `tcp port 80 and host 10.0.0.1`.
public final class CaptureFilter {
  private let expression: String
  private let snapshotLength: Int
  private var linkType: LinkType
  private var program: FilterProgram?
  private var otherPrograms: [LinkType: FilterProgram?] = [:]

  /// Compiles a filter for frames of a link type; the empty filter lets every frame through.
  ///
  /// A file may hold further link types, for which the filter is compiled when one turns up; a frame of a type that the
  /// filter has no meaning for does not match.
  public init(
    _ expression: String, linkType: LinkType, snapshotLength: Int = CaptureInterface.defaultSnapshotLength
  ) throws(CaptureError) {
    self.expression = expression
    self.snapshotLength = snapshotLength
    self.linkType = linkType
    program = try FilterProgram(expression, linkType: linkType, snapshotLength: snapshotLength)
  }

  /// How a program is printed.
  public enum Style: Int, Sendable {
    /// As in `(000) ldh      [12]`.
    case assembly = 1
    /// As elements of a C array.
    case c = 2
    /// As numbers, their count first.
    case numbers = 3
  }

  /// The program that the kernel would run for a filter, printed.
  public static func program(
    _ expression: String, linkType: LinkType, snapshotLength: Int, style: Style
  ) throws(CaptureError) -> String {
    try FilterProgram(expression, linkType: linkType, snapshotLength: snapshotLength).text(style)
  }

  /// Whether the frame passes.
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
