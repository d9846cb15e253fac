import LinkConditions
import Testing
import Wire

struct SelectionTests {
  private func facts(
    _ direction: LinkDirection = .uplink, _ ipProtocol: UInt8 = 6, _ address: String = "192.0.2.1",
    _ port: UInt16? = 443
  ) -> PacketFacts {
    PacketFacts(direction: direction, ipProtocol: ipProtocol, farAddress: IPAddress(address), farPort: port)
  }

  private func classifier(_ selectors: PacketSelector...) -> PacketClassifier {
    PacketClassifier(selectors.map { Selection($0) })
  }

  @Test func theFirstThatMatchesCounts() {
    var parts = classifier(
      PacketSelector(transport: .quic), PacketSelector(transport: .udp), PacketSelector(ports: 443...443),
      PacketSelector(direction: .downlink))
    let names = HostNames()
    #expect(parts.classify(facts(.uplink, 17), names: names) == 1)
    #expect(parts.classify(facts(.uplink, 17, "192.0.2.1", 53), names: names) == 2)
    #expect(parts.classify(facts(), names: names) == 3)
    #expect(parts.classify(facts(.uplink, 6, "192.0.2.1", 80), names: names) == 0)
    #expect(parts.classify(facts(.downlink, 6, "192.0.2.1", 80), names: names) == 4)
    #expect(parts.classify(PacketFacts(direction: .uplink), names: names) == 0)
  }

  @Test func theFirstPacketsOfADirectionAreCountedApart() {
    var parts = classifier(PacketSelector(transport: .tcp, first: 2))
    let names = HostNames()
    let found = [LinkDirection.uplink, .uplink, .downlink, .uplink, .downlink, .downlink].map {
      parts.classify(facts($0), names: names)
    }
    #expect(found == [1, 1, 1, 0, 1, 0])
    #expect(parts.classify(facts(.uplink, 17), names: names) == 0)
  }

  @Test func hostsAreKnownOnceTheirNamesAre() throws {
    var parts = classifier(PacketSelector(host: HostPattern("*.API.example")))
    var names = HostNames()
    #expect(parts.classify(facts(), names: names) == 0)
    names.learn("www.example", try #require(IPAddress("192.0.2.1")))
    #expect(parts.classify(facts(), names: names) == 0)
    names.learn("v1.api.example", try #require(IPAddress("192.0.2.1")))
    #expect(parts.classify(facts(), names: names) == 1)
    #expect(parts.classify(facts(.downlink, 17, "192.0.2.2"), names: names) == 0)
    names.learn("v2.api.example.", try #require(IPAddress("2001:db8::5")))
    #expect(parts.classify(facts(.downlink, 17, "2001:db8::5", nil), names: names) == 1)
  }

  @Test func connectionsAreKnownByHowTheyBegan() {
    var parts = classifier(
      PacketSelector(isQUIC: true, serverName: HostPattern("*.API.example")),
      PacketSelector(applicationProtocol: "h3"), PacketSelector(isQUIC: true),
      PacketSelector(serverName: HostPattern("shop.example")))
    let names = HostNames()
    func part(_ greeting: ConnectionGreeting?, _ direction: LinkDirection = .uplink) -> Int {
      var facts = facts(direction, greeting?.isQUIC == true ? 17 : 6)
      facts.greeting = greeting
      return parts.classify(facts, names: names)
    }
    #expect(part(nil) == 0)
    #expect(part(ConnectionGreeting(isQUIC: true)) == 3)
    #expect(part(ConnectionGreeting(isQUIC: true, serverName: "v1.api.example", applicationProtocols: ["h3"])) == 1)
    #expect(part(ConnectionGreeting(isQUIC: true, serverName: "api.example", applicationProtocols: ["h3"])) == 2)
    #expect(part(ConnectionGreeting(isQUIC: true, serverName: "shop.example", applicationProtocols: ["doq"])) == 3)
    #expect(part(ConnectionGreeting(isQUIC: false, serverName: "v1.api.example", applicationProtocols: ["h2"])) == 0)
    #expect(part(ConnectionGreeting(isQUIC: false, serverName: "Shop.Example."), .downlink) == 4)
  }

  @Test func namesAreForgottenBeforeTheyAreTooMany() {
    var names = HostNames()
    for number in 0..<20_000 {
      names.learn("host\(number).example", IPAddress.v4(IPv4Address(rawValue: UInt32(number))))
    }
    #expect(names.of(IPAddress.v4(IPv4Address(rawValue: 0))).isEmpty)
    #expect(names.of(IPAddress.v4(IPv4Address(rawValue: 19_999))) == ["host19999.example"])
    for number in 0..<1000 { names.learn("name\(number)", IPAddress.v4(IPv4Address(rawValue: 19_999))) }
    #expect(names.of(IPAddress.v4(IPv4Address(rawValue: 19_999))).count == 64)
  }

  @Test(arguments: [
    ("192.0.2.0/24", "192.0.2.255", true), ("192.0.2.0/24", "192.0.3.0", false), ("0.0.0.0/0", "8.8.8.8", true),
    ("0.0.0.0/0", "::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false),
    ("::/0", "fe80::1", true), ("2001:db8::1", "2001:db8::1", true), ("2001:db8::1/127", "2001:db8::2", false),
    ("::ffff:192.0.2.1", "::ffff:c000:201", true), ("64:ff9b::192.0.2.1", "64:ff9b::c000:201", true),
  ])
  func blocksHoldAddresses(block: String, address: String, isInside: Bool) throws {
    let profile = try ProfileFile.profile(
      in: Array("name: A\nselect: [{ address: '\(block)' }]".utf8), file: "a.yaml")
    let network = try #require(profile.selections.first?.selector.network)
    #expect(network.contains(try #require(IPAddress(address))) == isInside)
  }

  @Test(arguments: [
    "1.2.3", "1.2.3.256", "1.2.3.4.5", ":::", "1::2::3", "12345::", "g::", "1:2:3:4:5:6:7", "", "::1.2.3",
  ])
  func whatIsNoAddressIsNone(text: String) {
    #expect(IPAddress(text) == nil)
  }

  /// Each part has its own queue and bandwidth, and all packets leave in order of time.
  @Test func partsDoNotWaitForEachOther() throws {
    var profile = Profile(name: "P")
    profile.uplink = DirectionConditions(bandwidth: .kilobits(80))
    profile.selections = [
      Selection(PacketSelector(transport: .udp), uplink: DirectionConditions(delay: .milliseconds(150))),
      Selection(PacketSelector(transport: .icmp), uplink: DirectionConditions(loss: .random(.init(.always)))),
    ]
    let start = LinkInstant(nanoseconds: 0)
    var emulator = DirectionEmulator(profile, .uplink, seed: 5, startingAt: start)
    func packet(_ handle: Int32) -> LinkPacket { LinkPacket(handle: handle, frameLength: 1014, ipLength: 1000) }
    for handle in 0..<3 as Range<Int32> { _ = emulator.admit(packet(handle), part: 0, at: start) }
    _ = emulator.admit(packet(10), part: 1, at: start)
    #expect(emulator.admit(packet(20), part: 2, at: start).drop == .loss)
    var order: [Int32] = []
    while let next = emulator.nextDeparture, let departure = emulator.depart(at: next) {
      order.append(departure.handle)
    }
    #expect(order == [0, 10, 1, 2])
  }

  /// After a change to a profile with fewer parts, packets that were queued in removed parts still leave.
  @Test func aChangeLosesNothing() {
    var profile = Profile(name: "P")
    profile.selections = [Selection(PacketSelector(transport: .udp), uplink: DirectionConditions(delay: .seconds(1)))]
    let start = LinkInstant(nanoseconds: 0)
    var emulator = DirectionEmulator(profile, .uplink, seed: 5, startingAt: start)
    _ = emulator.admit(LinkPacket(handle: 7, frameLength: 100, ipLength: 86), part: 1, at: start)
    emulator.change(to: .clean, at: start)
    #expect(emulator.queuedPackets == 1)
    #expect(emulator.nextDeparture == LinkInstant(nanoseconds: 1_000_000_000))
    #expect(emulator.depart(at: LinkInstant(nanoseconds: 1_000_000_000))?.handle == 7)
    emulator.change(to: profile, at: start)
    #expect(emulator.admit(LinkPacket(handle: 8, frameLength: 100, ipLength: 86), part: 9, at: start).queuedCopies == 1)
  }

  /// A link that starts over repeats its decisions and has an empty queue, with or without slots.
  @Test func startingOverForgetsTheQueueAndRepeatsTheFates() {
    let half = CorrelatedProbability(Probability(rawValue: 1 << 31))
    var conditions = DirectionConditions(delay: .milliseconds(50), loss: .random(half))
    conditions.slots = Slots(spacing: .uniform(.milliseconds(100), .milliseconds(200)))
    var profile = Profile(name: "P", uplink: conditions)
    profile.selections = [Selection(PacketSelector(transport: .udp), uplink: conditions)]
    let start = LinkInstant(nanoseconds: 0)
    var emulator = DirectionEmulator(profile, .uplink, seed: 5, startingAt: start)
    func fates() -> [Int] {
      (0..<200).map { number in
        let packet = LinkPacket(handle: Int32(number), frameLength: 100, ipLength: 86)
        return emulator.admit(packet, part: number % 2, at: start).queuedCopies
      }
    }
    let first = fates()
    let dropped = emulator.startOver(profile, at: start)
    #expect(dropped.sorted() == first.indices.filter { first[$0] > 0 }.map { Int32($0) })
    #expect(emulator.queuedPackets == 0 && emulator.nextDeparture == nil)
    #expect(fates() == first && Set(first) == [0, 1])
  }
}
