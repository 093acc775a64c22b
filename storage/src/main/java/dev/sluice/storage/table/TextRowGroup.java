package dev.sluice.storage.table;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/**
 * A row group of texts, compressed in memory by any thread and later appended to a file in order.
 * All its rows have the same labels. Its bytes are a function of format, labels and rows.
 *
 * <p>Memory: compressed pages, and open pages of up to 1 MiB and a row. Not thread-safe, but can be
 * passed between threads.
 */
public final class TextRowGroup {
  private final CompressedRows rows;
  private final ColumnWriter text;
  private final List<ColumnWriter> labels = new ArrayList<>();
  private final List<Binary> values = new ArrayList<>();

  /**
   * @param labels values of the labels, in the order of the format
   */
  public TextRowGroup(TextTableFormat format, List<String> labels) {
    if (labels.size() != format.labels().size()) {
      throw new IllegalArgumentException(
          "%d values for the labels %s".formatted(labels.size(), format.labels()));
    }
    MessageType schema = format.schema();
    this.rows = new CompressedRows(format.table());
    this.text = rows.column(schema.getColumns().get(0));
    for (int i = 0; i < labels.size(); i++) {
      this.labels.add(rows.column(schema.getColumns().get(i + 1)));
      values.add(Binary.fromConstantByteArray(labels.get(i).getBytes(UTF_8)));
    }
  }

  /** Adds a row; the array may be reused afterwards. */
  public void write(byte[] bytes, int offset, int length) {
    text.write(Binary.fromReusedByteArray(bytes, offset, length), 0, 1);
    endRow();
  }

  /** Adds a row whose text is null. */
  public void writeNull() {
    text.writeNull(0, 0);
    endRow();
  }

  private void endRow() {
    for (int i = 0; i < labels.size(); i++) {
      labels.get(i).write(values.get(i), 0, 1);
    }
    rows.endRow();
  }

  /** Number of rows so far. */
  public long rows() {
    return rows.rows();
  }

  /** Compresses the open pages; no rows can be added afterwards. */
  public void finish() {
    rows.finish();
  }

  CompressedRows packed() {
    return rows;
  }
}
