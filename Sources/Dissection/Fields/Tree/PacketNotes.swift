/// What a capture file says of a packet beside its bytes: pcapng's comments, flags and names.
public struct PacketNotes: Hashable, Sendable {
  /// The number of the file's section, from 1; nil where the format has none.
  public var section: Int?
  /// The name of the packet's interface; nil where the format has none.
  public var interface: String?
  /// `epb_flags`: direction, reception type, length of the check sequence, errors of the link.
  public var flags: UInt32?
  /// The comments of the packet.
  public var comments: [String]

  /// The comments of the packet.
  public init(section: Int? = nil, interface: String? = nil, flags: UInt32? = nil, comments: [String] = []) {
    self.section = section
    self.interface = interface
    self.flags = flags
    self.comments = comments
  }
}
