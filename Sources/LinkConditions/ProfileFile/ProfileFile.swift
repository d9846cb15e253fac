package import YAML

/// Reads profile files: YAML, one document per file, a unit with every value.
public enum ProfileFile {
  /// The largest file that is read. A profile has some hundred bytes; a larger file is something else.
  public static let largestSize = 256 * 1024

  static let keys = ["name", "summary", "source", "downlink", "uplink", "dns", "select", "drop", "correlation"]

  /// Reads a profile.
  /// - Parameters:
  ///   - bytes: the contents of the file; untrusted.
  ///   - file: its name, for errors.
  ///   - companions: reads the files that the profile names.
  /// - Throws: all errors in the file.
  public static func profile(
    in bytes: [UInt8], file: String, companions: CompanionFiles = .none
  ) throws(ProfileFileError) -> Profile {
    let problems = ProblemCollector()
    let profile = YAMLDocument.root(of: bytes, reportingTo: problems).flatMap { root -> Profile? in
      let shape = "a profile: name, downlink and uplink with their conditions"
      guard let reader = MappingReader(root, path: "", keys: keys, shape: shape, problems: problems) else { return nil }
      return read(reader, name: name(of: reader, root), companions)
    }
    guard let profile, problems.problems.isEmpty else {
      throw ProfileFileError(file: file, problems: problems.inOrder)
    }
    return profile
  }

  /// Reads conditions that stand where a profile's name is expected, such as `{ bandwidth: 1 Mbps, delay: 50 ms }`.
  /// They apply to both directions, or have the keys of a profile file.
  /// - Parameter source: where they stand, for errors.
  /// - Throws: all errors, with lines and columns of the text.
  public static func inline(
    _ text: String, companions: CompanionFiles = .none, source: String = "conditions"
  ) throws(ProfileFileError) -> Profile {
    let problems = ProblemCollector()
    let profile = YAMLDocument.root(of: Array(text.utf8), reportingTo: problems)
      .map { self.profile(of: $0, name: text, companions, problems) }
    guard let profile, problems.problems.isEmpty else {
      throw ProfileFileError(file: source, problems: problems.inOrder)
    }
    return profile
  }

  /// Reads conditions that stand in another file, where a profile's name could stand; see `inline`.
  /// - Parameter name: what they are called, unless they say it themselves.
  package static func profile(
    of root: YAMLNode, name: String, _ companions: CompanionFiles, _ problems: ProblemCollector
  ) -> Profile {
    let written = Set(root.mapping?.compactMap { $0.key.scalar?.string } ?? [])
    let directions: Set = ["downlink", "uplink"]
    let ofBoth = written.subtracting(keys).contains { DirectionReader.keys.contains($0) }
    if written.contains(where: { directions.contains(ForeignWords.key($0) ?? $0) })
      || !ofBoth && !written.isDisjoint(with: Set(keys).subtracting(DirectionReader.keys))
    {
      return MappingReader(root, path: "", keys: keys, shape: "conditions", problems: problems)
        .map { read($0, name: $0.text("name") ?? name, companions) } ?? .clean
    }
    let others = Set(keys).subtracting(DirectionReader.keys).subtracting(directions).sorted()
    guard
      let reader = DirectionReader(root, path: "", others: others, companions: companions, problems: problems)
    else { return .clean }
    let both = reader.conditions()
    var profile = Profile(name: reader.reader.text("name") ?? name, downlink: both, uplink: both)
    readWhatIsOfNoDirection(reader.reader, into: &profile, companions)
    if reader.dropsSayTheirWay { readDrops(reader.reader, into: &profile) }
    return profile
  }

  /// Reads everything except the name.
  static func read(_ reader: MappingReader, name: String, _ companions: CompanionFiles) -> Profile {
    let problems = reader.problems
    var profile = Profile(name: name)
    for (key, direction) in [("downlink", LinkDirection.downlink), ("uplink", .uplink)] {
      guard let node = reader[key] else { continue }
      let own = DirectionReader(node, path: key, companions: companions, problems: problems)
      profile[direction] = own?.conditions() ?? .clean
    }
    readWhatIsOfNoDirection(reader, into: &profile, companions)
    readDrops(reader, into: &profile)
    if hasExactCorrelations(reader) { profile.keepRates() }
    return profile
  }

  /// Reads the description, the conditions of DNS, and the selections.
  private static func readWhatIsOfNoDirection(
    _ reader: MappingReader, into profile: inout Profile, _ companions: CompanionFiles
  ) {
    let problems = reader.problems
    profile.summary = reader.text("summary") ?? ""
    profile.source = reader.text("source") ?? ""
    if let node = reader["dns"] {
      let shape = "conditions for DNS queries such as '{ delay: 200 ms }'"
      let dns = MappingReader(node, path: "dns", keys: ["delay", "loss"], shape: shape, problems: problems)
      profile.uplink.dnsDelay = dns?.duration("delay") ?? .zero
      profile.uplink.dnsLoss = dns?.probability("loss") ?? .never
    }
    if let node = reader["select"] {
      profile.selections = SelectionReader(companions: companions, problems: problems).selections(node)
    }
  }

  /// Reads `drop: down 3, 7..9`; a semicolon separates the directions.
  private static func readDrops(_ reader: MappingReader, into profile: inout Profile) {
    let wanted = "a direction and packet numbers, such as 'down 3, 7..9' or 'up 1; down 3'"
    guard let node = reader["drop"], let text = reader.problems.words(node, path: "drop", wanted) else { return }
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let words = part.trimmingBlanks()
      let way = words.prefix { !$0.isWhitespace }
      guard let direction = SelectorText.direction(String(way)) else {
        reader.problems.report("drop: found '\(String(words).shortened)'; write \(wanted)", at: node)
        continue
      }
      do {
        let numbers = try PacketNumbersText.numbers(String(words.dropFirst(way.count)))
        if !profile[direction].dropped.isEmpty {
          reader.problems.report("drop: the \(way) packets are given twice, here and under that direction", at: node)
        }
        profile[direction].dropped = numbers
      } catch {
        reader.problems.report("drop: \(error.words); write \(wanted)", at: node)
      }
    }
  }

  private static func hasExactCorrelations(_ reader: MappingReader) -> Bool {
    guard let node = reader["correlation"],
      let text = reader.problems.text(node, path: "correlation", "'netem' or 'exact'")
    else { return false }
    if !["netem", "exact"].contains(text) {
      reader.problems.report(
        "correlation: found '\(text.shortened)'; write 'netem' (the default) or 'exact', here for the whole profile",
        at: node)
    }
    return text == "exact"
  }

  static func name(of reader: MappingReader, _ root: YAMLNode) -> String {
    guard let node = reader["name"] else {
      reader.problems.report("name: missing; every profile needs one", at: root)
      return ""
    }
    guard let name = reader.text("name") else { return "" }
    if ProfileLibrary.key(name).isEmpty
      || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      || name.unicodeScalars.count > 64
    {
      reader.problems.report(
        "name: '\(name.shortened)' is not a valid name; write one line of at most 64 characters", at: node)
    }
    return name
  }
}
