import Dissection
import TestSupport
import Testing
import TextOutput

@testable import headwind

/// What is wrong with the words of a command line is said, with what may have been meant.
@Suite(.waiting) struct WordsTests {
  @Test(arguments: [
    ("capure -r x", "'capure' is not a subcommand of 'headwind'", "Did you mean 'capture'?"),
    ("htpt", "'htpt' is not a subcommand of 'headwind'", "Did you mean 'http'?"),
    ("profile shwo 3G", "'shwo' is not a subcommand of 'headwind profile'", "Did you mean 'show'?"),
    ("link swtich a b", "'swtich' is not a subcommand of 'headwind link'", "Did you mean 'switch'?"),
    ("export jsnol -r x", "'jsnol' is not a subcommand of 'headwind export'", "Did you mean 'jsonl'?"),
    ("help capure", "'capure' is not a subcommand of 'headwind'", "Did you mean 'capture'?"),
    (
      "report zzzzzz", "'zzzzzz' is not a subcommand of 'headwind report'",
      "The subcommands are merge, compare, matrix, add, trend."
    ),
  ])
  func aMisspeltSubcommandSuggestsTheNearest(words: String, message: String, remedy: String) throws {
    let failure = try #require(throws: Failure.self) {
      _ = try SubcommandWords.checked(words.split(separator: " ").map { String($0) }, for: Headwind.self)
    }
    #expect(failure.message.text == message)
    #expect(failure.remedy?.text.contains(remedy) == true, "\(failure)")
    #expect(failure.status == ExitStatus.usage)
  }

  @Test(arguments: [
    "", "--version", "help", "help link up", "run -- capure", "link up capure", "capture -r x capure", "profile --help",
  ])
  func otherWordsPass(words: String) throws {
    let words = words.split(separator: " ").map { String($0) }
    #expect(try SubcommandWords.checked(words, for: Headwind.self) == words)
  }

  /// The words, the exit status, and what is said.
  @Test(arguments: [
    ("http -r x --show -1", 2, "--show -1: exchanges are numbered from 1"),
    ("http -r x --show 0", 2, "--show 0: exchanges are numbered from 1"),
    ("capture -r x -c -1", 2, "-c -1: the number of packets must be at least 1"),
    ("capture -r x -c-1", 2, "-c -1: the number of packets must be at least 1"),
    ("capture -r x -s -1", 2, "-s -1: the snapshot length must be from 0 to 262144 bytes"),
    ("capture -r x --jobs -1", 2, "--jobs -1: the number of cores must be"),
    ("capture -r x -w y -C -1", 2, "-C -1: the size in million bytes must be at least 1"),
    ("capture -r x -w y -G -1", 2, "-G -1: the number of seconds must be at least 1"),
    ("capture -r x -w y -C 1 -W -1", 2, "-W -1: the number of files must be at least 1"),
    ("capture -i lo -B -1", 2, "-B -1: the buffer size must be from 1 to"),
    ("capture -i lo --pid -1", 2, "--pid -1: a process ID must"),
    ("stats io -r x --interval -1", 2, "--interval -1.0: must be 0, or from"),
    ("export jsonl -r x --body-limit -1", 2, "write a size from 0 to 2G, such as 1M"),
    ("http -r x --memory -1", 2, "write a size from 1M to 64G, such as 28M"),
    ("http -r x --memory 100k", 2, "write a size from 1M to 64G, such as 28M"),
    ("capture -r x --memory 100k", 2, "write a size from 1M to 64G, such as 28M"),
    ("stats io -r x --memory much", 2, "write a size from 1M to 64G, such as 28M"),
    ("run --seed -1 -- true", 125, "a seed must be a whole number from 0 to 18446744073709551615"),
    ("link up a --seed -1", 2, "a seed must be a whole number from 0 to"),
    ("test --seed 1.5 -- true", 2, "a seed must be a whole number from 0 to"),
    ("test --deadline -1 -- true", 2, "--deadline -1: must be from 1 to 600 seconds"),
    ("test --jobs -1 -- true", 2, "--jobs -1: must be from 1 to 64"),
    ("test --repeat -1 -- true", 2, "--repeat -1: must be from 1 to 1000"),
    ("verify --seed -1", 2, "a seed must be a whole number from 0 to"),
    ("condition lo --profile 3G --seed -1", 2, "a seed must be a whole number from 0 to"),
    ("link up 'bad name'", 2, "'bad name' is not a valid link name"),
    ("link switch 'bad name' 3G", 2, "'bad name' is not a valid link name"),
    ("link down 'bad name'", 2, "'bad name' is not a valid link name"),
    ("http --fiels x -r y", 2, "Did you mean '--fields'?"),
  ])
  func whatIsWrongIsSaid(words: String, status: Int32, expected: String) throws {
    let result = try Shell.run("\"$headwind\" \(words)")
    #expect(result.status == status, "\(result.everything)")
    #expect(result.errors.contains(expected), "\(result.errors)")
  }
}
