internal import Yams

/// Profiles as files: YAML, one document a file, every unit written out.
public enum ProfileFile {
  /// The most bytes that are read. A profile is some hundred; more than this is some other file.
  public static let largestSize = 256 * 1024

  static let keys = ["name", "summary", "source", "downlink", "uplink", "dns"]

  /// Reads a profile.
  /// - Parameters:
  ///   - bytes: what the file holds; anything.
  ///   - file: its name, for errors.
  /// - Throws: all that is wrong with it.
  public static func profile(in bytes: [UInt8], file: String) throws(ProfileFileError) -> Profile {
    let problems = ProblemCollector()
    let profile = YAMLDocument.root(of: bytes, reportingTo: problems).flatMap { read($0, problems) }
    guard let profile, problems.problems.isEmpty else {
      throw ProfileFileError(file: file, problems: problems.inOrder)
    }
    return profile
  }

  private static func read(_ root: Node, _ problems: ProblemCollector) -> Profile? {
    let shape = "a profile: name, downlink and uplink with their conditions"
    guard let reader = MappingReader(root, path: "", keys: keys, shape: shape, problems: problems) else { return nil }
    var profile = Profile(name: name(of: reader, root))
    profile.summary = reader.text("summary") ?? ""
    profile.source = reader.text("source") ?? ""
    if let node = reader["downlink"] {
      profile.downlink = DirectionReader(node, path: "downlink", problems: problems)?.conditions() ?? .clean
    }
    if let node = reader["uplink"] {
      profile.uplink = DirectionReader(node, path: "uplink", problems: problems)?.conditions() ?? .clean
    }
    if let node = reader["dns"] {
      let shape = "conditions for DNS queries such as '{ delay: 200 ms }'"
      let dns = MappingReader(node, path: "dns", keys: ["delay", "loss"], shape: shape, problems: problems)
      profile.uplink.dnsDelay = dns?.duration("delay") ?? .zero
      profile.uplink.dnsLoss = dns?.probability("loss") ?? .never
    }
    return profile
  }

  private static func name(of reader: MappingReader, _ root: Node) -> String {
    guard let node = reader["name"] else {
      reader.problems.report("name: missing; a profile says what it is called", at: root)
      return ""
    }
    guard let name = reader.text("name") else { return "" }
    if ProfileLibrary.key(name).isEmpty
      || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      || name.unicodeScalars.count > 64
    {
      reader.problems.report("name: '\(name.shortened)' is no name; write one line of at most 64 characters", at: node)
    }
    return name
  }
}
