import Labs
import LinkConditions
import SystemPackage
import TextOutput

/// The lab that the user chose, and where its file is.
struct LabChoice {
  let lab: Lab
  /// The directory of the file, without a slash at the end.
  let directory: String

  /// Reads a lab file. Paths in it are relative to it.
  /// - Throws: `ProfileFileError` if the file is not a lab, `Failure` if it cannot be read.
  init(_ path: String, _ profiles: ProfileOptions) throws {
    let place = absolutePath(path)
    let directory = FilePath(place).removingLastComponent().string
    self.directory = directory
    let choice = profiles.choice
    let finder = ConditionsFinder(companions: ProfileChoice.companions(of: path)) { name in
      let isPath = !name.hasPrefix("{") && (name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
      switch try choice.conditions(isPath && !name.hasPrefix("/") ? "\(directory)/\(name)" : name) {
      case .profile(let profile): return Timeline(first: profile)
      case .timeline(_, let timeline): return timeline
      }
    }
    lab = try LabFile.lab(in: try ProfileChoice.contents(ofFile: path), file: path, finder: finder)
  }
}
