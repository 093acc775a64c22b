package dev.sluice.storage.json;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the objects of a JSON file in order, each with its exact bytes. They come one after
 * another, with or without line feeds between them, or as elements of arrays. Anything that is not
 * a valid object is a row with a {@link #problem}; it never hides an object in a different line.
 *
 * <p>A file is rejected if none of its first 10,000 rows is an object, or if more than one row in a
 * hundred is not an object.
 *
 * <p>Memory: at most twice the bytes of one object. Not thread-safe.
 */
public final class JsonObjects extends WindowRows {
  private static final int LOOKED_AT = 10_000;
  private static final int ALLOWED = 100;

  private final JsonShape shape;
  private final ObjectCutter cutter;
  private long row = -1;
  private long invalid;
  private long unusable;
  private Optional<String> firstUnusable = Optional.empty();
  private Optional<MissingFields> missing = Optional.empty();

  private JsonObjects(
      Path file,
      FileText text,
      int maxBytes,
      JsonScanner scanner,
      ObjectCutter.Scan scan,
      boolean onlyWhole)
      throws IOException {
    super(file, text, maxBytes);
    try {
      this.shape = JsonShape.of(window);
    } catch (IOException e) {
      text.close();
      throw e;
    }
    this.cutter = new ObjectCutter(file, window, maxBytes, scanner, scan, onlyWhole);
  }

  /**
   * Opens a file and reads to the end of its first object.
   *
   * @param maxBytes maximum size of an object; larger ones are reported as problems
   * @param retry how opening the file and each read are retried
   * @throws SourceFormatException if the file is not text, or cannot be decompressed
   * @throws IOException if the file cannot be read
   */
  public static JsonObjects open(Path file, int maxBytes, IoRetry retry) throws IOException {
    return plain(file, FileText.open(file, retry), maxBytes, false);
  }

  /**
   * Opens a file to read fields of each object. {@link #next} extracts them while it looks for the
   * object's end.
   */
  public static JsonObjects open(Path file, int maxBytes, JsonText fields, IoRetry retry)
      throws IOException {
    return with(fields, file, FileText.open(file, retry), maxBytes);
  }

  /** Opens a file to read fields of each object, without retries. */
  public static JsonObjects open(Path file, int maxBytes, JsonText fields) throws IOException {
    return open(file, maxBytes, fields, IoRetry.NEVER);
  }

  /**
   * Opens a file in which each required field must occur in at least one object. Otherwise, {@link
   * #next} throws after the last object.
   */
  public static JsonObjects openRequiring(
      Path file, int maxBytes, Collection<String> fields, IoRetry retry) throws IOException {
    JsonObjects objects = open(file, maxBytes, retry);
    JsonText object = new JsonText(fields.iterator().next(), fields);
    objects.missing = Optional.of(new MissingFields(object, fields));
    return objects;
  }

  /**
   * Opens a file and reports a problem for an object that has a string with an unpaired surrogate.
   */
  public static JsonObjects openWhole(Path file, int maxBytes, IoRetry retry) throws IOException {
    return plain(file, FileText.open(file, retry), maxBytes, true);
  }

  /**
   * Reads fields of each object from a stream, which it closes. The stream has the content of a
   * file of this name.
   */
  public static JsonObjects of(Path file, InputStream stream, int maxBytes, JsonText fields)
      throws IOException {
    return with(fields, file, FileText.of(file, stream, false), maxBytes);
  }

  private static JsonObjects with(JsonText fields, Path file, FileText text, int maxBytes)
      throws IOException {
    return new JsonObjects(file, text, maxBytes, fields.scanner(), fields::readFirst, false);
  }

  /**
   * Reads objects from a stream, which it closes. The stream has the content of a file of this
   * name.
   */
  static JsonObjects of(Path file, InputStream stream, int maxBytes) throws IOException {
    return plain(file, FileText.of(file, stream, false), maxBytes, false);
  }

  private static JsonObjects plain(Path file, FileText text, int maxBytes, boolean onlyWhole)
      throws IOException {
    JsonScanner scanner = new JsonScanner();
    return new JsonObjects(
        file,
        text,
        maxBytes,
        scanner,
        (bytes, from, end) -> {
          scanner.reset(bytes, from, end - from);
          return scanner.value(from, 0);
        },
        onlyWhole);
  }

  /**
   * Advances to the next object, or to a place where an object should be; see {@link #problem}.
   *
   * @throws SourceFormatException if the file cannot be decompressed, ends within an object or an
   *     array, or turns out not to be a file of JSON objects
   */
  @Override
  public boolean next() throws IOException {
    if (!cutter.next()) {
      requireObjects();
      if (missing.isPresent()) {
        missing.get().require(file);
      }
      return false;
    }
    row++;
    if (missing.isPresent() && cutter.problem().isEmpty()) {
      missing.get().lookAt(buffer(), offset(), length());
    }
    if (cutter.problem().isPresent() && !cutter.isTooLarge()) {
      unusable++;
      firstUnusable =
          firstUnusable.or(
              () -> Optional.of("line %d: %s".formatted(line(), cutter.problem().get())));
    }
    if (cutter.isInvalid()) {
      invalid++;
      if (invalid == LOOKED_AT && row + 1 == invalid) {
        throw without("none of the first %,d lines is a JSON object".formatted(LOOKED_AT));
      }
    }
    return true;
  }

  private void requireObjects() throws SourceFormatException {
    if (invalid > 0 && row + 1 == invalid) {
      throw without("no line is a JSON object");
    }
    if (invalid * ALLOWED > row + 1) {
      throw without(
          "%,d of %,d rows are not valid JSON objects; at most 1 %% may be invalid"
              .formatted(invalid, row + 1));
    }
  }

  private SourceFormatException without(String what) {
    return new SourceFormatException(
        file, "%s; first problem: %s".formatted(what, firstUnusable.orElseThrow()));
  }

  @Override
  public long row() {
    return row;
  }

  /** Returns the line in which the row starts. After the last row, it is the line of that row. */
  @Override
  public long line() {
    return cutter.number();
  }

  /** Returns why there is no object here. It is too large or invalid. */
  @Override
  public Optional<RowProblem> problem() {
    return cutter.problem().map(message -> new RowProblem(reason(), message));
  }

  private String reason() {
    if (cutter.isTooLarge()) {
      return RowProblem.TOO_LARGE;
    }
    return cutter.isInvalid() ? RowProblem.INVALID_JSON : RowProblem.INVALID_TEXT;
  }

  /** Describes the rows so far that have a problem other than their size. */
  public Optional<String> unusableRows() {
    return firstUnusable.map(
        first -> "%,d rows cannot be used; first problem: %s".formatted(unusable, first));
  }

  /** Returns the size of the object in bytes. It is undefined if the object is not valid. */
  @Override
  public long size() {
    return cutter.size();
  }

  @Override
  public int length() {
    return cutter.length();
  }

  /** Returns how objects are arranged in the file. */
  public JsonShape shape() {
    return shape;
  }

  /** Returns how the file is compressed. */
  public StreamCompression compression() {
    return text.compression();
  }

  /** Tracks the fields that no object of a file has had so far. Not thread-safe. */
  public static final class MissingFields {
    private final JsonText object;
    private final Set<String> missing;
    private boolean isAnyRead;

    /**
     * Creates a check that has not seen an object yet.
     *
     * @param object extracts these fields from each object
     * @param fields paths, the most important first
     */
    public MissingFields(JsonText object, Collection<String> fields) {
      this.object = object;
      this.missing = new LinkedHashSet<>(fields);
    }

    /** Looks at the object that was read last. */
    public void look() {
      isAnyRead = true;
      missing.removeIf(object::has);
    }

    /** Reads a valid object. It does nothing if no field is missing any more. */
    void lookAt(byte[] bytes, int offset, int length) {
      isAnyRead = true;
      if (!missing.isEmpty()) {
        object.read(bytes, offset, length);
        look();
      }
    }

    /**
     * Checks that no field is missing. A file without objects passes.
     *
     * @throws SourceFormatException if a field is missing; lists the fields that the objects had
     */
    public void require(Path file) throws SourceFormatException {
      if (isAnyRead && !missing.isEmpty()) {
        throw SourceFormatException.lacking(
            file,
            "no object has a field",
            missing.iterator().next(),
            String.join(", ", object.names()));
      }
    }
  }
}
