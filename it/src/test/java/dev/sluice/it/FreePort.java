package dev.sluice.it;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/** Ports at which nobody listens. */
public final class FreePort {
  private static final int LOWEST = 20_000;
  private static final int PORTS = 10_000;

  private FreePort() {}

  /**
   * A port outside of the range that systems choose from by themselves, so that no connection gets
   * it before somebody listens there.
   */
  public static int find() {
    while (true) {
      int candidate = LOWEST + ThreadLocalRandom.current().nextInt(PORTS);
      if (!isOpen(candidate)) {
        return candidate;
      }
    }
  }

  /** Whether somebody listens at it. */
  public static boolean isOpen(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
