import Resilience
import TextOutput

extension ClientCommand {
  /// Refuses a command whose program is not there.
  func requireFound() throws {
    guard isFound else {
      throw Failure(
        "\(words[0]): command not found or not executable",
        remedy: "install it, give its path, or make the file executable with chmod +x", status: ExitStatus.environment)
    }
  }
}
