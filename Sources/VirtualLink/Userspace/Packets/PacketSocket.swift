import CLinux
import Glibc

/// A packet socket on one end of the wire. It receives and sends complete Ethernet frames, including large sends of
/// segmentation offload.
///
/// It belongs to the network namespace of the thread that opened it and stays there. Frames that this host sends on
/// the interface are not received, so a forwarder never receives its own frames.
public final class PacketSocket: Sendable {
  /// The size of the kernel's send and receive buffers, for packets that arrive while the engine is busy. 16 MB hold
  /// 250 large sends.
  public static let bufferBytes: CInt = 16 << 20

  let descriptor: CInt
  /// The interface it was opened on, for messages.
  public let interface: String

  /// Opens the socket in the calling thread's network namespace; needs CAP_NET_RAW there.
  public init(interface: String) throws(LinkError) {
    let result = hw_packet_open(interface, Self.bufferBytes)
    guard result >= 0 else {
      throw LinkError("open a packet socket on \(interface)", errno: -result)
    }
    descriptor = result
    self.interface = interface
  }

  deinit {
    hw_close_later(descriptor)
  }

  /// Whether the kernel gives packet sockets large sends of UDP (UDP_SEGMENT) in one piece: Linux from 6.2 on. Before that, it
  /// discards them.
  static let takesLargeDatagrams = hw_packet_takes_large_datagrams()

  /// Has an interface of the calling thread's namespace split large sends of UDP before they leave it, where the packet socket at
  /// the other end could not take them.
  static func splitLargeDatagrams(of interface: String) throws(LinkError) {
    guard !takesLargeDatagrams else { return }
    let error = -hw_turn_feature_off(interface, "tx-udp-segmentation")
    guard error == 0 else { throw LinkError("turn UDP segmentation offload off on \(interface)", errno: error) }
  }

  /// Sends through the queueing discipline of the interface from now on, so that those who capture there see what is sent.
  /// Until the kernel has activated it, frames are discarded silently: this waits for that, at most a second.
  func showWhatIsSent() throws(LinkError) {
    let control = InterfaceControl(socket: try NetlinkSocket())
    let index = try InterfaceControl.index(of: interface)
    for _ in 0..<200 {
      if (try? control.state(of: index))?.isOperational == true { break }
      usleep(5_000)
    }
    hw_packet_show_sent(descriptor)
  }

  /// Frames that the kernel had no room for since the last call.
  func takeOverruns() -> Int {
    Int(hw_packet_overruns(descriptor))
  }

  /// Brings the interface up or takes it down; needs CAP_NET_ADMIN over its namespace.
  func setUp(_ isUp: Bool) throws(LinkError) {
    let error = -hw_packet_set_up(descriptor, interface, isUp)
    guard error == 0 else { throw LinkError("bring \(interface) \(isUp ? "up" : "down")", errno: error) }
  }

  /// Whether the interface still exists; it may be down.
  var interfaceExists: Bool {
    hw_packet_interface_exists(descriptor)
  }
}
