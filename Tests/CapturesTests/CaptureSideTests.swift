import Foundation
import Testing
import Wire

@testable import Captures

/// A capture of both ends of a link is read at one, unless both are asked for.
struct CaptureSideTests {
  private func numbers(names: [String], side: CaptureSide?) throws -> [Int] {
    let path = FileManager.default.temporaryDirectory.appending(path: "sides-\(UUID()).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let interfaces = names.map { CaptureInterface(linkType: .ethernet, name: $0) }
    var writer = try CaptureWriter.create(path, format: .pcapng, interfaces: interfaces)
    for number in 0..<6 {
      let frame = Frame(
        number: number, timestamp: Timestamp(nanoseconds: Int64(number)), linkType: .ethernet, originalLength: 1,
        interfaceID: number % names.count)
      let bytes = [UInt8(number)]
      try writer.write(frame, bytes.span)
    }
    try writer.close()
    var reader = try side.map { try CaptureReader.open(path, side: $0) } ?? CaptureReader.open(path)
    var numbers: [Int] = []
    while let frame = try reader.next() {
      #expect(reader.bytes[0] == UInt8(frame.number - 1))
      numbers.append(frame.number)
    }
    return numbers
  }

  /// Interfaces of which each look is counted.
  private struct Watched: RandomAccessCollection {
    final class Looks { var count = 0 }

    let looks = Looks()
    let startIndex = 0
    let endIndex: Int

    subscript(position: Int) -> CaptureInterface {
      looks.count += 1
      return CaptureInterface(linkType: .ethernet, name: "eth\(position)")
    }
  }

  /// The question is asked after each interface block, so a file with 64,000 of them must not answer it by going through all.
  @Test func manyInterfacesAreNotLookedAt() {
    let interfaces = Watched(endIndex: 64_000)
    for side in CaptureSide.allCases { #expect(side.leftOut(of: interfaces) == nil) }
    #expect(interfaces.looks.count == 0)
  }

  @Test func oneEndIsRead() throws {
    let ends = ["client", "far side"]
    #expect(try numbers(names: ends, side: nil) == [1, 3, 5])
    #expect(try numbers(names: ends, side: .client) == [1, 3, 5])
    #expect(try numbers(names: ends, side: .server) == [2, 4, 6])
    #expect(try numbers(names: ends, side: .both) == [1, 2, 3, 4, 5, 6])
  }

  /// A capture of the client's end alone is not shown as the server's.
  @Test func theClientsEndIsNotTheServers() throws {
    #expect(try numbers(names: ["client"], side: .server).isEmpty)
    #expect(try numbers(names: ["far side"], side: .server).count == 6)
  }

  @Test func otherCapturesAreReadWhole() throws {
    #expect(try numbers(names: ["eth0", "far side"], side: nil).count == 6)
    #expect(try numbers(names: ["client"], side: nil).count == 6)
    #expect(try numbers(names: ["far side"], side: nil).count == 6)
    #expect(try numbers(names: ["eth0"], side: .server).count == 6)
    #expect(try numbers(names: ["client", "far side", "x"], side: nil).count == 6)
  }
}
