package dev.sluice.jobs.sample;

import java.util.Locale;

/** What stands for a file in the ids of its rows, {@code {bucket}#{file}#{row}}. */
public enum IdRule {
  /** The file's name, which may repeat below a bucket: then the same row numbers are chosen. */
  NAME,
  /** The file's path below the bucket's directory, with {@code /}. */
  PATH,
  /** The record's own id is used instead: topics have no files. */
  RECORD;

  /** The rule as configurations and reports have it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
