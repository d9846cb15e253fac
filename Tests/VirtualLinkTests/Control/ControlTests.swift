import Glibc
import Testing

@testable import VirtualLink

/// The control socket, in a namespace that each test makes.
@Suite struct ControlTests {
  @Test func answersInTheNamespaceItIsIn() throws {
    let namespace = try NetworkNamespace()
    let address = ControlAddress(try LinkName("control-test"))
    let server = try ControlServer(address, in: [namespace]) { line, _ in
      line == "refuse" ? ControlReply(error: "not\ntoday") : ControlReply([("echo", line)])
    }
    defer { server.close() }
    #expect(try ControlClient(address) == nil)
    try namespace.perform {
      #expect(ControlAddress.all().map(\.text) == ["control-test"])
      let client = try #require(try ControlClient(address))
      #expect(try client.request("hello there")["echo"] == "hello there")
      #expect(throws: LinkError("not today")) { try client.request("refuse") }
      #expect(try client.request("still here")["echo"] == "still here")
    }
  }

  @Test func sendsDescriptors() throws {
    let namespace = try NetworkNamespace()
    let address = ControlAddress(try LinkName("control-test"))
    let server = try ControlServer(address, in: [namespace]) { _, _ in ControlReply(descriptors: [namespace.descriptor])
    }
    defer { server.close() }
    let received = try namespace.perform {
      try ControlClient(address)?.request("enter").descriptors ?? []
    }
    #expect(received.map { NetworkNamespace(descriptor: $0) } == [namespace])
  }

  @Test func refusesANameThatIsTaken() throws {
    try NetworkNamespace().perform {
      let address = ControlAddress(try LinkName("control-test"))
      let first = try ControlServer.reserve(address)
      let second = try ControlServer.reserve(address)
      withExtendedLifetime(first) {
        #expect(first != nil)
        #expect(second == nil)
      }
    }
  }

  @Test func dropsALineThatHasNoEnd() throws {
    let namespace = try NetworkNamespace()
    let address = ControlAddress(try LinkName("control-test"))
    let server = try ControlServer(address, in: [namespace]) { _, _ in ControlReply() }
    defer { server.close() }
    try namespace.perform {
      let client = try #require(try ControlClient(address))
      #expect(throws: LinkError.self) { try client.request(String(repeating: "x", count: 100_000)) }
    }
  }

  @Test(arguments: ["", "-x", ".x", "_x", "a b", "a/b", "ä", String(repeating: "a", count: 33)])
  func takesNoOtherNames(_ text: String) {
    #expect(throws: LinkError.self) { try LinkName(text) }
  }
}
