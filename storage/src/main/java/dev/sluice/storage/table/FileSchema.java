package dev.sluice.storage.table;

import java.nio.file.Path;

/**
 * The columns of one file of several. Small, unlike the file's footer.
 *
 * @param file whose columns they are
 * @param schema the columns
 */
public record FileSchema(Path file, TableSchema schema) {
  /** That of a file. */
  public static FileSchema of(TableFile file) {
    return new FileSchema(file.file(), file.schema());
  }
}
