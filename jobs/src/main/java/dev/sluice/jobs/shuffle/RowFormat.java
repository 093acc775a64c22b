package dev.sluice.jobs.shuffle;

import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.text.InputListing;
import dev.sluice.storage.text.InputNames;
import dev.sluice.storage.text.TextFormat;
import java.util.Locale;
import java.util.Optional;

/** The format of a file's rows. */
public enum RowFormat {
  /** Lines of any bytes. Each ends with a line feed. */
  LINES("txt"),
  /** Lines that are JSON objects. */
  JSONL("jsonl"),
  /** Rows of Parquet with all columns. */
  PARQUET("parquet");

  private static final String ENDINGS =
      TextFormat.ENDINGS
          + "; or in .txt, for files of lines; with --format lines, a file may have any name";

  private final String ending;

  RowFormat(String ending) {
    this.ending = ending;
  }

  /**
   * Returns which files are read, by name. These are data files and {@code .txt}. If lines are
   * written, it is also any file that the request names directly.
   *
   * @param written the requested output format, if any
   */
  public static InputNames names(Optional<RowFormat> written) {
    return new InputNames(
        RowFormat::isRead, name -> isRead(name) || written.equals(Optional.of(LINES)), ENDINGS);
  }

  private static boolean isRead(String name) {
    return TextFormat.of(name).isPresent() || isText(name);
  }

  /** Returns the format of a file. It is lines if the file's name is not that of a data file. */
  public static RowFormat of(InputListing.InputFile file) {
    return file.format().map(known -> known == TextFormat.PARQUET ? PARQUET : JSONL).orElse(LINES);
  }

  private static boolean isText(String name) {
    return StreamCompression.unpackedName(name).endsWith(".txt");
  }

  /** Returns the extension of file names of this format, without the dot. */
  public String ending() {
    return ending;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
