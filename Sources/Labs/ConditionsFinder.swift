public import LinkConditions

/// Finds the conditions that a lab names. This module opens no files; the code that reads the lab does.
public struct ConditionsFinder {
  let find: (String) throws -> Timeline
  let companions: CompanionFiles

  /// - Parameters:
  ///   - companions: reads the files that conditions in the lab name.
  ///   - find: the profile (a timeline without phases) or timeline of this name or path.
  public init(companions: CompanionFiles = .none, find: @escaping (String) throws -> Timeline) {
    self.find = find
    self.companions = companions
  }
}
