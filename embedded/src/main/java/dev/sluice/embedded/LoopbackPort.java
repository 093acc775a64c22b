package dev.sluice.embedded;

import dev.sluice.embedded.BrokerStartException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Ports of the loopback interface, found out by binding them for a moment. */
final class LoopbackPort {
  /** The address, in digits: names may resolve to another family than the listener's. */
  static final String HOST = "127.0.0.1";

  private LoopbackPort() {}

  /**
   * A port that nothing listens on right now: another process may still be quicker to take it.
   *
   * @param chosen ports that nothing listens on yet either, which it must not be
   */
  static int free(int... chosen) {
    return firstBut(() -> required(BrokerSettings.ANY_PORT), chosen);
  }

  static int firstBut(IntSupplier ports, int... chosen) {
    return IntStream.generate(ports)
        .filter(port -> IntStream.of(chosen).noneMatch(other -> other == port))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The port itself when it can be bound, for {@link BrokerSettings#ANY_PORT} one that can.
   *
   * @throws BrokerStartException {@link Reason#PORT_TAKEN} when it cannot
   */
  static int required(int port) {
    try {
      return bind(port);
    } catch (IOException e) {
      throw new BrokerStartException(
          Reason.PORT_TAKEN,
          ("Port %d of %s cannot be used by the embedded broker (%s). Stop what listens there, or"
                  + " choose another port.")
              .formatted(port, HOST, e.getMessage()),
          e);
    }
  }

  private static int bind(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(HOST), port));
      return socket.getLocalPort();
    }
  }
}
