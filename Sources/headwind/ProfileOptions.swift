import ArgumentParser

/// Where profiles come from: those that Headwind ships, and a directory of the user's own.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: ArgumentHelp(
      "A directory of profiles of your own, which come before those of the same name.", valueName: "directory"))
  var directory: String?

  var choice: ProfileChoice { ProfileChoice(directory: directory) }
}
