import CLinux
import CNetlink
import Glibc
import Synchronization
public import Wire

/// Carries frames between the interface that devices are at, the links of these devices, and the gateway's router.
///
///     eth1 ===== switch ===== link of a device ===== switch ===== router
///
/// What a device sends crosses its link, also if it is sent to everybody. What the router sends to one device crosses
/// that device's link. What it sends to all of them belongs to no device, and crosses no link. Frames keep their offload headers, so
/// large sends stay large.
///
/// Nothing of the host changes: the switch listens to the interface by a packet socket, under a hardware address of its own.
public final class DeviceSwitch: Sendable {
  /// The two outer ends of a device's link.
  struct Lane: Sendable {
    let device: PacketSocket
    let router: PacketSocket
  }

  private struct State {
    var lanes: [MACAddress: Lane] = [:]
    var addresses: [MACAddress: [IPAddress]] = [:]
    /// The frames of devices that have no link yet.
    var waiting: [MACAddress: [[UInt8]]] = [:]
    /// Orders the latest frames of devices.
    var used: [MACAddress: UInt64] = [:]
    var frames: UInt64 = 0
    /// Devices that get no link.
    var refused: Set<MACAddress> = []

    mutating func forget(_ mac: MACAddress) {
      waiting[mac] = nil
      lanes[mac] = nil
      used[mac] = nil
      addresses[mac] = nil
    }
    var changes = 0
    var isEnded = false
  }

  /// How many devices may wait for a link, and how many frames of each are kept.
  private static let mostWaiting = (devices: 64, frames: 64)
  /// How many addresses of a device are known at a time. Devices change their IPv6 addresses.
  private static let mostAddresses = 8
  private static let headerBytes = MemoryLayout<virtio_net_hdr>.size
  /// A large send of 64 KiB with its headers.
  private static let frameBytes = 66_000

  /// Where frames come from.
  private enum Port {
    case devices
    case router
    /// The end of a device's link towards the device, and the one towards the router.
    case near(PacketSocket)
    case far(PacketSocket)
  }

  private let state = Mutex(State())
  private let devices: PacketSocket
  private let router: PacketSocket
  private let own: MACAddress
  private let bell: Descriptor
  private let onFailure: @Sendable (String) -> Void

  /// - Parameters:
  ///   - devices: on the host's interface.
  ///   - router: on the other end of the router's interface.
  ///   - own: the router's hardware address.
  ///   - onFailure: called when the interface is gone.
  init(
    devices: PacketSocket, router: PacketSocket, own: MACAddress, onFailure: @escaping @Sendable (String) -> Void
  ) throws {
    let result = hw_packet_take_all(devices.descriptor, devices.interface)
    guard result == 0 else { throw LinkError("listen to all frames on \(devices.interface)", errno: -result) }
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    bell = Descriptor(owning: raw)
    self.devices = devices
    self.router = router
    self.own = own
    self.onFailure = onFailure
    try OwnThread.start {
      hw_prepare_thread("headwind-switch")
      hw_block_signals()
      self.run()
    }
  }

  /// Ends the thread.
  func close() {
    change { $0.isEnded = true }
  }

  /// The devices that have sent something and have no link yet.
  public var newcomers: [MACAddress] {
    state.withLock { $0.waiting.keys.sorted { $0.rawValue < $1.rawValue } }
  }

  /// Gives a device a link. What it has sent by now crosses it first.
  func add(_ mac: MACAddress, _ lane: Lane) {
    let frames = state.withLock { $0.waiting[mac] ?? [] }
    for var frame in frames {
      frame.withUnsafeMutableBufferPointer { bytes in
        var packet = hw_packet()
        packet.bytes = bytes.baseAddress
        packet.length = UInt32(bytes.count)
        hw_packet_send(lane.device.descriptor, &packet, 1)
      }
    }
    change {
      $0.waiting[mac] = nil
      $0.lanes[mac] = lane
      $0.frames += 1
      $0.used[mac] = $0.frames
    }
  }

  /// Ignores a device from now on.
  public func refuse(_ mac: MACAddress) {
    change {
      $0.forget(mac)
      $0.refused.insert(mac)
    }
  }

  /// Takes a device's link away. With its next frame, the device is a newcomer.
  public func forget(_ mac: MACAddress) {
    change { $0.forget(mac) }
  }

  /// The devices that have links, beginning with the one that has sent nothing for longest.
  public var leastRecentlyUsed: [MACAddress] {
    state.withLock { state in state.lanes.keys.sorted { (state.used[$0] ?? 0) < (state.used[$1] ?? 0) } }
  }

  /// The addresses from which a device has sent, IPv4 first, without those of one link only.
  public func addresses(of mac: MACAddress) -> [IPAddress] {
    let all = state.withLock { $0.addresses[mac] ?? [] }
    return all.filter { !$0.isIPv6 } + all.filter(\.isIPv6)
  }

  /// Records an address of a device that is known in another way than by its frames.
  public func note(_ address: IPAddress, of mac: MACAddress) {
    state.withLock { Self.note(address, of: mac, &$0) }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock {
      body(&$0)
      $0.changes += 1
    }
    eventfd_write(bell.raw, 1)
  }

  // MARK: - The thread

  private func run() {
    let count = Int(HW_PACKET_BATCH)
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: count * Self.frameBytes)
    defer { room.deallocate() }
    var packets = (0..<count).map { index in
      var packet = hw_packet()
      packet.bytes = room + index * Self.frameBytes
      packet.capacity = UInt32(Self.frameBytes)
      return packet
    }
    var ports: [Port] = []
    var sources: [pollfd] = []
    var known = -1
    while true {
      let (changes, isEnded, lanes) = state.withLock { ($0.changes, $0.isEnded, $0.changes == known ? nil : $0.lanes) }
      if isEnded { return }
      if let lanes {
        known = changes
        ports = [.devices, .router] + lanes.values.flatMap { [.near($0.device), .far($0.router)] }
        sources = ([bell.raw] + ports.map { socket(of: $0).descriptor }).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
      }
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { return }
      if sources[0].revents != 0 {
        var rings: eventfd_t = 0
        eventfd_read(bell.raw, &rings)
      }
      for (port, source) in zip(ports, sources.dropFirst()) where source.revents != 0 {
        let received = hw_packet_receive(socket(of: port).descriptor, &packets, UInt32(count))
        guard received >= 0 || stillThere(port) else { return }
        for index in 0..<max(0, Int(received)) { carry(&packets[index], from: port) }
      }
    }
  }

  private func socket(of port: Port) -> PacketSocket {
    switch port {
    case .devices: devices
    case .router: router
    case .near(let socket), .far(let socket): socket
    }
  }

  /// Whether the switch can go on after an error on a port. An interface that is down may come up again.
  private func stillThere(_ port: Port) -> Bool {
    switch port {
    case .devices, .router:
      let socket = socket(of: port)
      if socket.interfaceExists { return true }
      onFailure("the interface \(socket.interface) is gone")
      return false
    case .near(let socket), .far(let socket):
      // The end of a link that is being taken down: its lane goes in a moment.
      if !socket.interfaceExists { usleep(1_000) }
      return true
    }
  }

  private func carry(_ packet: inout hw_packet, from port: Port) {
    guard let start = packet.bytes, Int(packet.length) > Self.headerBytes, packet.vlan_tag == 0 else { return }
    // The kernel has written `length` bytes there, and nothing writes until this one has been sent.
    let bytes = UnsafeBufferPointer(start: start, count: Int(packet.length))
    guard let frame = DeviceFrame(bytes.span.extracting(Self.headerBytes..<bytes.count)) else { return }
    switch port {
    case .devices: receive(frame, bytes, &packet)
    case .near: send(&packet, devices)
    case .far: send(&packet, router)
    case .router where frame.destination.isMulticast: send(&packet, devices)
    case .router where frame.destination == .client: answer(frame, start, &packet)
    case .router:
      if let lane = state.withLock({ $0.lanes[frame.destination] }) { send(&packet, lane.router) }
    }
  }

  /// A frame that the relay has made for a client. It knows only the client's IP address, so the switch finds the device by that.
  private func answer(_ frame: DeviceFrame, _ start: UnsafeMutablePointer<UInt8>, _ packet: inout hw_packet) {
    guard let receiver = frame.receiver,
      let (mac, lane) = state.withLock({ state in
        state.addresses.first { $0.value.contains(receiver) }.flatMap { found in
          state.lanes[found.key].map { (found.key, $0) }
        }
      })
    else { return }
    var address: [UInt8] = []
    mac.append(to: &address)
    // `carry` has checked that a whole frame follows the offload header.
    for (index, byte) in address.enumerated() { start[Self.headerBytes + index] = byte }
    send(&packet, lane.router)
  }

  /// A frame that came in on the host's interface.
  private func receive(_ frame: DeviceFrame, _ bytes: UnsafeBufferPointer<UInt8>, _ packet: inout hw_packet) {
    guard frame.destination == own || frame.destination.isMulticast, !frame.source.isMulticast, frame.source != own
    else { return }
    let lane = state.withLock { state -> Lane? in
      if let lane = state.lanes[frame.source] {
        state.frames += 1
        state.used[frame.source] = state.frames
        if let sender = frame.sender { Self.note(sender, of: frame.source, &state) }
        return lane
      }
      let frames = state.waiting[frame.source]
      guard !state.refused.contains(frame.source), (frames?.count ?? 0) < Self.mostWaiting.frames,
        frames != nil || state.waiting.count < Self.mostWaiting.devices
      else { return nil }
      state.waiting[frame.source, default: []].append(Array(bytes))
      if let sender = frame.sender { Self.note(sender, of: frame.source, &state) }
      return nil
    }
    if let lane { send(&packet, lane.device) }
  }

  private static func note(_ address: IPAddress, of mac: MACAddress, _ state: inout State) {
    guard !address.isLocal, state.lanes[mac] != nil || state.waiting[mac] != nil,
      state.addresses[mac]?.contains(address) != true
    else { return }
    var all = state.addresses[mac] ?? []
    // A device has one lease of IPv4 at a time.
    if !address.isIPv6 { all.removeAll { !$0.isIPv6 } }
    all.append(address)
    state.addresses[mac] = Array(all.suffix(mostAddresses))
  }

  /// What does not fit into the next queue is lost, as on any network.
  private func send(_ packet: inout hw_packet, _ socket: PacketSocket) {
    hw_packet_send(socket.descriptor, &packet, 1)
  }
}
