package dev.sluice.algorithms.neardup;

import java.io.IOException;
import java.io.InputStream;
import java.io.StreamCorruptedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads what {@link SortedKeysWriter} has written, in sequence, a few nanoseconds a key; blocks in
 * which no key is asked for are skipped. Whatever the bytes are, keys ascend, and there are as many
 * as announced, or reading fails. Memory is 64 KiB. Not thread-safe.
 */
public final class SortedKeysReader {
  /** What {@link #key} returns after the last key: more than any key. */
  public static final long END = Long.MAX_VALUE;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int BUFFER_BYTES = 64 << 10;

  private final InputStream in;
  private final int lowBits;
  private final long count;
  private final byte[] buffer = new byte[BUFFER_BYTES + 2 * Long.BYTES];
  private long left;
  private int inBlock;
  private int at;
  private int limit;
  private long bit;
  private long endBit;
  private long key = -1;

  /**
   * @param in begins with the first block; is read up to its end and not closed
   * @param count number of keys in it
   */
  public SortedKeysReader(InputStream in, long count) throws IOException {
    if (count < 0 || count > SortedKeys.MOST) {
      throw new StreamCorruptedException(count + " keys");
    }
    this.in = in;
    this.count = count;
    this.left = count;
    this.lowBits = SortedKeys.lowBits(count);
    next();
  }

  /** The current key, at first the least; {@link #END} after the last. */
  public long key() {
    return key;
  }

  /** How many keys precede the current one; the number of all after the last. */
  public long index() {
    return key == END ? count : count - left - inBlock - 1;
  }

  /**
   * Goes to the next key and returns it.
   *
   * @throws StreamCorruptedException if the bytes are not keys, or too few or many
   */
  public long next() throws IOException {
    if (inBlock == 0) {
      return nextBlock();
    }
    inBlock--;
    return key = following();
  }

  private long nextBlock() throws IOException {
    if (left == 0) {
      requireEnd();
      return key = END;
    }
    beginBlock();
    return key;
  }

  /**
   * Goes to the first key that is not less than this one, if the current one is less, and returns
   * it.
   */
  public long seek(long least) throws IOException {
    while (key < least) {
      if (inBlock == 0) {
        if (left == 0) {
          return nextBlock();
        }
        skipTo(least);
      } else if (left > 0 && peekFirst() <= least) {
        inBlock = 0;
      } else {
        scan(least);
      }
    }
    return key;
  }

  /** Goes through the block up to a key. */
  private void scan(long least) throws IOException {
    while (inBlock > 0 && key < least) {
      inBlock--;
      key = following();
    }
  }

  /** Begins the last block whose first key is not greater, or else the next one. */
  private void skipTo(long least) throws IOException {
    beginBlock();
    while (left > 0 && peekFirst() <= least) {
      beginBlock();
    }
  }

  /** Reads the rest of the keys without looking at them, up to the end of the stream. */
  public void skipAll() throws IOException {
    seek(END - 1);
  }

  /** Goes to the first key of the next block, which there must be. */
  private void beginBlock() throws IOException {
    inBlock = 0;
    long first = peekFirst();
    int length = peekLength();
    if (first <= key) {
      throw new StreamCorruptedException(
          "a block that begins with %x after %x".formatted(first, key));
    }
    key = first;
    at += SortedKeys.LENGTH_BYTES;
    bit = (long) (at + SortedKeys.KEY_BYTES) * Byte.SIZE;
    at += length;
    endBit = (long) at * Byte.SIZE;
    int keys = (int) Math.min(SortedKeys.BLOCK, left);
    left -= keys;
    inBlock = keys - 1;
  }

  /** The length of the next block, all of which is in the buffer then. */
  private int peekLength() throws IOException {
    require(SortedKeys.LENGTH_BYTES);
    int length = (buffer[at] & 0xFF) << Byte.SIZE | buffer[at + 1] & 0xFF;
    if (length < SortedKeys.KEY_BYTES || length > SortedKeys.MOST_BYTES) {
      throw new StreamCorruptedException("a block of " + length + " bytes");
    }
    require(SortedKeys.LENGTH_BYTES + length);
    return length;
  }

  /** The first key of the next block, which there must be. Keeps the current block readable. */
  private long peekFirst() throws IOException {
    peekLength();
    int from = at + SortedKeys.LENGTH_BYTES;
    return (long) LONG.get(buffer, from) >>> Long.SIZE - SortedKeys.KEY_BITS;
  }

  private long following() throws IOException {
    int zeros = Long.numberOfLeadingZeros(bitsAt(bit));
    long value;
    if (zeros < SortedKeys.ESCAPE) {
      value = (long) zeros << lowBits;
      bit += zeros + 1;
      if (lowBits > 0) {
        value |= bitsAt(bit) >>> Long.SIZE - lowBits;
        bit += lowBits;
      }
    } else {
      bit += SortedKeys.ESCAPE;
      value = bitsAt(bit) >>> Long.SIZE - SortedKeys.KEY_BITS;
      bit += SortedKeys.KEY_BITS;
    }
    long found = key + 1 + value;
    if (bit > endBit || found > SortedKeys.MOST) {
      throw new StreamCorruptedException("keys that go beyond their block");
    }
    return found;
  }

  /** The bits from a place on, highest first; at least 57 are right. */
  private long bitsAt(long place) {
    return (long) LONG.get(buffer, (int) (place >>> 3)) << (place & 7);
  }

  /** Has so many bytes from {@link #at} on in the buffer, and those of the current block. */
  private void require(int bytes) throws IOException {
    if (limit - at >= bytes) {
      return;
    }
    int from = inBlock > 0 ? Math.min(at, (int) (bit / Byte.SIZE)) : at;
    System.arraycopy(buffer, from, buffer, 0, limit - from);
    bit -= (long) from * Byte.SIZE;
    endBit -= (long) from * Byte.SIZE;
    at -= from;
    limit -= from;
    int read = in.readNBytes(buffer, limit, BUFFER_BYTES - limit);
    limit += read;
    if (limit - at < bytes) {
      throw new StreamCorruptedException("it ends before its last key");
    }
  }

  private void requireEnd() throws IOException {
    if (at < limit || in.read() >= 0) {
      throw new StreamCorruptedException("more than the keys that it says it has");
    }
  }
}
