package dev.sluice.storage.text;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What to read of each row.
 *
 * @param text column or field of the text; dots reach into structs and objects
 * @param source Parquet column that names the data set of a row, if any
 * @param maxBytes maximum size of a text, and of a JSON object in its file; longer ones are
 *     rejected. Reading holds up to twice as much
 */
public record TextColumns(String text, Optional<String> source, int maxBytes) {
  /** The usual column name. */
  public static final String DEFAULT_TEXT = "text";

  /** The end of messages about texts that are not there: how another column is named. */
  public static final String OTHER_COLUMN =
      "; see --text-column if another column holds the texts, and init if they are in lists or in"
          + " several columns";

  /** 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 << 20;

  /** What a row of a table may take beside its text. */
  static final int BESIDE_TEXT = 1 << 20;

  private static final int MOST_BYTES = 512 << 20;

  /** Checks name and limit. */
  public TextColumns {
    requireNonNull(source, "source");
    if (text.isBlank()) {
      throw new IllegalArgumentException("the text column's name is empty");
    }
    if (maxBytes < 1 || maxBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "the longest text is %d bytes: allowed are 1 to %d".formatted(maxBytes, MOST_BYTES));
    }
  }

  /** This column with this limit, and no source. */
  public TextColumns(String text, int maxBytes) {
    this(text, Optional.empty(), maxBytes);
  }

  /** This column with the default limit, and no source. */
  public static TextColumns of(String text) {
    return new TextColumns(text, DEFAULT_MAX_BYTES);
  }

  /** The same, and the Parquet column that names sources, in files that have it. */
  public TextColumns withSource(String column) {
    return new TextColumns(text, Optional.of(column), maxBytes);
  }

  /** The same without sources. */
  TextColumns withoutSource() {
    return new TextColumns(text, maxBytes);
  }
}
