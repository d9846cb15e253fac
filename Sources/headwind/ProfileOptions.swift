import ArgumentParser
import LinkConditions
import TextOutput
import VirtualLink

/// The option for the user's own profiles.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A directory with your own profiles, which override shipped profiles of the same name.", valueName: "directory"),
    completion: .directory)
  var directory: String?

  var choice: ProfileChoice { ProfileChoice(directory: directory) }

  /// Finds profiles by name while a link is up. Relative paths refer to the current working directory.
  func finder() -> @Sendable (String) throws -> Profile {
    let choice = ProfileChoice(directory: directory.map(absolutePath), kind: .regular)
    return { name in
      do {
        return try choice.find(name, for: "a link that is up")
      } catch let failure as Failure {
        throw LinkError(failure.message.text, remedy: failure.remedy?.text)
      }
    }
  }
}
