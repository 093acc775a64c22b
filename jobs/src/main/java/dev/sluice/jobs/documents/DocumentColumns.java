package dev.sluice.jobs.documents;

import dev.sluice.operators.OperatorChain;
import java.util.Objects;
import java.util.Set;

/**
 * Where in a row its document is.
 *
 * @param text the column or field of the text; dots reach into structs and objects
 * @param id the column or field of the id; where a row has none there, the id is its file's name
 *     and its number
 * @param maxBytes the longest text in bytes; what is longer is rejected. A row may have {@link
 *     #BESIDE_TEXT} bytes more
 * @param required columns of Parquet without which a file is set aside
 * @param fields of JSON that can be asked for; of Parquet all can
 */
public record DocumentColumns(
    String text, String id, int maxBytes, Set<String> required, Set<String> fields) {
  /** The column of texts that data sets use. */
  public static final String DEFAULT_TEXT = "text";

  /** The column of ids that data sets use. */
  public static final String DEFAULT_ID = "id";

  /** 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 << 20;

  /** What a row may have besides the longest text, in bytes. */
  public static final int BESIDE_TEXT = 1 << 20;

  private static final int MOST_BYTES = 256 << 20;

  /** Checks the names and the bound. */
  public DocumentColumns {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(id, "id");
    required = Set.copyOf(required);
    fields = Set.copyOf(fields);
    if (text.isBlank() || id.isBlank()) {
      throw new IllegalArgumentException("a column's name is empty");
    }
    if (maxBytes < 1 || maxBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the longest text is %d bytes: allowed are 1 to %d".formatted(maxBytes, MOST_BYTES));
    }
  }

  /** These columns and this bound, with nothing required beside the text. */
  public DocumentColumns(String text, String id, int maxBytes) {
    this(text, id, maxBytes, Set.of(), Set.of());
  }

  /** The same for these operators: what they need, and what they look at. */
  public DocumentColumns of(OperatorChain chain) {
    return new DocumentColumns(text, id, maxBytes, chain.requiredFields(), chain.fields());
  }

  /** The usual columns and bound. */
  public static DocumentColumns usual() {
    return new DocumentColumns(DEFAULT_TEXT, DEFAULT_ID, DEFAULT_MAX_BYTES);
  }

  /** The bytes of the longest row, as a record or as JSON. */
  public int maxRowBytes() {
    return maxBytes + BESIDE_TEXT;
  }
}
