package dev.sluice.jobs.shuffle.request;

import dev.sluice.storage.jsonl.StreamCompression;
import dev.sluice.storage.text.InputNames;
import dev.sluice.storage.text.TextFormat;
import java.util.Locale;
import java.util.Optional;

/** The format of a file's rows. */
public enum RowFormat {
  /** Lines of any bytes, ended by a line feed. */
  LINES("txt"),
  /** Lines that are JSON objects. */
  JSONL("jsonl"),
  /** Rows of Parquet with all columns. */
  PARQUET("parquet");

  /**
   * File names found in directories and globs; any other file named explicitly is read as lines.
   */
  public static final InputNames NAMES =
      new InputNames(
          name -> TextFormat.of(name).isPresent() || isText(name),
          name -> true,
          TextFormat.ENDINGS + "; for plain lines, .txt with the same");

  private final String ending;

  RowFormat(String ending) {
    this.ending = ending;
  }

  /** The format of a file with this name. */
  public static RowFormat of(String name) {
    Optional<TextFormat> known = TextFormat.of(name);
    if (known.isEmpty()) {
      return LINES;
    }
    return known.get() == TextFormat.PARQUET ? PARQUET : JSONL;
  }

  private static boolean isText(String name) {
    return StreamCompression.unpackedName(name).endsWith(".txt");
  }

  /** The extension of its file names, without the dot. */
  public String ending() {
    return ending;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
