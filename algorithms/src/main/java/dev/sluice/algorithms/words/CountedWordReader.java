package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads the words that a {@link CountedWordWriter} has written, in the order of the file. Memory:
 * the longest word. Not thread-safe.
 */
public final class CountedWordReader implements WordSource, Closeable {
  static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final String problem; // starts each message
  private byte[] word = new byte[64];
  private int length;
  private long count;

  /**
   * @param in a buffered stream, which is closed with this reader
   */
  public CountedWordReader(InputStream in) {
    this(in, "it");
  }

  private CountedWordReader(InputStream in, String problem) {
    this.in = requireNonNull(in, "in");
    this.problem = problem;
  }

  /** Opens a file that is deleted when the reader is closed. */
  static CountedWordReader ofTemporary(Path file) throws IOException {
    InputStream in = Files.newInputStream(file, StandardOpenOption.DELETE_ON_CLOSE);
    return new CountedWordReader(new BufferedInputStream(in, BUFFER), file + " is damaged: it");
  }

  /**
   * Advances to the next word, and returns false if there is none.
   *
   * @throws EOFException if the stream ends in the middle of a word
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
      throw new EOFException(problem + " ends in the middle of a word");
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
      throw new EOFException(problem + " ends in the middle of a number");
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
