/// What bytes from anywhere can reach, one entry point each. An input must not trap, hang or grow without bound, whatever
/// it is; and where something is printed of it, `Oracle` says what must hold of that.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A capture file: pcap or pcapng, plain or compressed.
  case file
  /// A compressed file of captured packets: what the decompressors make of broken streams.
  case compressed
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
  /// What two ends of a connection say by HTTP/2, in pieces and with gaps.
  case http2
  /// Datagrams of two ends of QUIC, sealed and as they are.
  case quic
  /// How connections of QUIC and TLS begin, and what servers say of HTTP/3.
  case beginning
  /// What two ends of a connection say by HTTP/3, on streams with gaps and ends.
  case http3
  /// The talk of `http`, as HAR, as lines of JSON and as files.
  case export
  /// The same, as `--follow` shows it.
  case follow
  /// The same, counted.
  case statistics
  /// The same, as a link tells of it while it is up.
  case observation
  /// What two ends of a TLS connection say, with and without secrets.
  case secure
  /// The secrets of TLS connections.
  case keyLog
  /// A file with private keys.
  case keyFile
  case json
  /// What bodies carry: WebSocket frames, events, gRPC, protobuf, CBOR, MessagePack, parts, forms.
  case messages
  /// A display filter.
  case filter
  /// A coded body.
  case coding
  /// A profile file.
  case profile
  /// A file of scenarios.
  case suite
  /// A report of a suite.
  case report
  /// A query to the far side's name server.
  case dns
  /// Requests to the far side's servers.
  case service
  /// Requests to the API of the console.
  case console
  /// A request on a link's control socket.
  case control
  /// Messages from the kernel.
  case netlink
  /// What a program on a connected link sends to the relay.
  case relay
  /// The first bytes of a client whose connection is inspected.
  case greeting
  /// The name of a process.
  case process

  /// Takes one input.
  public func run(_ input: [UInt8]) {
    switch self {
    case .file: FileInput.run(input)
    case .compressed: FileInput.runCompressed(input)
    case .wire: FrameInput(input)?.readHeaders()
    case .lines: FrameInput(input)?.list()
    case .fields: FrameInput(input)?.dissect()
    case .reassembly: FramesInput.run(input)
    case .http: TalkInput(input).read()
    case .http2: HTTP2Input(input).read()
    case .quic: QUICInput(input).read()
    case .beginning: BeginningInput.run(input)
    case .http3: HTTP3Input(input).read()
    case .export: TalkInput(input).export()
    case .follow: TalkInput(input).follow()
    case .statistics: TalkInput(input).count()
    case .observation: TalkInput(input).observe()
    case .secure: SecureInput(input).read()
    case .keyLog: SecureInput.keyLog(input)
    case .keyFile: SecureInput.keyFile(input)
    case .json: TextInput.json(input)
    case .messages: MessageInput(input)?.read()
    case .filter: TextInput.filter(input)
    case .coding: TextInput.coding(input)
    case .profile: TextInput.profile(input)
    case .suite: ReportInput.suite(input)
    case .report: ReportInput.report(input)
    case .dns: FarSideInput.dns(input)
    case .service: FarSideInput.http(input)
    case .console: ConsoleInput.run(input)
    case .control: ControlInput.request(input)
    case .netlink: ControlInput.netlink(input)
    case .relay: RelayInput.run(input)
    case .greeting: FarSideInput.greeting(input)
    case .process: ControlInput.process(input)
    }
  }
}
