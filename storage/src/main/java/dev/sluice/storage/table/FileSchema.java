package dev.sluice.storage.table;

import java.nio.file.Path;

/**
 * The columns of one of several files. Small, unlike a footer.
 *
 * @param file the file
 * @param schema the columns
 */
public record FileSchema(Path file, TableSchema schema) {
  /** The columns of a file. */
  public static FileSchema of(TableFile file) {
    return new FileSchema(file.file(), file.schema());
  }
}
