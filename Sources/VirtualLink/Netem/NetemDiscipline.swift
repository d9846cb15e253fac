import LinkConditions

/// One netem discipline of an interface, which is changed and never replaced, so that packets in it survive.
struct NetemDiscipline: Sendable {
  let handle: TrafficHandle
  let parent: TrafficHandle
  private var hasDelayTable = false
  private var hasSlotTable = false
  private(set) var isThere = false
  /// Whether the kernel has said the seed back; nil until one was sent.
  private(set) var keepsSeed: Bool?

  init(_ handle: TrafficHandle, at parent: TrafficHandle) {
    self.handle = handle
    self.parent = parent
  }

  /// Puts settings in force, all of them at once.
  /// - Throws: `Refusal` if the kernel does not take them.
  mutating func apply(_ settings: NetemSettings, with control: TrafficControl) throws(NetlinkSocket.Refusal) {
    let attributes = NetemAttributes(
      settings: wanted(settings), replacesDelayTable: hasDelayTable, replacesSlotTable: hasSlotTable)
    for part in attributes.parts {
      try control.put("netem", handle, at: parent, isThere ? .change : .replace, part)
      isThere = true
    }
    hasDelayTable = hasDelayTable || settings.delayTable != nil
    hasSlotTable = hasSlotTable || settings.slotTable != nil
  }

  /// Compares what the kernel says with what it was told.
  /// - Throws: `LinkError` if the kernel has something else in force.
  mutating func verify(_ settings: NetemSettings, in disciplines: [QueueingDiscipline]) throws(LinkError) {
    guard let entry = disciplines.first(where: { $0.handle == handle && $0.parent == parent && $0.kind == "netem" }),
      var actual = NetemSettings(readBack: entry.options)
    else { throw LinkError("the kernel did not keep the netem qdisc at \(parent)") }
    var expected = wanted(settings)
    expected.delayTable = nil
    expected.slotTable = nil
    if expected.seed != nil { keepsSeed = actual.seed == expected.seed }
    expected.seed = nil
    actual.seed = nil
    guard actual == expected else {
      throw LinkError(
        "the kernel applied other conditions than requested: \(expected.differences(from: actual))")
    }
  }

  /// Forgets that it is there: something above it was removed.
  mutating func forget() {
    self = NetemDiscipline(handle, at: parent)
  }

  /// A slot without a table, where the kernel has one that it would use: by the even table.
  private func wanted(_ settings: NetemSettings) -> NetemSettings {
    guard hasSlotTable, settings.slotTable == nil, settings.slot != NetemSettings.Slot() else { return settings }
    var settings = settings
    settings.slot.tableJitter = (settings.slot.maximum - settings.slot.minimum) / 2
    settings.slot.tableDelay = settings.slot.minimum + settings.slot.tableJitter
    return settings
  }
}

extension NetemSettings {
  /// The names of what differs, with both values.
  fileprivate func differences(from other: NetemSettings) -> String {
    zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .map { "\($0.label ?? "") \($1.value) instead of \($0.value)" }
      .joined(separator: ", ")
  }
}
