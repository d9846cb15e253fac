import Wire

/// Decodes the field sections of one end of a connection with the help of its encoder stream (RFC 9204).
///
/// It never guesses. Where the dynamic table is not known, a field line that refers to it has no name or no value, and says so.
public struct QPACKDecoder: Sendable {
  /// What bounds the memory of a decoder.
  public struct Limits: Hashable, Sendable {
    /// The most that is held of a dynamic table, in octets as RFC 9204 section 3.2.1 counts them.
    public var table = 256 << 10
    /// The largest field section, as RFC 9114 section 4.2.2 counts it; fields beyond it are left out.
    public var section = 256 << 10
    /// The longest instruction of an encoder stream, in bytes.
    public var instruction = 64 << 10

    /// The usual bounds.
    public init() {}
  }

  /// What became of a field section.
  public enum Outcome: Hashable, Sendable {
    /// Its fields were found.
    case decoded
    /// It needs this many entries of the dynamic table, which have not been inserted yet (section 2.1.2).
    case blocked(requiredInsertCount: UInt64)
    /// It refers to the dynamic table, and the size that the other end allows for it is not known yet (section 4.5.1.1).
    case awaitsSettings
  }

  /// What bounds its memory.
  public let limits: Limits
  /// The dynamic table (section 3.2).
  public internal(set) var table: QPACKDynamicTable
  /// SETTINGS_QPACK_MAX_TABLE_CAPACITY of the end that decodes, in octets (section 5); nil until it is known.
  public var maxTableCapacity: UInt64?
  /// Bytes of the encoder stream that are not read yet, from `position`.
  var held: [UInt8] = []
  var position = 0
  /// The name and value of the entry that is being inserted.
  var scratch: [UInt8] = []

  /// - Parameter isFromBeginning: whether the first byte of the encoder stream that it is given is the first of the stream.
  public init(limits: Limits = Limits(), isFromBeginning: Bool = true) {
    self.limits = limits
    table = QPACKDynamicTable(memory: max(0, limits.table), isFromBeginning: isFromBeginning)
  }

  /// What it holds, in bytes.
  public var heldBytes: Int { table.heldBytes + held.capacity + scratch.capacity }

  /// Says that bytes of the encoder stream are missing, or cannot be read. Nothing is known of later entries, since only the stream's
  /// beginning says where an instruction begins.
  public mutating func forget() {
    table.forget()
    held = []
    position = 0
  }
}
