import Streams
public import TextOutput
public import Wire

/// Follows one conversation of a capture: what its ends said, in the order in which they said it.
public struct StreamFollower {
  private enum Source {
    case tcp(FlowTable, FollowedStream)
    case udp(DatagramFlows, FragmentAssembler, first: Endpoint?)
    case http(HTTPReader)
  }

  /// What was written and not taken away yet.
  public var text: TextBuffer {
    get { output.text }
    set { output.text = newValue }
  }
  /// Whether the conversation is in the capture.
  public private(set) var isFound = false
  private let layer: FollowLayer
  private let stream: Int
  private var output: FollowText
  private var source: Source

  /// - Parameters:
  ///   - stream: Wireshark's `tcp.stream` or `udp.stream`.
  ///   - options: the memory that may be used, and how much of a message's body is shown.
  public init(_ layer: FollowLayer, stream: Int, mode: FollowMode, options: HTTPOptions) {
    self.layer = layer
    self.stream = stream
    output = FollowText(mode)
    switch layer {
    case .tcp: source = .tcp(FlowTable(budget: options.memory), FollowedStream(stream, mode))
    case .udp: source = .udp(DatagramFlows(), FragmentAssembler(), first: nil)
    case .http:
      var options = options
      options.stream = stream
      options.keepsAll = true
      source = .http(HTTPReader(options))
    }
  }

  /// Takes the next frame of the capture.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    switch source {
    case .tcp(var table, var followed):
      source = .http(HTTPReader())
      table.read(frame, bytes, &followed)
      take(table, followed)
    case .udp(var flows, var fragments, var first):
      read(frame, bytes, &flows, &fragments, &first)
      source = .udp(flows, fragments, first: first)
    case .http(var reader):
      source = .udp(DatagramFlows(), FragmentAssembler(), first: nil)
      reader.read(frame, bytes)
      take(&reader)
    }
  }

  /// Says that the capture is over.
  public mutating func finish() {
    switch source {
    case .tcp(var table, var followed):
      table.finish(&followed)
      take(table, followed)
    case .udp: break
    case .http(var reader):
      reader.finish()
      take(&reader)
    }
    if isFound { output.end() }
  }

  private mutating func take(_ table: FlowTable, _ followed: consuming FollowedStream) {
    isFound = followed.isFound
    followed.output.text.withBytes { output.text.append($0) }
    followed.output.text.removeAll()
    source = .tcp(table, followed)
  }

  private mutating func take(_ reader: inout HTTPReader) {
    while let exchange = reader.next() {
      let detail = exchange.detail ?? HTTPDetail()
      if !isFound {
        isFound = true
        let isFirst = exchange.clientSide == .first
        output.begin(
          .http, stream: stream, isFirst ? exchange.client : exchange.server,
          isFirst ? exchange.server : exchange.client)
      }
      let (request, response) = (exchange.request?.first, exchange.response?.first)
      output.append(detail.requestHead.span, of: exchange.clientSide, in: request)
      output.append(detail.requestBody.span, of: exchange.clientSide, in: request)
      let head = detail.responseHead
      let start = min(detail.finalHeadStart, head.count)
      output.append(head.span.extracting(0..<start), of: exchange.clientSide.other, in: response)
      output.append(head.span.extracting(start..<head.count), of: exchange.clientSide.other, in: response)
      output.append(detail.responseBody.span, of: exchange.clientSide.other, in: response)
    }
    source = .http(reader)
  }

  private mutating func read(
    _ frame: Frame, _ bytes: Span<UInt8>, _ flows: inout DatagramFlows, _ fragments: inout FragmentAssembler,
    _ first: inout Endpoint?
  ) {
    let headers = PacketHeaders(innermostOf: frame, bytes)
    if headers.isFragment {
      guard let packet = fragments.join(headers, frame, bytes) else { return }
      return read(packet.frame, packet.bytes.span, &flows, &fragments, &first)
    }
    // The datagrams of a tunnel have a number of their own.
    let outer = PacketHeaders(frame, bytes)
    if outer.payload != headers.payload { follow(outer, frame, bytes, &flows, &first) }
    follow(headers, frame, bytes, &flows, &first)
  }

  private mutating func follow(
    _ headers: PacketHeaders, _ frame: Frame, _ bytes: Span<UInt8>, _ flows: inout DatagramFlows,
    _ first: inout Endpoint?
  ) {
    guard headers.isUDP, let from = headers.sourceEndpoint(in: bytes), let to = headers.destinationEndpoint(in: bytes)
    else { return }
    let (key, _) = FlowKey.make(source: from, destination: to)
    guard flows.see(key, at: frame.timestamp.nanoseconds).stream == stream else { return }
    if first == nil {
      first = from
      isFound = true
      output.begin(.udp, stream: stream, from, to)
    }
    let packet = PacketMark(number: frame.number, timestamp: frame.timestamp)
    output.append(bytes.extracting(headers.payload), of: from == first ? .first : .second, in: packet)
  }
}
