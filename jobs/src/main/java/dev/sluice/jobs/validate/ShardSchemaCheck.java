package dev.sluice.jobs.validate;

import dev.sluice.storage.parquet.ParquetSource;
import dev.sluice.storage.parquet.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Compares a shard's columns, their order, types and requiredness with the configured ones. */
final class ShardSchemaCheck {
  private static final String STRING = "required binary (STRING)";
  private static final String SCORE = "required double";

  private final List<String> expected;
  private final Findings findings;

  ShardSchemaCheck(List<String> columns, Findings findings) {
    this.expected =
        columns.stream()
            .map(column -> column + " (" + (column.equals("score") ? SCORE : STRING) + ")")
            .toList();
    this.findings = findings;
  }

  /**
   * Whether rows can be read by the configured columns: names, order and types are right. Columns
   * that are wrongly optional are reported, and read all the same.
   *
   * @throws SourceFormatException where the file is no readable Parquet
   */
  boolean check(Path file, String path) throws IOException {
    List<String> columns =
        ParquetSource.columns(file).stream().map(ShardSchemaCheck::withoutOrder).toList();
    if (!columns.equals(expected)) {
      findings.violation(
          Check.SCHEMA,
          path,
          "columns %s: must be %s"
              .formatted(String.join(", ", columns), String.join(", ", expected)));
    }
    return columns.stream()
        .map(c -> c.replace("(optional ", "(required "))
        .toList()
        .equals(expected);
  }

  /** How a column's statistics are ordered is no matter of its type. */
  private static String withoutOrder(String column) {
    return column.replaceAll(" columnorder\\(\\w+\\)", "");
  }
}
