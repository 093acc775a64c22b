package dev.sluice.algorithms.bpe;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists of ascending positions, each stored as the difference from the previous one with seven bits
 * a byte. Written once, one after the other, into chunks of 1 MiB; longer lists get a chunk of
 * their own.
 *
 * <p>Memory: usually one to three bytes for each position. Not thread-safe.
 */
final class PositionLists {
  private static final int CHUNK = 1 << 20;

  private final List<byte[]> chunks = new ArrayList<>();
  private int filled = CHUNK;

  /**
   * Allocates a list of this many bytes and returns its address, for {@link #chunk} and {@link
   * #offset}.
   */
  long allocate(int bytes) {
    if (bytes > CHUNK - filled) {
      // The rest of the chunk is wasted; a long list does not end the current chunk.
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
