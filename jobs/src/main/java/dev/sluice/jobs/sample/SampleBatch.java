package dev.sluice.jobs.sample;

import dev.sluice.storage.table.TextRowGroup;
import java.util.ArrayList;
import java.util.List;

/** The result of a batch of selected rows: a row group, and the rows left out. Not thread-safe. */
public final class SampleBatch {
  /** Maximum number of rejected rows listed for a batch; all are counted. */
  private static final int LISTED = 20;

  private final TextRowGroup group;
  private final List<String> rejections = new ArrayList<>();
  private final List<QuarantinedFile> quarantined = new ArrayList<>();
  private long rejected;
  private long nulls;

  SampleBatch(TextRowGroup group) {
    this.group = group;
  }

  /** Adds a text in UTF-8; the array may be reused afterwards. */
  public void text(byte[] bytes, int offset, int length) {
    group.write(bytes, offset, length);
  }

  /** Adds a row whose text is null. */
  public void noText() {
    group.writeNull();
    nulls++;
  }

  /**
   * Rejects a selected row.
   *
   * @param what the row and the reason
   */
  public void rejected(String what) {
    rejected++;
    if (rejections.size() < LISTED) {
      rejections.add(what);
    }
  }

  /** Leaves out the remaining selected rows of a broken file in this batch. */
  public void quarantined(QuarantinedFile file) {
    quarantined.add(file);
  }

  TextRowGroup group() {
    return group;
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
