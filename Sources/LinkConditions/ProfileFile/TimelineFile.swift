internal import YAML

/// Timelines as files: YAML, a list of phases.
public enum TimelineFile {
  static let keys = ["name", "summary", "source", "phases", "repeat"]
  /// A limit that is higher than a person needs.
  static let mostPhases = 10_000

  /// Whether a file contains a timeline and not a profile, that is, whether it has the key `phases`.
  public static func isTimeline(_ bytes: [UInt8]) -> Bool {
    let root = YAMLDocument.root(of: bytes, reportingTo: ProblemCollector())
    return root?.mapping?.contains { $0.key.scalar?.string == "phases" } ?? false
  }

  /// The name of the timeline in a file, even if the file has errors; nil if it is not a timeline.
  public static func name(in bytes: [UInt8]) -> String? {
    let entries = YAMLDocument.root(of: bytes, reportingTo: ProblemCollector())?.mapping
    guard let entries, entries.contains(where: { $0.key.scalar?.string == "phases" }) else { return nil }
    return entries.first { $0.key.scalar?.string == "name" }?.value.scalar?.string
  }

  /// Reads a timeline that is written in place of a name: `{ phases: [...] }`. It needs no name.
  /// - Parameter source: where it stands, for errors.
  /// - Throws: all errors, with lines and columns of the text.
  public static func inline(
    _ text: String, companions: CompanionFiles = .none, source: String = "conditions",
    find: @escaping (String) throws -> Profile
  ) throws(ProfileFileError) -> (name: String, timeline: Timeline) {
    try timeline(
      in: Array(text.utf8), file: source, defaultName: text, companions: companions, find: find)
  }

  /// Reads a timeline.
  /// - Parameters:
  ///   - bytes: the contents of the file; untrusted.
  ///   - file: its name, for errors.
  ///   - companions: reads the files that its conditions name.
  ///   - find: returns the profile with a name, or throws.
  /// - Throws: all errors in the file.
  public static func timeline(
    in bytes: [UInt8], file: String, companions: CompanionFiles = .none,
    find: @escaping (String) throws -> Profile
  ) throws(ProfileFileError) -> (name: String, timeline: Timeline) {
    try timeline(in: bytes, file: file, defaultName: nil, companions: companions, find: find)
  }

  private static func timeline(
    in bytes: [UInt8], file: String, defaultName: String?, companions: CompanionFiles,
    find: @escaping (String) throws -> Profile
  ) throws(ProfileFileError) -> (name: String, timeline: Timeline) {
    let problems = ProblemCollector()
    let result = YAMLDocument.root(of: bytes, reportingTo: problems).flatMap { root -> (String, Timeline)? in
      let shape = "a timeline: a name, and phases, each with a profile and what starts it"
      guard let reader = MappingReader(root, path: "", keys: keys, shape: shape, problems: problems) else { return nil }
      let phases = PhaseReader(companions: companions, problems: problems, find: find)
      guard let timeline = read(reader, root, phases) else { return nil }
      if let defaultName, reader["name"] == nil { return (defaultName, timeline) }
      return (ProfileFile.name(of: reader, root), timeline)
    }
    guard let result, problems.problems.isEmpty else {
      throw ProfileFileError(file: file, problems: problems.inOrder)
    }
    return (name: result.0, timeline: result.1)
  }

  private static func read(_ reader: MappingReader, _ root: YAMLNode, _ phases: PhaseReader) -> Timeline? {
    let problems = reader.problems
    guard let node = reader["phases"] else {
      problems.report("phases: missing; a timeline is a list of them", at: root)
      return nil
    }
    guard case .sequence(let entries) = node, !entries.isEmpty, entries.count <= mostPhases else {
      problems.report(
        "phases: found \(MappingReader.describe(node)); write a list of 1 to \(mostPhases) phases such as "
          + "'- { profile: LTE, for: 5 s }'", at: node)
      return nil
    }
    let read = entries.enumerated().compactMap { phases.phase($1, path: "phases[\($0 + 1)]") }
    guard read.count == entries.count, let first = read.first else { return nil }
    var builder = builder(first, problems)
    let rest = first.clause.trigger == nil ? read.dropFirst() : read[...]
    for phase in rest {
      add(phase, to: &builder, problems)
    }
    if let node = reader["repeat"] { repeatAll(node, &builder, problems) }
    return builder.build()
  }

  /// The first phase is in force from the start, unless it has a trigger.
  private static func builder(_ first: PhaseReader.Phase, _ problems: ProblemCollector) -> TimelineBuilder {
    guard first.clause.trigger == nil else { return TimelineBuilder(first: .clean) }
    if first.clause.event != nil {
      problems.report("phases[1]: the first phase must have a profile, or 'after' or 'when'", at: first.node)
    }
    return TimelineBuilder(first: first.profile ?? .clean, for: first.clause.duration)
  }

  private static func add(_ phase: PhaseReader.Phase, to builder: inout TimelineBuilder, _ problems: ProblemCollector) {
    do {
      try builder.add(phase.clause, phase.profile)
    } catch {
      problems.report("\(phase.path): \(error.message)", at: phase.node)
    }
  }

  private static func repeatAll(_ node: YAMLNode, _ builder: inout TimelineBuilder, _ problems: ProblemCollector) {
    let wanted = "'forever' or '3 times'"
    guard let text = problems.text(node, path: "repeat", wanted) else { return }
    do {
      try builder.repeatAll(try TimelineClause.repetition(text == "true" ? "" : text))
    } catch let problem as TimelineBuilder.Problem {
      problems.report("repeat: \(problem.message)", at: node)
    } catch let problem as Quantity.Problem {
      problems.report("repeat: \(problem.words)", at: node)
    } catch {
      problems.report("repeat: write \(wanted)", at: node)
    }
  }
}

extension TimelineFile {
  /// The timelines that Headwind ships: the files of `profiles/timelines/` when it was built.
  public static var shippedFiles: [(name: String, bytes: [UInt8])] {
    ShippedTimelineFiles.all.map { ($0.name, Array($0.text.utf8)) }
  }
}
