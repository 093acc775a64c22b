package dev.sluice.embedded;

import dev.sluice.embedded.EmbeddedBroker.StartException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Finds ports on the loopback interface by binding them briefly. */
final class LoopbackPort {
  /** The numeric address. A name may resolve to another address family. */
  static final String HOST = "127.0.0.1";

  private LoopbackPort() {}

  /**
   * Returns a free port. Another process may take the port before the caller does.
   *
   * @param chosen ports chosen already, which are not returned
   */
  static int free(int... chosen) {
    return firstBut(() -> required(EmbeddedBroker.Settings.ANY_PORT), chosen);
  }

  static int firstBut(IntSupplier ports, int... chosen) {
    return IntStream.generate(ports)
        .filter(port -> IntStream.of(chosen).noneMatch(other -> other == port))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Checks that a port can be bound. Returns this port, or a free one for {@link
   * EmbeddedBroker.Settings#ANY_PORT}.
   *
   * @throws EmbeddedBroker.StartException with {@link Reason#PORT_TAKEN} if the port cannot be
   *     bound
   */
  static int required(int port) {
    try {
      return bind(port);
    } catch (IOException e) {
      throw new EmbeddedBroker.StartException(
          Reason.PORT_TAKEN,
          ("Port %d of %s cannot be used by the embedded broker (%s). Stop the program that listens"
                  + " on this port, or choose another port.")
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
