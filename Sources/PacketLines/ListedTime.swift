import Wire

/// A time as tcpdump has it: what a broken file has in the field for the fraction stays there, a second or more.
struct ListedTime: Sendable {
  var seconds: Int64 = 0
  /// In microseconds, or in nanoseconds if those are shown.
  var fraction: Int64 = 0

  init() {}

  init(_ frame: Frame, _ options: ListingOptions) {
    let (quotient, remainder) = frame.timestamp.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let isBefore = remainder < 0
    let excess = Int64(frame.fractionSeconds)
    seconds = quotient - (isBefore ? 1 : 0) - excess
    let nanoseconds = isBefore ? remainder + 1_000_000_000 : remainder
    fraction = (options.nanoseconds ? nanoseconds : nanoseconds / 1000) + excess * options.fractionsOfASecond
  }

  /// Whether it is zero, which tcpdump takes for no time.
  var isZero: Bool { seconds == 0 && fraction == 0 }

  static func < (lhs: ListedTime, rhs: ListedTime) -> Bool {
    lhs.seconds == rhs.seconds ? lhs.fraction < rhs.fraction : lhs.seconds < rhs.seconds
  }

  /// The time since `earlier`; a fraction below zero borrows one second, no more.
  func since(_ earlier: ListedTime, _ options: ListingOptions) -> ListedTime {
    var difference = ListedTime()
    difference.seconds = seconds - earlier.seconds
    difference.fraction = fraction - earlier.fraction
    if difference.fraction < 0 {
      difference.seconds -= 1
      difference.fraction += options.fractionsOfASecond
    }
    return difference
  }
}

extension ListingOptions {
  /// Without nanoseconds, times are those of a file in microseconds.
  var fractionsOfASecond: Int64 { nanoseconds ? 1_000_000_000 : 1_000_000 }
}
