import Exchanges
import Testing
import Wire

/// Which lookup a connection has waited for, and how long, with hand-made packets.
struct NameLookupTests {
  private static let second = 1_000_000

  @Test func overlappingLookupsOfOneNameEachHaveTheirTime() {
    var talk = NameTalk()
    talk.lookUp(0, 40_000, port: 5001, id: 10)
    talk.lookUp(5_000, 60_000, port: 5002, id: 20)
    talk.lookUp(5_000, 90_000, port: 5003, id: 30)
    // The exchanges end in another order than their lookups.
    talk.connect(40_100, port: 6001)
    talk.connect(60_100, port: 6002)
    talk.connect(90_100, port: 6003)
    #expect(talk.waits() == [6001: 40_000, 6002: 55_000, 6003: 85_000])
  }

  /// The questions of two threads are mixed: what a port has asked belongs together.
  @Test func questionsOfTwoPortsDoNotMix() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.ask(100, port: 5002, id: 2)
    talk.ask(150, port: 5002, id: 3, "a.example", .aaaa)
    talk.ask(200, port: 5001, id: 4, "a.example", .aaaa)
    talk.answer(20_000, port: 5001, id: 1)
    talk.answer(20_100, port: 5001, id: 4, "a.example", .aaaa)
    talk.answer(50_000, port: 5002, id: 2)
    talk.answer(50_100, port: 5002, id: 3, "a.example", .aaaa)
    talk.connect(20_200, port: 6001)
    talk.connect(50_200, port: 6002)
    #expect(talk.waits() == [6001: 20_100, 6002: 50_000])
  }

  /// glibc: the first timeout asks both again from the same port, with the same IDs.
  @Test func aLostQueryCountsFromTheFirstQuestion() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.ask(10, port: 5001, id: 2, "a.example", .aaaa)
    talk.answer(40_000, port: 5001, id: 2, "a.example", .aaaa)
    talk.ask(5 * Self.second, port: 5001, id: 1)
    talk.answer(5 * Self.second + 40_000, port: 5001, id: 1)
    talk.ask(5 * Self.second + 40_010, port: 5001, id: 2, "a.example", .aaaa)
    talk.answer(5 * Self.second + 80_000, port: 5001, id: 2, "a.example", .aaaa)
    talk.connect(5 * Self.second + 80_100, port: 6001)
    #expect(talk.waits() == [6001: 5_080_000])
    #expect(talk.exchanges()[6001]?.total == 5_110_100_000)
  }

  /// c-ares and glibc's third mode: another port, the same ID.
  @Test func aRetryFromAnotherPortIsKnownByItsID() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 77)
    talk.ask(1_700_000, port: 5002, id: 77)
    talk.answer(1_740_000, port: 5002, id: 77)
    talk.connect(1_740_100, port: 6001)
    #expect(talk.waits() == [6001: 1_740_000])
  }

  /// Two lookups at once whose resolvers use the same ID are two lookups.
  @Test func equalIDsFromTwoPortsAtOnceAreTwoLookups() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 7)
    talk.ask(10_000, port: 5002, id: 7)
    talk.answer(40_000, port: 5001, id: 7)
    talk.answer(70_000, port: 5002, id: 7)
    talk.connect(40_100, port: 6001)
    talk.connect(70_100, port: 6002)
    #expect(talk.waits() == [6001: 40_000, 6002: 60_000])
  }

  /// Go: a port and an ID for each question, also for one that is asked again.
  @Test func aResolverWithAPortForEachQuestionIsOneLookup() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.ask(50, port: 5002, id: 2, "a.example", .aaaa)
    talk.answer(40_000, port: 5002, id: 2, "a.example", .aaaa)
    talk.ask(5_001_000, port: 5003, id: 3)
    talk.answer(5_041_000, port: 5003, id: 3)
    // Two connections after one lookup.
    talk.connect(5_041_100, port: 6001)
    talk.connect(5_041_200, port: 6002)
    #expect(talk.waits() == [6001: 5_041_000, 6002: 5_041_000])
  }

  /// musl asks all servers at once, and takes the first answer that is of use.
  @Test func theFirstUsefulAnswerOfSeveralServersCounts() {
    var talk = NameTalk()
    let second = IPv4Address(192, 0, 2, 54)
    for resolver in [NameTalk.nameServer, second] { talk.ask(0, port: 5001, id: 1, of: resolver) }
    talk.answer(10_000, port: 5001, id: 1, code: 2)
    talk.answer(30_000, port: 5001, id: 1, from: second)
    talk.answer(90_000, port: 5001, id: 1)
    talk.connect(30_100, port: 6001)
    #expect(talk.waits() == [6001: 30_000])
  }

  /// glibc asks the next server from another port after an error.
  @Test func theNextServerAfterAFailureBelongsToTheLookup() {
    var talk = NameTalk()
    let second = IPv4Address(192, 0, 2, 54)
    talk.ask(0, port: 5001, id: 1)
    talk.answer(10_000, port: 5001, id: 1, code: 2)
    talk.ask(10_100, port: 5002, id: 9, of: second)
    talk.answer(30_000, port: 5002, id: 9, from: second)
    talk.connect(30_100, port: 6001)
    #expect(talk.waits() == [6001: 30_000])
  }

  /// The names of a search list are asked for one after the other.
  @Test func aSearchListIsOneWait() {
    var talk = NameTalk()
    for (index, name) in ["shop.corp.example", "shop.example"].enumerated() {
      let (start, port) = (index * 41_000, UInt16(5001 + index))
      talk.ask(start, port: port, id: 1, name)
      talk.ask(start + 10, port: port, id: 2, name, .aaaa)
      talk.answer(start + 40_000, port: port, id: 1, name, code: index == 0 ? 3 : 0)
      talk.answer(start + 40_010, port: port, id: 2, name, .aaaa, code: index == 0 ? 3 : 0)
    }
    talk.connect(81_100, port: 6001, host: "shop")
    #expect(talk.waits() == [6001: 81_010])
  }

  /// Another name that was not found just before is no step of the search.
  @Test func anotherNameThatFailedIsNoWait() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1, "www.a.example")
    talk.answer(40_000, port: 5001, id: 1, "www.a.example", code: 3)
    talk.ask(40_100, port: 5002, id: 2, "www.b.example")
    talk.answer(80_000, port: 5002, id: 2, "www.b.example")
    talk.connect(80_100, port: 6001, host: "www.b.example")
    #expect(talk.waits() == [6001: 39_900])
  }

  /// The program goes on with what it has when the resolver gives the other type up.
  @Test func theWaitForAnAnswerThatNeverComesCounts() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.ask(10, port: 5001, id: 2, "a.example", .aaaa)
    talk.answer(40_000, port: 5001, id: 1)
    talk.connect(5_000_400, port: 6001)
    #expect(talk.waits() == [6001: 5_000_400])
  }

  /// RFC 8305: a connection begins before the other answer is there.
  @Test func aConnectionBeforeTheLastAnswerWaitedUntilThen() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.ask(10, port: 5001, id: 2, "a.example", .aaaa)
    talk.answer(40_000, port: 5001, id: 1)
    talk.connect(90_000, port: 6001)
    talk.answer(95_000, port: 5001, id: 2, "a.example", .aaaa)
    #expect(talk.waits() == [6001: 90_000])
  }

  /// The second address of an answer is tried when the first one does not answer.
  @Test func aSecondAddressIsOfTheSameLookup() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.answer(40_000, port: 5001, id: 1, "a.example", .a, [NameTalk.other, NameTalk.server])
    talk.connect(40_100, port: 6001, to: NameTalk.other, isAnswered: false)
    talk.connect(290_000, port: 6002)
    let exchange = talk.exchanges()[6002]
    #expect(exchange?.timings.dns == 40_000_000 && exchange?.timings.blocked == 250_010_000)
  }

  /// A later connection has not waited for the lookup of one that stands.
  @Test func aNameInTheClientsCacheIsNoWait() {
    var talk = NameTalk()
    talk.ask(0, port: 5001, id: 1)
    talk.answer(40_000, port: 5001, id: 1, "a.example", .a, [NameTalk.other, NameTalk.server])
    talk.connect(40_100, port: 6001)
    talk.connect(60_000, port: 6002)
    talk.connect(70_000, port: 6003, to: NameTalk.other)
    #expect(talk.waits() == [6001: 40_000])
  }

  @Test func anOldAnswerIsNoWait() {
    var talk = NameTalk()
    talk.lookUp(0, 40_000, port: 5001, id: 1)
    talk.connect(3 * Self.second, port: 6001)
    #expect(talk.waits().isEmpty)
  }

  /// Two names with one address: the request says which of them it is for.
  @Test func theHostTellsLookupsOfOneAddressApart() {
    var talk = NameTalk()
    talk.lookUp(0, 40_000, port: 5001, id: 1, "a.example")
    talk.lookUp(20_000, 40_020, port: 5002, id: 11, "b.example")
    talk.connect(40_100, port: 6002, host: "b.example")
    talk.connect(40_150, port: 6001, host: "a.example")
    #expect(talk.waits() == [6001: 40_000, 6002: 20_020])
  }

  /// The SYN of a connection with no lookup is sent again while another lookup has just been answered.
  @Test func aSYNThatIsSentAgainTakesNoLookup() {
    var talk = NameTalk()
    talk.connect(0, port: 6001, isAnswered: false)
    talk.lookUp(960_000, 999_000, port: 5001, id: 1)
    talk.connect(1_000_000, port: 6001)
    talk.connect(1_000_100, port: 6002)
    #expect(talk.waits() == [6002: 39_000])
  }

  /// The failure of one thread's lookup shows although another thread's succeeded.
  @Test func aFailureBesideASuccessIsReported() {
    var talk = NameTalk()
    talk.lookUp(0, 40_000, port: 5001, id: 1)
    talk.ask(10_000, port: 5002, id: 5)
    talk.ask(5_010_000, port: 5002, id: 5)
    let failures = talk.exchanges(reportsFailures: true).values.compactMap(\.failure)
    #expect(failures == [.nameUnanswered(queries: 2)])
  }
}
