import TLS
import Testing

/// The traces of RFC 8448: every byte of a handshake, and all of its secrets.
struct PublishedTraceTests {
  private struct Trace {
    var secrets: [KeyLogLabel: String]
    var records: [(TLSSide, String)]

    func read() throws -> EventLog {
      let hello = try bytes(records[0].1)
      let keyLog = KeyLog()
      let random = hello[11..<43].map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
      for (label, secret) in secrets { keyLog.add(Array("\(label.rawValue) \(random) \(secret)\n".utf8)) }
      #expect(keyLog.count == 1)
      var (reader, log) = (TLSConnection(keyLog), EventLog())
      for (side, record) in records {
        let content = try bytes(record)
        reader.receive(content.span, from: side, to: &log)
      }
      for side in TLSSide.allCases { reader.finish(side, to: &log) }
      return log
    }

    private func bytes(_ digits: String) throws -> [UInt8] {
      let digits = Array(digits.utf8.filter { $0 != 0x0A && $0 != 0x20 })
      return try stride(from: 0, to: digits.count, by: 2).map { place in
        try #require(UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16))
      }
    }
  }

  /// Section 3.
  @Test func simpleHandshake() throws {
    let log = try Self.simple.read()
    let payload = [UInt8](0..<50)
    #expect(log.plaintext(.client) == payload)
    #expect(log.plaintext(.server) == payload)
    #expect(log.facts.serverName == "server")
    #expect(log.facts.cipherSuite?.name == "TLS_AES_128_GCM_SHA256")
    #expect(log.messages(.client) == [.clientHello, .finished])
    #expect(
      log.messages(.server) == [
        .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished, .newSessionTicket,
      ])
    let ticket = try log.read(.newSessionTicket) { try NewSessionTicket($0, version: .tls13) }
    let body = try #require(log.body(.newSessionTicket, .server))
    let limit = ticket.earlyDataLimit(body.span)
    #expect(limit == 1024)
    #expect(log.ending(.client) == .closeNotify)
    #expect(log.ending(.server) == .closeNotify)
    for side in TLSSide.allCases { #expect(log.losses(side) == []) }
  }

  /// Section 5.
  @Test func helloRetryRequest() throws {
    let log = try Self.retry.read()
    #expect(log.facts.hasHelloRetryRequest)
    #expect(log.facts.group == 0x17)
    #expect(log.messages(.client) == [.clientHello, .clientHello, .finished])
    #expect(
      log.messages(.server) == [
        .serverHello, .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished,
      ])
    for side in TLSSide.allCases { #expect(log.losses(side) == []) }
  }

  private static let simple = Trace(
    secrets: [
      .clientHandshakeTraffic: "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21",
      .serverHandshakeTraffic: "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38",
      .clientTraffic: "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5",
      .serverTraffic: "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643",
    ],
    records: [
      (
        .client,
        """
        16030100c4010000c00303cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece70000061301
        13031302010000910000000b0009000006736572766572ff01000100000a00140012001d001700180019010001010102
        0103010400230000003300260024001d002099381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529a
        af2c002b0003020304000d0020001e040305030603020308040805080604010501060102010402050206020202002d00
        020101001c00024001
        """
      ),
      (
        .server,
        """
        160303005a020000560303a6af06a4121860dc5e6e60249cd34c95930c8ac5cb1434dac155772ed3e269280013010000
        2e00330024001d0020c9828876112095fe66762bdbf7c672e156d6cc253b833df1dd69b1b04e751f0f002b00020304
        """
      ),
      (
        .server,
        """
        17030302a2d1ff334a56f5bff6594a07cc87b580233f500f45e489e7f33af35edf7869fcf40aa40aa2b8ea73f848a7ca
        07612ef9f945cb960b4068905123ea78b111b429ba9191cd05d2a389280f526134aadc7fc78c4b729df828b5ecf7b13b
        d9aefb0e57f271585b8ea9bb355c7c79020716cfb9b1183ef3ab20e37d57a6b9d7477609aee6e122a4cf51427325250c
        7d0e509289444c9b3a648f1d71035d2ed65b0e3cdd0cbae8bf2d0b227812cbb360987255cc744110c453baa4fcd61092
        8d809810e4b7ed1a8fd991f06aa6248204797e36a6a73b70a2559c09ead686945ba246ab66e5edd8044b4c6de3fcf2a8
        9441ac66272fd8fb330ef8190579b3684596c960bd596eea520a56a8d650f563aad27409960dca63d3e688611ea5e22f
        4415cf9538d51a200c27034272968a264ed6540c84838d89f72c24461aad6d26f59ecaba9acbbb317b66d902f4f292a3
        6ac1b639c637ce343117b659622245317b49eeda0c6258f100d7d961ffb138647e92ea330faeea6dfa31c7a84dc3bd7e
        1b7a6c7178af36879018e3f252107f243d243dc7339d5684c8b0378bf30244da8c87c843f5e56eb4c5e8280a2b48052c
        f93b16499a66db7cca71e4599426f7d461e66f99882bd89fc50800becca62d6c74116dbd2972fda1fa80f85df881edbe
        5a37668936b335583b599186dc5c6918a396fa48a181d6b6fa4f9d62d513afbb992f2b992f67f8afe67f76913fa388cb
        5630c8ca01e0c65d11c66a1e2ac4c85977b7c7a6999bbf10dc35ae69f5515614636c0b9b68c19ed2e31c0b3b66763038
        ebba42f3b38edc0399f3a9f23faa63978c317fc9fa66a73f60f0504de93b5b845e275592c12335ee340bbc4fddd50278
        4016e4b3be7ef04dda49f4b440a30cb5d2af939828fd4ae3794e44f94df5a631ede42c1719bfdabf0253fe5175be898e
        750edc53370d2b
        """
      ),
      (
        .client,
        """
        170303003575ec4dc238cce60b298044a71e219c56cc77b0517fe9b93c7a4bfc44d87f38f80338ac98fc46deb384bd1c
        aeacab6867d726c40546
        """
      ),
      (
        .server,
        """
        17030300de3a6b8f90414a97d6959c3487680de5134a2b240e6cffac116e95d41d6af8f6b580dcf3d11d63c758db289a
        015940252f55713e061dc13e078891a38efbcf5753ad8ef170ad3c7353d16d9da773b9ca7f2b9fa1b6c0d4a3d03f75e0
        9c30ba1e62972ac46f75f7b981be63439b2999ce13064615139891d5e4c5b406f16e3fc181a77ca475840025db2f0a77
        f81b5ab05b94c01346755f69232c86519d86cbeeac87aac347d143f9605d64f650db4d023e70e952ca49fe5137121c74
        bc2697687e248746d6df353005f3bce18696129c8153556b3b6c6779b37bf15985684f
        """
      ),
      (
        .client,
        """
        1703030043a23f7054b62c94d0affafe8228ba55cbefacea42f914aa66bcab3f2b9819a8a5b46b395bd54a9a20441e2b
        62974e1f5a6292a2977014bd1e3deae63aeebb21694915e4
        """
      ),
      (
        .server,
        """
        17030300432e937e11ef4ac740e538ad36005fc4a46932fc3225d05f82aa1b36e30efaf97d90e6dffc602dcb501a59a8
        fcc49c4bf2e5f0a21c0047c2abf332540dd032e167c2955d
        """
      ),
      (
        .client,
        """
        1703030013c9872760655666b74d7ff1153efd6db6d0b0e3
        """
      ),
      (
        .server,
        """
        1703030013b58fd67166ebf599d24720cfbe7efa7a8864a9
        """
      ),
    ])

  private static let retry = Trace(
    secrets: [
      .clientHandshakeTraffic: "158aa7ab8855073582b41d674b4055cabcc534728f659314861b4e08e2011566",
      .serverHandshakeTraffic: "3403e781e2af7b6508da28574f6e95a1abf162de83a97927c37672a4a0cef8a1",
    ],
    records: [
      (
        .client,
        """
        16030100b4010000b00303b0b1c5a5aa37c5919f2ed1d5c6fff7fcb7849716945a2b8cee9258a346677b6f0000061301
        13031302010000810000000b0009000006736572766572ff01000100000a00080006001d00170018003300260024001d
        0020e8e8e3f3b93a25ed97a14a7dcacb8a272c6288e585c6484d05262fcad062ad1f002b0003020304000d0020001e04
        0305030603020308040805080604010501060102010402050206020202002d00020101001c00024001
        """
      ),
      (
        .server,
        """
        16030300b0020000ac0303cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c0013010000
        84003300020017002c0074007271dcd04bb88bc3189119398a00000000eefafc76c146b823b096f8aacad365dd003095
        3f4edf625636e5f21bb2e23fcc654b1b5b40318d10d137abcbb87574e36e8a1f025f7dfa5d6e50781b5eda4aa15b0c8b
        e778257d16aa3030e9e7841dd9e4c0342267e8ca0caf571fb2b7cff0f934b0002b00020304
        """
      ),
      (
        .client,
        """
        1603030200010001fc0303b0b1c5a5aa37c5919f2ed1d5c6fff7fcb7849716945a2b8cee9258a346677b6f0000061301
        13031302010001cd0000000b0009000006736572766572ff01000100000a00080006001d001700180033004700450017
        004104a6da7392ec591e17abfd535964b99894d13befb221b3def2ebe3830eac8f0151812677c4d6d2237e85cf01d691
        0cfb83954e76ba7352830534159897e8065780002b0003020304000d0020001e04030503060302030804080508060401
        0501060102010402050206020202002c0074007271dcd04bb88bc3189119398a00000000eefafc76c146b823b096f8aa
        cad365dd0030953f4edf625636e5f21bb2e23fcc654b1b5b40318d10d137abcbb87574e36e8a1f025f7dfa5d6e50781b
        5eda4aa15b0c8be778257d16aa3030e9e7841dd9e4c0342267e8ca0caf571fb2b7cff0f934b0002d00020101001c0002
        4001001500af000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
        00000000000000000000000000000000000000000000000000000000000000000000000000
        """
      ),
      (
        .server,
        """
        160303007b020000770303bb341d847fd789c47c387172dc0c9bf147fccacb5043d86ca4c598d3ff571b980013010000
        4f003300450017004104583e054b7a66672ae020ad9d2686fcc85b5ad41a134a0f03ee72b893052bd85b4c8de6776f5b
        04ac07d83540eab3e3d9c547bc6528c4317d294686093a6cad7d002b00020304
        """
      ),
      (
        .server,
        """
        170303029699bee20baf5b7fc727bfab6223928a381e6d0cf9c4da653f9d2a7b23f7de11cce842d5cf75631763450ffb
        8b0cc1d238e658af7a12adc86243114ab14a1da2fae42621ce483fb6242eabfaad52566b02b31d2eddedefeb80e66a99
        00d5f973b40c4fdf74719ecf1b68d7f9c3b6ceb903ca13dd1bb8f8187ae33417e1d152522c5822a1a03ad52c838c5595
        3d610222874cce8e1790b229a2aa0b53c8d377ee720182951dc6181dc5d90bd1f0105ed1e84aa5f75957c6661897079e
        5ea5007449e3197bdc7c9beeedddeafdd844afa5c315ecfe65e576afe909812880620ec7048b42d7f5c78d76f299d6d8
        2534bdd8f512febc0ed3814aca470cd8000d3e1cb9962b052fbb950df683a52c2ba77ed3713b122937a6e5170964e2ab
        7969dcd980b3db9b458da7603124d6dc005e4d6e04b4d0c4baf3275db827dbba0a6db09672171fc057b3851d7e026841
        e2978fbd2346bbefdd0376bb1108fe9acc92189f5650aa5e85d8e8c7b67ac510dba003d3d7e16350bb66d45013efd44c
        9b607c0d318c4c7d1a1f5cbc57e20611804e3787d7b4a4b5f08ed8fd70bdaeade02260b12ab842ef690b4a3ee7911e84
        1b374ecd5ebbbc2a54d047b600336dd7d0c88b4bc10e58ee6cb656de7247fa20d8e91deb84628608cf80615b62e96c14
        91c7ac3755eb6901405d3474fe1ac79d106a0cee56c2577fc88480f96cb6b8c681b7b68b53c146093908f350888175bd
        fb0b1e31ad61e30ba0adfe6d223aa03c0783b5001a57587c328a9afcfcfb978d1cd4328f7d9d60530e630befd96c0c81
        6ee20b0100768ae2a6df51fc68f172740a79af11398ee3be1252491fa9c693479e877f94ab7c5f8cad480203e6ab7b87
        dd71e8a0729113df17f5eee86ce108d1d72007ec1cd13c85a6c149621e77b7d78d805a30f0be030c315e54
        """
      ),
      (
        .client,
        """
        1703030035d74f1923c662fd34137c6f502f3dd2b93d951d1b3bc97e42afe23c31abea92fe91b474999e85e3b791ce25
        2fe8c3e9f939a4120cb2
        """
      ),
    ])
}
