import Testing
import Wire

@testable import VirtualLink

/// What the relay reads of the client's packets, and the packets that it answers with.
@Suite struct ClientReplyTests {
  private static let client = IPAddress.v4(IPv4Address(10, 83, 1, 2))
  private static let server = IPAddress.v4(IPv4Address(192, 0, 2, 1))

  /// Whether the checksums of an IPv4 packet and of the message in it are right.
  private func isSound(_ frame: [UInt8], pseudoHeaderOf number: UInt8?) -> Bool {
    var sum = InternetChecksum()
    if let number {
      sum.add(frame.span, in: 26..<34)
      sum.add(UInt16(number))
      sum.add(UInt16(frame.count - 34))
    }
    sum.add(frame.span, in: 34..<frame.count)
    return InternetChecksum.of(frame.span, in: 14..<34) == 0 && sum.value == 0
  }

  @Test func aRefusalAcknowledgesTheRequest() throws {
    let request = try #require(RelayPackets.held(RelayPackets.connectionRequest(from: 4000, sequence: .max)))
    #expect(request.kind == .connectionRequest(sequence: .max))
    #expect(request.source == Endpoint(address: Self.client, port: 4000))
    #expect(request.destination == Endpoint(address: Self.server, port: 80))
    let frame = ClientReply.refusal(of: request, sequence: .max)
    #expect(isSound(frame, pseudoHeaderOf: 6))
    let headers = PacketHeaders(frame.span, linkType: .ethernet)
    let tcp = try TCPHeader(frame.span, at: headers.transportOffset)
    #expect(tcp.sourcePort == 80 && tcp.destinationPort == 4000)
    #expect(tcp.acknowledgment == 0 && frame[47] == 0x14)
    #expect(Array(frame[26..<34]) == [192, 0, 2, 1, 10, 83, 1, 2])
  }

  @Test func anErrorQuotesThePacket() throws {
    let request = try #require(RelayPackets.held(RelayPackets.connectionRequest(from: 4000, sequence: 1)))
    let gateway = IPAddress.v4(IPv4Address(10, 83, 1, 1))
    for (obstacle, code) in [(ClientReply.Obstacle.network, 0), (.host, 1), (.port, 3), (.prohibited, 13)] {
      let frame = ClientReply.unreachable(obstacle, request.packet, from: gateway, to: Self.client)
      #expect(isSound(frame, pseudoHeaderOf: nil))
      #expect(frame[34] == 3 && frame[35] == UInt8(code))
      #expect(frame[42...] == request.packet)
    }
  }

  @Test func anEchoReplyHasTheClientsIdentifier() throws {
    let request = try #require(RelayPackets.held(RelayPackets.echoRequest(0xBEEF)))
    #expect(request.kind == .echo(identifier: 0xBEEF))
    // What a ping socket of the host received: its own identifier, and the same content.
    var message = Array(request.transport)
    message.set(UInt16(5), at: 4)
    let frame = ClientReply.echo(message[...], identifier: 0xBEEF, from: Self.server, to: Self.client)
    #expect(isSound(frame, pseudoHeaderOf: nil))
    #expect(frame[34] == 0 && Array(frame[38..<40]) == [0xBE, 0xEF] && Array(frame[42...]) == [1, 2, 3, 4])
  }

  /// Neither a segment of an open connection nor a piece of a packet is anything to answer.
  @Test func otherPacketsAreNotHeld() {
    #expect(RelayPackets.held(RelayPackets.connectionRequest(from: 1, sequence: 1, flags: 0x10)) == nil)
    #expect(RelayPackets.held(RelayPackets.connectionRequest(from: 1, sequence: 1, flags: 0x12)) == nil)
    for whole in [RelayPackets.connectionRequest(from: 1, sequence: 1), RelayPackets.echoRequest(1)] {
      #expect(RelayPackets.held(whole) != nil)
      for length in 0..<whole.count { #expect(RelayPackets.held(whole, length: length) == nil) }
    }
  }

  @Test func theScopeKnowsWhatIsWhere() throws {
    let addresses = LinkAddresses(number: 1)
    func place(_ text: String, isWayOut: Bool = true) throws -> RelayScope.Place {
      RelayScope(addresses, isWayOut: isWayOut).place(of: try #require(IPAddress(text)))
    }
    #expect(try place("192.0.2.1") == .host(Self.server))
    for local in ["10.83.1.3", "fd5b:8e1c:4d77:1::3"] {
      #expect(try place(local) == .hostLoopback)
      #expect(try place(local, isWayOut: false) == .hostLoopback)
    }
    for own in ["10.83.1.1", "fd5b:8e1c:4d77:1::1"] { #expect(try place(own) == .farSide) }
    #expect(try place("192.0.2.1", isWayOut: false) == .farSide)
    for nobody in [
      "10.83.1.9", "10.83.1.255", "127.0.0.1", "0.0.0.0", "169.254.1.1", "224.0.0.1", "255.255.255.255",
      "fd5b:8e1c:4d77:1::9", "::1", "::", "::ffff:127.0.0.1", "fe80::1", "ff02::1",
    ] { #expect(try place(nobody) == .nobody, "\(nobody)") }
  }

  @Test(arguments: [
    "169.254.169.254", "169.254.0.1", "100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd00:ec2::23",
    "fd20:ce::254",
    "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1",
  ])
  func theMetadataOfACloudIsReachedOnRequest(_ text: String) throws {
    let address = try #require(IPAddress(text))
    let addresses = LinkAddresses(number: 1)
    #expect(RelayScope(addresses, isWayOut: true).place(of: address) == .nobody)
    #expect(RelayScope(addresses, isWayOut: true, reachesLinkLocal: true).place(of: address) == .host(address))
    // An IPv4-mapped address is none of the network's.
    let mapped = try #require(IPAddress("::ffff:169.254.169.254"))
    #expect(RelayScope(addresses, isWayOut: true, reachesLinkLocal: true).place(of: mapped) == .nobody)
    let neighbour = try #require(IPAddress("169.253.169.254"))
    #expect(RelayScope(addresses, isWayOut: true).place(of: neighbour) == .host(neighbour))
  }
}
