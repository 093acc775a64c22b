package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Compares a shard's columns, their order and types with the configured ones. */
final class ShardSchemaCheck {
  private static final String STRING = "binary STRING";
  private static final String SCORE = "double";

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
   * Whether the columns are as configured, so that rows can be read.
   *
   * @throws SourceFormatException if the file is not readable Parquet
   */
  boolean check(Path file, String path) throws IOException {
    List<String> columns = ParquetSource.columns(file);
    boolean same = columns.equals(expected);
    if (!same) {
      findings.violation(
          Check.SCHEMA,
          path,
          "its columns are %s: they must be %s"
              .formatted(String.join(", ", columns), String.join(", ", expected)));
    }
    return same;
  }
}
