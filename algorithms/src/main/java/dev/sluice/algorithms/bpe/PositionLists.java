package dev.sluice.algorithms.bpe;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists of ascending places, each as the difference from the one before it in seven bits a byte.
 * They are written once and lie one after the other in chunks of 1 MiB, longer ones in a chunk of
 * their own.
 *
 * <p>Memory: one to three bytes a place as a rule. Not thread-safe.
 */
final class PositionLists {
  private static final int CHUNK = 1 << 20;

  private final List<byte[]> chunks = new ArrayList<>();
  private int filled = CHUNK;

  /** Room for a list of so many bytes: its address, for {@link #chunk} and {@link #offset}. */
  long allocate(int bytes) {
    if (bytes > CHUNK - filled) {
      // What is left of a chunk is lost; a long list leaves the chunk before it as it is.
      chunks.add(new byte[Math.max(CHUNK, bytes)]);
      filled = 0;
    }
    long address = (long) (chunks.size() - 1) << 32 | filled;
    filled = Math.min(CHUNK, filled + bytes);
    return address;
  }

  byte[] chunk(long address) {
    return chunks.get((int) (address >>> 32));
  }

  static int offset(long address) {
    return (int) address;
  }
}
