/// A ready-made client: an entry of `clients/commands`, and its lines in `clients/needs`.
public struct Adapter: Sendable {
  /// Something that must be installed.
  public struct Need: Sendable, Hashable {
    public enum Kind: String, Sendable {
      /// A program on PATH.
      case program
      /// A module of Python.
      case module
    }

    public var kind: Kind
    public var name: String
    /// How to install it, such as `apt install nodejs`.
    public var hint: String

    /// `node`, or `the Python module httpx`.
    public var words: String { kind == .program ? name : "the Python module \(name)" }
  }

  public var name: String
  /// Its command, with paths as `clients/commands` writes them: from the folder above `clients`.
  var words: [String]
  public var needs: [Need] = []
  /// The commands that build it, if it must be built.
  var builds: [[String]] = []

  /// Whether it is built on first use.
  public var isBuilt: Bool { !builds.isEmpty }
}
