package dev.sluice.jobs.validate.report;

import java.util.Locale;

/** What is checked. */
public enum Check {
  /** Every shard has the configured columns and types, every record an id, a text and a score. */
  SCHEMA,
  /** The measured sampling rate is the bucket's, and every kept id is one that sampling keeps. */
  SAMPLING,
  /** No id is kept twice within the scope of deduplication. */
  DUPLICATES,
  /** Every file is readable and is what its manifest says; there are no others. */
  FILES,
  /** Every file lies where its bucket and dump belong. */
  PATHS,
  /** Every score is valid and within its bucket. */
  SCORES,
  /** The counters of every dump add up, and agree with the files. */
  COUNTERS,
  /**
   * Version record and attribution are there and agree with the manifests, packs with the cut
   * records.
   */
  RECORDS,
  /** The output is what the source and the rules give. */
  SOURCE;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** The name in options and reports, e.g. {@code schema}. */
  public String key() {
    return key;
  }
}
