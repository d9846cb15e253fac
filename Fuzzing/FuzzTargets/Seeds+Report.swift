extension Seeds {
  /// A report of one scenario, shortened.
  static let report = Array(
    #"""
    {"client":["curl","-sS"],"duration":0.94622191,"format":"headwind-report","isComplete":true,"scenari\#
    os":[{"behaviour":"ended after 0.06 s with status 18; connected at 0.04 s, last","capture":"k/body.t\#
    runcated-length.pcapng","captureBytes":"AAAA","client":{"duration":0.055472205,"endedBy":[],"ending"\#
    :"ended with status 18","output":"curl: (18) transfer closed with 30000 bytes remaining to rea","out\#
    putBytes":62,"status":18},"command":"headwind test --only body.truncated-length --deadline 5 -- c","\#
    deadline":5,"exchanges":[{"began":0.042237479,"bodyBytes":10000,"ended":0.049760763,"method":"GET","\#
    number":1,"outcome":"cutShort(by: Dissection.HTTPParty.server)","requestHead":"GET /item HTTP/1.1\r\\#
    nHost: api.test\r\nUser-Agent: curl/7.88.1\r","requestPacket":15,"responded":0.047458485,"responseBo\#
    dy":"2ssdnmxmtvbksynqlqcxgaz3vuyssxv03frj3y3zgcxx54xpadxl5zxntgps","responseHead":"HTTP/1.1 200 OK\r\#
    \nContent-Length: 40000\r\n\r\n","responsePacket":27,"status":200,"stream":0,"url":"http://api.test/\#
    item"}],"findings":[{"demand":"fail","finding":"","kind":"pass","packets":[],"requirement":"MUST"},{\#
    "demand":"give up by the deadline (+10 %)","finding":"","kind":"pass","packets":[],"requirement":"MU\#
    ST"}],"id":"body.truncated-length","kind":"pass","omittedPackets":0,"packets":[{"isLost":false,"isUp\#
    link":true,"length":54,"line":"IP 10.83.0.2.43376 > 10.83.0.1.53: 65318+ A? api.test. (26)","notes":\#
    ["Clean: delayed 0 s"],"number":1,"otherEnd":0.028452755,"role":"dns","time":0.027784579},{"isLost":\#
    false,"isUplink":true,"length":54,"line":"IP 10.83.0.2.43376 > 10.83.0.1.53: 33057+ AAAA? api.test. \#
    (2","notes":["Clean: delayed 0 s"],"number":2,"otherEnd":0.028452755,"role":"dns","time":0.027832279\#
    }],"phases":[],"rationale":"A message that is shorter than its Content-Length is incompl","source":"\#
    RFC 9112 section 8","summary":"the connection is closed before Content-Length bytes have co","turn":\#
    1}],"seed":227438101,"started":1795344272.17762,"version":1}
    """#.utf8)
}
