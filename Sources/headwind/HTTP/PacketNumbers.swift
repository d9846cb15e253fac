/// Formats packet numbers as ranges: `4, 7-12, 15`.
enum PacketNumbers {
  static func list(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in Set(numbers).sorted() {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
