package dev.sluice.jobs.sample;

import java.util.Locale;

/** What represents a file in the ids of its rows, {@code {bucket}#{file}#{row}}. */
public enum IdRule {
  /**
   * The file's name. If several files of a bucket share it, the same row numbers of each are
   * selected.
   */
  NAME,
  /** The file's path relative to the bucket's directory, with {@code /}. */
  PATH,
  /** The record's own id: topics have no files. */
  RECORD;

  /** The rule's name in configurations and reports. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
