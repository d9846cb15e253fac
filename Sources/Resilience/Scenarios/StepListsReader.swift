internal import FarSide
internal import LinkConditions
internal import YAML

/// Reads lists of lists of steps: one list for each connection or request in turn.
struct StepListsReader {
  let place: StepPlace
  let problems: ProblemCollector
  let files: CompanionFiles

  func lists(_ node: YAMLNode, path: String) -> [[ServerStep]] {
    guard case .sequence(let lists) = node, !lists.isEmpty else {
      problems.report("\(path): write a list of lists of steps, one list for each in turn", at: node)
      return []
    }
    return lists.enumerated().map { list($1, path: "\(path)[\($0 + 1)]") }
  }

  private func list(_ node: YAMLNode, path: String) -> [ServerStep] {
    guard case .sequence(let steps) = node, !steps.isEmpty else {
      problems.report("\(path): write a list of steps, such as [read-request, stall]", at: node)
      return []
    }
    let played = steps.enumerated().compactMap {
      StepReader(path: "\(path)[\($0 + 1)]", place: place, problems: problems, files: files).step($1)
    }
    if let end = played.firstIndex(where: \.isLast), played.count == steps.count, end + 1 < steps.count {
      problems.report(
        "\(path)[\(end + 2)]: is never reached; the step before it ends the connection", at: steps[end + 1])
    }
    return played
  }
}
