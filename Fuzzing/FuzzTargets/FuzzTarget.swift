/// What bytes from anywhere can reach, one entry point each. An input must not trap, hang or grow without bound, whatever
/// it is; what is made of it does not matter here.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A capture file: pcap or pcapng, plain or compressed.
  case file
  /// One frame, through every header of the wire formats.
  case wire
  /// One frame, as tcpdump's lines.
  case lines
  /// One frame, as a tree of fields.
  case fields
  /// Frames in a row, through fragments, streams and what is in them.
  case reassembly
  /// What two ends of a connection say, through HTTP and all that it carries.
  case http
  case json
  /// A display filter.
  case filter
  /// A coded body.
  case coding
  /// A profile file.
  case profile

  /// Takes one input.
  public func run(_ input: [UInt8]) {
    switch self {
    case .file: FileInput.run(input)
    case .wire: FrameInput(input)?.readHeaders()
    case .lines: FrameInput(input)?.list()
    case .fields: FrameInput(input)?.dissect()
    case .reassembly: FramesInput.run(input)
    case .http: TalkInput.run(input)
    case .json: TextInput.json(input)
    case .filter: TextInput.filter(input)
    case .coding: TextInput.coding(input)
    case .profile: TextInput.profile(input)
    }
  }
}
