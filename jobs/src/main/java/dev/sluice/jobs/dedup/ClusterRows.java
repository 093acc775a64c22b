package dev.sluice.jobs.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BOOLEAN;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Types;

/**
 * The rows of {@code clusters.parquet}: collected in a file with length prefixes, then written as a
 * table.
 */
final class ClusterRows {
  private static final TableSchema SCHEMA =
      new TableSchema(
          Types.buildMessage()
              .required(BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named("id")
              .required(INT64)
              .named("cluster")
              .required(BOOLEAN)
              .named("kept")
              .optional(DOUBLE)
              .named("similarity")
              .required(BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named("file")
              .required(INT64)
              .named("row")
              .named("clusters"));
  private static final int ROW_GROUP_BYTES = 8 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  private ClusterRows() {}

  /** Appends a document of a cluster with its length. */
  static void append(
      ClusterDecision decision,
      String id,
      String file,
      long row,
      RecordBuffer record,
      ByteRows to) {
    record.clear();
    string(record, id);
    record.int64(decision.cluster());
    record.bool(decision.kept());
    record.level(decision.similarity().isPresent() ? 1 : 0);
    decision.similarity().ifPresent(record::float64);
    string(record, file);
    record.int64(row);
    for (int shift = 24; shift >= 0; shift -= 8) {
      to.append(record.length() >>> shift);
    }
    to.append(record.bytes(), 0, record.length());
    to.endRow();
  }

  private static void string(RecordBuffer record, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    record.variable(bytes, 0, bytes.length);
  }

  /** Writes the table from the collected rows. */
  static void write(Path rows, Path target) throws IOException {
    TemporaryFile file = new TemporaryFile(target);
    Files.deleteIfExists(file.path());
    TableFormat format =
        new TableFormat(
            SCHEMA, Set.of("file"), Map.of(), TableFormat.LEVEL, TableFormat.PAGE_BYTES);
    try (TableWriter writer = new TableWriter(format, file.path());
        DataInputStream in =
            new DataInputStream(
                new BufferedInputStream(Files.newInputStream(rows), BUFFER_BYTES))) {
      long left = Files.size(rows);
      while (left > 0) {
        left -= writeGroup(format, in, left, writer);
      }
      writer.complete();
    }
    file.publish();
  }

  private static long writeGroup(
      TableFormat format, DataInputStream in, long most, TableWriter writer) throws IOException {
    TableRowGroup group = new TableRowGroup(format);
    long read = 0;
    while (read < Math.min(most, ROW_GROUP_BYTES)) {
      byte[] record = in.readNBytes(in.readInt());
      group.write(record, 0, record.length);
      read += Integer.BYTES + record.length;
    }
    group.finish();
    writer.append(group);
    return read;
  }
}
