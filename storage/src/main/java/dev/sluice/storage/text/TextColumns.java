package dev.sluice.storage.text;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What is read of a row.
 *
 * @param text the column or field that holds the text; dots reach into structs and objects
 * @param source the column of Parquet that names the data set a row is from, where there is one
 * @param maxBytes the longest text, and the longest line of JSON as it is in the file, in bytes;
 *     what is longer is rejected. Reading holds up to twice as much.
 */
public record TextColumns(String text, Optional<String> source, int maxBytes) {
  /** The column that data sets use. */
  public static final String DEFAULT_TEXT = "text";

  /** 16 MiB. */
  public static final int DEFAULT_MAX_BYTES = 16 << 20;

  private static final int MOST_BYTES = 512 << 20;

  /** Checks the name and the bound. */
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

  /** This column with this bound, and no source. */
  public TextColumns(String text, int maxBytes) {
    this(text, Optional.empty(), maxBytes);
  }

  /** This column, no source, and the default bound. */
  public static TextColumns of(String text) {
    return new TextColumns(text, DEFAULT_MAX_BYTES);
  }

  /** The same, with the sources that rows of Parquet name in a column, where a file has it. */
  public TextColumns withSource(String column) {
    return new TextColumns(text, Optional.of(column), maxBytes);
  }
}
