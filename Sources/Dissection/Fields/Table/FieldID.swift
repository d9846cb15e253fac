/// A field of the table, by its place in it.
public enum FieldID: UInt16, CaseIterable, Hashable, Sendable {
  // Frame
  case frame, frameInterfaceId, frameInterfaceName, frameEncapType, frameTime, frameOffsetShift, frameTimeEpoch
  case frameTimeDelta, frameTimeDeltaDisplayed, frameTimeRelative, frameNumber, frameLen, frameCapLen
  case frameMarked, frameIgnored, frameProtocols, frameComment, frameSectionNumber
  // Ethernet
  case eth, ethDst, ethDstResolved, ethAddr, ethAddrResolved, ethDstLg, ethLg, ethDstIg, ethIg, ethSrc
  case ethSrcResolved, ethSrcLg, ethSrcIg, ethType, ethLen, ethPadding, ethTrailer
  // VLAN
  case vlan, vlanPriority, vlanDei, vlanId, vlanEtype, vlanLen, vlanTrailer
  // LinuxSLL
  case sll, sllPkttype, sllHatype, sllHalen, sllSrcEth, sllSrcIpv4, sllSrcOther, sllUnused, sllEtype, sllIfindex
  case sllLtype
  // Loopback
  case null, nullFamily, nullType
  // RawIP
  case raw
  // LLC
  case llc, llcDsap, llcSsap, llcControl, llcOui, llcType
  // ARP
  case arp, arpHwType, arpProtoType, arpHwSize, arpProtoSize, arpOpcode, arpIsgratuitous, arpIsprobe
  case arpIsannouncement, arpSrcHwMac, arpSrcProtoIpv4, arpDstHwMac, arpDstProtoIpv4, arpSrcHw, arpSrcProto
  case arpDstHw, arpDstProto
  // IPv4
  case ip, ipVersion, ipHdrLen, ipDsfield, ipDsfieldDscp, ipDsfieldEcn, ipLen, ipId, ipDst, ipSrc, ipAddr
  case ipSrcHost, ipDstHost, ipHost, ipFlags, ipFlagsRb, ipFlagsDf, ipFlagsMf, ipFragOffset, ipTtl, ipProto
  case ipChecksum, ipChecksumStatus, ipChecksumCalculated, ipOptType, ipOptTypeCopy, ipOptTypeClass, ipOptTypeNumber
  case ipOptLen, ipOptPtr, ipOptRa, ipOptMtu, ipOptAddr, ipOptFlag, ipOptOverflow, ipOptTimeStamp
  case ipOptTimeStampAddr, ipOptPadding, ipRecRt, ipRecRtHost, ipCurRt, ipCurRtHost, ipSrcRt, ipSrcRtHost
  case ipEmptyRt, ipEmptyRtHost, ipFragments, ipFragment, ipFragmentCount, ipFragmentOverlap
  case ipFragmentOverlapConflict, ipReassembledIn, ipReassembledLength, ipReassembledData, ipBogusIpLength
  case ipBogusIpVersion, ipBogusHeaderLength, ipChecksumBadExpert, ipTtlLncb, ipTtlTooSmall
  // IPv6
  case ipv6, ipv6Version, ipv6Tclass, ipv6TclassDscp, ipv6TclassEcn, ipv6Flow, ipv6Plen, ipv6Nxt, ipv6Hlim
  case ipv6Src, ipv6Dst, ipv6Addr, ipv6SrcHost, ipv6DstHost, ipv6Host, ipv6Hopopts, ipv6HopoptsNxt, ipv6HopoptsLen
  case ipv6HopoptsLenOct, ipv6Dstopts, ipv6DstoptsNxt, ipv6DstoptsLen, ipv6DstoptsLenOct, ipv6Opt, ipv6OptType
  case ipv6OptTypeAction, ipv6OptTypeChange, ipv6OptTypeRest, ipv6OptLength, ipv6OptPad1, ipv6OptPadn
  case ipv6OptRouterAlert, ipv6OptJumbo, ipv6OptUnknown, ipv6Routing, ipv6RoutingNxt, ipv6RoutingLen
  case ipv6RoutingLenOct, ipv6RoutingType, ipv6RoutingSegleft, ipv6RoutingSrcReserved, ipv6RoutingSrcAddr
  case ipv6RoutingUnknownData, ipv6RoutingSrhLastEntry, ipv6RoutingSrhFlags, ipv6RoutingSrhTag, ipv6RoutingSrhAddr
  case ipv6Fraghdr, ipv6FraghdrNxt, ipv6FraghdrReservedOctet, ipv6FraghdrOffset, ipv6FraghdrReservedBits
  case ipv6FraghdrMore, ipv6FraghdrIdent, ipv6Fragments, ipv6Fragment, ipv6FragmentCount, ipv6ReassembledIn
  case ipv6ReassembledLength, ipv6ReassembledData, ipv6PlenExceedsFraming
  // ICMP
  case icmp, icmpType, icmpCode, icmpChecksum, icmpChecksumStatus, icmpIdent, icmpSeq, icmpIdentLe, icmpSeqLe
  case icmpRespIn, icmpRespTo, icmpResptime, icmpNoResp, icmpDataTime, icmpDataTimeRelative, icmpUnused
  case icmpReserved, icmpMtu, icmpRedirGw, icmpLength, icmpPointer, icmpNumAddrs, icmpAddrEntrySize, icmpLifetime
  case icmpOriginateTimestamp, icmpReceiveTimestamp, icmpTransmitTimestamp, icmpAddressMask
  // ICMPv6
  case icmpv6, icmpv6Type, icmpv6Code, icmpv6Checksum, icmpv6ChecksumStatus, icmpv6Reserved, icmpv6Data
  case icmpv6Mtu, icmpv6Pointer, icmpv6UnknownData, icmpv6EchoIdentifier, icmpv6EchoSequenceNumber
  case icmpv6NdRaCurHopLimit, icmpv6NdRaFlag, icmpv6NdRaFlagM, icmpv6NdRaFlagO, icmpv6NdRaFlagH, icmpv6NdRaFlagPrf
  case icmpv6NdRaFlagP, icmpv6NdRaFlagRsv, icmpv6NdRaRouterLifetime, icmpv6NdRaReachableTime, icmpv6NdRaRetransTimer
  case icmpv6NdNsTargetAddress, icmpv6NdNaFlag, icmpv6NdNaFlagR, icmpv6NdNaFlagS, icmpv6NdNaFlagO, icmpv6NdNaFlagRsv
  case icmpv6NdNaTargetAddress, icmpv6NdRdTargetAddress, icmpv6RdNaDestinationAddress, icmpv6Opt, icmpv6OptType
  case icmpv6OptLength, icmpv6OptReserved, icmpv6OptLinkaddr, icmpv6OptSrcLinkaddr, icmpv6OptTargetLinkaddr
  case icmpv6OptPrefixLength, icmpv6OptPrefixFlag, icmpv6OptPrefixFlagL, icmpv6OptPrefixFlagA, icmpv6OptPrefixFlagR
  case icmpv6OptPrefixFlagReserved, icmpv6OptPrefixValidLifetime, icmpv6OptPrefixPreferredLifetime, icmpv6OptPrefix
  case icmpv6OptMtu, icmpv6OptNonce, icmpv6OptRdnssLifetime, icmpv6OptRdnss, icmpv6OptDnsslLifetime, icmpv6OptDnssl
  case icmpv6OptRedirectedPacket, icmpv6OptRouteInfoFlag, icmpv6OptRouteInfoFlagRoutePreference
  case icmpv6OptRouteInfoFlagReserved, icmpv6OptRouteLifetime, icmpv6OptAdvertisementInterval
  case icmpv6MldMaximumResponseDelay, icmpv6MldMulticastAddress, icmpv6MldMaximumResponseCode, icmpv6MldFlag
  case icmpv6MldFlagS, icmpv6MldFlagQrv, icmpv6MldFlagReserved, icmpv6MldQqi, icmpv6MldNbSources
  case icmpv6MldSourceAddress, icmpv6MldrNbMcastRecords, icmpv6MldrMar, icmpv6MldrMarRecordType
  case icmpv6MldrMarAuxDataLen, icmpv6MldrMarNbSources, icmpv6MldrMarMulticastAddress, icmpv6MldrMarSourceAddress
  case icmpv6MldrMarAuxiliaryData, icmpv6RespIn, icmpv6RespTo, icmpv6Resptime
  // IGMP
  case igmp, igmpType, igmpReserved, igmpVersion, igmpChecksum, igmpChecksumStatus, igmpMaxResp, igmpMaddr
  case igmpS, igmpQrv, igmpQqic, igmpNumSrc, igmpSaddr, igmpNumGrpRecs, igmpRecordType, igmpAuxDataLen
  case igmpAuxData, igmpData, igmpMaxRespExp, igmpMaxRespMant
  // UDP
  case udp, udpSrcport, udpDstport, udpPort, udpStream, udpLength, udpChecksum, udpChecksumStatus
  case udpChecksumCalculated, udpTimeRelative, udpTimeDelta, udpPayload
  // TCP
  case tcp, tcpSrcport, tcpDstport, tcpPort, tcpStream, tcpCompleteness, tcpLen, tcpSeq, tcpSeqRaw, tcpNxtseq
  case tcpAck, tcpAckRaw, tcpHdrLen, tcpFlags, tcpFlagsRes, tcpFlagsAe, tcpFlagsCwr, tcpFlagsEce, tcpFlagsUrg
  case tcpFlagsAck, tcpFlagsPush, tcpFlagsReset, tcpFlagsSyn, tcpFlagsFin, tcpFlagsStr, tcpWindowSizeValue
  case tcpWindowSize, tcpWindowSizeScalefactor, tcpChecksum, tcpChecksumStatus, tcpChecksumCalculated
  case tcpUrgentPointer, tcpOptions, tcpOptionKind, tcpOptionLen, tcpOptionsNop, tcpOptionsEol, tcpOptionsMss
  case tcpOptionsMssVal, tcpOptionsWscale, tcpOptionsWscaleShift, tcpOptionsWscaleMultiplier, tcpOptionsSackPerm
  case tcpOptionsSack, tcpOptionsSackLe, tcpOptionsSackRe, tcpOptionsSackCount, tcpOptionsSackDsack
  case tcpOptionsSackDsackLe, tcpOptionsSackDsackRe, tcpOptionsEcho, tcpOptionsEchoValue, tcpOptionsEchoreply
  case tcpOptionsTimestamp, tcpOptionsTimestampTsval, tcpOptionsTimestampTsecr, tcpOptionsMd5, tcpOptionsMd5Digest
  case tcpOptionsMptcpSubtype, tcpOptionsMptcpVersion, tcpOptionsUserTo, tcpOptionsUserToGranularity
  case tcpOptionsUserToVal, tcpOptionsTfo, tcpOptionsTfoRequest, tcpOptionsTfoCookie, tcpOptionsExperimental
  case tcpOptionsExperimentalExid, tcpOptionsExperimentalData, tcpOptionsUnknown, tcpOptionsUnknownPayload
  case tcpOptionsAo, tcpOptionsAoKeyid, tcpOptionsAoRnextkeyid, tcpOptionsAoMac, tcpOptionsCc, tcpOptionsCcnew
  case tcpOptionsCcecho, tcpOptionsCcValue, tcpTimeRelative, tcpTimeDelta, tcpPayload, tcpSegmentData
  case tcpPduSize, tcpSegments, tcpSegment, tcpSegmentCount, tcpReassembledIn, tcpReassembledLength
  case tcpReassembledData, tcpAnalysis, tcpAnalysisFlags, tcpAnalysisRetransmission, tcpAnalysisFastRetransmission
  case tcpAnalysisSpuriousRetransmission, tcpAnalysisOutOfOrder, tcpAnalysisReusedPorts, tcpAnalysisLostSegment
  case tcpAnalysisAckLostSegment, tcpAnalysisDuplicateAck, tcpAnalysisDuplicateAckNum, tcpAnalysisDuplicateAckFrame
  case tcpAnalysisWindowUpdate, tcpAnalysisWindowFull, tcpAnalysisKeepAlive, tcpAnalysisKeepAliveAck
  case tcpAnalysisZeroWindow, tcpAnalysisZeroWindowProbe, tcpAnalysisZeroWindowProbeAck, tcpAnalysisAcksFrame
  case tcpAnalysisAckRtt, tcpAnalysisInitialRtt, tcpAnalysisRto, tcpAnalysisRtoFrame, tcpAnalysisBytesInFlight
  case tcpAnalysisPushBytesSent, tcpConnectionSyn, tcpConnectionSynack, tcpConnectionFin, tcpConnectionRst
  case tcpConnectionFinActive, tcpConnectionFinPassive, tcpBogusHeaderLength, tcpShortSegment
  // DNS
  case dns, dnsLength, dnsId, dnsFlags, dnsFlagsResponse, dnsFlagsOpcode, dnsFlagsAuthoritative, dnsFlagsConflict
  case dnsFlagsTruncated, dnsFlagsTentative, dnsFlagsRecdesired, dnsFlagsRecavail, dnsFlagsZ, dnsFlagsAuthenticated
  case dnsFlagsCheckdisable, dnsFlagsRcode, dnsCountQueries, dnsCountAnswers, dnsCountAuthRr, dnsCountAddRr
  case dnsCountZones, dnsCountPrerequisites, dnsCountUpdates, dnsQryName, dnsQryNameLen, dnsCountLabels
  case dnsQryType, dnsQryClass, dnsQryQu, dnsRespName, dnsRespType, dnsRespClass, dnsRespCacheFlush, dnsRespTtl
  case dnsRespLen, dnsRespExtRcode, dnsRespEdns0Version, dnsRespZ, dnsRespZDo, dnsRespZReserved, dnsRrUdpPayloadSize
  case dnsA, dnsAaaa, dnsCname, dnsNs, dnsPtrDomainName, dnsMxPreference, dnsMxMailExchange, dnsTxt, dnsTxtLength
  case dnsSpf, dnsSpfLength, dnsSoaMname, dnsSoaRname, dnsSoaSerialNumber, dnsSoaRefreshInterval
  case dnsSoaRetryInterval, dnsSoaExpireLimit, dnsSoaMinimumTtl, dnsSrvService, dnsSrvProto, dnsSrvName
  case dnsSrvPriority, dnsSrvWeight, dnsSrvPort, dnsSrvTarget, dnsDname, dnsHinfoCpu, dnsHinfoCpuLength
  case dnsHinfoOs, dnsHinfoOsLength, dnsOpt, dnsOptCode, dnsOptLen, dnsOptData, dnsOptCookieClient
  case dnsOptCookieServer, dnsOptClientFamily, dnsOptClientNetmask, dnsOptClientScope, dnsOptClientAddr4
  case dnsOptClientAddr6, dnsOptExtErrorInfoCode, dnsOptExtErrorExtraText, dnsOptPadding, dnsSvcbSvcpriority
  case dnsSvcbTargetname, dnsSvcbSvcparam, dnsSvcbSvcparamKey, dnsSvcbSvcparamValue, dnsSvcbSvcparamValueLength
  case dnsSvcbSvcparamAlpn, dnsSvcbSvcparamAlpnLength, dnsSvcbSvcparamPort, dnsSvcbSvcparamIpv4hintIp
  case dnsSvcbSvcparamIpv6hintIp, dnsSvcbSvcparamMandatoryKey, dnsCaaFlags, dnsCaaFlagsIssuerCritical
  case dnsCaaTag, dnsCaaTagLength, dnsCaaValue, dnsCaaIssue, dnsCaaIssuewild, dnsCaaIodef, dnsCaaUnknown
  case dnsData, dnsResponseIn, dnsResponseTo, dnsTime, dnsRetransmission, dnsRetransmitRequestIn
  case dnsRetransmitResponseIn, dnsRetransmitRequest, dnsRetransmitResponse, dnsUnsolicited
  // mDNS
  case mdns
  // DHCP
  case dhcp, dhcpType, dhcpHwType, dhcpHwLen, dhcpHops, dhcpId, dhcpSecs, dhcpFlags, dhcpFlagsBc, dhcpFlagsReserved
  case dhcpIpClient, dhcpIpYour, dhcpIpServer, dhcpIpRelay, dhcpHwMacAddr, dhcpHwAddr, dhcpHwAddrPadding
  case dhcpServer, dhcpFile, dhcpCookie, dhcpOptionType, dhcpOptionLength, dhcpOptionValue, dhcpOptionDhcp
  case dhcpOptionRequestedIpAddress, dhcpOptionIpAddressLeaseTime, dhcpOptionDhcpServerId, dhcpOptionRequestListItem
  case dhcpOptionSubnetMask, dhcpOptionRouter, dhcpOptionDomainNameServer, dhcpOptionDomainName, dhcpOptionHostname
  case dhcpOptionBroadcastAddress, dhcpOptionRenewalTimeValue, dhcpOptionRebindingTimeValue, dhcpOptionVendorClassId
  case dhcpOptionMessage, dhcpOptionDhcpMaxMessageSize, dhcpOptionInterfaceMtu, dhcpOptionNtpServer, dhcpOptionEnd
  case dhcpOptionPadding, dhcpClientId, dhcpClientIdType, dhcpClientHardwareAddress
  // HTTP
  case http, httpRequest, httpResponse, httpRequestLine, httpRequestMethod, httpRequestUri, httpRequestUriPath
  case httpRequestUriQuery, httpRequestUriQueryParameter, httpRequestVersion, httpResponseLine, httpResponseVersion
  case httpResponseCode, httpResponseCodeDesc, httpResponsePhrase, httpHost, httpUserAgent, httpAccept
  case httpAcceptLanguage, httpAcceptEncoding, httpConnection, httpContentType, httpContentLengthHeader
  case httpContentLength, httpContentEncoding, httpTransferEncoding, httpDate, httpServer, httpLocation
  case httpLastModified, httpCacheControl, httpCookie, httpCookiePair, httpSetCookie, httpReferer, httpUpgrade
  case httpAuthorization, httpWwwAuthenticate, httpProxyAuthenticate, httpProxyAuthorization, httpAuthbasic
  case httpXForwardedFor, httpSecWebsocketKey, httpSecWebsocketAccept, httpSecWebsocketVersion
  case httpSecWebsocketProtocol, httpSecWebsocketExtensions, httpHttp2Settings, httpUnknownHeader
  case httpRequestFullUri, httpResponseForUri, httpRequestNumber, httpResponseNumber, httpRequestIn, httpResponseIn
  case httpPrevRequestIn, httpNextRequestIn, httpPrevResponseIn, httpNextResponseIn, httpTime, httpChunkSize
  case httpChunkData, httpChunkBoundary, httpChunkedTrailerPart, httpFileData, httpChat, httpBadHeaderName
  case httpLeadingCrlf
  // JSON
  case json, jsonObject, jsonArray, jsonMember, jsonKey, jsonValueString, jsonValueNumber, jsonValueTrue
  case jsonValueFalse, jsonValueNull, jsonPath, jsonPathWithValue, jsonMemberWithValue
  // Text
  case dataTextLines, data, dataData, dataLen, media, mediaType
  // TLS
  case tls, tlsRecord, tlsRecordContentType, tlsRecordVersion, tlsRecordLength, tlsRecordOpaqueType, tlsAppData
  case tlsAppDataProto, tlsChangeCipherSpec, tlsAlertMessage, tlsAlertMessageLevel, tlsAlertMessageDesc
  case tlsHandshake, tlsHandshakeType, tlsHandshakeLength, tlsHandshakeVersion, tlsHandshakeRandom
  case tlsHandshakeRandomTime, tlsHandshakeRandomBytes, tlsHandshakeSessionIdLength, tlsHandshakeSessionId
  case tlsHandshakeCipherSuitesLength, tlsHandshakeCiphersuites, tlsHandshakeCiphersuite
  case tlsHandshakeCompMethodsLength, tlsHandshakeCompMethods, tlsHandshakeCompMethod, tlsHandshakeExtensionsLength
  case tlsHandshakeExtensionType, tlsHandshakeExtensionLen, tlsHandshakeExtensionData
  case tlsHandshakeExtensionsServerNameListLen, tlsHandshakeExtensionsServerNameType
  case tlsHandshakeExtensionsServerNameLen, tlsHandshakeExtensionsServerName, tlsHandshakeExtensionsAlpnLen
  case tlsHandshakeExtensionsAlpnList, tlsHandshakeExtensionsAlpnStrLen, tlsHandshakeExtensionsAlpnStr
  case tlsHandshakeExtensionsSupportedVersionsLen, tlsHandshakeExtensionsSupportedVersion
  case tlsHandshakeExtensionsSupportedGroupsLength, tlsHandshakeExtensionsSupportedGroups
  case tlsHandshakeExtensionsSupportedGroup, tlsHandshakeSigHashAlgLen, tlsHandshakeSigHashAlgs
  case tlsHandshakeSigHashAlg, tlsHandshakeSigHashHash, tlsHandshakeSigHashSig
  case tlsHandshakeExtensionsEcPointFormatsLength, tlsHandshakeExtensionsEcPointFormats
  case tlsHandshakeExtensionsEcPointFormat, tlsHandshakeExtensionsKeyShareClientLength
  case tlsHandshakeExtensionsKeyShareGroup, tlsHandshakeExtensionsKeyShareKeyExchangeLength
  case tlsHandshakeExtensionsKeyShareKeyExchange, tlsHandshakeExtensionsKeyShareSelectedGroup
  case tlsHandshakeCertificatesLength, tlsHandshakeCertificateLength, tlsHandshakeCertificate, tlsHandshakeJa3
  case tlsHandshakeJa3Full, tlsHandshakeJa3s, tlsHandshakeJa3sFull, tlsExtensionPskKeModesLength
  case tlsExtensionPskKeMode
  // WebSocket
  case websocket, websocketFin, websocketRsv, websocketPmc, websocketOpcode, websocketMask, websocketPayloadLength
  case websocketPayloadLengthExt16, websocketPayloadLengthExt64, websocketMaskingKey, websocketMaskedPayload
  case websocketPayload, websocketPayloadText, websocketPayloadClose, websocketPayloadCloseStatusCode
  case websocketPayloadCloseReason, websocketPayloadPing, websocketPayloadPong, websocketPayloadContinue
  case websocketPayloadUnknown
  // Expert
  case text, malformed, short, expert, expertMessage, expertSeverity, expertGroup
}
