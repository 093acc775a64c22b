package dev.sluice.storage.jsonl;

import dev.sluice.core.Utf8;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.SourcePath;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The objects of a file of JSON in their order, each as the bytes that it has in the file: from
 * lines, from an array, or following each other. Which of these it is, the file's beginning says;
 * how it is packed, its name does.
 *
 * <p>Objects are found by line ends, or by brackets and strings; whether they are JSON within is
 * for {@link JsonText} to say, on any thread. So an object that is wrong never hides the next one,
 * or reading ends with an error.
 *
 * <p>Holds one object, in twice its bytes at most. Not thread-safe; to be closed.
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
   * Opens a file, and reads up to the end of its first object.
   *
   * @param maxBytes the largest object, or longest line, in bytes; larger ones are told as problems
   * @throws SourceFormatException when it cannot be unpacked
   * @throws IOException when it cannot be read
   */
  public static JsonObjects open(Path file, int maxBytes) throws IOException {
    SourcePath.requireFile(file);
    return of(file, Files.newInputStream(file), maxBytes);
  }

  /** The objects in a stream, which is closed with them, that are those of a file of this name. */
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

  /** What a decompressor finds wrong is the file's fault; all else may be the disk's. */
  private static IOException translate(IOException e, Path file, long line) {
    return StreamCompression.isBroken(e)
        ? new SourceFormatException(
            file,
            "cannot be decompressed from line %d on: %s"
                .formatted(line, StreamCompression.reason(e)))
        : e;
  }

  /**
   * Goes to the next object, or to where one should be: see {@link #problem}. Blank lines are
   * passed over.
   *
   * @return false behind the last
   * @throws SourceFormatException where the file cannot be unpacked, or, outside of lines, where
   *     objects cannot be told apart any more; naming the line
   * @throws IOException when it cannot be read
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

  /** The object's number in the file, from 0; what has a problem counts, blank lines do not. */
  public long row() {
    return row;
  }

  /** The line that it begins in, from 1; after {@link #next} was false, the file's last line. */
  public long line() {
    return cutter.number();
  }

  /** Why there is no object in this place: it is too large, or an element of another kind. */
  public Optional<String> problem() {
    return cutter.problem();
  }

  /** The array that holds the object among other bytes, valid until {@link #next} is called. */
  public byte[] buffer() {
    return window.bytes();
  }

  /** Where it begins in {@link #buffer}. */
  public int offset() {
    return window.start();
  }

  /**
   * Its bytes. Of lines all but the line feed, blanks and a carriage return included, so that they
   * and a line feed are the line. Not to be asked for where there is a {@link #problem}.
   */
  public int length() {
    return cutter.length();
  }

  /** Where the object ends, in bytes of the unpacked file. */
  public long textEnd() {
    return window.passed() + cutter.length();
  }

  /** How the objects stand in the file. */
  public JsonShape shape() {
    return shape;
  }

  /** How many bytes of the file, as it is packed, have been read. */
  public long bytesRead() {
    return raw.count();
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
