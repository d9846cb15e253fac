import TextOutput
import Wire

/// What the capture file says of the packet.
enum PacketNotesDissector {
  /// The parts of the flags, in their order.
  private static let parts: [FieldID] = [
    .framePacketFlagsDirection, .framePacketFlagsReceptionType, .framePacketFlagsFcsLength, .framePacketFlagsReserved,
    .framePacketFlagsCrcError, .framePacketFlagsPacketTooError, .framePacketFlagsPacketTooShortError,
    .framePacketFlagsWrongInterFrameGapError, .framePacketFlagsUnalignedFrameError,
    .framePacketFlagsStartFrameDelimiterError, .framePacketFlagsPreambleError, .framePacketFlagsSymbolError,
  ]

  /// All that comes from notes.
  static let fields: [FieldID] =
    [
      .pktComment, .frameComment, .frameCommentExpert, .frameSectionNumber, .frameInterfaceId, .frameInterfaceName,
      .framePacketFlags, .frameP2pDir, .expert, .expertMessage, .expertSeverity, .expertGroup,
    ] + parts

  /// The comments, before the frame itself.
  static func comments(_ tree: inout TreeBuilder) {
    guard !tree.notes.comments.isEmpty else { return }
    let mark = tree.begin(.pktComment, 0..<0, .none)
    for comment in tree.notes.comments {
      let text = tree.begin(.frameComment, 0..<0, .string(comment), text: "\(comment)")
      tree.expert(.frameCommentExpert, .comment, comment, .comment)
      tree.end(text)
    }
    tree.end(mark)
  }

  /// Section, interface and flags, below the frame.
  static func place(_ tree: inout TreeBuilder) {
    if let section = tree.notes.section { tree.add(.frameSectionNumber, 0..<0, .unsigned(UInt64(clamping: section))) }
    if let interface = tree.notes.interface {
      let id = tree.frame.interfaceID
      let mark = tree.begin(
        .frameInterfaceId, 0..<0, .unsigned(UInt64(clamping: id)), text: "Number of the interface: \(id) (\(interface))"
      )
      tree.add(.frameInterfaceName, 0..<0, .string(interface))
      tree.end(mark)
    }
    if let flags = tree.notes.flags {
      let mark = tree.begin(.framePacketFlags, 0..<0, .unsigned(UInt64(flags)))
      for part in parts { tree.bits(part, of: UInt64(flags), 0..<0) }
      tree.end(mark)
    }
  }

  /// The way the frame went, at the end of what is below the frame.
  static func direction(_ tree: inout TreeBuilder) {
    switch tree.notes.flags.map({ $0 & 3 }) {
    case 1: tree.add(.frameP2pDir, 0..<0, .signed(1))
    case 2: tree.add(.frameP2pDir, 0..<0, .signed(0))
    default: break
    }
  }

  /// `, outbound at interface c0`, for the frame's own line.
  static func text(_ notes: PacketNotes) -> String {
    guard let interface = notes.interface else { return "" }
    let way =
      switch notes.flags.map({ $0 & 3 }) {
      case 1: "inbound "
      case 2: "outbound "
      default: ""
      }
    return ", \(way)at interface \(interface)"
  }
}
