package dev.sluice.jobs.tokenizer;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import dev.sluice.core.IntList;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/**
 * Writes ids to Parquet with two columns. {@code row} (int64) is the index of the document's row in
 * its source, and {@code input_ids} (list of int32) has the ids. Memory: a row group of about 32
 * MiB of encoded ids.
 */
final class ParquetTokens implements TokenWriter {
  private static final int ROW_GROUP_BYTES = 32 << 20;

  private static final MessageType COLUMNS =
      Types.buildMessage()
          .required(INT64)
          .named("row")
          .requiredList()
          .requiredElement(INT32)
          .named("input_ids")
          .named("tokens");

  private static final TableFormat FORMAT =
      new TableFormat(
          new TableSchema(COLUMNS),
          Set.of("input_ids.list.element"),
          Map.of(),
          TableFormat.LEVEL,
          TableFormat.PAGE_BYTES);

  private final TemporaryFile file;
  private final TableWriter writer;
  private TableRowGroup group;
  private ColumnWriter rows;
  private ColumnWriter ids;

  ParquetTokens(Path target) throws IOException {
    this.file = new TemporaryFile(target);
    Files.createDirectories(target.getParent());
    Files.deleteIfExists(file.path());
    this.writer = new TableWriter(FORMAT, file.path());
    beginGroup();
  }

  private void beginGroup() {
    group = new TableRowGroup(FORMAT);
    rows = group.column(COLUMNS.getColumns().get(0));
    ids = group.column(COLUMNS.getColumns().get(1));
  }

  @Override
  public void write(TokenBatch batch) throws IOException {
    for (int document = 0; document < batch.documents(); document++) {
      rows.write(batch.row(document), 0, 0);
      write(batch.ids(), batch.from(document), batch.to(document));
      group.endRow();
      if (group.bytes() >= ROW_GROUP_BYTES) {
        endGroup();
        beginGroup();
      }
    }
  }

  /** Writes a list: its first id begins it, and an empty list is defined only as a list. */
  private void write(IntList tokens, int from, int to) {
    if (from == to) {
      ids.writeNull(0, 0);
      return;
    }
    ids.write(tokens.get(from), 0, 1);
    for (int i = from + 1; i < to; i++) {
      ids.write(tokens.get(i), 1, 1);
    }
  }

  private void endGroup() throws IOException {
    group.finish();
    writer.append(group);
  }

  @Override
  public void publish() throws IOException {
    endGroup();
    writer.complete();
    writer.close();
    file.publish();
  }

  @Override
  public void discard() {
    writer.discard();
  }
}
