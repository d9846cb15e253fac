/// A ready-made client: an entry of `clients/commands`, and its lines in `clients/needs`.
public struct Adapter: Sendable {
  /// Something that must be installed.
  public struct Need: Sendable, Hashable {
    public enum Kind: String, Sendable {
      /// A program on PATH.
      case program
      /// A module of Python.
      case module
      /// A file of a library, at the place where its package puts it.
      case file
    }

    public var kind: Kind
    public var name: String
    /// How to install it, such as `apt install nodejs`.
    public var hint: String

    /// `node`, `the Python module httpx`, or `the file /usr/share/java/okhttp.jar`.
    public var words: String {
      switch kind {
      case .program: name
      case .module: "the Python module \(name)"
      case .file: "the file \(name)"
      }
    }
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
