import ArgumentParser
import LinkConditions
import TextOutput

/// The result of checking a file that a user wrote: a row of `check --json`.
struct CheckedFile: Encodable {
  struct Problem: Encodable {
    /// The line and the column, from 1; nil if the file cannot be read.
    var line: Int?
    var column: Int?
    var message: String
  }

  var file: String
  var isValid = true
  /// The name of a profile or a timeline.
  var name: String?
  /// The number of scenarios of a suite, and of hosts of a lab.
  var scenarios: Int?
  var hosts: Int?
  var problems: [Problem] = []

  /// Checks files one after the other, and reports all of them.
  /// - Parameters:
  ///   - check: reads a file, and returns what is in it, with words for a line of text.
  /// - Throws: the exit status, if a file is invalid or cannot be read.
  static func report(
    _ files: [String], isJSON: Bool, _ color: ColorOption, check: (String) throws -> (CheckedFile, PrintableText)
  ) throws {
    var status: ExitCode?
    for path in files {
      do {
        let (checked, words) = try check(path)
        if isJSON { StandardOutput.tell(try JSONText.line(of: checked)) } else { color.tellValid("\(path): \(words)") }
      } catch let error as ProfileFileError {
        if isJSON { StandardOutput.tell(try JSONText.line(of: CheckedFile(path, error))) } else { color.say(error) }
        status = status ?? ExitStatus.invalidFile
      } catch let failure as Failure {
        if isJSON {
          let problems = [Problem(message: failure.description)]
          StandardOutput.tell(try JSONText.line(of: CheckedFile(file: path, isValid: false, problems: problems)))
        } else {
          Headwind.complain(failure)
        }
        status = ExitStatus.environment
      }
    }
    if let status { throw status }
  }

  private init(_ path: String, _ error: ProfileFileError) {
    file = path
    isValid = false
    problems = error.problems.map { Problem(line: $0.line, column: $0.column, message: $0.message) }
  }

  init(
    file: String, isValid: Bool = true, name: String? = nil, scenarios: Int? = nil, hosts: Int? = nil,
    problems: [Problem] = []
  ) {
    (self.file, self.isValid, self.name) = (file, isValid, name)
    (self.scenarios, self.hosts, self.problems) = (scenarios, hosts, problems)
  }
}
