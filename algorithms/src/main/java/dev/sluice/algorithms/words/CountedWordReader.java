package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads what a {@link CountedWordWriter} has written, in the same order. Memory: the longest word.
 * Not thread-safe.
 */
public final class CountedWordReader implements WordSource, Closeable {
  private final InputStream in;
  private byte[] word = new byte[64];
  private int length;
  private long count;

  /**
   * @param in buffered; closed with this
   */
  public CountedWordReader(InputStream in) {
    this.in = requireNonNull(in, "in");
  }

  /**
   * Advances to the next word; false if there is none.
   *
   * @throws EOFException if the stream ends within a word
   */
  @Override
  public boolean next() throws IOException {
    int first = in.read();
    if (first < 0) {
      return false;
    }
    length = Math.toIntExact(number(first));
    count = number(in.read());
    if (length > word.length) {
      word = new byte[Math.max(length, 2 * word.length)];
    }
    if (in.readNBytes(word, 0, length) < length) {
      throw new EOFException("it ends in the middle of a word");
    }
    return true;
  }

  private long number(int first) throws IOException {
    long value = 0;
    int next = first;
    for (int shift = 0; next >= 0x80; shift += 7) {
      value |= (long) (next & 0x7F) << shift;
      next = in.read();
      if (next < 0x80) {
        value |= (long) next << shift + 7;
      }
    }
    if (next < 0) {
      throw new EOFException("it ends in the middle of a number");
    }
    return first < 0x80 ? first : value;
  }

  @Override
  public byte[] bytes() {
    return word;
  }

  @Override
  public int offset() {
    return 0;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
