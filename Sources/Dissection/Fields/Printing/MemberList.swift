/// The members of JSON objects that are being written, each object's after those of the objects around it.
///
/// A name that occurs again joins the member that had it first. The list is reused, so that an object costs no allocation.
struct MemberList: Sendable {
  /// One value under a name.
  struct Member: Sendable {
    var name: Name
    var content: Content
    /// The node whose value it is, and the end of what lies below it.
    var node: Int
    var end: Int
    /// The next value of the same name; -1 after the last.
    var next = -1
    /// The last value of the same name, where this is the first; -1 where it is not.
    var last = -1
  }

  /// What a member is called.
  enum Name: Sendable {
    /// A field's name, or that with `_tree` behind it.
    case field(FieldID, isTree: Bool)
    /// What the node, which has no field, says of itself, or that with `_tree` behind it.
    case label(isTree: Bool)
  }

  /// What a member holds.
  enum Content: Sendable {
    /// A node's value.
    case value
    /// An object of the nodes below.
    case object
  }

  private(set) var members: [Member] = []
  /// For each name of a field the last object that had it, and the place of its first member there.
  private var seen: [(object: Int, place: Int)] = []
  private var object = 0
  /// The same for names that are texts of this object.
  private var labels: [String: Int] = [:]

  subscript(place: Int) -> Member { members[place] }

  var count: Int { members.count }

  /// Begins to gather another object's members; nothing may be added to those before.
  mutating func begin() -> Int {
    object += 1
    if !labels.isEmpty { labels.removeAll(keepingCapacity: true) }
    return members.count
  }

  /// Forgets the members of an object.
  mutating func end(_ start: Int) {
    members.removeLast(members.count - start)
  }

  /// Adds a member under a field's name.
  mutating func add(_ name: Name, _ content: Content, node: Int, end: Int) {
    add(Member(name: name, content: content, node: node, end: end), after: first(of: name))
  }

  /// Adds a member under a name of its own.
  mutating func add(label: String, isTree: Bool, _ content: Content, node: Int, end: Int) {
    let first = labels[label]
    if first == nil { labels[label] = members.count }
    add(Member(name: .label(isTree: isTree), content: content, node: node, end: end), after: first)
  }

  private mutating func add(_ member: Member, after first: Int?) {
    let place = members.count
    var member = member
    if let first {
      members[members[first].last].next = place
      members[first].last = place
    } else {
      member.last = place
    }
    members.append(member)
  }

  /// The first member of a field's name in this object; nil where the next becomes it.
  private mutating func first(of name: Name) -> Int? {
    guard case .field(let field, let isTree) = name else { return nil }
    let slot = Int(field.rawValue) &* 2 &+ (isTree ? 1 : 0)
    if slot >= seen.count {
      seen += [(object: Int, place: Int)](repeating: (0, 0), count: slot + 1 - seen.count + 256)
    }
    if seen[slot].object == object { return seen[slot].place }
    seen[slot] = (object, members.count)
    return nil
  }
}
