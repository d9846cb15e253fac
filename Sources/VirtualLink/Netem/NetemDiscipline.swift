import LinkConditions

/// One netem qdisc of an interface. It is changed and never replaced, so that its queued packets survive.
struct NetemDiscipline: Sendable {
  let handle: TrafficHandle
  let parent: TrafficHandle
  private var hasDelayTable = false
  private var hasSlotTable = false
  private(set) var isThere = false
  /// Whether the kernel has reported the seed back; nil until one was sent.
  private(set) var keepsSeed: Bool?

  init(_ handle: TrafficHandle, at parent: TrafficHandle) {
    self.handle = handle
    self.parent = parent
  }

  /// Applies all settings at once.
  /// - Throws: `Refusal` if the kernel does not accept them.
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

  /// Compares the settings that the kernel reports with those that were requested.
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

  /// Resets the record of the qdisc, after the kernel removed it together with a parent.
  mutating func forget() {
    self = NetemDiscipline(handle, at: parent)
  }

  /// The settings to send. If a slot has no distribution but the kernel still has a table for it, the uniform table
  /// is used.
  private func wanted(_ settings: NetemSettings) -> NetemSettings {
    guard hasSlotTable, settings.slotTable == nil, settings.slot != NetemSettings.Slot() else { return settings }
    var settings = settings
    settings.slot.tableJitter = (settings.slot.maximum - settings.slot.minimum) / 2
    settings.slot.tableDelay = settings.slot.minimum + settings.slot.tableJitter
    return settings
  }
}

extension NetemSettings {
  /// The names of the settings that differ, with both values.
  fileprivate func differences(from other: NetemSettings) -> String {
    zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
      .filter { "\($0.value)" != "\($1.value)" }
      .map { "\($0.label ?? "") \($1.value) instead of \($0.value)" }
      .joined(separator: ", ")
  }
}
