package dev.sluice.storage.source;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.FileSchema;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.List;

/**
 * The columns of a file that its rows carry along unchanged, beside those that Sluice understands.
 *
 * @param file the file
 * @param schema columns of the records; the file may lack some
 */
record CarriedColumns(TableFile file, TableSchema schema) {
  /** Of a row, as a record. */
  static final int MAX_BYTES = 512 << 10;

  /**
   * Columns of a file.
   *
   * @throws SourceFormatException if the file has other types of them
   */
  static CarriedColumns of(TableFile file, TableSchema schema) throws IOException {
    List<String> misfits = schema.misfits(FileSchema.of(file));
    if (!misfits.isEmpty()) {
      throw new SourceFormatException(
          file.file(),
          "%s: convert the file, or leave the column out (output.columns of a new output)"
              .formatted(String.join("; ", misfits)));
    }
    return new CarriedColumns(file, schema);
  }

  /** Why a row is rejected whose columns take so many bytes as a record. */
  static RowRejection tooLarge(long bytes) {
    return RowRejection.of(
        RowRejection.OVERSIZE_COLUMNS,
        "the carried columns take %,d bytes, allowed are %,d".formatted(bytes, MAX_BYTES));
  }

  /** Opens a row group, whose rows are read when they are asked for. */
  PositionedRows open(int rowGroup) {
    return new PositionedRows(file, schema, rowGroup, MAX_BYTES);
  }

  /** Upper bound of the memory for reading a row group. */
  long readBytes(int rowGroup) {
    return file.readBytes(rowGroup, schema);
  }
}
