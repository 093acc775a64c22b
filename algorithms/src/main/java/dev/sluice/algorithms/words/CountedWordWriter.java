package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

import dev.sluice.core.Bytes;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes words with their counts for a {@link CountedWordReader}. For each word, it writes the
 * length and the count with seven bits per byte, then the bytes of the word. Does not buffer. Not
 * thread-safe.
 */
public final class CountedWordWriter implements Closeable {
  private static final int MAX_NUMBERS = 20;
  private final OutputStream out;
  private final byte[] numbers = new byte[MAX_NUMBERS];

  /**
   * @param out a buffered stream, which is closed with this writer
   */
  public CountedWordWriter(OutputStream out) {
    this.out = requireNonNull(out, "out");
  }

  /** Writes a word of at least one byte that occurs {@code count} times. */
  public void write(byte[] bytes, int offset, int length, long count) throws IOException {
    int size = Bytes.writeVarint(numbers, 0, length);
    out.write(numbers, 0, Bytes.writeVarint(numbers, size, count));
    out.write(bytes, offset, length);
  }

  /** Writes all words of a source to a new file in a directory. */
  static Path spill(WordSource words, Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "words-", ".run");
    try (CountedWordWriter out =
        new CountedWordWriter(
            new BufferedOutputStream(Files.newOutputStream(file), CountedWordReader.BUFFER))) {
      while (words.next()) {
        out.write(words.bytes(), words.offset(), words.length(), words.count());
      }
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return file;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
