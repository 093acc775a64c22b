package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.Check;
import dev.sluice.jobs.validate.report.Findings;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares a shard's columns, their order and types with the configured ones. */
final class ShardSchemaCheck {
  private static final String STRING = "binary STRING";
  private static final String SCORE = "double";

  private final List<String> expected;
  private final Findings findings;

  ShardSchemaCheck(List<String> columns, Optional<TableSchema> carried, Findings findings) {
    this.expected = columns.stream().flatMap(column -> leaves(column, carried)).toList();
    this.findings = findings;
  }

  private static Stream<String> leaves(String column, Optional<TableSchema> carried) {
    List<String> further =
        carried.map(schema -> schema.nullable(column::equals).described()).orElse(List.of());
    String own = column + " (" + (column.equals(ColumnRole.SCORE.field()) ? SCORE : STRING) + ")";
    return further.isEmpty() ? Stream.of(own) : further.stream();
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
          "its columns are %s, but must be %s"
              .formatted(String.join(", ", columns), String.join(", ", expected)));
    }
    return same;
  }
}
