package dev.sluice.jobs.documents;

import dev.sluice.operators.OperatorChain;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns of a row that hold its document.
 *
 * @param text column or field of the text; dots separate the levels of structs and objects
 * @param id column or field of the id; a row without an id gets its file's name and its row number
 *     as id
 * @param maxBytes maximum size of a text; longer texts are rejected. A row can be {@link
 *     #BESIDE_TEXT} bytes larger than its text
 * @param required columns other than the text that a file must have; otherwise it is quarantined
 * @param fields the fields of JSON that can be requested; in Parquet, all fields can be
 * @param added columns of numbers that are appended to each row; the input must not have them
 * @param rewritten whether rows are written to an output; otherwise only the text and {@code
 *     fields} are read from Parquet
 */
public record DocumentColumns(
    String text,
    String id,
    int maxBytes,
    Set<String> required,
    Set<String> fields,
    List<String> added,
    boolean rewritten) {
  /** The usual name of the text column. */
  public static final String DEFAULT_TEXT = "text";

  /** The usual name of the id column. */
  public static final String DEFAULT_ID = "id";

  /** The default limit of a text, 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 << 20;

  /** The maximum size of a row in addition to its text. */
  public static final int BESIDE_TEXT = 1 << 20;

  private static final int MOST_BYTES = 256 << 20;

  /** Checks the names and the limit. */
  public DocumentColumns {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(id, "id");
    required = Set.copyOf(required);
    fields = Set.copyOf(fields);
    added = List.copyOf(added);
    if (text.isBlank() || id.isBlank()) {
      throw new IllegalArgumentException("the name of a column is empty");
    }
    if (maxBytes < 1 || maxBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the maximum size of a text is %d bytes; must be from 1 to %d"
              .formatted(maxBytes, MOST_BYTES));
    }
  }

  /** Creates the columns of rows that may be written to an output. */
  public DocumentColumns(
      String text,
      String id,
      int maxBytes,
      Set<String> required,
      Set<String> fields,
      List<String> added) {
    this(text, id, maxBytes, required, fields, added, true);
  }

  /**
   * Creates the columns of rows that may be written to an output, without required columns or
   * further fields.
   */
  public DocumentColumns(String text, String id, int maxBytes) {
    this(text, id, maxBytes, Set.of(), Set.of(), List.of());
  }

  /** Creates the columns for reading a text and further fields of its row. */
  public static DocumentColumns ofText(String text, int maxBytes, Set<String> fields) {
    return new DocumentColumns(text, DEFAULT_ID, maxBytes, Set.of(), fields, List.of(), false);
  }

  /** Returns a copy that includes the columns that these operators need or use. */
  public DocumentColumns of(OperatorChain chain) {
    return new DocumentColumns(
        text,
        id,
        maxBytes,
        besideAdded(chain.requiredFields()),
        besideAdded(chain.fields()),
        added);
  }

  private Set<String> besideAdded(Set<String> names) {
    Set<String> others = new TreeSet<>(names);
    added.forEach(others::remove);
    return others;
  }

  /**
   * Returns the columns that a file must have: the required ones and the text. A file that lacks
   * one is quarantined.
   */
  Set<String> needed() {
    Set<String> needed = new TreeSet<>(required);
    needed.add(text);
    return needed;
  }

  /** Returns a copy with columns of numbers that are appended to each row. */
  public DocumentColumns adding(List<String> numbers) {
    return new DocumentColumns(text, id, maxBytes, required, fields, numbers);
  }

  /** Returns the default columns and limit. */
  public static DocumentColumns usual() {
    return new DocumentColumns(DEFAULT_TEXT, DEFAULT_ID, DEFAULT_MAX_BYTES);
  }

  /** Returns the maximum size of a row, as a record or as JSON. */
  public int maxRowBytes() {
    return maxBytes + BESIDE_TEXT;
  }
}
