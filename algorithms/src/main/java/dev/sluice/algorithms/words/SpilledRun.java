package dev.sluice.algorithms.words;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sorted words in a file, which is deleted when the source is closed. Memory: a buffer of 64 KB and
 * the longest word.
 */
final class SpilledRun implements WordSource {
  private static final int BUFFER = 1 << 16;

  private final Path file;
  private final CountedWordReader words;

  private SpilledRun(Path file) throws IOException {
    this.file = file;
    this.words = new CountedWordReader(new BufferedInputStream(Files.newInputStream(file), BUFFER));
  }

  static SpilledRun open(Path file) throws IOException {
    return new SpilledRun(file);
  }

  /** Writes all words of a source to a new file in the directory. */
  static Path write(WordSource source, Path directory) throws IOException {
    Path file = Files.createTempFile(directory, "words-", ".run");
    try (CountedWordWriter out =
        new CountedWordWriter(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
      while (source.next()) {
        out.write(source.bytes(), source.offset(), source.length(), source.count());
      }
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return file;
  }

  @Override
  public boolean next() throws IOException {
    try {
      return words.next();
    } catch (EOFException e) {
      throw new IOException("%s is damaged: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public byte[] bytes() {
    return words.bytes();
  }

  @Override
  public int offset() {
    return words.offset();
  }

  @Override
  public int length() {
    return words.length();
  }

  @Override
  public long count() {
    return words.count();
  }

  @Override
  public void close() throws IOException {
    words.close();
    Files.deleteIfExists(file);
  }
}
