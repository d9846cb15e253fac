import ArgumentParser

/// How packets are printed: tcpdump's letters.
struct ListingFlags: ParsableArguments {
  @Flag(name: .customShort("n"), help: "Leave addresses and ports as numbers (they always are).")
  var numeric: Int

  @Flag(
    name: .customShort("t"),
    help: "No time; -tt seconds since 1970, -ttt since the last packet, -tttt with the date, -ttttt since the first.")
  var time: Int

  @Flag(name: [.customShort("q"), .customLong("quick")], help: "Shorter lines.")
  var isQuick = false

  @Flag(name: .customShort("A"), help: "Add each packet's text; -AA with the link header.")
  var ascii: Int

  @Flag(name: .customShort("x"), help: "Add each packet's bytes in hexadecimal; -xx with the link header.")
  var hex: Int

  @Flag(name: .customShort("X"), help: "Add each packet's bytes in hexadecimal and as text; -XX with the link header.")
  var hexAndASCII: Int

  @Flag(name: .customShort("v"), help: "Say more; -vv and -vvv more still.")
  var verbosity: Int

  @Flag(name: .customShort("e"), help: "Add the link header.")
  var showsLinkHeader = false

  @Flag(
    name: [.customShort("S"), .customLong("absolute-tcp-sequence-numbers")],
    help: "TCP sequence numbers as they are, not from 0.")
  var absoluteSequenceNumbers = false

  @Flag(name: [.customShort("#"), .customLong("number")], help: "Begin lines with the packet's number.")
  var numbers = false

  func validate() throws {
    guard time <= 5 else { throw ValidationError("-t can be given up to five times.") }
  }
}
