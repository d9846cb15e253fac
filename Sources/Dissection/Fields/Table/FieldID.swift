/// A field of the table, by its place in it.
public enum FieldID: UInt16, CaseIterable, Hashable, Sendable {
  // Frame
  case pktComment, frameComment, frameCommentExpert, framePacketFlags, framePacketFlagsDirection
  case framePacketFlagsReceptionType, framePacketFlagsFcsLength, framePacketFlagsReserved, framePacketFlagsCrcError
  case framePacketFlagsPacketTooError, framePacketFlagsPacketTooShortError, framePacketFlagsWrongInterFrameGapError
  case framePacketFlagsUnalignedFrameError, framePacketFlagsStartFrameDelimiterError, framePacketFlagsPreambleError
  case framePacketFlagsSymbolError, frameP2pDir, frameSectionNumber
  case frame, frameInterfaceId, frameInterfaceName, frameEncapType, frameTime, frameOffsetShift, frameTimeEpoch
  case frameTimeDelta, frameTimeDeltaDisplayed, frameTimeRelative, frameNumber, frameLen, frameCapLen
  case frameMarked, frameIgnored, frameProtocols
  // Ethernet
  case eth, ethDst, ethDstResolved, ethAddr, ethAddrResolved, ethDstLg, ethLg, ethDstIg, ethIg, ethSrc
  case ethSrcResolved, ethSrcLg, ethSrcIg, ethType, ethLen, ethPadding, ethTrailer, ethFcs, ethFcsStatus, ethSrcNotGroup
  case ethPaddingBad
  case ethDstOui, ethSrcOui, ethAddrOui
  // VLAN
  case vlan, vlanPriority, vlanDei, vlanId, vlanEtype, vlanLen, vlanTrailer
  // LinuxSLL
  case sll, sllPkttype, sllHatype, sllHalen, sllSrcEth, sllSrcIpv4, sllSrcOther, sllUnused, sllEtype, sllIfindex
  case sllLtype
  // Loopback
  case null, nullFamily
  // RawIP
  case raw
  // LLC
  case llc, llcDsap, llcSsap, llcControl, llcOui, llcType
  // ARP
  case arp, arpHwType, arpProtoType, arpHwSize, arpProtoSize, arpOpcode, arpIsgratuitous, arpIsprobe
  case arpIsannouncement, arpSrcHwMac, arpSrcProtoIpv4, arpDstHwMac, arpDstProtoIpv4, arpSrcHw, arpSrcProto
  case arpDstHw, arpDstProto
  case arpDstDrarpErrorStatus
  // IPv4
  case ip, ipVersion, ipHdrLen, ipDsfield, ipDsfieldDscp, ipDsfieldEcn, ipLen, ipId, ipDst, ipSrc, ipAddr
  case ipSrcHost, ipDstHost, ipHost, ipFlags, ipFlagsRb, ipFlagsDf, ipFlagsMf, ipFragOffset, ipTtl, ipProto
  case ipChecksum, ipChecksumStatus, ipOptType, ipOptTypeCopy, ipOptTypeClass, ipOptTypeNumber, ipOptLen
  case ipOptPtr, ipOptRa, ipOptMtu, ipOptFlag, ipOptOverflow, ipOptTimeStamp, ipOptTimeStampAddr
  case ipRecRt, ipRecRtHost, ipCurRt, ipCurRtHost, ipSrcRt, ipSrcRtHost, ipEmptyRt, ipEmptyRtHost, ipFragments
  case ipFragment, ipFragmentCount, ipReassembledLength, ipReassembledData, ipReassembledIn, ipBogusIpLength
  case ipBogusIpVersion
  case ipBogusHeaderLength, ipTtlLncb, ipTtlTooSmall
  case ipOptSid, ipOptQsFunc, ipOptQsRate, ipOptQsTtl, ipOptQsTtlDiff, ipOptQsUnused, ipOptQsNonce, ipOptQsReserved
  case ipOptSecRfc791Sec, ipOptSecRfc791Comp, ipOptSecRfc791Hr, ipOptSecRfc791Tcc, ipOptSecCl, ipOptLenInvalid
  case ipOptIdNumber, ipOptOhc, ipOptRhc, ipOptOriginator
  // IPv6
  case ipv6, ipv6BogusIpv6Version, ipv6PlenExceedsFraming, ipv6Version, ipv6Tclass, ipv6TclassDscp, ipv6TclassEcn,
    ipv6Flow, ipv6Plen, ipv6Nxt, ipv6Hlim
  case ipv6Src, ipv6Dst, ipv6Addr, ipv6SrcHost, ipv6DstHost, ipv6Host, ipv6Hopopts, ipv6HopoptsNxt, ipv6HopoptsLen
  case ipv6HopoptsLenOct, ipv6Dstopts, ipv6DstoptsNxt, ipv6DstoptsLen, ipv6DstoptsLenOct, ipv6Opt, ipv6OptType
  case ipv6OptTypeAction, ipv6OptTypeChange, ipv6OptTypeRest, ipv6OptLength, ipv6OptPad1, ipv6OptPadn
  case ipv6OptRouterAlert, ipv6OptJumbo, ipv6OptUnknown, ipv6Routing, ipv6RoutingNxt, ipv6RoutingLen
  case ipv6RoutingLenOct, ipv6RoutingType, ipv6RoutingSegleft, ipv6RoutingSrcReserved, ipv6RoutingSrcAddr
  case ipv6RoutingUnknownData, ipv6RoutingDeprecated, ipv6RoutingSrhLastEntry, ipv6RoutingSrhFlags, ipv6RoutingSrhTag,
    ipv6RoutingSrhAddr
  case ipv6Fraghdr, ipv6FraghdrNxt, ipv6FraghdrReservedOctet, ipv6FraghdrOffset, ipv6FraghdrReservedBits
  case ipv6FraghdrMore, ipv6FraghdrIdent, ipv6Fragments, ipv6Fragment, ipv6FragmentCount, ipv6ReassembledLength
  case ipv6ReassembledData, ipv6ReassembledIn
  // IPsec
  case ah, ahNextHeader, ahLength, ahReserved, ahSpi, ahSequence, ahIcv, esp, espSpi, espSequence
  // ICMP
  case icmp, icmpType, icmpCode, icmpChecksum, icmpChecksumStatus, icmpIdent, icmpSeq, icmpIdentLe, icmpSeqLe
  case icmpRespTo, icmpRespIn, icmpResptime, icmpUnused, icmpMtu, icmpRedirGw, icmpPointer, icmpNumAddrs
  case icmpAddrEntrySize
  case icmpLifetime, icmpOriginateTimestamp, icmpReceiveTimestamp, icmpTransmitTimestamp, icmpAddressMask
  case icmpRouterAddress, icmpPrefLevel, icmpExt, icmpExtVersion, icmpExtRes, icmpExtChecksum, icmpExtChecksumStatus
  case icmpExtLength, icmpExtClass, icmpExtCtype, icmpExtData, icmpMplsLabel, icmpMplsExp, icmpMplsS, icmpMplsTtl
  case icmpDataTime, icmpDataTimeRelative, icmpLength, icmpLengthOriginalDatagram, icmpIntInfoRole
  case icmpIntInfoReserved, icmpIntInfoIfindex, icmpIntInfoIpaddr, icmpIntInfoNamePresent, icmpIntInfoMtuPresent
  case icmpIntInfoIndex, icmpIntInfoAfi, icmpIntInfoIpv4, icmpIntInfoIpv6, icmpIntInfoNameLength, icmpIntInfoName
  case icmpIntInfoMtu, icmpExtEchoSeq, icmpExtEchoReqRes, icmpExtEchoReqLocal, icmpExtEchoRspState
  case icmpExtEchoRspRes, icmpExtEchoRspActive, icmpExtEchoRspIpv4, icmpExtEchoRspIpv6, icmpChecksumBad
  case icmpExtChecksumBad
  // ICMPv6
  case icmpv6, icmpv6Type, icmpv6Code, icmpv6Checksum, icmpv6ChecksumStatus, icmpv6Reserved, icmpv6Mtu
  case icmpv6Pointer, icmpv6EchoIdentifier, icmpv6EchoSequenceNumber, icmpv6NdRaCurHopLimit, icmpv6NdRaFlag
  case icmpv6NdRaFlagM, icmpv6NdRaFlagO, icmpv6NdRaFlagH, icmpv6NdRaFlagPrf, icmpv6NdRaFlagP, icmpv6NdRaFlagRsv
  case icmpv6NdRaRouterLifetime, icmpv6NdRaReachableTime, icmpv6NdRaRetransTimer, icmpv6NdNsTargetAddress
  case icmpv6NdNaFlag, icmpv6NdNaFlagR, icmpv6NdNaFlagS, icmpv6NdNaFlagO, icmpv6NdNaFlagRsv, icmpv6NdNaTargetAddress
  case icmpv6NdRdTargetAddress, icmpv6RdNaDestinationAddress, icmpv6Opt, icmpv6OptType, icmpv6OptLength
  case icmpv6OptReserved, icmpv6OptLinkaddr, icmpv6OptSrcLinkaddr, icmpv6OptTargetLinkaddr, icmpv6OptPrefixLength
  case icmpv6OptPrefixFlag, icmpv6OptPrefixFlagL, icmpv6OptPrefixFlagA, icmpv6OptPrefixFlagR
  case icmpv6OptPrefixFlagReserved, icmpv6OptPrefixValidLifetime, icmpv6OptPrefixPreferredLifetime, icmpv6OptPrefix
  case icmpv6OptRouteInfoFlag, icmpv6OptRouteInfoFlagRoutePreference, icmpv6OptRouteInfoFlagReserved,
    icmpv6OptRouteLifetime, icmpv6OptHomeAgentPreference, icmpv6OptHomeAgentLifetime, icmpv6OptMtu, icmpv6OptNonce,
    icmpv6OptRdnssLifetime, icmpv6OptRdnss,
    icmpv6OptDnsslLifetime, icmpv6OptDnssl
  case icmpv6OptAdvertisementInterval, icmpv6MldMaximumResponseDelay, icmpv6MldMulticastAddress
  case icmpv6MldMaximumResponseCode, icmpv6MldFlag, icmpv6MldFlagS, icmpv6MldFlagQrv, icmpv6MldFlagReserved
  case icmpv6MldQqi, icmpv6MldNbSources, icmpv6MldSourceAddress, icmpv6MldrNbMcastRecords, icmpv6MldrMar
  case icmpv6MldrMarRecordType, icmpv6MldrMarAuxDataLen, icmpv6MldrMarNbSources, icmpv6MldrMarMulticastAddress
  case icmpv6MldrMarSourceAddress, icmpv6MldrMarAuxiliaryData, icmpv6RespTo, icmpv6RespIn, icmpv6Resptime
  // IGMP
  case igmp, igmpType, igmpReserved, igmpVersion, igmpChecksum, igmpChecksumStatus, igmpMaxResp, igmpMaddr
  case igmpS, igmpQrv, igmpQqic, igmpNumSrc, igmpSaddr, igmpNumGrpRecs, igmpRecordType, igmpAuxDataLen
  case igmpAuxData, igmpMaxRespExp, igmpMaxRespMant
  // UDP
  case udp, udpSrcport, udpDstport, udpPort, udpStream, udpLength, udpChecksum, udpChecksumStatus, udpTimeRelative
  case udpTimeDelta, udpPayload, udpLengthBad
  // TCP
  case tcp, tcpSrcport, tcpDstport, tcpPort, tcpStream, tcpCompleteness, tcpLen, tcpSeq, tcpSeqRaw, tcpNxtseq
  case tcpAck, tcpAckRaw, tcpHdrLen, tcpFlags, tcpFlagsRes, tcpFlagsAe, tcpFlagsCwr, tcpFlagsEce, tcpFlagsUrg
  case tcpFlagsAck, tcpFlagsPush, tcpFlagsReset, tcpFlagsSyn, tcpFlagsFin, tcpFlagsStr, tcpWindowSizeValue
  case tcpWindowSize, tcpWindowSizeScalefactor, tcpChecksum, tcpChecksumStatus, tcpUrgentPointer, tcpOptions
  case tcpOptionKind, tcpOptionLen, tcpOptionsNop, tcpOptionsEol, tcpOptionsMss, tcpOptionsMssVal, tcpOptionsWscale
  case tcpOptionsWscaleShift, tcpOptionsWscaleMultiplier, tcpOptionsSackPerm, tcpOptionsSack, tcpOptionsSackLe
  case tcpOptionsSackRe, tcpOptionsSackCount, tcpOptionsSackDsackLe, tcpOptionsSackDsackRe, tcpOptionsSackDsack, tcpNop,
    tcpOptionsEcho, tcpOptionsEchoValue, tcpOptionsEchoreply
  case tcpOptionsTimestamp, tcpOptionsTimestampTsval, tcpOptionsTimestampTsecr, tcpOptionsMd5, tcpOptionsMd5Digest
  case tcpOptionsMptcpSubtype, tcpOptionsUserTo, tcpOptionsUserToGranularity, tcpOptionsUserToVal, tcpOptionsTfo
  case tcpOptionsTfoRequest, tcpOptionsTfoCookie, tcpOptionsExperimental, tcpOptionsExperimentalExid
  case tcpOptionsExperimentalData, tcpOptionsUnknown, tcpOptionsUnknownPayload, tcpOptionsAo, tcpOptionsAoKeyid
  case tcpOptionsAoRnextkeyid, tcpOptionsAoMac, tcpOptionsCc, tcpOptionsCcnew, tcpOptionsCcecho, tcpOptionsCcValue
  case tcpTimeRelative, tcpTimeDelta, tcpPayload, tcpAnalysis, tcpAnalysisFlags, tcpAnalysisRetransmission
  case tcpAnalysisFastRetransmission, tcpAnalysisSpuriousRetransmission, tcpAnalysisOutOfOrder
  case tcpAnalysisReusedPorts, tcpAnalysisLostSegment, tcpAnalysisAckLostSegment, tcpAnalysisDuplicateAck
  case tcpAnalysisDuplicateAckNum, tcpAnalysisDuplicateAckFrame, tcpAnalysisWindowUpdate, tcpAnalysisWindowFull
  case tcpAnalysisKeepAlive, tcpAnalysisKeepAliveAck, tcpAnalysisZeroWindow, tcpAnalysisZeroWindowProbe
  case tcpAnalysisZeroWindowProbeAck, tcpAnalysisAcksFrame, tcpAnalysisAckRtt, tcpAnalysisInitialRtt, tcpAnalysisRto
  case tcpAnalysisRtoFrame, tcpAnalysisBytesInFlight, tcpAnalysisPushBytesSent, tcpConnectionSyn
  case tcpConnectionSynack, tcpConnectionFin, tcpConnectionRst, tcpBogusHeaderLength, tcpSegmentData
  case tcpSegmentOverlapConflict
  case tcpSegments, tcpSegment, tcpSegmentCount, tcpReassembledIn, tcpReassembledLength, tcpReassembledData
  case tcpConnectionFinActive, tcpConnectionFinPassive, tcpAckNonzero, tcpAnalysisTfoAck
  case tcpAnalysisTfoSyn, tcpOptionsMssAbsent, tcpOptionsMssPresent
  case tcpOptionsMptcpVersion, tcpOptionsMptcpReserved, tcpOptionsMptcpFlags, tcpOptionsMptcpBackupFlag
  case tcpOptionsMptcpChecksumreqFlags, tcpOptionsMptcpExtensibilityFlag, tcpOptionsMptcpNomoresubflowsFlag
  case tcpOptionsMptcpSha1Flag, tcpOptionsMptcpSha256Flag, tcpOptionsMptcpDatafinFlag, tcpOptionsMptcpDseqn8Flag
  case tcpOptionsMptcpDseqnpresentFlag, tcpOptionsMptcpDataack8Flag, tcpOptionsMptcpDataackpresentFlag
  case tcpOptionsMptcpReservedFlag, tcpOptionsMptcpFlagUFlag, tcpOptionsMptcpFlagVFlag, tcpOptionsMptcpFlagWFlag
  case tcpOptionsMptcpFlagTFlag, tcpOptionsMptcpRstReason, tcpOptionsMptcpAddrid, tcpOptionsMptcpSendkey
  case tcpOptionsMptcpRecvkey, tcpOptionsMptcpRecvtok, tcpOptionsMptcpSendrand, tcpOptionsMptcpSendtrunchmac
  case tcpOptionsMptcpSendhmac, tcpOptionsMptcpAddaddrtrunchmac, tcpOptionsMptcpRawdataack
  case tcpOptionsMptcpRawdataseqno, tcpOptionsMptcpSubflowseqno, tcpOptionsMptcpDatalvllen, tcpOptionsMptcpChecksum
  case tcpOptionsMptcpIpver, tcpOptionsMptcpEcho, tcpOptionsMptcpIpv4, tcpOptionsMptcpIpv6, tcpOptionsMptcpPort
  case tcpResetCause, tcpUrgentPointerNonZero, tcpOptionLenInvalid, mptcp, mptcpRmAddrCount
  // DNS
  case dns, dnsId, dnsFlags, dnsFlagsResponse, dnsFlagsOpcode, dnsFlagsAuthoritative, dnsFlagsTruncated
  case dnsFlagsRecdesired, dnsFlagsRecavail, dnsFlagsZ, dnsFlagsAuthenticated, dnsFlagsCheckdisable, dnsFlagsRcode
  case dnsCountQueries, dnsCountAnswers, dnsCountAuthRr, dnsCountAddRr, dnsCountZones, dnsCountPrerequisites
  case dnsCountUpdates, dnsQryName, dnsQryNameLen, dnsCountLabels, dnsQryType, dnsQryClass, dnsQryQu, dnsRespName
  case dnsRespType, dnsRespClass, dnsRespCacheFlush, dnsRespTtl, dnsRespLen, dnsRespExtRcode, dnsRespEdns0Version
  case dnsRespZ, dnsRespZDo, dnsRespZReserved, dnsRrUdpPayloadSize, dnsA, dnsAaaa, dnsCname, dnsNs, dnsPtrDomainName
  case dnsMxPreference, dnsMxMailExchange, dnsTxt, dnsTxtLength, dnsSpf, dnsSpfLength, dnsSoaMname, dnsSoaRname
  case dnsSoaSerialNumber, dnsSoaRefreshInterval, dnsSoaRetryInterval, dnsSoaExpireLimit, dnsSoaMinimumTtl
  case dnsSrvService, dnsSrvProto, dnsSrvName, dnsSrvPriority, dnsSrvWeight, dnsSrvPort, dnsSrvTarget
  case dnsDname, dnsHinfoCpu, dnsHinfoCpuLength, dnsHinfoOs, dnsHinfoOsLength, dnsOpt, dnsOptCode, dnsOptLen
  case dnsOptData, dnsOptCookieClient, dnsOptCookieServer, dnsOptClientFamily, dnsOptClientNetmask
  case dnsOptClientScope, dnsOptClientAddr4, dnsOptClientAddr6, dnsOptExtErrorInfoCode, dnsOptExtErrorExtraText
  case dnsOptPadding, dnsSvcbSvcpriority, dnsSvcbTargetname, dnsSvcbSvcparam, dnsSvcbSvcparamKey
  case dnsSvcbSvcparamValue, dnsSvcbSvcparamValueLength, dnsSvcbSvcparamAlpn, dnsSvcbSvcparamAlpnLength
  case dnsSvcbSvcparamPort, dnsSvcbSvcparamIpv4hintIp, dnsSvcbSvcparamIpv6hintIp, dnsSvcbSvcparamMandatoryKey
  case dnsCaaFlags, dnsCaaFlagsIssuerCritical, dnsCaaTag, dnsCaaTagLength, dnsCaaValue, dnsCaaIssue, dnsCaaIssuewild
  case dnsCaaIodef, dnsCaaUnknown, dnsData
  case dnsRrsigTypeCovered, dnsRrsigAlgorithm, dnsRrsigLabels, dnsRrsigOriginalTtl, dnsRrsigSignatureExpiration
  case dnsRrsigSignatureInception, dnsRrsigKeyTag, dnsRrsigSignersName, dnsRrsigSignature, dnsDnskeyFlags
  case dnsDnskeyFlagsZoneKey, dnsDnskeyFlagsKeyRevoked, dnsDnskeyFlagsSecureEntryPoint, dnsDnskeyFlagsReserved
  case dnsDnskeyProtocol, dnsDnskeyAlgorithm, dnsDnskeyKeyId, dnsDnskeyPublicKey, dnsDsKeyId, dnsDsAlgorithm
  case dnsDsDigestType, dnsDsDigest, dnsNsecNextDomainName, dnsNsec3Algo, dnsNsec3Flags, dnsNsec3FlagsOptOut
  case dnsNsec3Iterations, dnsNsec3SaltLength, dnsNsec3SaltValue, dnsNsec3HashLength, dnsNsec3HashValue
  case dnsSshfpAlgorithm, dnsSshfpFingerprintType, dnsSshfpFingerprint
  case dnsResponseTo, dnsTime, dnsRetransmission, dnsRetransmitRequestIn
  case dnsRetransmitResponseIn, dnsUnsolicited, dnsLength, dnsResponseIn
  case dnsMb, dnsMg, dnsMr, dnsMd, dnsMf, dnsMinfoR, dnsMinfoE, dnsNull, dnsWksAddress, dnsWksProtocol, dnsWksBits
  case dnsRpMailbox, dnsRpTxtRr, dnsAfsdbSubtype, dnsAfsdbHostname, dnsX25Length, dnsX25PsdnAddress, dnsIdsnLength
  case dnsIdsnAddress, dnsIdsnSaLength, dnsIdsnSaAddress, dnsRtSubtype, dnsRtIntermediateHost, dnsNsapRdata
  case dnsNsapPtrOwner, dnsKeyFlags, dnsKeyProtocol, dnsKeyAlgorithm, dnsKeyKeyId, dnsKeyPublicKey, dnsPxPreference
  case dnsPxMap822, dnsPxMap400, dnsGposLongitudeLength, dnsGposLongitude, dnsGposLatitudeLength, dnsGposLatitude
  case dnsGposAltitudeLength, dnsGposAltitude, dnsLocVersion, dnsLocSize, dnsLocHorizontalPrecision
  case dnsLocVerticalPrecision, dnsLocLatitude, dnsLocLongitude, dnsLocAltitude, dnsNxtNextDomainName, dnsNaptrOrder
  case dnsNaptrPreference, dnsNaptrFlagsLength, dnsNaptrFlags, dnsNaptrServiceLength, dnsNaptrService
  case dnsNaptrRegexLength, dnsNaptrRegex, dnsNaptrReplacementLength, dnsNaptrReplacement, dnsKxPreference
  case dnsKxKeyExchange, dnsCertType, dnsCertKeyTag, dnsCertAlgorithm, dnsCertCertificate, dnsA6PrefixLen
  case dnsA6AddressSuffix, dnsA6PrefixName, dnsAplAddressFamily, dnsAplCodedPrefix, dnsAplNegation, dnsAplAfdlength
  case dnsAplAfdpartIpv4, dnsAplAfdpartIpv6, dnsAplAfdpartData, dnsIpseckeyGatewayPrecedence, dnsIpseckeyGatewayType
  case dnsIpseckeyGatewayAlgorithm, dnsIpseckeyGatewayIpv4, dnsIpseckeyGatewayIpv6, dnsIpseckeyGatewayDns
  case dnsIpseckeyPublicKey, dnsDhcidRdata, dnsTlsaCertificateUsage, dnsTlsaSelector, dnsTlsaMatchingType
  case dnsTlsaCertificateAssociationData, dnsHipHitLength, dnsHipHitPkAlgo, dnsHipPkLength, dnsHipHit, dnsHipPk
  case dnsHipRendezvousServer, dnsOpenpgpkey, dnsCsyncSoa, dnsCsyncFlags, dnsCsyncFlagsImmediate
  case dnsCsyncFlagsSoaminimum, dnsCsyncTypeBitmap, dnsZonemdSerial, dnsZonemdScheme, dnsZonemdHashAlgo
  case dnsZonemdDigest, dnsIlnpL32Preference, dnsIlnpL32, dnsIlnpLpPreference, dnsIlnpLp, dnsEui48, dnsTkeyAlgoName
  case dnsTkeySignatureInception, dnsTkeySignatureExpiration, dnsTkeyMode, dnsTkeyError, dnsTkeyKeySize
  case dnsTkeyKeyData, dnsTkeyOtherSize, dnsTkeyOtherData, dnsTsigAlgorithmName, dnsTsigTimeSigned, dnsTsigFudge
  case dnsTsigMacSize, dnsTsigMac, dnsTsigOriginalId, dnsTsigError, dnsTsigOtherLen, dnsTsigOtherData, dnsOptDau
  case dnsOptDhu, dnsOptN3u, dnsOptChainFqdn, dnsOptEdnsTcpKeepaliveTimeout, dnsKeyFlagsAuthentication
  case dnsKeyFlagsConfidentiality, dnsKeyFlagsRequired, dnsKeyFlagsAssociatedUser, dnsKeyFlagsAssociatedNamedEntity
  case dnsKeyFlagsIpsec, dnsKeyFlagsMime, dnsKeyFlagsSignatory
  case dnsSvcbSvcparamEchconfig
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
  case dhcpOptionPadding, dhcpClientIdType
  case dhcpOptionTimeOffset, dhcpOptionTimeServer, dhcpOptionNameServer, dhcpOptionLogServer, dhcpOptionQuotesServer
  case dhcpOptionLprServer, dhcpOptionImpressServer, dhcpOptionResourceLocationServer, dhcpOptionBootFileSize
  case dhcpOptionMeritDumpFile, dhcpOptionSwapServer, dhcpOptionRootPath, dhcpOptionExtensionPath
  case dhcpOptionIpForwarding, dhcpOptionNonLocalSourceRouting, dhcpOptionMaxDatagramReassemblySize
  case dhcpOptionDefaultIpTtl, dhcpOptionPathMtuAgingTimeout, dhcpOptionPathMtuPlateauTableItem
  case dhcpOptionAllSubnetsAreLocal, dhcpOptionPerformMaskDiscovery, dhcpOptionMaskSupplier
  case dhcpOptionPerformRouterDiscover, dhcpOptionRouterSolicitationAddress, dhcpOptionTrailerEncapsulation
  case dhcpOptionArpCacheTimeout, dhcpOptionEthernetEncapsulation, dhcpOptionTcpDefaultTtl
  case dhcpOptionTcpKeepaliveInterval, dhcpOptionTcpKeepaliveGarbage, dhcpOptionNisDomain, dhcpOptionNisServer
  case dhcpOptionNetbiosOverTcpipNameServer, dhcpOptionNetbiosOverTcpipDdNameServer
  case dhcpOptionNetbiosOverTcpipNodeType, dhcpOptionNetbiosOverTcpipScope, dhcpOptionXwindowsSystemFontServer
  case dhcpOptionXwindowsSystemDisplayManager, dhcpOptionOptionOverload, dhcpOptionNovellNetwareIpDomain
  case dhcpOptionNisPlusDomain, dhcpOptionNisPlusServer, dhcpOptionTftpServerName, dhcpOptionBootfileName
  case dhcpOptionMobileIpHomeAgent, dhcpOptionSmtpServer, dhcpOptionPop3Server, dhcpOptionNntpServer
  case dhcpOptionDefaultWwwServer, dhcpOptionDefaultFingerServer, dhcpOptionDefaultIrcServer
  case dhcpOptionStreettalkServer, dhcpOptionStreettalkDaServer, dhcpOptionNovellDsTreeName
  case dhcpOptionNovellDsContext, dhcpOptionClientLastTransactionTime, dhcpOptionAssociatedIpOption
  case dhcpOptionTzPcode, dhcpOptionTzTcode, dhcpOptionNetinfoParentServerAddress, dhcpOptionNetinfoParentServerTag
  case dhcpOptionDhcpAutoConfiguration, dhcpOptionSubnetSelectionOption, dhcpOptionPanaAgent
  case dhcpOptionLostServerDomainName, dhcpOptionCapwapAccessController, dhcpOptionAndsfServer
  case dhcpOptionTftpServerAddress, dhcpOptionBulkLeaseStartTimeOfState, dhcpOptionBulkLeaseDhcpState
  case dhcpOptionBulkLeaseDataSource, dhcpOptionMudurl, dhcpOptionPxeConfigFile, dhcpOptionPxePathPrefix
  case dhcpOptionPrivateProxyAutodiscovery, dhcpOptionPolicyFilterIp, dhcpOptionPolicyFilterSubnetMask
  case dhcpOptionStaticRouteIp, dhcpOptionStaticRouteRouter, dhcpOptionVendorValue, dhcpOptionUserClass
  case dhcpOptionUserClassLength, dhcpOptionUserClassData, dhcpOptionUserClassText, dhcpOptionSlpDirectoryAgentValue
  case dhcpOptionSlpDirectoryAgentSlpdaAddress, dhcpOptionSlpServiceScopeValue, dhcpOptionSlpServiceScopeString
  case dhcpFqdnFlags, dhcpFqdnMbz, dhcpFqdnN, dhcpFqdnE, dhcpFqdnO, dhcpFqdnS, dhcpFqdnRcode1, dhcpFqdnRcode2
  case dhcpFqdnName, dhcpOptionNovellDssIp, dhcpOptionAgentInformationOptionSuboption, dhcpOptionSuboptionLength
  case dhcpOptionAgentInformationOptionValue, dhcpOptionAgentInformationOptionAgentCircuitId
  case dhcpOptionAgentInformationOptionAgentRemoteId, dhcpOptionAgentInformationOptionDocsisDeviceClass
  case dhcpOptionAgentInformationOptionLinkSelection, dhcpOptionAgentInformationOptionSubscriberId
  case dhcpOptionAgentInformationOptionRadiusAttributes, dhcpOptionAgentInformationOptionAuthentication
  case dhcpOptionAgentInformationOptionViEnterprise, dhcpOptionAgentInformationOptionViDataLength
  case dhcpOptionAgentInformationOptionFlags, dhcpOptionAgentInformationOptionServerIdOverride
  case dhcpOptionAgentInformationOptionRelayAgentId, dhcpOptionClientSystemArchitecture, dhcpClientNetworkIdMajor
  case dhcpClientNetworkIdMinor, dhcpOptionCaptivePortal, dhcpOptionDhcpNameServiceSearchOption
  case dhcpOptionDhcpDnsDomainSearchListFqdn, dhcpOptionSipServerEncoding, dhcpOptionSipServerName
  case dhcpOptionSipServerAddress, dhcpOptionClasslessStaticRoute, dhcpOptionViClassEnterprise
  case dhcpOptionViClassLength, dhcpOptionViClassData, dhcpOptionViEnterprise, dhcpOptionViLength
  case dhcpVendorSuboption, dhcpVendorData, dhcpOptionForcerenewNonceAlgorithm, dhcpOptionRdnssReserved
  case dhcpOptionRdnssPreference, dhcpOptionRdnssPrimaryDns, dhcpOptionRdnssSecondaryDns, dhcpOptionRdnssDomain
  case dhcpOptionBulkLeaseStatusCode, dhcpOptionBulkLeaseBaseTime, dhcpOptionBulkLeaseQueryStartTime
  case dhcpOptionBulkLeaseQueryEndTime, dhcpOptionPortparamsOffset, dhcpOptionPortparamsPsidLength
  case dhcpOptionPortparamsPsid, dhcpOptionDhcpAuthenticationProtocol, dhcpOptionDhcpAuthenticationAlgorithm
  case dhcpOptionDhcpAuthenticationAlgDelay, dhcpOptionDhcpAuthenticationRdm
  case dhcpOptionDhcpAuthenticationRdmReplayDetection, dhcpOptionDhcpAuthenticationRdmRdv
  case dhcpOptionDhcpAuthenticationSecretId, dhcpOptionDhcpAuthenticationHmacMd5Hash
  case dhcpOptionDhcpAuthenticationInformation, dhcpOptionCivicLocationWhat, dhcpOptionCivicLocationCountry
  case dhcpOptionCivicLocationCaType, dhcpOptionCivicLocationCaLength, dhcpOptionCivicLocationCaValue
  case dhcpClientIdIaid, dhcpClientIdDuidType, dhcpClientIdUndef, dhcpBadLength
  // PPP
  case ppp, pppDirection, pppAddress, pppControl, pppProtocol, lcp, ipcp, ipv6cp, ccp, pppCode, pppIdentifier
  case pppLength, lcpMagicNumber, lcpData, chdlc, chdlcAddress, chdlcControl, chdlcProtocol
  // PPPoE
  case pppoed, pppoes, pppoeVersion, pppoeType, pppoeCode, pppoeSessionId, pppoePayloadLength, pppoedTags, pppoedTag
  case pppoedTagUnknownData, pppoedTagsServiceName, pppoedTagsAcName, pppoedTagsHostUniq, pppoedTagsAcCookie
  case pppoedTagsVendorId, pppoedTagsVendorUnspecified, pppoedTagsRelaySessionId, pppoedTagsMaxPayload
  case pppoedTagsServiceNameError, pppoedTagsAcSystemError, pppoedTagsGenericError
  // MPLS
  case mpls, mplsLabel, mplsExp, mplsBottom, mplsTtl, pwethcw
  // NFLOG
  case nflog, nflogFamily, nflogVersion, nflogResId, nflogTlv, nflogTlvLength, nflogTlvType, nflogProtocol
  case nflogHook, nflogIfindexIndev, nflogIfindexOutdev, nflogIfindexPhysindev, nflogIfindexPhysoutdev, nflogPrefix
  case nflogUid, nflogGid, nflogTimestamp, nflogTlvValue
  // STP
  case stp, stpProtocol, stpVersion, stpType, stpFlags, stpFlagsTcack, stpFlagsAgreement, stpFlagsForwarding
  case stpFlagsLearning, stpFlagsPortRole, stpFlagsProposal, stpFlagsTc, stpRootPrio, stpRootExt, stpRootHw
  case stpRootCost, stpBridgePrio, stpBridgeExt, stpBridgeHw, stpPort, stpMsgAge, stpMaxAge, stpHello, stpForward
  case stpVersion1Length
  // LLDP
  case lldp, lldpTlvType, lldpTlvLen, lldpChassisSubtype, lldpChassisId, lldpChassisIdMac, lldpChassisIdIp4
  case lldpChassisIdIp6, lldpNetworkAddressSubtype, lldpPortSubtype, lldpPortId, lldpPortIdMac, lldpPortIdIp4
  case lldpPortIdIp6, lldpPortDesc, lldpTimeToLive, lldpTlvSystemName, lldpTlvSystemDesc, lldpTlvSystemCap
  case lldpTlvSystemCapOther, lldpTlvSystemCapRepeater, lldpTlvSystemCapBridge, lldpTlvSystemCapWlanAccessPt
  case lldpTlvSystemCapRouter, lldpTlvSystemCapTelephone, lldpTlvSystemCapDocsisCableDevice
  case lldpTlvSystemCapStationOnly, lldpTlvEnableSystemCap, lldpTlvEnableSystemCapOther
  case lldpTlvEnableSystemCapRepeater, lldpTlvEnableSystemCapBridge, lldpTlvEnableSystemCapWlanAccessPt
  case lldpTlvEnableSystemCapRouter, lldpTlvEnableSystemCapTelephone, lldpTlvEnableSystemCapDocsisCableDevice
  case lldpTlvEnableSystemCapStationOnly, lldpMgnAddressLen, lldpMgnAddressSubtype, lldpMgnAddrIp4, lldpMgnAddrIp6
  case lldpMgnAddrHex, lldpMgnInterfaceSubtype, lldpMgnInterfaceNumber, lldpMgnObjLen, lldpOrgtlvOui
  // GRE
  case gre, greFlagsAndVersion, greFlagsChecksum, greFlagsRouting, greFlagsKey, greFlagsSequenceNumber
  case greFlagsStrictSourceRoute, greFlagsRecursionControl, greFlagsAck, greFlagsReserved, greFlagsVersion, greProto
  case greChecksum, greChecksumStatus, greOffset, greKey, greKeyPayloadLength, greKeyCallId, greSequenceNumber
  case greAckNumber, erspan, erspanVersion, erspanVlan, erspanCos, erspanSpanid, erspanIndex, erspanTimestamp
  // VXLAN
  case vxlan, vxlanFlags, vxlanFlagG, vxlanFlagI, vxlanFlagD, vxlanFlagA, vxlanFlagsReserved, vxlanGbp, vxlanVni
  case vxlanReserved8
  // Geneve
  case geneve, geneveVersion, geneveFlags, geneveFlagsOam, geneveFlagsCritical, geneveFlagsReserved, geneveProtoType
  case geneveVni, geneveReserved, geneveOptions, geneveOption, geneveOptionClass, geneveOptionType
  case geneveOptionTypeCritical, geneveOptionFlags, geneveOptionFlagsReserved, geneveOptionLength
  case geneveOptionUnknownData
  // VRRP
  case vrrp, vrrpTypever, vrrpVersion, vrrpType, vrrpVirtRtrId, vrrpPrio, vrrpAddrCount, vrrpAuthType, vrrpAdverInt
  case vrrpReservedMbz, vrrpShortAdverInt, vrrpChecksum, vrrpChecksumStatus, vrrpIpAddr, vrrpIpv6Addr
  case vrrpAuthString
  // OSPF
  case ospf, ospfHeader, ospfVersion, ospfMsg, ospfPacketLength, ospfSrcrouter, ospfAreaId, ospfChecksum
  case ospfAuthType, ospfAuthCryptKeyId, ospfAuthCryptDataLength, ospfAuthCryptSeqNbr, ospfAuthCryptData
  case ospfInstanceId, ospfReserved, ospfMsgHello, ospfMsgDbdesc, ospfMsgLsreq, ospfMsgLsupdate, ospfMsgLsack
  case ospfHello, ospfHelloNetworkMask, ospfHelloInterfaceId, ospfHelloHelloInterval, ospfHelloRouterPriority
  case ospfHelloRouterDeadInterval, ospfHelloDesignatedRouter, ospfHelloBackupDesignatedRouter
  case ospfHelloActiveNeighbor, ospfReservedNotZero
  // SCTP
  case sctp, sctpSrcport, sctpDstport, sctpPort, sctpVerificationTag, sctpChecksum, sctpChecksumStatus
  case sctpAssocIndex, sctpChunkType, sctpChunkBit1, sctpChunkBit2, sctpChunkFlags, sctpChunkLength, sctpChunkValue
  case sctpChunkPadding
  // NTP
  case ntp, ntpFlags, ntpFlagsLi, ntpFlagsVn, ntpFlagsMode, ntpStratum, ntpPpoll, ntpPrecision, ntpRootdelay
  case ntpRootdispersion, ntpRefid, ntpReftime, ntpOrg, ntpRec, ntpXmt, ntpKeyid, ntpMac
  // SSDP
  case ssdp
  // HTTP
  case http, httpRequest, httpResponse, httpRequestLine, httpRequestMethod, httpRequestUri, httpRequestUriPath
  case httpRequestUriQuery, httpRequestUriQueryParameter, httpRequestVersion, httpResponseLine
  case httpResponseVersion, httpResponseCode, httpResponseCodeDesc, httpResponsePhrase, httpHost, httpUserAgent
  case httpAccept, httpAcceptLanguage, httpAcceptEncoding, httpConnection, httpContentType
  case httpContentLengthHeader, httpContentLength, httpContentEncoding, httpTransferEncoding, httpDate, httpServer
  case httpLocation, httpLastModified, httpCacheControl, httpCookie, httpCookiePair, httpSetCookie, httpReferer
  case httpUpgrade, httpAuthorization, httpWwwAuthenticate, httpProxyAuthenticate, httpProxyAuthorization
  case httpProxyConnectHost, httpProxyConnectPort, httpAuthbasic, httpXForwardedFor, httpSecWebsocketKey
  case httpSecWebsocketAccept, httpSecWebsocketVersion, httpSecWebsocketProtocol, httpSecWebsocketExtensions
  case httpHttp2Settings, httpUnknownHeader, httpRequestFullUri, httpResponseForUri, httpPathSegment
  case httpPathSubSegment, httpRequestNumber, httpResponseNumber, httpRequestIn, httpResponseIn, httpPrevRequestIn
  case httpNextRequestIn, httpPrevResponseIn, httpNextResponseIn, httpTime, httpChunkSize, httpChunkData
  case httpChunkBoundary, httpChunkedTrailerPart, httpFileData, httpChat, httpBadHeaderName, httpLeadingCrlf
  case httpTeAndLength, httpTeUnknown, httpDecompressionFailed
  // JSON
  case json, jsonObject, jsonArray, jsonMember, jsonKey, jsonValueString, jsonValueNumber, jsonValueTrue
  case jsonValueFalse, jsonValueNull, jsonPath, jsonPathWithValue, jsonMemberWithValue
  // WebSocket
  case websocket, websocketFin, websocketRsv, websocketPmc, websocketOpcode, websocketMask, websocketPayloadLength
  case websocketPayloadLengthExt16, websocketPayloadLengthExt64, websocketMaskingKey, websocketMaskedPayload
  case websocketPayload, websocketPayloadText, websocketPayloadClose, websocketPayloadCloseStatusCode
  case websocketPayloadCloseReason, websocketPayloadPing, websocketPayloadPong, websocketPayloadContinue
  // TLS
  case tls, tlsRecord, tlsRecordContentType, tlsRecordVersion, tlsRecordLength, tlsRecordOpaqueType, tlsAppData
  case tlsChangeCipherSpec, tlsAlertMessage, tlsAlertMessageLevel, tlsAlertMessageDesc
  case tlsHandshake, tlsHandshakeType, tlsHandshakeLength, tlsHandshakeVersion, tlsHandshakeRandom
  case tlsHandshakeRandomTime, tlsHandshakeRandomBytes, tlsHandshakeSessionIdLength, tlsHandshakeSessionId
  case tlsHandshakeCipherSuitesLength, tlsHandshakeCiphersuites, tlsHandshakeCiphersuite
  case tlsHandshakeCompMethodsLength, tlsHandshakeCompMethods, tlsHandshakeCompMethod
  case tlsHandshakeExtensionsLength, tlsHandshakeExtensionType, tlsHandshakeExtensionLen
  case tlsHandshakeExtensionData, tlsHandshakeExtensionsServerNameListLen, tlsHandshakeExtensionsServerNameType
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
  case tlsExtensionPskKeMode, tlsHandshakeSessionTicketLength, tlsHandshakeSessionTicket
  case tlsHandshakeSessionTicketLifetimeHint, tlsAppDataProto, tlsSegmentData, tlsSegments, tlsSegment
  case tlsSegmentCount, tlsReassembledLength, tlsReassembledData, tlsHandshakeVerifyData
  case tlsHandshakeCertificateRequestContextLength, tlsHandshakeCertificateRequestContext, tlsHandshakeCertificates
  case tlsHandshakeClientCertVrfySigLen, tlsHandshakeClientCertVrfySig, tlsHandshakeKeyUpdateRequestUpdate
  case tlsHandshakeSessionTicketAgeAdd, tlsHandshakeSessionTicketNonceLength, tlsHandshakeSessionTicketNonce
  // X.509
  case x509af, x509afSignedCertificate, x509afVersion, x509afSerialNumber, x509afSignature, x509afAlgorithmId
  case x509afIssuer, x509afValidity, x509afNotBefore, x509afNotAfter, x509afUtcTime, x509afGeneralizedTime
  case x509afSubject, x509afRdnSequence, x509afSubjectPublicKeyInfo, x509afAlgorithmElement, x509afSubjectPublicKey
  case x509afIssuerUniqueIdentifier, x509afSubjectUniqueIdentifier, x509afExtensions, x509afExtension
  case x509afExtensionId, x509afCritical, x509afExtnValue, x509afAlgorithmIdentifier, x509afEncrypted, x509if
  case x509ifRdnSequence, x509ifRDNSequenceItem, x509ifRelativeDistinguishedNameItem, x509ifOid, x509sat
  case x509satDirectoryString, x509satCountryName, x509satPrintableStringAlone, x509satIA5String
  case x509satTeletexString, x509satPrintableString, x509satUniversalString, x509satBmpString, x509satUTF8String
  case x509ce, x509ceSubjectKeyIdentifier, x509ceAuthorityKeyIdentifier, x509ceKeyIdentifier
  case x509ceAuthorityCertIssuer, x509ceAuthorityCertSerialNumber, x509ceKeyUsage, x509ceKeyUsageDigitalSignature
  case x509ceKeyUsageContentCommitment, x509ceKeyUsageKeyEncipherment, x509ceKeyUsageDataEncipherment
  case x509ceKeyUsageKeyAgreement, x509ceKeyUsageKeyCertSign, x509ceKeyUsageCRLSign, x509ceKeyUsageEncipherOnly
  case x509ceKeyUsageDecipherOnly, x509ceKeyPurposeIDs, x509ceKeyPurposeId, x509ceGeneralNames, x509ceGeneralName
  case x509ceOtherName, x509ceTypeId, x509ceRfc822Name, x509ceDNSName, x509ceDirectoryName
  case x509ceUniformResourceIdentifier, x509ceIPAddressIpv4, x509ceIPAddressIpv6, x509ceRegisteredID
  case x509ceBasicConstraintsSyntax, x509ceCA, x509cePathLenConstraint, x509ceNameConstraintsSyntax
  case x509cePermittedSubtrees, x509ceExcludedSubtrees, x509ceGeneralSubtree, x509ceBase, x509ceCRLDistPointsSyntax
  case x509ceDistributionPointElement, x509ceDistributionPoint, x509ceFullName, x509ceCertificatePoliciesSyntax
  case x509cePolicyInformation, x509cePolicyIdentifier, x509cePolicyQualifiers, x509cePolicyQualifierInfo, x509ceId
  case pkix1explicit, pkix1explicitDirectoryString, pkix1explicitFeatures, pkix1explicitFeaturesItem, pkix1implicit
  case pkix1implicitAuthorityInfoAccessSyntax, pkix1implicitAccessDescription, pkix1implicitAccessMethod
  case pkix1implicitAccessLocation, pkix1implicitUserNotice, pkix1implicitExplicitText, pkix1implicitIa5String
  case pkix1implicitVisibleString, pkix1implicitBmpString, pkix1implicitUtf8String, pkcs1Modulus
  case pkcs1PublicExponent, pkcs1ECParameters, pkcs1NamedCurve, pkcs1RSASSAPSSParams, pkcs1HashAlgorithm
  case pkcs1MaskGenAlgorithm, pkcs1HashAlgorithmOfMask, pkcs1SaltLength, ber, berBitstringPadding
  // HTTP/2
  case http2, http2Stream, http2Length, http2Type, http2R, http2Streamid, http2Magic, http2Flags
  case http2FlagsEndStream, http2FlagsEh, http2FlagsPadded, http2FlagsPriority, http2FlagsAckPing, http2FlagsUnused
  case http2FlagsUnusedSettings, http2FlagsUnusedPing, http2FlagsUnusedContinuation, http2FlagsUnusedPushPromise
  case http2FlagsUnusedData, http2FlagsUnusedHeaders, http2FlagsAckSettings, http2Padding, http2PadLength
  case http2Exclusive, http2StreamDependency, http2DataData, http2DataPadding, http2BodyFragments, http2BodyFragment
  case http2BodyFragmentCount, http2BodyReassembledLength, http2BodyReassembledData, http2Headers
  case http2HeadersPadding, http2Header, http2HeaderLength, http2HeaderCount, http2HeaderNameLength, http2HeaderName
  case http2HeaderValueLength, http2HeaderValue, http2HeaderUnescaped, http2HeaderRepr, http2HeaderIndex
  case http2HeaderTableSizeUpdate, http2HeaderTableSizeUpdateHeaderTableSize, http2RequestFullUri
  case http2RstStreamError, http2Settings, http2SettingsId, http2SettingsHeaderTableSize, http2SettingsEnablePush
  case http2SettingsMaxConcurrentStreams, http2SettingsInitialWindowSize, http2SettingsMaxFrameSize
  case http2SettingsMaxHeaderListSize, http2SettingsExtendedConnect, http2SettingsUnknown, http2PushPromiseR
  case http2PushPromisePromisedStreamId, http2PushPromiseHeader, http2PushPromisePadding, http2Ping, http2Pong
  case http2GowayR, http2GoawayLastStreamId, http2GoawayError, http2GoawayAddata, http2WindowUpdateR
  case http2WindowUpdateWindowSizeIncrement, http2ContinuationHeader, http2ContinuationPadding
  case http2BodyDecompressionFailed, http2HeadersAuthority, http2HeadersStatus, http2HeadersPath, http2HeadersMethod
  case http2HeadersScheme, http2HeadersAccept, http2HeadersAcceptCharset, http2HeadersAcceptEncoding
  case http2HeadersAcceptLanguage, http2HeadersAcceptRanges, http2HeadersAccessControlAllowOrigin, http2HeadersAge
  case http2HeadersAllow, http2HeadersAuthorization, http2HeadersCacheControl, http2HeadersContentDisposition
  case http2HeadersContentEncoding, http2HeadersContentLanguage, http2HeadersContentLength
  case http2HeadersContentLocation, http2HeadersContentRange, http2HeadersContentType, http2HeadersCookie
  case http2HeadersDate, http2HeadersEtag, http2HeadersExpect, http2HeadersExpires, http2HeadersFrom
  case http2HeadersIfMatch, http2HeadersIfModifiedSince, http2HeadersIfNoneMatch, http2HeadersIfRange
  case http2HeadersIfUnmodifiedSince, http2HeadersLastModified, http2HeadersLink, http2HeadersLocation
  case http2HeadersMaxForwards, http2HeadersProxyAuthenticate, http2HeadersProxyAuthorization, http2HeadersRange
  case http2HeadersReferer, http2HeadersRefresh, http2HeadersRetryAfter, http2HeadersServer, http2HeadersSetCookie
  case http2HeadersStrictTransportSecurity, http2HeadersUserAgent, http2HeadersVary, http2HeadersVia
  case http2HeadersWwwAuthenticate
  case http2HeadersWeight, http2HeadersWeightReal
  case http2AltsvcOriginLen, http2AltsvcOrigin, http2AltsvcFieldValue, http2Origin, http2OriginOriginLen
  case http2OriginOrigin, http2PriorityUpdateStreamId, http2PriorityUpdateFieldValue
  // SOCKS
  case socks, socksVersion, socksAuthMethodCount, socksAuthMethod, socksAuthAcceptedMethod
  case socksSubnegotiationVersion, socksUsername, socksPassword, socksAuthStatus, socksCommand, socksResults
  case socksReserved, socksAddressType, socksDst, socksDstV6, socksRemoteName, socksPort
  // gRPC and Protocol Buffers
  case grpc, grpcFrameType, grpcCompressedFlag, grpcMessageLength, grpcMessageData, grpcBodyDecompressionFailed
  case protobuf, protobufMessageName, protobufFieldName, protobufFieldNumber, protobufFieldWiretype
  case protobufFieldValueLength, protobufFieldValue, protobufFailedParseTag, protobufFieldWiretypeInvalid
  case protobufFieldFailedParseLengthDelimitedField, protobufFieldFailedParseField
  // Text
  case data, dataData, dataLen, dataTextLines, media, mediaType, urlencodedForm, urlencodedFormKey
  case urlencodedFormValue
  // Expert
  case text, malformed, short, expert, expertMessage, expertSeverity, expertGroup
  // Exchanges
  case exchange, exchangeNumber, exchangeOutcome, exchangeFirstByte, exchangeTotal, exchangeMissingBytes
}
