/// A pcapng file with every kind of block and option that can be copied.
extension FileBytes {
  static func everything(bigEndian: Bool) -> [UInt8] {
    var file = FileBytes(bigEndian: bigEndian)
    file.block(0x0A0D_0D0A) { block in
      block.add(0x1A2B_3C4D as UInt32)
      block.add(1 as UInt16, 0)
      block.add(Int64(-1))
      block.option(1, Array("of the section".utf8))
      block.option(2, Array("a machine".utf8))
      block.option(3, Array("a system".utf8))
      block.option(4, Array("made by hand".utf8))
      block.add(0 as UInt32)
    }
    file.block(1) { block in
      block.add(1 as UInt16, 0)
      block.add(1500 as UInt32)
      block.option(2, Array("c0".utf8))
      block.option(3, Array("the client's".utf8))
      block.option(4, [10, 0, 0, 2, 255, 255, 255, 0])
      block.option(6, [2, 0, 0, 0, 0xC0, 0])
      block.option(8, number: 1_000_000_000 as UInt64)
      block.option(9, [9])
      block.option(10, number: 3600 as UInt32)
      block.option(11, [0] + Array("tcp port 80".utf8))
      block.option(12, Array("Linux".utf8))
      block.option(13, [32])
      block.add(0 as UInt32)
    }
    file.names()
    file.secrets()
    file.block(6) { block in
      let data = Samples.datagram(21)
      block.add(0 as UInt32, 0x1234, 0x5678_9ABC, UInt32(data.count), 1400)
      block.add(bytes: data + [0])
      block.option(1, Array("one".utf8))
      block.option(1, Array("zwei".utf8))
      block.option(2, number: 0x0100_0005 as UInt32)
      block.option(3, [2, 0xDE, 0xAD, 0xBE, 0xEF])
      block.option(4, number: 77 as UInt64)
      block.option(5, number: 0x1122_3344_5566_7788 as UInt64)
      block.option(6, number: 3 as UInt32)
      block.option(7, [0, 9])
      block.customOption(2988, Array("a text".utf8))
      block.customOption(19372, Array("not to be copied".utf8))
      block.add(0 as UInt32)
    }
    file.block(0x0BAD) { block in
      block.add(32473 as UInt32)
      block.add(bytes: [1, 2, 3, 4])
    }
    file.block(0x4000_0BAD) { block in
      block.add(32473 as UInt32)
      block.add(bytes: [1, 2, 3, 4])
    }
    file.packet(Samples.datagram(5), time: 99)
    file.block(5) { block in
      block.add(0 as UInt32, 0x1234, 0x6000_0000)
      block.add(2 as UInt16, 8)
      block.add(0x1234 as UInt32, 0x5000_0000)
      block.add(3 as UInt16, 8)
      block.add(0x1234 as UInt32, 0x5FFF_FFFF)
      for (code, count) in [(4, 100), (5, 1), (6, 90), (7, 2), (8, 88)] as [(UInt16, UInt64)] {
        block.option(code, number: count)
      }
      block.add(0 as UInt32)
    }
    return file.bytes
  }

  private mutating func names() {
    block(4) { block in
      block.option(1, [10, 0, 0, 1] + Array("search.example".utf8) + [0])
      block.option(2, [0xFD] + [UInt8](repeating: 0, count: 14) + [1] + Array("six.example".utf8) + [0])
      block.add(0 as UInt32)
      block.option(2, Array("a name server".utf8))
      block.add(0 as UInt32)
    }
  }

  private mutating func secrets() {
    block(10) { block in
      let line = Array("CLIENT_RANDOM 00 11\n".utf8)
      block.add(0x544C_534B as UInt32, UInt32(line.count))
      block.add(bytes: line)
    }
  }

  private mutating func customOption(_ code: UInt16, _ value: [UInt8]) {
    var inner = FileBytes(bigEndian: bigEndian)
    inner.add(32473 as UInt32)
    option(code, inner.bytes + value)
  }
}
