import Testing

@testable import VirtualLink

/// What a program's environment says of key logs, besides what the user has set himself.
struct KeyLogRequestTests {
  private static let place = KeyLogPlace(path: "/run/headwind/keys-1-2", library: "/run/headwind/keys-1-2.so")

  private func environment(
    _ ways: [KeyLogRequest.Way], _ environment: [String] = [], _ place: KeyLogPlace = place
  ) throws -> [String] {
    var command = ProgramCommand(["true"], environment: environment)
    try KeyLogRequest(place, by: ways).ask(&command)
    return command.environment.sorted()
  }

  @Test func programsAreAskedByTheirVariable() throws {
    #expect(try environment([]) == ["SSLKEYLOGFILE=/run/headwind/keys-1-2"])
    #expect(try environment([], ["SSLKEYLOGFILE=/home/me/keys"]) == ["SSLKEYLOGFILE=/home/me/keys"])
  }

  @Test func nodeKeepsItsOtherOptions() throws {
    let mine = "SSLKEYLOGFILE=/home/me/keys"
    #expect(try environment([.node], [mine]) == ["NODE_OPTIONS=--tls-keylog=/run/headwind/keys-1-2", mine])
    #expect(
      try environment([.node], [mine, "NODE_OPTIONS=--no-warnings"]) == [
        "NODE_OPTIONS=--no-warnings --tls-keylog=/run/headwind/keys-1-2", mine,
      ])
    let own = "NODE_OPTIONS=--tls-keylog=/home/me/node-keys"
    #expect(try environment([.node], [mine, own]) == [own, mine])
    #expect(KeyLogRequest.nodeWord("--tls-keylog=/a b/\"c\\d") == "\"--tls-keylog=/a b/\\\"c\\\\d\"")
  }

  @Test func otherPreloadedLibrariesStay() throws {
    let mine = "SSLKEYLOGFILE=/home/me/keys"
    #expect(
      try environment([.preload], [mine, "LD_PRELOAD=libfaketime.so.1"]) == [
        "HEADWIND_KEY_LOG=/run/headwind/keys-1-2", "LD_PRELOAD=libfaketime.so.1:/run/headwind/keys-1-2.so", mine,
      ])
    #expect(try environment([.preload], [mine]).contains("LD_PRELOAD=/run/headwind/keys-1-2.so"))
    #expect(throws: LinkError.self) {
      _ = try environment([.preload], [], KeyLogPlace(path: "/a b/keys", library: "/a b/keys.so"))
    }
  }

  @Test func theLibraryIsAnELFFileOnlyWhereItIsWanted() throws {
    #expect(try KeyLogRequest(Self.place, by: [.node]).files.isEmpty)
    let file = try #require(try KeyLogRequest(Self.place, by: [.preload]).files.first)
    #expect(file.path == Self.place.library)
    #expect(file.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46]))
  }
}
