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
final class SpilledRun extends CountedWordReader {
  private static final int BUFFER = 1 << 16;

  private final Path file;

  SpilledRun(Path file) throws IOException {
    super(new BufferedInputStream(Files.newInputStream(file), BUFFER));
    this.file = file;
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
      return super.next();
    } catch (EOFException e) {
      throw new IOException("%s is damaged: %s".formatted(file, e.getMessage()), e);
    }
  }

  @Override
  public void close() throws IOException {
    super.close();
    Files.deleteIfExists(file);
  }
}
