import ArgumentParser

/// The option for the user's own profiles.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A directory with your own profiles, which override shipped profiles of the same name.", valueName: "directory"))
  var directory: String?

  var choice: ProfileChoice { ProfileChoice(directory: directory) }
}
