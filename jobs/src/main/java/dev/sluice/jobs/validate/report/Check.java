package dev.sluice.jobs.validate.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The checks of a validation. */
public enum Check {
  /**
   * Every shard has the configured columns and types, and every record has an id, a text and a
   * score.
   */
  SCHEMA,
  /**
   * The measured sampling rate matches the rate of the bucket, and sampling keeps every id in the
   * output.
   */
  SAMPLING,
  /** No id is kept twice within the scope of deduplication. */
  DUPLICATES,
  /** Every file is readable and matches its manifest, and there are no other files. */
  FILES,
  /** Every file is in the directory of its bucket and dump. */
  PATHS,
  /** Every score is valid and within its bucket. */
  SCORES,
  /** The counters of every dump add up and agree with the files. */
  COUNTERS,
  /**
   * The version record and the attribution exist and agree with the manifests, and the packs agree
   * with the cut records.
   */
  RECORDS,
  /** No shard has a document that a take-down names, and every take-down is finished. */
  TAKEDOWNS,
  /** The output is what the rules produce from the source. */
  SOURCE,
  /** Every shard has the bytes that it has in another output. */
  LIKE;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** Returns the name in options and reports, such as {@code schema}. */
  @JsonValue
  public String key() {
    return key;
  }
}
