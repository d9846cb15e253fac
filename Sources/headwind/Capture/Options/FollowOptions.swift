import ArgumentParser
import Dissection
import Exchanges

/// `--follow`: the data of one conversation.
struct FollowOptions: ParsableArguments {
  /// `tcp,3`, `http,0`, `tcp,3,hex`. The format may also come before the number, as in tshark.
  struct Target: ExpressibleByArgument {
    var layer: FollowLayer
    var stream: Int
    var mode = FollowMode.ascii

    init?(argument: String) {
      let words = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard 2...3 ~= words.count, let layer = FollowLayer(rawValue: words[0]) else { return nil }
      let rest = words.dropFirst()
      guard let number = rest.compactMap({ Int($0) }).first, number >= 0 else { return nil }
      self.layer = layer
      stream = number
      guard words.count == 3 else { return }
      guard let mode = rest.compactMap({ FollowMode(rawValue: $0) }).first else { return nil }
      self.mode = mode
    }
  }

  @Option(
    name: .customLong("follow"),
    help: ArgumentHelp(
      "Show the data of conversation N in both directions: tcp,N, udp,N or http,N; append ,hex, ,raw or ,json for other formats than text.",
      valueName: "protocol,N"))
  var target: Target?

  @OptionGroup var budget: MemoryOption
}
