public import LinkConditions
internal import YAML

/// Reads lab files: YAML, with `hosts`, `networks` and `paths`.
public enum LabFile {
  static let keys = ["name", "hosts", "networks", "paths"]
  static let hostKeys = [
    "command", "far_side", "devices", "environment", "working_dir", "depends_on", "ready", "daemon", "network",
    "networks",
    "profile", "then",
  ]
  static let networkKeys = ["profile", "then", "load"]
  static let lineKeys = ["profile", "then"]
  static let pathKeys = ["from", "to", "profile", "then"]
  static let readyKeys = ["port", "within"]

  /// Reads a lab.
  /// - Parameters:
  ///   - bytes: the contents of the file; untrusted.
  ///   - file: its name, for errors.
  ///   - finder: finds the conditions that the file names.
  /// - Throws: all errors in the file, with lines and columns.
  public static func lab(
    in bytes: [UInt8], file: String, finder: ConditionsFinder
  ) throws(ProfileFileError) -> Lab {
    let problems = ProblemCollector()
    let lab = YAMLDocument.root(of: bytes, kind: "lab", reportingTo: problems).flatMap { root -> Lab? in
      LabReader(problems: problems, finder: finder).lab(root)
    }
    guard let lab, problems.problems.isEmpty else {
      throw ProfileFileError(file: file, problems: problems.inOrder)
    }
    return lab
  }
}
