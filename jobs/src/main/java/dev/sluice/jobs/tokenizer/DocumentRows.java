package dev.sluice.jobs.tokenizer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Types;

/**
 * Writes and reads a Parquet file that records from where the documents of a {@code .bin} come. It
 * has one row for each document, in order: {@code parquet_path} (string) is the source file, and
 * {@code parquet_row} (int64) is the index of the row in that file, from 0. The column names are
 * those of swiss-ai's Megatron-LM, whose scripts can read the file.
 *
 * <p>Memory: a row group of at most {@value #ROW_GROUP_ROWS} rows, so that one row is found fast.
 */
final class DocumentRows {
  private static final int ROW_GROUP_ROWS = 1 << 16;

  private static final String PATH = "parquet_path";

  private static final TableFormat FORMAT =
      new TableFormat(
          new TableSchema(
              Types.buildMessage()
                  .required(BINARY)
                  .as(LogicalTypeAnnotation.stringType())
                  .named(PATH)
                  .required(INT64)
                  .named("parquet_row")
                  .named("documents")),
          Set.of(PATH),
          Map.of(),
          TableFormat.LEVEL,
          TableFormat.PAGE_BYTES);

  private final TemporaryFile file;
  private final byte[] source;
  private final TableWriter writer;
  private final RecordBuffer record = new RecordBuffer();
  private TableRowGroup group = new TableRowGroup(FORMAT);

  /**
   * Creates the file under a temporary name.
   *
   * @param source the file that contains the documents
   */
  DocumentRows(Path target, Path source) throws IOException {
    this.file = new TemporaryFile(target);
    this.source = source.toAbsolutePath().normalize().toString().getBytes(UTF_8);
    Files.createDirectories(target.getParent());
    Files.deleteIfExists(file.path());
    this.writer = new TableWriter(FORMAT, file.path());
  }

  /**
   * The row from which a document comes.
   *
   * @param file absolute path or URL of the file
   * @param number index of the row in the file, from 0
   */
  record Row(String file, long number) {}

  /**
   * Reads the row from which a document comes.
   *
   * @param document index of the document, from 0
   * @throws SourceFormatException if the file is broken or has no such row
   * @throws IOException if the file cannot be read
   */
  static Row read(Path file, long document) throws IOException {
    TableFile table = TableFile.open(file);
    if (!table.schema().equals(FORMAT.schema()) || document >= table.rows()) {
      throw new SourceFormatException(file, "has no row for document %d".formatted(document));
    }
    RecordReader record = new RecordReader(table.schema());
    try (RecordRows rows = table.rows(table.schema(), new RowBuffers(RecordBuffer.MAX_BYTES))) {
      rows.skipTo(document);
      rows.next();
      record.set(rows.buffer(), rows.offset(), rows.length());
      String from = new String(record.bytes(), record.valueOffset(0), record.valueLength(0), UTF_8);
      return new Row(from, record.int64(1));
    }
  }

  /** Adds documents. */
  void write(TokenBatch batch) throws IOException {
    for (int document = 0; document < batch.documents(); document++) {
      record.clear();
      record.variable(source, 0, source.length);
      record.int64(batch.row(document));
      group.write(record.bytes(), 0, record.length());
      if (group.rows() == ROW_GROUP_ROWS) {
        endGroup();
      }
    }
  }

  private void endGroup() throws IOException {
    group.finish();
    writer.append(group);
    group = new TableRowGroup(FORMAT);
  }

  /** Flushes everything to disk and renames the file. */
  void publish() throws IOException {
    if (group.rows() > 0) {
      endGroup();
    }
    writer.complete();
    writer.close();
    file.publish();
  }

  /** Deletes the file. */
  void discard() {
    writer.discard();
  }
}
