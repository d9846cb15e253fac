import Statistics

/// Simulates a population of clients before, during and after an outage.
///
/// Each client has a random generator of its own. So without a limit of the service's capacity no client's course depends on another's,
/// and with a limit only on the order in which requests arrive.
public struct HerdSimulation: Sendable {
  private let model: HerdModel
  private let plan: HerdPlan
  private let limit: Double

  /// A simulation of clients that behave as the model says.
  public init(_ model: HerdModel, _ plan: HerdPlan) {
    self.model = model
    self.plan = plan
    limit = plan.horizon
  }

  /// Simulates all clients.
  public func run() -> HerdCurves {
    let tally = plan.capacity.map { together($0) } ?? alone(0..<plan.clients)
    return HerdCurves(tally, model, plan)
  }

  /// Simulates some of the clients, which do not disturb each other.
  func alone(_ numbers: Range<Int>) -> Tally {
    var tally = Tally(plan)
    var queue: ServiceQueue?
    for number in numbers {
      var client = Client(number, plan)
      while client.wake < limit { step(&client, &queue, &tally) }
      if client.isBusy { tally.pending += 1 }
    }
    return tally
  }

  /// Simulates all clients in the order of time, because they share a service.
  func together(_ capacity: HerdPlan.Capacity) -> Tally {
    var tally = Tally(plan)
    var queue: ServiceQueue? = ServiceQueue(capacity)
    var calendar = CalendarQueue(clients: plan.clients, from: -plan.lead, to: limit)
    var clients = (0..<plan.clients).map { Client($0, plan) }
    for number in clients.indices { calendar.insert(number, at: clients[number].wake) }
    while let number = calendar.next() {
      guard clients[number].wake < limit else { continue }
      step(&clients[number], &queue, &tally)
      calendar.insert(number, at: clients[number].wake)
    }
    tally.pending = clients.count { $0.isBusy }
    return tally
  }

  private func step(_ client: inout Client, _ queue: inout ServiceQueue?, _ tally: inout Tally) {
    switch client.next {
    case .use:
      tally.begun += 1
      client.isBusy = true
      (client.failures, client.pause) = (0, 0)
      attempt(&client, &queue, &tally)
    case .attempt: attempt(&client, &queue, &tally)
    case .arrival: arrive(&client, &queue, &tally)
    }
  }

  private func attempt(_ client: inout Client, _ queue: inout ServiceQueue?, _ tally: inout Tally) {
    let time = client.wake
    client.began = time
    guard (0..<plan.duration).contains(time) else {
      let success = Self.random(successes(of: client), &client.random)
      return proceed(&client, with: success, from: 0, at: time, &queue, &tally)
    }
    let failing = model.failing(plan.outage, attempt: client.failures, pause: &client.pause, &client.random)
    note(trouble: &client, at: time, &tally)
    for event in failing.events {
      let sent = time + event.offset
      if sent >= plan.duration, event.kind == .query || event.kind == .syn {
        // The outage is over, so this packet is answered.
        let success = Self.random(model.first, &client.random)
        let reached = event.kind == .query ? success.firstQuery : success.firstSYN
        return proceed(&client, with: success, from: reached, at: sent, &queue, &tally)
      }
      tally.note(event.kind, at: sent)
    }
    fail(&client, failing, isAnswered: plan.outage == .unavailable, notBefore: time, &tally)
  }

  /// What the client's next attempt can cost if it succeeds.
  private func successes(of client: Client) -> [HerdModel.Success] {
    if client.failures > 0, client.wasAnswered, !model.again.isEmpty { return model.again }
    return client.isConnected && !model.later.isEmpty ? model.later : model.first
  }

  /// Does what remains of an attempt that succeeds.
  /// - Parameters:
  ///   - reached: the offset of the event of `success` that is due.
  ///   - time: when it is due.
  private func proceed(
    _ client: inout Client, with success: HerdModel.Success, from reached: Double, at time: Double,
    _ queue: inout ServiceQueue?, _ tally: inout Tally
  ) {
    let start = time - reached
    for event in success.events where event.offset >= reached && event.offset != success.request {
      tally.note(event.kind, at: start + event.offset)
    }
    client.wake = start + success.request
    client.answer = success.wait
    client.next = .arrival
    if queue == nil { arrive(&client, &queue, &tally) }
  }

  private func arrive(_ client: inout Client, _ queue: inout ServiceQueue?, _ tally: inout Tally) {
    let time = client.wake
    tally.note(.request, at: time)
    guard queue != nil else { return serve(&client, at: time + client.answer, &tally) }
    guard let answered = queue?.admit(at: time) else {
      tally.noteShed(at: time)
      note(trouble: &client, at: time, &tally)
      let failing = model.failing(.unavailable, attempt: client.failures, pause: &client.pause, &client.random)
      return fail(&client, failing, isAnswered: true, notBefore: time, &tally)
    }
    // Only who has to wait longer than a moment can lose patience.
    if answered - time > Self.moment {
      var pause = client.pause
      let failing = model.failing(.silent, attempt: client.failures, pause: &pause, &client.random)
      let patience = client.began + failing.patience
      if answered > patience {
        client.pause = pause
        tally.noteAbandoned(at: patience)
        note(trouble: &client, at: patience, &tally)
        return fail(&client, failing, isAnswered: false, notBefore: patience, &tally)
      }
    }
    serve(&client, at: answered + client.answer, &tally)
  }

  /// No client that anyone would use waits so short a time for an answer, in seconds.
  private static let moment = 0.05

  private func serve(_ client: inout Client, at time: Double, _ tally: inout Tally) {
    client.isConnected = true
    client.rest(after: time, plan.period)
    guard time < limit else { return }
    client.isBusy = false
    tally.succeeded += 1
    guard client.isTroubled else { return }
    client.isTroubled = false
    tally.noteTrouble(-1, at: time)
  }

  private func fail(
    _ client: inout Client, _ failing: HerdModel.Failing, isAnswered: Bool, notBefore time: Double, _ tally: inout Tally
  ) {
    client.failures += 1
    client.wasAnswered = isAnswered
    client.isConnected = false
    let then = max(client.began + failing.gap, time)
    guard failing.isLast else {
      client.next = .attempt
      // An attempt takes time, even if the client does not pause.
      client.wake = max(then, client.began + 1e-6)
      return
    }
    client.rest(after: then, plan.period)
    guard then < limit else { return }
    client.isBusy = false
    tally.failed += 1
  }

  private func note(trouble client: inout Client, at time: Double, _ tally: inout Tally) {
    guard !client.isTroubled else { return }
    client.isTroubled = true
    tally.noteTrouble(1, at: time)
  }

  private static func random(_ successes: [HerdModel.Success], _ random: inout SplitMix64) -> HerdModel.Success {
    successes.count == 1 ? successes[0] : successes[Int(random.unit() * Double(successes.count))]
  }
}
