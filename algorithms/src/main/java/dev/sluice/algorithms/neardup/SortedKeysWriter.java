package dev.sluice.algorithms.neardup;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes ascending distinct keys of 48 bits, a few nanoseconds each; {@link SortedKeysReader} reads
 * them. About 3.3 bytes a key for ten million, 2.5 for a billion. Keeps one block in memory. Not
 * thread-safe.
 */
public final class SortedKeysWriter {
  private final OutputStream out;
  private final long count;
  private final int lowBits;
  private final byte[] block =
      new byte[SortedKeys.LENGTH_BYTES + SortedKeys.MOST_BYTES + Long.BYTES];
  private int size;
  private int inBlock;
  private long bits;
  private int bitCount;
  private long written;
  private long last = -1;

  /**
   * @param out is not closed; should be buffered
   * @param count number of keys that will be written, exactly
   */
  public SortedKeysWriter(OutputStream out, long count) {
    if (count < 0 || count > SortedKeys.MOST) {
      throw new IllegalArgumentException(count + " keys");
    }
    this.out = out;
    this.count = count;
    this.lowBits = SortedKeys.lowBits(count);
  }

  /**
   * Writes the next key.
   *
   * @throws IllegalArgumentException if it is not greater than the one before, has more than 48
   *     bits, or is one too many
   */
  public void add(long key) throws IOException {
    if (key <= last || key > SortedKeys.MOST || written == count) {
      throw new IllegalArgumentException(
          "key %x after %x, number %d of %d".formatted(key, last, written, count));
    }
    if (inBlock == SortedKeys.BLOCK) {
      endBlock();
    }
    if (inBlock == 0) {
      size = SortedKeys.LENGTH_BYTES;
      for (int shift = SortedKeys.KEY_BITS - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        block[size++] = (byte) (key >>> shift);
      }
    } else {
      difference(key - last - 1);
    }
    inBlock++;
    written++;
    last = key;
  }

  private void difference(long value) {
    long quotient = value >>> lowBits;
    if (quotient >= SortedKeys.ESCAPE) {
      put(0, SortedKeys.ESCAPE);
      put(value, SortedKeys.KEY_BITS);
    } else {
      put(1, (int) quotient + 1);
      put(value & (1L << lowBits) - 1, lowBits);
    }
  }

  /** Appends the low bits of a value, up to 48 of them. */
  private void put(long value, int width) {
    bits = bits << width | value;
    bitCount += width;
    while (bitCount >= Byte.SIZE) {
      bitCount -= Byte.SIZE;
      block[size++] = (byte) (bits >>> bitCount);
    }
  }

  private void endBlock() throws IOException {
    if (bitCount > 0) {
      block[size++] = (byte) (bits << Byte.SIZE - bitCount);
      bitCount = 0;
    }
    bits = 0;
    int length = size - SortedKeys.LENGTH_BYTES;
    block[0] = (byte) (length >>> Byte.SIZE);
    block[1] = (byte) length;
    out.write(block, 0, size);
    inBlock = 0;
  }

  /**
   * Writes the last block.
   *
   * @throws IllegalStateException if there were fewer keys than announced
   */
  public void finish() throws IOException {
    if (written != count) {
      throw new IllegalStateException("%d of %d keys".formatted(written, count));
    }
    if (inBlock > 0) {
      endBlock();
    }
  }
}
