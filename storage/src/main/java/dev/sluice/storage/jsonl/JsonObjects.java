package dev.sluice.storage.jsonl;

import dev.sluice.core.Utf8;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the objects of a JSON file in order, each with its exact bytes: from lines, from an array,
 * or concatenated. The beginning of the file determines which, and its name how it is compressed.
 *
 * <p>Boundaries are found by line ends, or by brackets and strings. Whether an object is valid is
 * for {@link JsonText} to decide, on any thread. So an invalid object never hides the next one, and
 * never ends reading.
 *
 * <p>Memory: at most twice the bytes of one object. Not thread-safe.
 */
public final class JsonObjects implements Closeable {
  private final Path file;
  private final CountedStream raw;
  private final ByteWindow window;
  private final JsonShape shape;
  private final JsonCutter cutter;
  private long row = -1;

  private JsonObjects(Path file, CountedStream raw, InputStream text, int maxBytes)
      throws IOException {
    this.file = file;
    this.raw = raw;
    this.window = new ByteWindow(text, maxBytes);
    try {
      this.shape = JsonShape.of(window);
    } catch (IOException e) {
      text.close();
      throw translate(e, file, 1);
    }
    this.cutter =
        shape == JsonShape.LINES
            ? new LineReader(window, maxBytes)
            : new ObjectCutter(file, window, maxBytes);
  }

  /**
   * Opens a file and reads to the end of its first object.
   *
   * @param maxBytes maximum size of an object or line; larger ones are reported as problems
   * @throws SourceFormatException if the file cannot be decompressed
   * @throws IOException if it cannot be read
   */
  public static JsonObjects open(Path file, int maxBytes) throws IOException {
    SourcePath.requireFile(file);
    return of(file, SourceFile.stream(file), maxBytes);
  }

  /** Reads a stream that has the content of a file of this name; closes it. */
  static JsonObjects of(Path file, InputStream packed, int maxBytes) throws IOException {
    CountedStream raw = new CountedStream(packed);
    return new JsonObjects(file, raw, unpacked(file, raw), maxBytes);
  }

  private static InputStream unpacked(Path file, CountedStream raw) throws IOException {
    try {
      return StreamCompression.of(file.getFileName().toString()).unpack(raw);
    } catch (IOException e) {
      raw.close();
      throw translate(e, file, 1);
    }
  }

  /** Blames the file for what a decompressor rejects; any other error may be the disk's. */
  private static IOException translate(IOException e, Path file, long line) {
    return StreamCompression.isBroken(e)
        ? new SourceFormatException(
            file,
            "cannot be decompressed from line %d on: %s"
                .formatted(line, StreamCompression.reason(e)))
        : e;
  }

  /**
   * Advances to the next object, or to a place where one should be: see {@link #problem}. Skips
   * blank lines.
   *
   * @return false after the last
   * @throws SourceFormatException if the file cannot be decompressed, or if objects that are not on
   *     lines of their own can no longer be separated; names the line
   * @throws IOException if it cannot be read
   */
  public boolean next() throws IOException {
    while (cut()) {
      if (problem().isPresent() || !Utf8.isBlank(buffer(), offset(), length())) {
        row++;
        return true;
      }
    }
    return false;
  }

  private boolean cut() throws IOException {
    try {
      return cutter.next();
    } catch (IOException e) {
      throw translate(e, file, cutter.reached());
    }
  }

  /** Index of the object in the file. Objects with a problem count, blank lines do not. */
  public long row() {
    return row;
  }

  /**
   * The line in which it starts, from 1; the last line of the file once {@link #next} has returned
   * false.
   */
  public long line() {
    return cutter.number();
  }

  /** Why there is no object here: it is too large, or not an object. */
  public Optional<String> problem() {
    return cutter.problem();
  }

  /** The array that contains the object; valid until {@link #next} is called. */
  public byte[] buffer() {
    return window.bytes();
  }

  /** Offset of the object in {@link #buffer}. */
  public int offset() {
    return window.start();
  }

  /**
   * Its length in bytes. Of a line, everything but the line feed, including blanks and a carriage
   * return. Undefined if there is a {@link #problem}.
   */
  public int length() {
    return cutter.length();
  }

  /** The end of the object as an offset in the uncompressed file. */
  public long textEnd() {
    return window.passed() + cutter.length();
  }

  /** How objects are arranged in the file. */
  public JsonShape shape() {
    return shape;
  }

  /** Number of compressed bytes read. */
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
