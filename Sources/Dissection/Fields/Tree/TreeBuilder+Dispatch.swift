import Streams
import TextOutput
import Wire

// Going from one protocol to the next.

extension TreeBuilder {
  /// Runs a dissector; where the bytes give out, what it found stays and a node says so.
  @inline(never)
  mutating func run(_ dissector: Dissector, _ bytes: Span<UInt8>, _ start: Int) {
    run(dissector.name, bytes, start, dissector.dissect)
  }

  // The optimizer of Swift 6.3 crashes where several of these, and the dissectors in them, are inlined into one caller.
  @inline(never)
  mutating func run(
    _ name: String, _ bytes: Span<UInt8>, _ start: Int,
    _ dissect: (inout TreeBuilder, Span<UInt8>, Int) throws(DissectionStop) -> Void
  ) {
    guard context.nesting < PacketContext.deepest else {
      expert(nil, .warning, "Too many protocols inside each other")
      return
    }
    context.nesting += 1
    defer { context.nesting -= 1 }
    let saved = (depth, extent)
    extent = bytes.count
    do {
      try dissect(&self, bytes, start)
    } catch {
      depth = 0
      stop(error, name: name, bytes, start)
    }
    (depth, extent) = saved
  }

  /// The bytes that no dissector knows.
  ///
  /// - Parameter depth: where its node is, if not at the top.
  mutating func data(_ bytes: Span<UInt8>, _ start: Int, at depth: UInt8 = 0) {
    guard start < bytes.count else { return }
    let range = start..<bytes.count
    extent = bytes.count
    noteProtocol("data")
    self.depth = depth
    if wants(.data) { tree.extents.append((tree.nodes.count, extent)) }
    let mark = begin(
      .data, range, .bytes, text: "Data: \(range.count) byte\(range.count == 1 ? "" : "s") of no known protocol")
    add(.dataData, range, .bytes)
    generate(.dataLen, .signed(Int64(range.count)))
    end(mark)
  }

  private mutating func stop(_ reason: DissectionStop, name: String, _ bytes: Span<UInt8>, _ start: Int) {
    let label = name.uppercased()
    let isCut = reason == .bounds && (context.isCut || buffer == 0 && capturedLength < frame.originalLength)
    if !context.isQuoted { tree.stop = tree.stop ?? (isCut ? .cut : .malformed) }
    if isCut {
      add(.short, 0..<0, .none, text: "[Not captured whole: \(label) is cut off]")
    } else {
      let mark = begin(.malformed, 0..<0, .none, text: "[\(label) has a fault]")
      expert(nil, .error, "The packet ends before the protocol does, or contradicts itself", .malformed)
      end(mark)
    }
  }
}

// By number, through the tables.
extension TreeBuilder {
  mutating func dispatch(etherType: UInt16, _ bytes: Span<UInt8>, _ start: Int) {
    if depth == 0 || context.nesting > 0 { noteProtocol("ethertype") }
    guard let dissector = state.tables.dissector(.etherType, UInt32(etherType)) else { return data(bytes, start) }
    run(dissector, bytes, start)
  }

  mutating func dispatch(ipProtocol: UInt8, _ bytes: Span<UInt8>, _ start: Int) {
    guard let dissector = state.tables.dissector(.ipProtocol, UInt32(ipProtocol)) else { return data(bytes, start) }
    run(dissector, bytes, start)
  }

  /// The lower port is asked first, since servers have low ones.
  mutating func dispatch(udp bytes: Span<UInt8>, _ start: Int) {
    // A tunnel has headers in it, which count as those around it; whatever is in a datagram may tie it to others.
    guard needs.payload || isTunnel || ties != nil, start < bytes.count else { return }
    if let dissector = datagramDissector() {
      run(dissector, bytes, start)
    } else if QUICDissector.takes(self, bytes, start) {
      run(QUICDissector.dissector, bytes, start)
    } else if DTLSDissector.takes(self, bytes, start) {
      run(DTLSDissector.dissector, bytes, start)
    } else if let dissector = recognized(bytes, start) {
      run(dissector, bytes, start)
    } else {
      data(bytes, start)
    }
  }

  private var isTunnel: Bool {
    PacketHeaders.isTunnelPort(context.sourcePort) || PacketHeaders.isTunnelPort(context.destinationPort)
  }

  /// What the ports lead to, the user's word before all others.
  private func datagramDissector() -> Dissector? {
    let low = UInt32(min(context.sourcePort, context.destinationPort))
    let high = UInt32(max(context.sourcePort, context.destinationPort))
    let tables = state.tables
    return tables.override(.udpPort, low) ?? tables.override(.udpPort, high) ?? tables.dissector(.udpPort, low)
      ?? tables.dissector(.udpPort, high)
  }

  /// What the bytes of a datagram say of themselves.
  private func recognized(_ bytes: Span<UInt8>, _ start: Int) -> Dissector? {
    // NetBIOS has messages like those of DNS, with names of its own (RFC 1002).
    let ports = [context.sourcePort, context.destinationPort]
    return ports.contains(137) ? nil : DatagramRecognition.dissector(bytes, start)
  }

  /// Dissects the part of a packet that an ICMP error quotes; the layers around it keep their own addresses.
  mutating func quote(_ dissector: Dissector, _ bytes: Span<UInt8>, _ start: Int) {
    guard start < bytes.count else { return }
    let saved = context
    context.isQuoted = true
    context.isCut = true
    run(dissector, bytes, start)
    let nesting = context.nesting
    context = saved
    context.nesting = nesting
  }

  /// The conversation that the packet belongs to, either way.
  var conversation: FlowKey? { orderedConversation?.key }

  private var orderedConversation: (key: FlowKey, isSourceLower: Bool)? {
    guard let source = context.source, let destination = context.destination else { return nil }
    return FlowKey.make(
      source: Endpoint(address: source, port: context.sourcePort),
      destination: Endpoint(address: destination, port: context.destinationPort))
  }

  var wantsAnalysis: Bool { true }

  mutating func analyze(_ segment: TCPSegmentFields, _ bytes: Span<UInt8>) -> TCPAnalysis? {
    guard let (key, isLower) = orderedConversation else { return nil }
    let begun = state.tcp.begun
    let analysis = state.tcp.analyze(segment, key, isLower: isLower, frame: frame, isQuoted: context.isQuoted)
    tie(key, isNew: state.tcp.begun > begun && !analysis.findings.contains(.reusedPorts))
    return analysis
  }
}
