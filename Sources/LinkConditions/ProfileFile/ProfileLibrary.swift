/// Profiles by name.
public struct ProfileLibrary: Sendable {
  /// A name that no profile has.
  public struct UnknownName: Error, Hashable, Sendable {
    /// The name that was asked for.
    public let name: String
    /// The profile with the most similar name, or nil.
    public let nearest: String?
  }

  /// The profiles, sorted by name.
  public let profiles: [Profile]
  private let byKey: [String: Int]

  /// A library of these profiles. If two have the same name, the later one is used.
  public init(_ profiles: [Profile]) {
    var latest: [String: Profile] = [:]
    for profile in profiles { latest[Self.key(profile.name)] = profile }
    let sorted = latest.sorted { $0.key < $1.key }
    self.profiles = sorted.map(\.value)
    byKey = Dictionary(uniqueKeysWithValues: zip(sorted.map(\.key), sorted.indices))
  }

  /// The profiles that Headwind ships: the files of `profiles/` when it was built.
  public static let shipped = ProfileLibrary(
    shippedFiles.compactMap { try? ProfileFile.profile(in: $0.bytes, file: $0.name) })

  /// The contents of these files.
  public static var shippedFiles: [(name: String, bytes: [UInt8])] {
    ShippedProfileFiles.all.map { ($0.name, Array($0.text.utf8)) }
  }

  /// Adds profiles, which take precedence over those with the same name.
  public func adding(_ others: [Profile]) -> ProfileLibrary {
    ProfileLibrary(profiles + others)
  }

  /// The profile with this name. Case, spaces, hyphens and underscores are ignored.
  public func profile(named name: String) throws(UnknownName) -> Profile {
    if let index = byKey[Self.key(name)] { return profiles[index] }
    let near = Nearest.to(Self.key(name), among: byKey.keys.sorted()).flatMap { byKey[$0] }.map { profiles[$0].name }
    throw UnknownName(name: name, nearest: near ?? Nearest.holding(name, among: profiles.map(\.name)))
  }

  /// The part of a name that is compared.
  public static func key(_ name: String) -> String {
    String(name.lowercased().filter { !" -_\t".contains($0) })
  }
}
