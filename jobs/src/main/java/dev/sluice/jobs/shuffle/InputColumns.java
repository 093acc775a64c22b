package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.SpillWriter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.InputListing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of rows that are records. These are the rows of Parquet inputs, or of JSON that
 * becomes Parquet.
 *
 * @param format the format of a table with these columns
 * @param sizes the sizes of Parquet files
 */
record InputColumns(TableFormat format, Map<Path, Forecast> sizes) {
  /**
   * Reads the footers of Parquet files. Returns the columns of all files in the order of the first
   * file, and those key-values that all files share.
   *
   * @param files the files, at least one
   * @param union whether files are allowed to lack columns
   * @throws JobRefusedException if their columns differ
   * @throws BrokenFiles.BrokenFilesException if files are broken
   */
  static InputColumns of(List<InputListing.InputFile> files, boolean union) throws IOException {
    BrokenFiles broken = new BrokenFiles();
    List<TableSchema.FileSchema> schemas = new ArrayList<>();
    Map<Path, Forecast> sizes = new HashMap<>();
    Map<TableSchema, TableSchema> known = new HashMap<>();
    Optional<TableFormat> first = Optional.empty();
    Map<String, String> labels = new HashMap<>();
    for (InputListing.InputFile file : files) {
      TableFile table;
      try {
        table = TableFile.open(file.path());
        table.requireFields();
      } catch (SourceFormatException e) {
        broken.add(e);
        continue;
      }
      TableSchema schema = known.computeIfAbsent(table.schema(), same -> same);
      schemas.add(new TableSchema.FileSchema(file.path(), schema));
      sizes.put(file.path(), new Forecast(table.rows(), table.uncompressedBytes()));
      if (first.isEmpty()) {
        first = Optional.of(TableFormat.of(schema, table));
        labels.putAll(table.labels());
      }
      labels.entrySet().retainAll(table.labels().entrySet());
    }
    broken.throwAny();
    TableFormat format = first.orElseThrow();
    TableSchema schema = merged(schemas, union);
    return new InputColumns(
        new TableFormat(schema, format.dictionary(), labels, format.level(), format.pageBytes()),
        sizes);
  }

  private static TableSchema merged(List<TableSchema.FileSchema> schemas, boolean union)
      throws IOException {
    try {
      return union ? TableSchema.union(schemas) : TableSchema.same(schemas);
    } catch (TableSchema.SchemaMismatchException e) {
      throw JobRefusedException.of(e.problems());
    }
  }

  /**
   * The estimated amount of data that will be read.
   *
   * @param rows approximate number of rows
   * @param bytes size of all rows, decompressed
   */
  record Forecast(long rows, long bytes) {
    /** Returns the sum of the estimates of all files of a plan except broken ones. */
    static Forecast of(InputPlan plan, RowSources sources, BrokenFiles broken) throws IOException {
      Map<InputListing.InputFile, Forecast> known = new HashMap<>();
      long rows = 0;
      long bytes = 0;
      for (InputPlan.PlannedFile file : plan.files()) {
        try {
          if (!known.containsKey(file.file())) {
            known.put(file.file(), sources.forecast(file.file()));
          }
          Forecast one = known.get(file.file());
          double part = file.partial() ? plan.parts().get(file.input()).fraction() : 1;
          rows += Math.round(one.rows * part);
          bytes += Math.round(one.bytes * part);
        } catch (SourceFormatException e) {
          broken.add(e);
        }
      }
      return new Forecast(rows, bytes);
    }

    /** Returns the heap that all rows would take if they were loaded at once. */
    long heapBytes() {
      return PartitionRows.heapBytes(rows, partitionBytes());
    }

    /** Returns the size of all rows in partitions. */
    long partitionBytes() {
      return bytes + bytes / 64 + SpillWriter.ROW_HEADER_BYTES * rows;
    }
  }
}
