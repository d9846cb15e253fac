import LinkConditions
import TextOutput
import VirtualLink

/// What is said of background traffic when it has ended.
enum LoadWords {
  /// - Parameter link: the name of its link, or nil if there is only one.
  static func say(_ achievements: [LoadGenerator.Achievement], on link: String? = nil) {
    let parts = achievements.map { achievement in
      let percent = Int((achievement.share * 100).rounded())
      return "\(percent) % of \(QuantityText.text(of: achievement.bandwidth)) \(achievement.direction)"
    }
    let place = link.map { " on \($0)" } ?? ""
    Headwind.say("headwind: background traffic\(place): \(parts.joined(separator: ", "))")
  }
}
