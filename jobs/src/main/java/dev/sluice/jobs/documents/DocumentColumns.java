package dev.sluice.jobs.documents;

import dev.sluice.operators.OperatorChain;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns of a row that hold its document.
 *
 * @param text column or field of the text, with dots for structs and objects
 * @param id column or field of the id; a row without one gets its file's name and its number
 * @param maxBytes limit of a text; longer ones are rejected. A row may have {@link #BESIDE_TEXT}
 *     bytes more
 * @param required columns beside the text without which a file is quarantined
 * @param fields of JSON that can be requested; of Parquet, all can
 * @param added columns of numbers that are written after the others, and that rows must not have
 * @param rewritten whether rows are written again; otherwise only the text and {@code fields} are
 *     read of Parquet
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

  /** 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 << 20;

  /** Limit of a row's size in addition to its text. */
  public static final int BESIDE_TEXT = 1 << 20;

  private static final int MOST_BYTES = 256 << 20;

  /** Checks the names and the bound. */
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
          "the longest text is %d bytes: must be 1 to %d".formatted(maxBytes, MOST_BYTES));
    }
  }

  /** Columns of rows that may be written again. */
  public DocumentColumns(
      String text,
      String id,
      int maxBytes,
      Set<String> required,
      Set<String> fields,
      List<String> added) {
    this(text, id, maxBytes, required, fields, added, true);
  }

  /** Columns of rows that may be written again, without required columns or other fields. */
  public DocumentColumns(String text, String id, int maxBytes) {
    this(text, id, maxBytes, Set.of(), Set.of(), List.of());
  }

  /** A text to read, with other columns of its row. */
  public static DocumentColumns ofText(String text, int maxBytes, Set<String> fields) {
    return new DocumentColumns(text, DEFAULT_ID, maxBytes, Set.of(), fields, List.of(), false);
  }

  /** Returns a copy with the columns that these operators need or use. */
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

  /** The columns without which a file is quarantined: the required ones, and the text. */
  Set<String> needed() {
    Set<String> needed = new TreeSet<>(required);
    needed.add(text);
    return needed;
  }

  /** Returns a copy with columns of numbers that are written after the others. */
  public DocumentColumns adding(List<String> numbers) {
    return new DocumentColumns(text, id, maxBytes, required, fields, numbers);
  }

  /** The default columns and limit. */
  public static DocumentColumns usual() {
    return new DocumentColumns(DEFAULT_TEXT, DEFAULT_ID, DEFAULT_MAX_BYTES);
  }

  /** Limit of a row, as a record or as JSON. */
  public int maxRowBytes() {
    return maxBytes + BESIDE_TEXT;
  }
}
