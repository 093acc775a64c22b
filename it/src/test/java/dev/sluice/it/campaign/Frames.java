package dev.sluice.it.campaign;

import java.nio.ByteBuffer;

/**
 * Follows one direction of a connection of Kafka's protocol, and knows the beginning of each
 * message. For one thread.
 */
final class Frames {
  private static final int SIZE_BYTES = 4;

  private final ByteBuffer head;
  private long left;

  /** Told the first bytes of each message, behind its size. */
  @FunctionalInterface
  interface Listener {
    void message(ByteBuffer head);
  }

  /**
   * Begins at the beginning of a connection.
   *
   * @param headBytes that are of interest; no message is shorter
   */
  Frames(int headBytes) {
    this.head = ByteBuffer.allocate(SIZE_BYTES + headBytes);
  }

  /** Takes bytes as they travel. */
  void take(byte[] bytes, int length, Listener listener) {
    int at = 0;
    while (at < length) {
      if (head.hasRemaining()) {
        head.put(bytes[at++]);
        if (!head.hasRemaining()) {
          head.flip();
          left = head.getInt() - (long) head.remaining();
          listener.message(head.slice());
          head.position(head.limit());
        }
      } else {
        int more = (int) Math.min(left, length - at);
        at += more;
        left -= more;
      }
      if (!head.hasRemaining() && left == 0) {
        head.clear();
      }
    }
  }
}
