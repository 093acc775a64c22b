package dev.sluice.algorithms.words;

import dev.sluice.core.Bytes;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sorted words in a file: length and count of each with seven bits a byte, then its bytes. The file
 * is deleted when the source is closed. Memory: a buffer of 64 KB and the longest word.
 */
final class SpilledRun implements WordSource {
  private static final int BUFFER = 1 << 16;
  private static final int MAX_NUMBERS = 20;

  private final Path file;
  private final InputStream in;
  private byte[] word = new byte[64];
  private int length;
  private long count;

  private SpilledRun(Path file) throws IOException {
    this.file = file;
    this.in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
  }

  static SpilledRun open(Path file) throws IOException {
    return new SpilledRun(file);
  }

  /** Writes all words of a source to a new file in the directory, and passes them on. */
  static Path write(WordSource source, Path directory, CountedWordSink also) throws IOException {
    Path file = Files.createTempFile(directory, "words-", ".run");
    byte[] numbers = new byte[MAX_NUMBERS];
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
      while (source.next()) {
        int size = Bytes.writeVarint(numbers, 0, source.length());
        out.write(numbers, 0, Bytes.writeVarint(numbers, size, source.count()));
        out.write(source.bytes(), source.offset(), source.length());
        also.add(source.bytes(), source.offset(), source.length(), source.count());
      }
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return file;
  }

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
      throw new EOFException("The spilled words end within a word: " + file);
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
      throw new EOFException("The spilled words end within a number: " + file);
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
    Files.deleteIfExists(file);
  }
}
