import ArgumentParser
import Dissection
import LinkConditions
import TextOutput

/// Checks the words of the command line before they are parsed.
enum SubcommandWords {
  /// Returns the words if their subcommands exist. The parser itself would complain about a later word, or suggest
  /// nothing.
  static func checked(_ words: [String], for root: any ParsableCommand.Type) throws(Failure) -> [String] {
    var (command, path) = (root, [root._commandName])
    // `help` is also followed by subcommands.
    let rest = words.first == "help" ? words.dropFirst() : words[...]
    for word in rest {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { break }
      let names = subcommands.map { $0._commandName }
      guard let index = names.firstIndex(of: word) else {
        if word == "help", path.count == 1 { break }
        let shown = subcommands.filter { $0.configuration.shouldDisplay }
        throw unknown(word, path, names: shown.map { $0._commandName })
      }
      command = subcommands[index]
      path.append(word)
    }
    return words
  }

  private static func unknown(_ word: String, _ path: [String], names: [String]) -> Failure {
    let nearest: PrintableText = Nearest.to(word, among: names).map { "Did you mean '\($0)'? " } ?? ""
    return Failure(
      "'\(word)' is not a subcommand of '\(path.joined(separator: " "))'",
      remedy: "\(nearest)The subcommands are \(names.joined(separator: ", ")).", status: ExitStatus.usage)
  }
}
