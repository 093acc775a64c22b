package dev.sluice.jobs.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableRowGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The result of a batch of selected rows. It has a row group, and the rows that were omitted. Not
 * thread-safe.
 */
final class SampleBatch {
  /** Maximum number of rejected rows listed for a batch; all are counted. */
  private static final int LISTED = 20;

  private final TableRowGroup group;
  private final byte[] labels;
  private final RecordBuffer record = new RecordBuffer();
  private final List<String> rejections = new ArrayList<>();
  private final List<QuarantinedFile> quarantined = new ArrayList<>();
  private long rejected;
  private long nulls;

  /**
   * @param labels the values of the columns after the text, which are the same in all rows
   */
  SampleBatch(TableRowGroup group, List<String> labels) {
    this.group = group;
    for (String label : labels) {
      byte[] bytes = label.getBytes(UTF_8);
      record.level(1);
      record.variable(bytes, 0, bytes.length);
    }
    this.labels = Arrays.copyOf(record.bytes(), record.length());
  }

  /** Adds a text in UTF-8. The array can be reused afterwards. */
  void text(byte[] bytes, int offset, int length) {
    record.clear();
    record.level(1);
    record.variable(bytes, offset, length);
    endRow();
  }

  /** Adds a row whose text is null. */
  void noText() {
    record.clear();
    record.level(0);
    endRow();
    nulls++;
  }

  private void endRow() {
    record.column(labels);
    group.write(record.bytes(), 0, record.length());
  }

  /** Compresses the open pages. Keeps no copy of the last text. */
  void finish() {
    group.finish();
    record.clear();
  }

  /**
   * Rejects a selected row.
   *
   * @param what names the row and the reason
   */
  void rejected(String what) {
    rejected++;
    if (rejections.size() < LISTED) {
      rejections.add(what);
    }
  }

  /** Omits the remaining rows of this batch that come from a broken file. */
  void quarantined(QuarantinedFile file) {
    quarantined.add(file);
  }

  TableRowGroup group() {
    return group;
  }

  /** Returns the number of selected rows so far, including rejected ones. */
  long rows() {
    return group.rows() + rejected;
  }

  List<String> rejections() {
    return rejections;
  }

  List<QuarantinedFile> quarantined() {
    return quarantined;
  }

  long rejected() {
    return rejected;
  }

  long nulls() {
    return nulls;
  }
}
