package dev.sluice.storage.text;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The texts of chosen rows of a file, in their order. Of Parquet, reads only the pages that hold
 * them. I/O errors are thrown at once. Not thread-safe.
 */
public sealed interface ChosenTexts extends Closeable permits ChosenPages, ChosenObjects {
  /**
   * Opens a file.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if it is broken, or is Parquet without
   *     the text column
   * @throws IOException if it cannot be read
   */
  static ChosenTexts open(TextFile file, TextColumns columns) throws IOException {
    return switch (file.format()) {
      case PARQUET -> new ChosenPages(file.path(), columns);
      case JSONL -> new ChosenObjects(file.path(), columns);
    };
  }

  /**
   * Advances to a later row.
   *
   * @param row its index in the file, below the number of rows
   * @return why it is rejected; empty if it is usable
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there
   * @throws IOException if it cannot be read
   */
  Optional<RejectedRow> goTo(long row) throws IOException;

  /** The text of a usable row, a range of an array, valid until the next; empty if it is null. */
  Optional<ByteBuffer> text();
}
