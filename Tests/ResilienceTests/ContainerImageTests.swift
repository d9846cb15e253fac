import TestSupport
import Testing

@testable import Resilience

/// Clients in containers.
@Suite(.waiting) struct ContainerImageTests {
  @Test func theContainerSharesTheLinkAndTheFiles() {
    let words = ContainerImage("example/client").command(running: ["fetch", "{url}"], captures: "/srv/captures").words
    #expect(words.starts(with: ["podman"]) && words.suffix(3) == ["example/client", "fetch", "{url}"])
    #expect(words.contains("--network=host") && words.contains("/srv/captures:/srv/captures"))
    #expect(words.contains("HEADWIND_REQUESTS") && words.contains("SSL_CERT_FILE"))
  }

  /// A command that the image lacks is no scenario that the client does not support.
  @Test(arguments: [
    (127, "Error: crun: executable file `fetch` not found in $PATH", true),
    (1, "ERROR (catatonit:2): failed to exec pid1: No such file or directory", true),
    (1, "time=\"2026-11-23T16:57:46Z\" level=error msg=\"invalid internal status\"", true),
    (125, "Error: short-name \"x\" did not resolve to an alias", true), (127, "no such scenario", false),
    (0, "Error: none", false),
  ])
  func aContainerThatCannotBeStartedIsSaid(status: Int32, output: String, isComplaint: Bool) {
    var outcome = TestFrames.outcome(seconds: 1, status: status)
    outcome.output = output + "\n"
    #expect(ContainerImage.complaint(in: outcome)?.hasPrefix(output) == (isComplaint ? true : nil))
    outcome.begun = outcome.started
    #expect(ContainerImage.complaint(in: outcome) == nil)
  }

  @Test func withoutAnEngineItIsSaidWhatIsMissing() throws {
    let result = try BuiltCommand.test("--container example/client", environment: "PATH=/nowhere")
    #expect(result.status != 0, "\(result.output)")
    #expect(result.output.contains("--container needs podman") && result.output.contains("docker"), "\(result.output)")
  }
}
