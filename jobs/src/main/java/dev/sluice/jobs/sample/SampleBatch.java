package dev.sluice.jobs.sample;

import dev.sluice.storage.table.TextRowGroup;
import java.util.ArrayList;
import java.util.List;

/** What becomes of one batch of chosen rows: a row group, and what is not in it. One thread's. */
public final class SampleBatch {
  /** How many rejected rows are listed for a batch; all are counted. */
  private static final int LISTED = 20;

  private final TextRowGroup group;
  private final List<String> rejections = new ArrayList<>();
  private final List<QuarantinedFile> quarantined = new ArrayList<>();
  private long rejected;
  private long nulls;

  SampleBatch(TextRowGroup group) {
    this.group = group;
  }

  /** Adds a text, UTF-8; the array may be overwritten afterwards. */
  public void text(byte[] bytes, int offset, int length) {
    group.write(bytes, offset, length);
  }

  /** Adds a row whose text is null. */
  public void noText() {
    group.writeNull();
    nulls++;
  }

  /**
   * Leaves a chosen row out.
   *
   * @param what which one, and why
   */
  public void rejected(String what) {
    rejected++;
    if (rejections.size() < LISTED) {
      rejections.add(what);
    }
  }

  /** Leaves out the chosen rows that a broken file still had for this batch. */
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
